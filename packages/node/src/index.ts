export * from '@unseen/core'
export { threadExecutor, type ThreadOptions } from './threads/executor.js'
export { onnxRuntime, openSession, type OnnxPort, type OnnxRuntime, type OnnxSession, type OnnxTensor, type SessionOptions } from './onnx/session.js'
