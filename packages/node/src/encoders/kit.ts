/**
 * What Studio shares of the encoders: everything but fetching, unpacking and keeping their files. Nothing
 * here needs Node.
 */
export { runSession } from '../onnx/run-session.js'
export type { Encoder } from './encoder.js'
export { sentenceEncoder } from './sentence-vectors.js'
export { wordEncoder } from './word-encoder.js'
export { readWordVectors } from './word-json.js'
export { memoryWordStore, sha256 } from './word-memory.js'
