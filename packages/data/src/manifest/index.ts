export { encoderSchema, parseManifest } from './manifest.js'
