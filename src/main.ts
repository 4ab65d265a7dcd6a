import { inspect } from 'node:util'
import { runCommandLine } from './cli/command-line.ts'
import { createSettingsReader } from './cli/terminal/settings-reader.ts'
import { openTerminal } from './cli/terminal/terminal.ts'

const settings = createSettingsReader(process.env)

// A promise of the user's tools that nobody awaits must not end the runs of all others.
process.on('unhandledRejection', (error) =>
  console.error(
    'Unhandled promise rejection. Check the tools of RUNGRAPH_TOOLS first.',
    settings.redactor().text(inspect(error)),
  ),
)

const code = await runCommandLine(process.argv.slice(2), { terminal: openTerminal(), settings })
// Output to a pipe may not have been read yet.
await new Promise<void>((resolve) => process.stdout.write('', () => resolve()))
process.exit(process.exitCode ?? code)
