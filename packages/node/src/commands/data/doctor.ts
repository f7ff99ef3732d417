/** `unseen data doctor`: what is in a data set, and what is wrong with it. */
import type { DoctorReport } from '@unseen/data'
import { progressBar } from '../../terminal/progress-bar.js'
import { exitCodes } from '../../terminal/terminal.js'
import { type AddCommand, examples } from '../command.js'

export const addDoctor: AddCommand = (parent, { terminal, exit, warned }) => {
  parent
    .command('doctor')
    .argument('<path>', 'a data set: a folder, a dataset.json, a file or an archive')
    .description('say what is in a data set and what is wrong with it')
    .option('--json', 'the report as JSON')
    .addHelpText(
      'after',
      '\nExit status: 0 notes and warnings, 2 errors; with --strict 1 warnings. docs/doctor.md lists the checks.'
    )
    .addHelpText(
      'after',
      examples(
        'unseen data doctor my-animals',
        'unseen data doctor att_splits.mat',
        'unseen data doctor features.npz --json'
      )
    )
    .action(async (path: string, { json }: { json?: true }) => {
      const { examinePath } = await import('../../dataset/examine-path.js')
      const bar = progressBar(terminal, 'Examining')
      let report: DoctorReport
      try {
        report = await examinePath(path, {
          signal: terminal.signal,
          onProgress: progress => progress.stage === 'examine' && bar.update(progress.done, progress.total)
        })
      } finally {
        bar.end()
      }
      if (report.worst === 'error') exit(exitCodes.failed)
      if (report.worst === 'warning') warned()
      if (json === true) return terminal.print(JSON.stringify({ version: 1, ...report }, null, 2))
      const { reportLines } = await import('./doctor-text.js')
      for (const line of reportLines(report, terminal)) terminal.print(line)
    })
}
