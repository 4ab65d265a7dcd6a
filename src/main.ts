import { inspect } from 'node:util'
import { runCommandLine } from './cli/command-line.ts'
import { createSettingsReader } from './cli/terminal/settings-reader.ts'
import { openTerminal } from './cli/terminal/terminal.ts'
import {
  failStrayCall,
  failStrayPromise,
  keepStrayPromise,
  originOfStray,
} from './user-code/stray-exceptions.ts'

const settings = createSettingsReader(process.env)

// A promise of the user's tools that nobody awaits must not end the runs of all others. The call that it is of may wait for it without end.
process.on('unhandledRejection', (error, promise) => {
  const origin = originOfStray()
  const where = origin === null ? '. Check the tools of RUNGRAPH_TOOLS first.' : ` in ${origin}.`
  console.error(`Unhandled promise rejection${where}`, settings.redactor().text(inspect(error)))
  failStrayPromise(error, promise)
})
process.on('rejectionHandled', keepStrayPromise)

// Of a tool: its call alone fails. Of anything else the state is unknown, and the runs continue in another process.
process.on('uncaughtException', (error) => {
  const origin = originOfStray()
  const where = origin === null ? '.' : ` in ${origin}, outside of its promise.`
  console.error(`Uncaught exception${where}`, settings.redactor().text(inspect(error)))
  failStrayCall(error)
  if (origin === null) process.exit(1)
})

const code = await runCommandLine(process.argv.slice(2), { terminal: openTerminal(), settings })
// Output to a pipe may not have been read yet.
await new Promise<void>((resolve) => process.stdout.write('', () => resolve()))
process.exit(process.exitCode ?? code)
