/** What Prometheus is told. Labels are routes, names of models and statuses: never what strangers send. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** What is looked at when somebody asks. */
export interface Gauged {
  inFlight(): number
  waiting(): number
  classes(): readonly { readonly model: string; readonly classes: number; readonly version: number }[]
}

export interface Metrics {
  readonly registry: Registry
  request(route: string, method: string, status: number, seconds: number): void
  batch(requests: number, rows: number, seconds: number): void
  commit(model: string, records: number, seconds: number): void
  reload(model: string, ok: boolean): void
  threadEnded(): void
}

export function createMetrics({ inFlight, waiting, classes }: Gauged): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'unseen_request_seconds',
    help: 'Time from the first byte of a request to its answer',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
    registers
  })
  const batches = new Histogram({
    name: 'unseen_batch_requests',
    help: 'Requests recognised in one batch',
    buckets: [1, 2, 4, 8, 16, 32, 64],
    registers
  })
  const batchSeconds = new Histogram({
    name: 'unseen_batch_seconds',
    help: 'Time of one batch in a worker thread, waiting for it included',
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers
  })
  const rows = new Counter({
    name: 'unseen_rows_total',
    help: 'Rows recognised, explained or contrasted',
    registers
  })
  const commits = new Histogram({
    name: 'unseen_commit_seconds',
    help: 'Time of one write to the log, the disk included',
    labelNames: ['model'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
    registers
  })
  const changes = new Counter({
    name: 'unseen_changes_total',
    help: 'Changes of classes written to the log',
    labelNames: ['model'],
    registers
  })
  const reloads = new Counter({
    name: 'unseen_reloads_total',
    help: 'Reloads of model files',
    labelNames: ['model', 'result'],
    registers
  })
  const ended = new Counter({
    name: 'unseen_threads_ended_total',
    help: 'Worker threads that ended and were started again',
    registers
  })
  new Gauge({
    name: 'unseen_requests_in_flight',
    help: 'Requests at work or waiting',
    registers,
    collect() {
      this.set(inFlight())
    }
  })
  new Gauge({
    name: 'unseen_requests_waiting',
    help: 'Requests that wait for a worker thread',
    registers,
    collect() {
      this.set(waiting())
    }
  })
  new Gauge({
    name: 'unseen_classes',
    help: 'Described classes',
    labelNames: ['model'],
    registers,
    collect() {
      for (const { model, classes: number } of classes()) this.set({ model }, number)
    }
  })
  new Gauge({
    name: 'unseen_version',
    help: 'Number of the last change of the classes',
    labelNames: ['model'],
    registers,
    collect() {
      for (const { model, version } of classes()) this.set({ model }, version)
    }
  })
  return {
    registry,
    request: (route, method, status, seconds) => requests.observe({ route, method, status }, seconds),
    batch(number, done, seconds) {
      batches.observe(number)
      batchSeconds.observe(seconds)
      rows.inc(done)
    },
    commit(model, records, seconds) {
      commits.observe({ model }, seconds)
      changes.inc({ model }, records)
    },
    reload: (model, ok) => reloads.inc({ model, result: ok ? 'ok' : 'failed' }),
    threadEnded: () => ended.inc()
  }
}
