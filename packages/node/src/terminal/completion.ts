/**
 * Completion for shells: commands, options, and the values of options and arguments that have a choice;
 * everything else completes as file names. zsh runs the script for bash through its own bashcompinit.
 */
import type { Command, Option } from 'commander'

export function completionScript(program: Command, shell: 'bash' | 'zsh' | 'fish'): string {
  const all = nodesOf(program)
  if (shell === 'fish') return fishScript(all)
  const script = bashScript(all)
  return shell === 'bash'
    ? script
    : `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${script}`
}

interface Node {
  /** names from the program down, without the program's own: ['data', 'list'] */
  readonly path: readonly string[]
  readonly names: readonly string[]
  readonly description: string
  readonly options: readonly Option[]
  readonly children: readonly Node[]
  /** of the first argument */
  readonly choices: readonly string[]
}

/** The command and all below it. */
function nodesOf(command: Command, path: readonly string[] = []): Node[] {
  const below = command.commands.map(child => nodesOf(child, [...path, child.name()]))
  const node: Node = {
    path,
    names: [command.name(), ...command.aliases()],
    description: command.description(),
    options: command.createHelp().visibleOptions(command),
    children: below.map(([first]) => first),
    choices: command.registeredArguments.at(0)?.argChoices ?? []
  }
  return [node, ...below.flat()]
}

function bashScript(nodes: readonly Node[]): string {
  const key = (node: Node): string => node.path.join(' ')
  const steps = nodes.flatMap(node =>
    node.children.flatMap(child =>
      child.names.map(name => `      "${key(node)}|${name}") path="${key(child)}" ;;`)
    )
  )
  const values = nodes.flatMap(node =>
    node.options
      .filter(({ argChoices }) => argChoices !== undefined)
      .map(
        option =>
          `    ${namesOf(option)
            .map(name => `"${key(node)}|${name}"`)
            .join('|')}) words="${(option.argChoices ?? []).join(' ')}" ;;`
      )
  )
  const words = nodes.map(
    node =>
      `      "${key(node)}") words="${[...node.children.flatMap(({ names }) => names), ...node.choices].join(' ')}"; options="${node.options.flatMap(namesOf).join(' ')}" ;;`
  )
  return `# bash completion for unseen
_unseen() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path="" words="" options="" i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$path|\${COMP_WORDS[i]}" in
${steps.join('\n')}
    esac
  done
  case "$path|$previous" in
${values.join('\n')}
  esac
  if [[ -z "$words" ]]; then
    case "$path" in
${words.join('\n')}
    esac
    [[ "$current" == -* ]] && words="$options"
  fi
  [[ -n "$words" ]] && COMPREPLY=($(compgen -W "$words" -- "$current"))
  return 0
}
complete -o default -F _unseen unseen`
}

function fishScript(nodes: readonly Node[]): string {
  const lines = nodes.flatMap(node => {
    const here =
      node.path.length === 0
        ? '__fish_use_subcommand'
        : node.path.map(name => `__fish_seen_subcommand_from ${name}`).join('; and ')
    const without =
      node.children.length === 0
        ? here
        : node.path.length === 0
          ? here
          : `${here}; and not __fish_seen_subcommand_from ${node.children.flatMap(({ names }) => names).join(' ')}`
    return [
      ...node.children.flatMap(child =>
        child.names.map(
          name => `complete -c unseen -f -n '${without}' -a ${name} -d ${quoted(child.description)}`
        )
      ),
      ...(node.choices.length === 0
        ? []
        : [`complete -c unseen -f -n '${here}' -a ${quoted(node.choices.join(' '))}`]),
      ...node.options.map(
        option =>
          `complete -c unseen -n '${here}'${option.long === undefined || option.long === null ? '' : ` -l ${option.long.slice(2)}`}${option.short === undefined || option.short === null ? '' : ` -s ${option.short.slice(1)}`}${option.argChoices === undefined ? (option.required ? ' -r' : '') : ` -x -a ${quoted(option.argChoices.join(' '))}`} -d ${quoted(option.description)}`
      )
    ]
  })
  return ['# fish completion for unseen', ...lines].join('\n')
}

function namesOf({ long, short }: Option): string[] {
  return [long, short].filter(name => name !== undefined && name !== null)
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
