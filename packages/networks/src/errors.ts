/** What can go wrong with networks and encoders. */
export const networksCodes = {
  'encoder.missing': 'an encoder that is not at hand',
  'encoder.input': 'a text that an encoder can make nothing of',
  'backbone.unusable': 'an ONNX network that cannot be used as asked',
  'image.unreadable': 'an image that cannot be read'
} as const

declare module '@unseen/core' {
  interface ErrorCodes {
    networks: keyof typeof networksCodes
  }
}
