/**
 * A client for `unseen serve`, in Node and in the browser.
 *
 * @module @unseen/client
 */
export { type Client, type ClientOptions, type ModelClient, createClient } from './client.js'
export { clientCodes } from './errors.js'
