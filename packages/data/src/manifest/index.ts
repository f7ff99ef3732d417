/**
 * dataset.json, checked field by field. Apart from the rest because it brings a schema library.
 *
 * @module @unseen/data/manifest
 */
export { encoderSchema, parseManifest } from './manifest.js'
