/**
 * Everything the page can ask of the worker: one object for each concern, one file for each object.
 * Arguments and answers are plain (structured clone); functions are passed with `callback` of connect.ts.
 */
import type { Executor } from '@unseen/core'
import { createAffinity } from '../classes/engine/affinity.js'
import { createMaps } from '../classes/engine/maps.js'
import type { Placer } from '../classes/engine/placer.js'
import { createDescribe } from '../describe/engine/describe.js'
import { createSentences } from '../describe/engine/sentences.js'
import { createEvaluate } from '../evaluate/engine/evaluate.js'
import { createAdded } from '../images/engine/added.js'
import { createNetworks } from '../images/engine/networks.js'
import { type PhotosTester, createPhotos } from '../photos/engine/concern.js'
import { createProject } from '../project/engine/project.js'
import { createRecognise } from '../recognise/engine/recognise.js'
import { type Rehearser, createRehearsal } from '../rehearse/engine/rehearsal.js'
import { createOpen } from '../start/engine/open.js'
import { openDatabase } from '../storage/database.js'
import { type Projects, createProjects } from '../storage/projects.js'
import { createTakeAway } from '../take-away/engine/take-away.js'
import { createTrain } from '../train/engine/train.js'
import { createEngineJobs } from './jobs.js'
import { createSession } from './session.js'

export interface EngineParts {
  readonly projects?: Projects
  readonly fetch?: typeof fetch
  readonly rehearser?: Rehearser
  readonly photosTester?: PhotosTester
  readonly placer?: Placer
  /** of searches and of comparisons; one after the other unless given */
  readonly executor?: Executor
}

export function createEngine({
  projects = createProjects(openDatabase),
  fetch: fetchFile = (...args) => fetch(...args),
  rehearser,
  photosTester,
  placer,
  executor
}: EngineParts = {}) {
  const session = createSession(fetchFile)
  const jobs = createEngineJobs()
  const networks = createNetworks(session, jobs, projects)
  return {
    jobs: { stop: (id: string) => jobs.stop(id) },
    open: createOpen(session, jobs),
    project: createProject(session, jobs, projects),
    train: createTrain(session, jobs, projects, executor, rehearser),
    rehearsal: createRehearsal(session, jobs, rehearser),
    describe: createDescribe(session),
    sentences: createSentences(session, jobs),
    photos: createPhotos(session, jobs, photosTester),
    networks,
    added: createAdded(session, jobs, projects, networks),
    recognise: createRecognise(session),
    affinity: createAffinity(session),
    maps: createMaps(session, jobs, projects, placer),
    evaluate: createEvaluate(session, jobs, projects, executor),
    takeAway: createTakeAway(session)
  }
}

export type EngineApi = ReturnType<typeof createEngine>

/** The engine as the page sees it: every answer is a promise. */
export type Engine = {
  readonly [Concern in keyof EngineApi]: {
    readonly [Call in keyof EngineApi[Concern]]: EngineApi[Concern][Call] extends (
      ...args: infer Args
    ) => infer Answer
      ? (...args: Args) => Promise<Awaited<Answer>>
      : never
  }
}
