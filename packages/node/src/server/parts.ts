/** What route groups are given, and what every request carries. */
import { UnseenError } from '@unseen/core'
import type { OpenLibrary } from '../library/open-library.js'
import type { Admission } from './gate/admission.js'
import type { Scope, StoredToken } from './gate/tokens.js'
import type { ImageReader } from './images/image-reader.js'
import type { Limits } from './limits.js'
import type { Metrics } from './metrics.js'
import type { ServedModel } from './served-model.js'
import type { Buffers } from './work/buffers.js'
import type { Pool } from './work/pool.js'
import type { HttpBindings } from '@hono/node-server'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Logger } from 'pino'

export interface Caller {
  /** the name of the token, or `local` */
  readonly name: string
  readonly scope: Scope
}

export interface ServerParts {
  readonly models: ReadonlyMap<string, ServedModel>
  readonly pool: Pool
  /** of large bodies */
  readonly buffers: Buffers
  readonly images: ImageReader | undefined
  /** by the name they are searched under */
  readonly libraries: ReadonlyMap<string, OpenLibrary>
  /** the encoder of the models' sentences, by name or folder; the one each model names unless given */
  readonly encoder: string | undefined
  readonly limits: Limits
  readonly admission: Admission
  readonly metrics: Metrics
  readonly logger: Logger
  /** undefined: whoever reaches the loopback address may do everything */
  readonly tokens: () => readonly StoredToken[] | undefined
  /** web pages that may ask, by their origin */
  readonly origins: readonly string[]
  /** folder of the static site, where it is served */
  readonly studio: string | undefined
  readonly state: { ready: boolean; stopping: boolean }
}

export interface ServerEnv {
  readonly Bindings: HttpBindings
  /** the caller is known once it has passed the gate, the model where a route names it */
  readonly Variables: { id: string; caller: Caller; model?: string }
}

export type App = OpenAPIHono<ServerEnv>
/** Adds its routes; listed in routes/index.ts. */
export type RouteGroup = (app: App, parts: ServerParts) => void

export function modelNamed({ models }: ServerParts, name: string): ServedModel {
  const found = models.get(name)
  if (found === undefined)
    throw new UnseenError('serve.unknown', `The server has no model "${name}".`, {
      where: { model: name },
      remedy: 'GET /v1/models lists them.'
    })
  return found
}
