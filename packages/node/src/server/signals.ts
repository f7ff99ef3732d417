/**
 * When a server is to stop: at Ctrl-C, which is the command line's own, or at SIGTERM. A second one ends
 * the process at once. SIGHUP reads models and tokens again.
 */
import { endBySignal } from '../terminal/terminal.js'

/** Beyond the time of one request, for logs and threads to be closed. */
const CLOSING = 5000

/** Resolves when the server is to stop. */
export function stopSignals(interrupted: AbortSignal, reload: () => void): Promise<void> {
  return new Promise(resolve => {
    let stopping = false
    const stop = (): void => {
      stopping = true
      resolve()
    }
    process.on('SIGTERM', () => {
      if (stopping) endBySignal('SIGTERM')
      stop()
    })
    process.on('SIGHUP', () => {
      if (!stopping) reload()
    })
    if (interrupted.aborted) stop()
    interrupted.addEventListener('abort', stop, { once: true })
  })
}

/**
 * From now on the process has so long to end; whatever still runs then, in whichever thread, ends with it.
 * What was acknowledged is on the disk already.
 */
export function endWithin(timeout: number): void {
  setTimeout(() => endBySignal('SIGTERM'), timeout + CLOSING).unref()
}
