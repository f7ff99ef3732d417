/** What the other packages of Unseen use of this one. Only for packages of the same version: it changes without notice. */
export { found, libraryList, pictures, picturesBody, searchBody } from './library-schemas.js'
export {
  type Problem,
  changeList,
  classDetail,
  classList,
  contrastBody,
  contrastOptions,
  contrasted,
  describeBody,
  described,
  description,
  examplesBody,
  explainBody,
  explainOptions,
  explained,
  forgotten,
  judged,
  modelDetail,
  modelList,
  namedDescription,
  problem,
  recogniseBody,
  recogniseOptions,
  recognised,
  reloaded,
  shownImages
} from './schemas.js'
