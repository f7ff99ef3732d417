/** "sample" names the data set that comes along, unless there is a file or folder of that name here. */
import { embeddedFolder } from '../catalogue/find.js'
import { existsSync } from 'node:fs'

/** Where the sample is, if that is what the path means. */
export function samplePath(path: string): string | undefined {
  return path === 'sample' && !existsSync(path) ? embeddedFolder('cifar10-sample') : undefined
}
