/** `unseen completion SHELL`: completion scripts, made from the commands and options there are. */
import { type AddCommand, examples } from './command.js'
import { Argument } from 'commander'

export const addCompletion: AddCommand = (parent, { terminal }) => {
  parent
    .command('completion')
    .addArgument(new Argument('<shell>', 'yours').choices(['bash', 'zsh', 'fish']))
    .description('print what completes commands and options in your shell')
    .addHelpText(
      'after',
      examples(
        'eval "$(unseen completion bash)"',
        'unseen completion bash >> ~/.bashrc',
        'unseen completion fish > ~/.config/fish/completions/unseen.fish'
      )
    )
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const [{ completionScript }, { createProgram }] = await Promise.all([
        import('../terminal/completion.js'),
        import('../program.js')
      ])
      terminal.print(
        completionScript(
          await createProgram({ terminal, exit: () => undefined, warned: () => undefined }),
          shell
        )
      )
    })
}
