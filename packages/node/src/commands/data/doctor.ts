/** `unseen data doctor`: what is in a data set, and what is wrong with it. */
import type { DoctorReport, Severity } from '@unseen/data'
import { progressBar } from '../../terminal/progress-bar.js'
import { exitCodes } from '../../terminal/terminal.js'
import { type AddCommand, examples } from '../command.js'

const exitOf: Readonly<Record<Severity, number>> = {
  error: exitCodes.failed,
  warning: exitCodes.warnings,
  note: exitCodes.done
}

export const addDoctor: AddCommand = (parent, { terminal, exit }) => {
  parent
    .command('doctor')
    .argument('<path>', 'a data set: a folder, a dataset.json, a file or an archive')
    .description('say what is in a data set and what is wrong with it')
    .option('--json', 'the report as JSON')
    .addHelpText(
      'after',
      '\nExit status: 0 nothing but notes, 1 warnings, 2 errors. docs/doctor.md lists the checks.'
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
      if (report.worst !== undefined) exit(exitOf[report.worst])
      if (json === true) return terminal.print(JSON.stringify({ version: 1, ...report }, null, 2))
      const { reportLines } = await import('./doctor-text.js')
      for (const line of reportLines(report, terminal)) terminal.print(line)
    })
}
