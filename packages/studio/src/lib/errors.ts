/** What can go wrong with links into Studio. */
export const studioCodes = {
  'link.description': 'a link that carries no description that can be read, or one too long for a link',
  'link.fit': 'a description of other attributes than the open model has'
} as const

declare module '@unseen/core' {
  interface ErrorCodes {
    studio: keyof typeof studioCodes
  }
}
