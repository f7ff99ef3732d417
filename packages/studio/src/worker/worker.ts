/**
 * The one entry of all workers: a worker's name is its role, which is loaded here. Workers that were built
 * one by one would each bring a copy of core.
 */
import type { Role } from './start-worker.js'

const roles: Readonly<Record<Role, () => Promise<unknown>>> = {
  engine: () => import('./roles/engine.js'),
  rehearsal: () => import('../rehearse/engine/role.js'),
  map: () => import('../classes/engine/role.js'),
  tasks: () => import('./roles/tasks.js')
}

// Browsers hand over messages as soon as this script has run: those that come before the role is there wait
// for it.
const early: MessageEvent[] = []
const wait = (event: MessageEvent): void => void early.push(event)
self.addEventListener('message', wait)
await roles[self.name as Role]()
self.removeEventListener('message', wait)
for (const { data, ports } of early)
  self.dispatchEvent(new MessageEvent('message', { data: data as unknown, ports: [...ports] }))
