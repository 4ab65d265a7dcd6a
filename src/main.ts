import { existsSync } from 'node:fs'
import { inspect } from 'node:util'
import { asksForHelp } from './app/command-line.ts'
import { watchNpm } from './app/npm-parent.ts'
import type { App } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { errorTable, isRungraphError, messageOf, RungraphError } from './domain/errors.ts'
import { knownSecrets } from './known-secrets.ts'
import { createRedactor } from './redaction/create-redactor.ts'

/** Commands. The modules of a command are loaded when it is called: those of a server take most of a second, and `keys` needs few. */
const commands: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  /** Serves the API, executes runs, or both, as RUNGRAPH_ROLE says. */
  serve: () => runUntilStopped(readSettings()),
  /** Only executes runs. */
  worker: () => runUntilStopped(readSettings({ RUNGRAPH_ROLE: 'worker' })),
  /** Brings the database's schema up to date and ends. */
  migrate: async () => {
    const config = readSettings()
    const { runMigrations } = await import('./app.ts')
    await runMigrations(config)
  },
  /** Makes, lists or revokes API keys. */
  keys: async (args) => {
    const config = readSettings()
    const { runKeys } = await import('./app/keys-command.ts')
    await runKeys(args, config, redactor)
  },
  /** Writes a stopped run to a file, as lines of JSON. */
  export: async (args) => {
    const config = readSettings()
    const { runExport } = await import('./app/archive-commands.ts')
    const exported = await runExport(config, args, process.stdout)
    if (exported.kind === 'unread') process.exit(unreadCode)
    // Standard output is for the lines alone.
    if (exported.kind === 'filed') console.error(exported.summary)
  },
  /** Writes such a file into the database. */
  import: async (args) => {
    const config = readSettings()
    const { runImport } = await import('./app/archive-commands.ts')
    console.log(await runImport(config, args))
  },
  /** Evaluates an agent over a data set. */
  eval: async (args) => {
    failureCode = 2 // 1 says that the agent is not good enough
    const config = readSettings()
    const { runEval } = await import('./app/eval-command.ts')
    const stop = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
    const output = { results: console.log, notes: console.error, signal: stop.signal }
    const code = await runEval(config, args, output)
    // What goes to a pipe may not have been read yet.
    await new Promise<void>((resolve) => process.stdout.write('', () => resolve()))
    process.exit(code)
  },
  /** Moves a project to another database. */
  move: async (args) => {
    const config = readSettings()
    const { runMove } = await import('./app/move-command.ts')
    console.log(await runMove(config, args))
  },
}

const usages: Readonly<Record<string, () => Promise<string>>> = {
  keys: async () => (await import('./app/keys-command.ts')).keysUsage,
  export: async () => (await import('./app/archive-commands.ts')).exportUsage,
  import: async () => (await import('./app/archive-commands.ts')).importUsage,
  eval: async () => (await import('./app/eval-arguments.ts')).evalUsage,
  move: async () => (await import('./app/move-command.ts')).moveUsage,
}

const usage = `npx node src/start.ts [<command>]

  serve    serves the API, executes runs, or both, as RUNGRAPH_ROLE says; without a command, too (npm start)
  worker   only executes runs (npm run worker)
  migrate  brings the schema of the database up to date (npm run migrate)
  keys     makes, lists or revokes API keys (npm run keys -- --help)
  export   writes a run to a file (npm run export -- --help)
  import   writes such a file into the database (npm run import -- --help)
  eval     evaluates an agent over a data set (npm run eval -- --help)
  move     moves a project to another database (npm run move -- --help)

Settings come from the environment and from .env; docs/settings.md has them all.`

/** Errors that the process prints hold no secrets (TAS-7): at first none that are recognised by their form, then none of its settings either. */
let redactor = createRedactor({ values: [] })

/** The exit code of a command that fails. */
let failureCode = 1

/** The exit code of a process that SIGPIPE ends, in a shell. Node.js gets an error in place of the signal. */
const unreadCode = 141

/** npm passes on the Ctrl-C that the terminal gave to both: what comes this soon is the same request. */
const sameSignalMs = 500

// A promise of the user's tools that nobody awaits must not end the runs of all others.
process.on('unhandledRejection', (error) =>
  console.error('Unhandled promise rejection. Check the tools of RUNGRAPH_TOOLS first.', shown(error)),
)

try {
  const [command = 'serve', ...args] = process.argv.slice(2)
  await main(command, args)
  process.exit(0)
} catch (error) {
  console.error(isForOperator(error) ? redactor.text(error.message) : shown(error))
  process.exit(failureCode)
}

async function main(command: string, args: readonly string[]): Promise<void> {
  if (asksForHelp([command, ...args])) {
    const usageOf = Object.hasOwn(usages, command) ? usages[command] : undefined
    console.log(`Usage: ${usageOf ? await usageOf() : usage}`)
    return
  }
  const start = Object.hasOwn(commands, command) ? commands[command] : undefined
  if (!start) throw new RungraphError('COMMAND_UNKNOWN', { command, known: Object.keys(commands) })
  if (!Object.hasOwn(usages, command) && args.length > 0) {
    const problem = `${command} takes no arguments, and was given ${args.join(' ')}.`
    throw new RungraphError('ARGUMENTS_INVALID', { problem, usage: `npx node src/start.ts ${command}` })
  }
  await start(args)
}

async function runUntilStopped(config: Config): Promise<void> {
  const stop = stopRequested(config.shutdownGraceMs)
  const [{ composeApp }, { checkPorts }] = await Promise.all([
    import('./app.ts'),
    import('./app/listeners.ts'),
  ])
  await checkPorts(config)
  const app = await composeApp(config)
  let closed: Awaited<ReturnType<typeof app.close>>
  try {
    console.log(greeting(config, await app.start()))
    const signal = await stop
    console.log(`${signal}: stopping. A second one stops at once.`)
  } finally {
    closed = await app.close()
  }
  console.log(farewell(config, closed.requeued))
}

/** The environment before `.env`, and what the command itself settles before both. */
function readSettings(settled: Readonly<Record<string, string>> = {}): Config {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env')
  } catch (error) {
    throw new RungraphError(
      'SETTING_INVALID',
      { problems: [`.env cannot be read: ${messageOf(error)}.`] },
      error,
    )
  }
  const config = readConfig({ ...process.env, ...settled })
  redactor = createRedactor({ values: knownSecrets(process.env, config) })
  return config
}

/** An error with its stack and its causes. */
function shown(error: unknown): string {
  return redactor.text(inspect(error))
}

/**
 * Resolves at the first SIGTERM or SIGINT. The process then has `graceMs` to close before it is ended,
 * which loses nothing: its runs continue from their checkpoints. A second signal ends it at once.
 */
function stopRequested(graceMs: number): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>()
  let requestedAt: number | null = null
  const request = (signal: NodeJS.Signals) => {
    if (requestedAt === null) {
      requestedAt = performance.now()
      setTimeout(() => giveUp(graceMs), graceMs).unref()
      resolve(signal)
    } else if (performance.now() - requestedAt > sameSignalMs) {
      process.exit(signal === 'SIGINT' ? 130 : 143)
    }
  }
  process.on('SIGTERM', request)
  process.on('SIGINT', request)
  // A Ctrl-C ends npm's shell as well: that is no second signal.
  watchNpm(() => {
    if (requestedAt === null) request('SIGTERM')
  })
  return promise
}

function giveUp(graceMs: number): never {
  console.error(
    `Not everything was closed within ${graceMs} ms. Runs continue from their checkpoints at the next start.`,
  )
  process.exit(0)
}

function greeting(config: Config, { url, healthUrl, isOpen }: Awaited<ReturnType<App['start']>>): string {
  const lines = [
    url === null ? 'Rungraph executes runs.' : `Rungraph is ready: ${new URL('/graphql', url)}`,
    ...(url === null || config.manifest?.isOnly ? [] : [`  console    ${url}/`]),
    `  database   ${databaseName(config)}`,
    ...(config.redisUrl === null ? [] : [`  wake-ups   Redis at ${new URL(config.redisUrl).host}`]),
    ...(healthUrl === null ? [] : [`  health     ${new URL('/health/ready', healthUrl)}`]),
    ...(url === null
      ? []
      : [
          `  callers    ${isOpen ? 'everyone on this machine, because no API key exists: project default' : 'holders of an API key'}`,
        ]),
    `  providers  ${['scripted', ...providerNames(config)].join(', ')}`,
    ...(config.role === 'api' && !isInCluster() ? ['  runs       wait for a worker: npm run worker'] : []),
    ...config.notes.map((note) => `  note       ${note}`),
  ]
  return lines.join('\n')
}

/** `npm run cluster` starts the workers itself. */
function isInCluster(): boolean {
  return process.env.npm_lifecycle_event === 'cluster'
}

function farewell({ role }: Config, requeued: number): string {
  if (role === 'api') return 'Stopped.'
  if (requeued === 0) return 'Stopped. No run had to be requeued.'
  const runs =
    requeued === 1 ? '1 run was handed over: it goes' : `${requeued} runs were handed over: they go`
  return `Stopped. ${runs} on in another process, or at the next start.`
}

function databaseName({ database }: Config): string {
  if ('dataDir' in database) return `private PostgreSQL in ${database.dataDir}`
  const { host, pathname } = new URL(database.url)
  return `PostgreSQL at ${host}${pathname}`
}

function providerNames({ providers }: Config): readonly string[] {
  return Object.entries(providers).flatMap(([name, access]) => (access === null ? [] : [name]))
}

/** An error that the operator must fix needs no stack; nor does one that a caller of the API would receive. */
function isForOperator(error: unknown): error is RungraphError {
  return isRungraphError(error) && ['operator', 'client'].includes(errorTable[error.code].audience)
}
