/**
 * The doctor for files: opens whatever is at a path and examines it. Files that cannot even be read
 * are a finding too, so that there always is a report.
 */
import { UnseenError, type Watch } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { type Finding, type DoctorReport, examine } from '@unseen/data'
import { openDraft } from './open.js'

/** The name of the finding that stands for a refusal of the readers. */
const UNREADABLE = 'readable'

/**
 * What is in a data set, what is wrong with it and what to do: `unseen data doctor`.
 *
 * @param path a folder, an archive or a file
 * @param watch a callback for progress and a signal to stop
 */
export async function examinePath(path: string, watch: Watch = {}): Promise<DoctorReport> {
  try {
    return await examine(await openDraft(path), watch)
  } catch (error) {
    if (!(error instanceof UnseenError) || error.code === 'cancelled') throw error
    return {
      name: path,
      layout: 'not understood',
      found: { classes: 0, tables: [], splits: [], remarks: [] },
      findings: [refusal(error, path)],
      worst: 'error'
    }
  }
}

function refusal({ code, message, remedy, where }: UnseenError, path: string): Finding {
  const plain =
    remedy !== undefined && message.endsWith(remedy) ? message.slice(0, -remedy.length).trimEnd() : message
  const number = (key: string): number | undefined =>
    typeof where[key] === 'number' ? where[key] : undefined
  const [row, column] = [number('row'), number('column')]
  return {
    check: UNREADABLE,
    severity: 'error',
    message: plain,
    remedy: remedy ?? (code === 'path.missing' ? 'Check the path.' : 'Make the file again, or leave it out.'),
    file: String(where['file'] ?? path),
    ...defined({ array: typeof where['array'] === 'string' ? where['array'] : undefined, row, column })
  }
}
