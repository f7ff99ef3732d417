/** `unseen report RUN -o report.html` and `unseen verify report.html`. */
import { defined } from '@unseen/core/internal'
import { progressBar } from '../terminal/progress-bar.js'
import { exitCodes } from '../terminal/terminal.js'
import { safe } from '../terminal/text.js'
import { type AddCommand, examples } from './command.js'

export const addReport: AddCommand = (parent, { terminal }) => {
  parent
    .command('report')
    .argument('<run>', 'the folder of a run')
    .description('a run as one HTML file that opens anywhere')
    .option('-o, --output <file>', 'where it goes', 'report.html')
    .option('--json', 'print the report as JSON instead')
    .addHelpText('after', examples('unseen report runs/sample-1', 'unseen report runs/zoo-3 -o zoo.html'))
    .action(async (folder: string, { output, json }: { output: string; json?: boolean }) => {
      const [{ reportRun }, { writeReport }] = await Promise.all([
        import('../experiments/report-run.js'),
        import('../experiments/write-report.js')
      ])
      const report = await reportRun(folder)
      if (json === true) return terminal.print(JSON.stringify(report))
      await writeReport(output, report)
      for (const line of report.summary ?? []) terminal.print(line)
      terminal.print(`The report is ${output}.`)
    })
}

export const addVerify: AddCommand = (parent, { terminal, exit }) => {
  parent
    .command('verify')
    .argument('<report>', 'a report of `unseen report` or `unseen reproduce`')
    .description('run what a report tells of again, and compare every number')
    .option('--data <path>', 'where the data are, if they have moved')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('unseen verify report.html', 'unseen verify report.html --data data/'))
    .action(async (path: string, { data, json }: { data?: string; json?: boolean }) => {
      const { verifyReport } = await import('../experiments/verify.js')
      const bar = progressBar(terminal, 'Running it again')
      const { compared, differences } = await verifyReport(path, {
        ...defined({ data }),
        signal: terminal.signal,
        onProgress: (text, fraction) => bar.update(fraction, 1, text)
      }).finally(() => bar.end())
      if (json === true) terminal.print(JSON.stringify({ compared, differences }))
      else {
        for (const line of differences) terminal.print(safe(line))
        terminal.print(
          differences.length === 0
            ? `All ${compared} numbers are the same.`
            : `${differences.length} of ${compared} differ.`
        )
      }
      if (differences.length > 0) exit(exitCodes.warnings)
    })
}
