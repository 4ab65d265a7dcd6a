import { Argument, Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import type { CommandContext } from './terminal/command-context.ts'

const epilogue = `
  bash  source <(rungraph completion bash)          in ~/.bashrc
  zsh   source <(rungraph completion zsh)           in ~/.zshrc, after compinit
  fish  rungraph completion fish | source           in ~/.config/fish/config.fish

The script calls \`rungraph\`, which must be on the PATH: npm install --global rungraph.`

/** Prints the script that a shell needs to complete commands and options. */
export function completionCommand(_: CommandContext) {
  return new Command('completion')
    .description('Print the completion script of a shell')
    .addArgument(
      new Argument('<shell>', 'Shell of the script').choices(['bash', 'zsh', 'fish', 'powershell'] as const),
    )
    .addHelpText('after', epilogue)
    .action(async (shell) => {
      const { printScript } = await import('./completion/completion.ts')
      printScript(shell)
    })
}

/** Answers the request of that script: the completions of the last word. */
export function completeCommand(_: CommandContext, program: CommandUnknownOpts) {
  return new Command('complete')
    .description('Print the completions of the last word')
    .argument('[words...]', 'Words of the command line, after --')
    .action(async (words) => {
      const { printCompletions } = await import('./completion/completion.ts')
      printCompletions(program, words)
    })
}
