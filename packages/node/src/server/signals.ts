/**
 * When a server is to stop: at Ctrl-C, which is the command line's own, or at SIGTERM. A second one ends
 * the process at once. SIGHUP reads models and tokens again.
 */
const STOPPED_BY_SIGTERM = 143

/** Resolves when the server is to stop. */
export function stopSignals(interrupted: AbortSignal, reload: () => void): Promise<void> {
  return new Promise(resolve => {
    let stopping = false
    const stop = (): void => {
      stopping = true
      resolve()
    }
    process.on('SIGTERM', () => {
      if (stopping) process.exit(STOPPED_BY_SIGTERM)
      stop()
    })
    process.on('SIGHUP', () => {
      if (!stopping) reload()
    })
    if (interrupted.aborted) stop()
    interrupted.addEventListener('abort', stop, { once: true })
  })
}
