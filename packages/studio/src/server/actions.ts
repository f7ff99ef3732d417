/**
 * Working against the server that this page comes from: its models, its token, and what to do when it does
 * not go as it should.
 */
import type { ServerLink } from '../document/in-step.js'
import { problemOf } from '../lib/problem.js'
import type { Action } from '../page/action.js'
import { runJob } from '../page/run-job.js'
import type { Studio } from '../page/studio.js'
import { openRecent } from '../project/actions.js'
import { keepFiles, newId, takeOpened } from '../project/opened.js'

const hasServer = ({ server }: Studio): boolean => server.store.getState().address !== undefined
const isLinked = ({ project }: Studio): boolean => project.getState().server !== undefined

export const listModels: Action = {
  name: 'server.list',
  label: 'Ask the server for its models',
  hidden: true,
  enabled: hasServer,
  async perform({ server, pages }) {
    try {
      const { models } = await server.client().models()
      server.store.setState({ models })
      pages.start.setState(({ card }) => (card === 'server' ? { problem: undefined } : {}))
    } catch (error) {
      pages.start.setState({ problem: problemOf(error), card: 'server' })
    }
  }
}

/** Remembered for this tab alone. */
export const takeToken: Action<string> = {
  name: 'server.token',
  label: 'Use this token',
  enabled: hasServer,
  async perform(studio, token) {
    studio.server.setToken(token.trim())
    await (isLinked(studio) ? studio.server.tryNow() : listModels.perform(studio))
  }
}

/**
 * The model with the classes the server knows now; a project of this browser that is worked against it goes
 * on.
 */
export const openServerModel: Action<string> = {
  name: 'server.open',
  label: 'Open a model of the server',
  enabled: ({ jobs }) => jobs.running('open').length === 0,
  async perform(studio, name) {
    const { server, engine, projects, pages } = studio
    pages.start.setState({ problem: undefined, card: 'server' })
    try {
      const model = server.client().model(name)
      const { fingerprint } = await model.show()
      const known = (await projects.list().catch(() => [])).find(
        record => record.server?.model === name && record.server.fingerprint === fingerprint
      )
      if (known !== undefined) return await openRecent.perform(studio, known)
      const read = await runJob(studio, { kind: 'open', label: `Opening ${name}` }, async () => {
        const file = await model.file()
        const { classes } = await model.classes()
        return file && { file, classes, opened: await engine.open.model(new Blob([file.bytes])) }
      })
      if (read === undefined) return
      const { file, opened, classes } = read
      const id = newId()
      // Versions are those of the file: what was changed since comes as news.
      const versions = new Map(classes.map(each => [each.name, each.version]))
      const link: ServerLink = {
        model: name,
        fingerprint,
        version: file.version,
        known: opened.classes
          .filter(({ seen }) => !seen)
          .map(({ name: described, values }) => ({
            name: described,
            values,
            version: Math.min(versions.get(described) ?? 0, file.version)
          }))
      }
      takeOpened(studio, opened, { id, name, source: 'model', server: link })
      await keepFiles(studio, id, 'model')
    } catch (error) {
      pages.start.setState({ problem: problemOf(error) })
      studio.address.go('start')
    }
  }
}

/** Sends what waits, asks for news. */
export const tryServer: Action = {
  name: 'server.try',
  label: 'Ask the server now',
  enabled: isLinked,
  perform: ({ server }) => server.tryNow()
}

/** The model was trained anew at the server: its file is taken again, after what waits was sent. */
export const reopenServerModel: Action = {
  name: 'server.reopen',
  label: 'Open the model as it is now',
  enabled: studio => isLinked(studio) && studio.server.store.getState().stale,
  async perform(studio) {
    await studio.server.tryNow()
    const { waiting, problem } = studio.server.store.getState()
    if (waiting === 0 && problem === undefined)
      await openServerModel.perform(studio, studio.project.getState().server?.model ?? '')
  }
}

export const keepMine: Action<string> = {
  name: 'server.mine',
  label: 'Keep mine',
  perform: ({ server }, name) => server.keepMine(name)
}
export const takeTheirs: Action<string> = {
  name: 'server.theirs',
  label: 'Take theirs',
  perform: ({ server }, name) => server.takeTheirs(name)
}

/** The condition on id and metadata that rows of the server's library must meet. */
export const searchWhere: Action<string> = {
  name: 'server.where',
  label: 'Search where',
  perform: ({ pages }, where) => pages.search.setState({ where: where.trim() })
}

export const chooseLibrary: Action<string> = {
  name: 'server.library',
  label: 'Search another library',
  perform: ({ pages }, library) => pages.search.setState({ library })
}

/** One row of the library, looked at more closely. */
export const lookAtHit: Action<number> = {
  name: 'server.hit',
  label: 'Look at a row',
  perform: ({ pages }, row) => pages.search.setState(now => ({ row: now.row === row ? undefined : row }))
}

export const serverActions: readonly Action[] = [tryServer]
