export { type Client, type ClientOptions, type ModelClient, createClient } from './client.js'
export { clientCodes } from './errors.js'
