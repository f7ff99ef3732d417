/** The door to the server: it and all it is made of are loaded when somebody serves. */
import type { RunningServer, ServeOptions } from './start.js'

/**
 * Serves models over HTTP: `unseen serve`.
 *
 * @param options models, address, tokens and limits
 */
export async function startServer(options: ServeOptions): Promise<RunningServer> {
  return (await import('./start.js')).startServer(options)
}
