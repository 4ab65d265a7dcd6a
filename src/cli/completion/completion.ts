import tab from '@bomb.sh/tab'
import type { CommandUnknownOpts, Option } from '@commander-js/extra-typings'

/** Prints the script that a shell loads. It asks `rungraph complete -- <words>` at each completion. */
export function printScript(shell: 'bash' | 'zsh' | 'fish' | 'powershell'): void {
  tab.setup('rungraph', 'rungraph', shell)
}

/** Prints the completions of the last of the words, by the commands and options of the program. */
export function printCompletions(program: CommandUnknownOpts, words: readonly string[]): void {
  // Its own adapter of commander would add its own commands.
  for (const [path, command] of commandsBelow(program, '')) {
    const known = tab.command(path, command.description())
    for (const option of command.createHelp().visibleOptions(command)) addOption(known, option)
    for (const argument of command.registeredArguments)
      known.argument(argument.name(), oneOf(argument.argChoices), argument.variadic)
  }
  tab.parse([...words])
}

function commandsBelow(
  command: CommandUnknownOpts,
  path: string,
): readonly (readonly [string, CommandUnknownOpts])[] {
  const children = command.createHelp().visibleCommands(command)
  return children.flatMap((child) => {
    const own = `${path} ${child.name()}`.trim()
    return [[own, child] as const, ...commandsBelow(child, own)]
  })
}

function addOption(known: ReturnType<typeof tab.command>, option: Option): void {
  const { long, short, description, required, argChoices } = option
  if (!long) return
  const name = long.slice(2)
  // With a handler it takes a value; without one it is a flag.
  const handler = required ? (oneOf(argChoices) ?? (() => undefined)) : undefined
  if (handler) known.option(name, description, handler, short?.slice(1))
  else known.option(name, description, short?.slice(1))
}

function oneOf(choices: readonly string[] | undefined) {
  if (choices === undefined) return undefined
  return (complete: (value: string, description: string) => void) => {
    for (const choice of choices) complete(choice, '')
  }
}
