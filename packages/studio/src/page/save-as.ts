/** Hands a file to the person: a download, as every browser knows it. */
export function saveAs(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), {
    href: url,
    download: name.replace(/[\\/:*?"<>|]+/g, '-')
  })
  link.click()
  // The browser has taken hold of it once the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
