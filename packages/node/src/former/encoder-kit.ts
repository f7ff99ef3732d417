/** The former address of the encoders, kept for one version: import from '@unseen/networks'. */
export {
  memoryWordStore,
  readWordVectors,
  runSession,
  sentenceEncoder,
  sha256,
  wordEncoder,
  type Encoder
} from '@unseen/networks/internal'
