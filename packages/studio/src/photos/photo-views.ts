/** The views of photos, which come when their tab is shown. */
export { AskPane } from './AskPane.js'
export { PhotosFound } from './PhotosFound.js'
export { PhotosMeaning } from './PhotosMeaning.js'
export { PhotosTab } from './PhotosTab.js'
