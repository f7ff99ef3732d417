/** What can go wrong with data sets and the files they are in. */
export const dataCodes = {
  'dataset.manifest': 'a dataset.json that does not say what it should',
  'dataset.layout': 'files that are no data set we recognise',
  'dataset.content': 'parts of a data set that contradict each other',
  'dataset.name': 'a table, split or class that the data set does not have',
  'path.missing': 'a file or folder that is not there or cannot be opened',
  'path.exists': 'a file or folder that would be overwritten',
  'path.write': 'a file that cannot be written'
} as const

declare module '@unseen/core' {
  interface ErrorCodes {
    data: keyof typeof dataCodes
  }
}
