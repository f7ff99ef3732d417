/**
 * The rows nearest to one so far, sorted by squared distance, of equal ones the earlier; itself is nearer
 * than any twin.
 */
export class NearestList {
  readonly indices: number[]
  readonly squared: number[]
  private readonly most: number

  /** `most`: how many are kept, itself among them */
  constructor(self: number, most: number) {
    this.indices = [self]
    this.squared = [-1]
    this.most = most
  }

  offer(index: number, squared: number): void {
    const { indices, squared: kept, most } = this
    let place = kept.length
    if (place === most && squared > kept[place - 1]) return
    while (kept[place - 1] > squared || (kept[place - 1] === squared && indices[place - 1] > index)) place--
    if (place === most) return
    indices.splice(place, 0, index)
    kept.splice(place, 0, squared)
    if (kept.length > most) {
      indices.pop()
      kept.pop()
    }
  }

  distances(): number[] {
    return this.squared.map(value => Math.sqrt(Math.max(0, value)))
  }
}
