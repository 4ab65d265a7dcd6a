import { inspect } from 'node:util'
import { runCommandLine } from './cli/command-line.ts'
import { createSettingsReader } from './cli/terminal/settings-reader.ts'
import { openTerminal } from './cli/terminal/terminal.ts'
import { giveToTool } from './engine/actions/tool-scope.ts'

const settings = createSettingsReader(process.env)

// A promise of the user's tools that nobody awaits must not end the runs of all others.
process.on('unhandledRejection', (error) =>
  console.error(
    'Unhandled promise rejection. Check the tools of RUNGRAPH_TOOLS first.',
    settings.redactor().text(inspect(error)),
  ),
)

// Of a tool: its call alone fails. Of anything else the state is unknown, and the runs continue in another process.
process.on('uncaughtException', (error) => {
  const tool = giveToTool(error)
  const from =
    tool === null
      ? 'Uncaught exception.'
      : `Uncaught exception in the tool "${tool}", outside of its promise.`
  console.error(from, settings.redactor().text(inspect(error)))
  if (tool === null) process.exit(1)
})

const code = await runCommandLine(process.argv.slice(2), { terminal: openTerminal(), settings })
// Output to a pipe may not have been read yet.
await new Promise<void>((resolve) => process.stdout.write('', () => resolve()))
process.exit(process.exitCode ?? code)
