/** `unseen forget MODEL NAME...`: takes described classes out of a model. */
import { type AddCommand, examples, sayWhoHas } from './command.js'

interface Flags {
  readonly output?: string
  readonly json?: boolean
  readonly quiet?: boolean
}

export const addForget: AddCommand = (parent, { terminal }) => {
  parent
    .command('forget')
    .argument('<model>', 'a model file')
    .argument('<names...>', 'described classes')
    .description('take described classes out of a model')
    .option('-o, --output <file>', 'where the new model goes (default: in place of the old one)')
    .option('--json', 'print the result as JSON')
    .option('-q, --quiet', 'say nothing')
    .addHelpText(
      'after',
      examples('unseen forget zoo.unseen zebra', 'unseen forget zoo.unseen zebra okapi -o smaller.unseen')
    )
    .action(async (path: string, names: readonly string[], { output = path, json, quiet }: Flags) => {
      const { changeModel } = await import('../files/model-file.js')
      const { model } = await changeModel(path, before => ({ model: before.forgetAll(names) }), {
        output,
        signal: terminal.signal,
        onWait: sayWhoHas(output, terminal)
      })
      if (json === true)
        terminal.print(
          JSON.stringify(
            { model: output, forgotten: names, seen: model.seen.length, unseen: model.unseen.length },
            undefined,
            2
          )
        )
      else if (quiet !== true)
        terminal.print(
          `${output} knows ${model.seen.length} classes by photos and ${model.unseen.length} by description.`
        )
    })
}
