/** Starts a server: models, threads, doors; and stops it so that nothing that was promised is lost. */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { type OpenLibrary, openLibrary } from '../library/open-library.js'
import { studioSite } from '../studio/site.js'
import { createApp } from './app.js'
import { Admission } from './gate/admission.js'
import { type StoredToken, readTokens } from './gate/tokens.js'
import { ImageReader } from './images/image-reader.js'
import { findNetwork } from '../networks/find-network.js'
import { storedNetwork } from '../networks/store.js'
import { type Limits, resolveLimits } from './limits.js'
import { type LogLevel, createLogger } from './logger.js'
import { createMetrics } from './metrics.js'
import type { ServerParts } from './parts.js'
import { type ModelSource, ServedModel } from './served-model.js'
import { sourcesOf } from './sources.js'
import { Buffers } from './work/buffers.js'
import { Pool } from './work/pool.js'
import { createServer, type Server } from 'node:http'
import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { createAdaptorServer } from '@hono/node-server'
import { basename, resolve } from 'node:path'

/** What is served, to whom, and within which limits. */
export interface ServeOptions {
  /** model files; a name of its own is given as { name, path } */
  readonly models: readonly (string | { readonly name: string; readonly path: string })[]
  /** folders of libraries that can be searched; each under its name */
  readonly libraries?: readonly string[]
  /** Where it listens; 0 for any that is free. Default 8711. */
  readonly port?: number
  /** Where it listens. Default 127.0.0.1; any other address needs tokens. */
  readonly host?: string
  /** file of tokens; without one, whoever reaches the loopback address may do everything */
  readonly tokens?: string
  /**
   * ONNX network for images, a file or a name of `networks`; by default the one that a model names by its digest,
   * where it is on this machine
   */
  readonly backbone?: string
  /**
   * encoder of the models' sentences, by name or folder, where it is not one that comes by the name each
   * model has noted
   */
  readonly encoder?: string
  /** where logs of described classes are kept: DATA/NAME; beside each model file unless given */
  readonly data?: string
  /**
   * worker threads: one for each core unless given; the thread that takes requests needs a fraction of one
   */
  readonly workers?: number
  /** web pages that may ask, by their origin */
  readonly origins?: readonly string[]
  /** serve Studio too, at /studio/: it works against this server */
  readonly studio?: boolean
  /** What it takes on, where it differs from the defaults. */
  readonly limits?: Partial<Limits>
  /** What is logged. Default `info`. */
  readonly logLevel?: LogLevel
  /** takes one line of the log; nothing is logged unless given */
  readonly log?: (line: string) => void
  /** changes before a snapshot of the classes is taken */
  readonly snapshotEvery?: number
  /** what the worker threads run instead of our own recognition, for comparisons */
  readonly workerScript?: URL
  /**
   * the process does nothing else: the framework may put its quicker Request and Response in place of Node's,
   * and memory is collected as suits a server
   */
  readonly ownProcess?: boolean
}

/** A server that takes requests. */
export interface RunningServer {
  /** http://HOST:PORT */
  readonly url: string
  /** What it serves. */
  readonly models: readonly ModelSource[]
  /** milliseconds that `close` waits for answers under way */
  readonly timeout: number
  /** Reads model files and tokens again; returns what could not be. */
  reload(): Promise<readonly string[]>
  /** Takes no more requests, answers those that are here, and ends. */
  close(): Promise<void>
}

const HEADER_SECONDS = 10
const MOST_CONNECTIONS = 2048
/**
 * Seconds that a connection may rest. Who takes it up again just when the server ends it loses the request, so
 * callers are told a shorter time (and proxies, which are not told, rest for a minute).
 */
const REST = { real: 75, told: 60 }
const loopback = ['127.0.0.1', '::1', 'localhost']

export async function startServer(options: ServeOptions): Promise<RunningServer> {
  // What is young when it is collected is nearly all dead: several threads that share the work only get in
  // each other's way.
  if (options.ownProcess === true) setFlagsFromString('--no-parallel-scavenge')
  const {
    port = 8711,
    host = '127.0.0.1',
    workers = availableParallelism(),
    origins = [],
    logLevel = 'info',
    log = () => undefined,
    snapshotEvery,
    workerScript
  } = options
  const limits = resolveLimits(options.limits ?? {})
  if (!Number.isInteger(workers) || workers < 1)
    throw new UnseenError('options.value', `workers must be a whole number of at least 1, got ${workers}.`, {
      where: { option: 'workers' }
    })
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UnseenError('options.value', `A port is a whole number from 0 to 65535, got ${port}.`, {
      where: { option: 'port' }
    })
  const sources = sourcesOf(options.models, options.data)
  const studio = options.studio === true ? studioSite() : undefined
  let tokens = await tokensFor(host, options.tokens)
  const logger = createLogger(logLevel, log)
  const models = new Map<string, ServedModel>()
  const libraries = new Map<string, OpenLibrary>()
  const state = { ready: false, stopping: false }
  const admission = new Admission({ requests: limits.queue, bytes: limits.memory })
  const metrics = createMetrics({
    inFlight: () => admission.requests,
    waiting: () => pool.waiting,
    classes: () =>
      [...models.values()].map(({ name, model, store }) => ({
        model: name,
        classes: model.classes.length - model.trained.seen,
        version: store.version
      }))
  })
  const buffers = new Buffers()
  const pool = Pool.open({
    threads: workers,
    buffers,
    maxRows: limits.rows,
    timeout: limits.timeout,
    ...defined({ script: workerScript }),
    onBatch: (requests, rows, milliseconds) => metrics.batch(requests, rows, milliseconds / 1000),
    onThreadEnd: reason => {
      metrics.threadEnded()
      logger.error({ reason }, 'a worker thread ended; another takes its place')
    }
  })
  let images =
    options.backbone === undefined ? undefined : new ImageReader((await findNetwork(options.backbone)).file)
  const closeParts = async (): Promise<void> => {
    for (const served of models.values()) await served.close()
    await Promise.all([
      pool.close(),
      images?.close(),
      ...[...libraries.values()].map(library => library.close())
    ])
  }
  try {
    for (const source of sources)
      models.set(
        source.name,
        await ServedModel.open(source, {
          pool,
          metrics,
          logger,
          maxClasses: limits.classes,
          ...defined({ snapshotEvery })
        })
      )
    if (images === undefined && (await hasNetwork([...models.values()]))) images = new ImageReader(undefined)
    for (const path of options.libraries ?? [])
      libraries.set(basename(resolve(path)), await openLibrary(path, { aside: true }))
    const parts: ServerParts = {
      models,
      pool,
      buffers,
      images,
      libraries,
      encoder: options.encoder,
      limits,
      admission,
      metrics,
      logger,
      tokens: () => tokens,
      origins,
      studio,
      state
    }
    const server = await listen(createApp(parts).fetch, {
      port,
      host,
      limits,
      ownProcess: options.ownProcess ?? false
    })
    const address = server.address()
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${typeof address === 'object' && address !== null ? address.port : port}`
    state.ready = true
    logger.info(
      { url, models: sources.map(({ name }) => name), workers, tokens: tokens?.length ?? 0 },
      'listening'
    )
    let closing: Promise<void> | undefined
    return {
      url,
      models: sources,
      timeout: limits.timeout,
      async reload() {
        const failed: string[] = []
        const note = (error: unknown): void =>
          void failed.push(error instanceof Error ? error.message : String(error))
        // A file without a token lets nobody in: whoever took the last one away meant it.
        if (options.tokens !== undefined)
          await readTokens(options.tokens).then(read => {
            tokens = read
          }, note)
        for (const served of models.values()) await served.reload().catch(note)
        return failed
      },
      close: () =>
        (closing ??= (async () => {
          state.stopping = true
          logger.info({ requests: admission.requests }, 'stopping')
          await stop(server, limits.timeout)
          await closeParts()
          logger.info('stopped')
        })())
    }
  } catch (error) {
    await closeParts()
    throw error
  }
}

/** Undefined on a loopback address without tokens; any other address without them is refused. */
async function tokensFor(
  host: string,
  path: string | undefined
): Promise<readonly StoredToken[] | undefined> {
  const tokens = path === undefined ? [] : await readTokens(path)
  if (tokens.length > 0) return tokens
  if (path === undefined && loopback.includes(host)) return undefined
  throw new UnseenError(
    'serve.token',
    path === undefined ? `At ${host} anybody could reach the server.` : `${path} has no token in it.`,
    { remedy: `Make one: unseen serve token add NAME --scope read --tokens ${path ?? 'tokens.json'}.` }
  )
}

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch']

async function listen(
  fetch: Fetch,
  {
    port,
    host,
    limits,
    ownProcess
  }: { readonly port: number; readonly host: string; readonly limits: Limits; readonly ownProcess: boolean }
): Promise<Server> {
  const server = createAdaptorServer({
    fetch,
    overrideGlobalObjects: ownProcess,
    createServer,
    // Who sends a request byte by byte is cut off by these; who reads the answer so, by the timeout below.
    serverOptions: {
      requestTimeout: limits.timeout,
      headersTimeout: Math.min(limits.timeout, HEADER_SECONDS * 1000),
      connectionsCheckingInterval: Math.min(1000, limits.timeout),
      keepAliveTimeout: 1000 * REST.real,
      maxHeaderSize: 16_384
    }
  }) as Server
  server.maxConnections = MOST_CONNECTIONS
  // Those that rest make room for those that come.
  server.on('drop', () => server.closeIdleConnections())
  server.prependListener('request', (_, answer) => answer.setHeader('Keep-Alive', `timeout=${REST.told}`))
  server.setTimeout(2 * limits.timeout + 1000)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(
        new UnseenError(
          'serve.address',
          `The server cannot listen at ${host}, port ${port}: ${cause.code === 'EADDRINUSE' ? 'another program does' : (cause.code ?? cause.message)}.`,
          { remedy: 'Choose another with --port.', cause }
        )
      )
    )
    server.listen(port, host, resolve)
  })
  return server
}

/** Waits for the answers that are under way, and no longer than one request may take. */
async function stop(server: Server, patience: number): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), patience)
  await new Promise(resolve => server.close(resolve))
  clearTimeout(timer)
}

/** Whether the network that made the features of some model lies here. */
async function hasNetwork(models: readonly ServedModel[]): Promise<boolean> {
  for (const { model } of models) {
    const digest = model.notes.preprocessing?.['digest']
    if (typeof digest === 'string' && (await storedNetwork(digest).catch(() => undefined)) !== undefined)
      return true
  }
  return false
}
