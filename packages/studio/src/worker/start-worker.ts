/**
 * Starts another worker from within a worker: the same script in another role, so that all of them share
 * their chunks.
 */
export type Role = 'engine' | 'rehearsal' | 'map' | 'tasks'

export function startWorker(role: Role): Worker {
  return new Worker(self.location.href, { type: 'module', name: role })
}
