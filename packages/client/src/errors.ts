/** What can go wrong with talking to a server, on either side. */
export const clientCodes = {
  'network.unreachable': 'a server that cannot be reached or refuses',
  'network.broken': 'a download that broke off or is not what was asked for',
  'serve.request': 'a request that makes no sense',
  'serve.unknown': 'an address or a model that the server does not have',
  'serve.media': 'a body of a kind that is not read here',
  'serve.size': 'a request that is larger than the server allows',
  'serve.token': 'a token that is missing or not known',
  'serve.scope': 'a token that does not allow this',
  'serve.origin': 'a page or a host name that the server does not answer to',
  'serve.rate': 'more requests than one caller may send',
  'serve.busy': 'a server that has too much to do, or is stopping',
  'serve.version': 'a class that was changed by somebody else in between',
  'serve.full': 'more described classes than the server holds',
  'serve.log': 'a log of described classes that was damaged or belongs to another model',
  'serve.address': 'an address that cannot be listened at'
} as const

declare module '@unseen/core' {
  interface ErrorCodes {
    client: keyof typeof clientCodes
  }
}
