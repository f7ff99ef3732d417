/** Networks by name: looking for one, fetching it when a person says so, taking it out of the browser. */
import { problemOf } from '../lib/problem.js'
import type { Action } from '../page/action.js'
import { runJob } from '../page/run-job.js'
import type { Studio } from '../page/studio.js'
import type { OfferedNetwork } from './facts.js'

/** Where whoever serves the page offers networks: beside the sample. */
const folderOf = ({ sampleFolder }: Studio): string => new URL('../local/', sampleFolder).href

/** What of it is in this browser. */
export async function lookInBrowser({ engine, pages }: Studio, digest: string): Promise<boolean> {
  const part = await engine.networks.kept(digest)
  pages.network.setState(({ kept }) => ({ kept: { ...kept, [digest]: part } }))
  return part.whole
}

/** Asks what can be had, once; and what of one is here. */
export const lookForNetwork: Action<string | undefined> = {
  name: 'network.look',
  label: 'Look for a network',
  hidden: true,
  async perform(studio, digest) {
    const { engine, pages } = studio
    if (digest !== undefined) await lookInBrowser(studio, digest)
    if ((pages.network.getState().offered?.length ?? 0) > 0) return
    pages.network.setState({ offered: (await engine.networks.offered(folderOf(studio))) ?? [] })
  }
}

export const fetchNetwork: Action<OfferedNetwork> = {
  name: 'network.fetch',
  label: 'Fetch a network',
  enabled: ({ jobs }) => jobs.running('network').length === 0,
  async perform(studio, network) {
    const { engine, pages, callback } = studio
    const { name, digest } = network
    if (digest === undefined) return
    pages.network.setState({ problem: undefined, step: undefined, agreedAt: Date.now() })
    try {
      await runJob(studio, { kind: 'network', label: `Network ${name}` }, (id, tell) =>
        engine.networks.fetch(
          id,
          { ...network, digest },
          folderOf(studio),
          tell,
          callback(step => pages.network.setState({ step }))
        )
      )
    } catch (error) {
      pages.network.setState({ problem: problemOf(error) })
    } finally {
      pages.network.setState({ step: undefined })
      await lookInBrowser(studio, digest)
    }
  }
}

export const removeNetwork: Action<string> = {
  name: 'network.remove',
  label: 'Remove a network from this browser',
  async perform(studio, digest) {
    await studio.engine.networks.remove(digest)
    studio.pages.network.setState({ problem: undefined })
    await lookInBrowser(studio, digest)
  }
}
