import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../../checks/run-command.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { forTest } from '../../support/for-file.ts'
import { freePort, listenOnLoopback } from '../../support/free-port.ts'
import { postJson } from '../../support/post-json.ts'

const timeout = 180_000

let database: TestDatabase

let folder: string

let cluster: ChildProcess

let printed: string

beforeEach(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'rungraph-cluster-'))
  printed = ''
})

afterEach(async () => {
  // Remaining processes end with their group: each process of the cluster watches its parent.
  if (isAlive(-groupOf(cluster))) {
    process.kill(-groupOf(cluster), 'SIGKILL')
    await expect.poll(() => isAlive(-groupOf(cluster))).toBe(false)
  }
  await rm(folder, { recursive: true, force: true })
  await database.drop()
}, timeout)

async function start(...args: readonly string[]): Promise<void> {
  launch(...args)
  await says(/^cluster {2}\| is up: /m)
}

function launch(...args: readonly string[]): void {
  spawnCluster(process.execPath, [script, ...args])
}

const script = join(root, 'examples/cluster.ts')

function spawnCluster(
  command: string,
  args: readonly string[],
  more: Readonly<NodeJS.ProcessEnv> = {},
): void {
  cluster = spawn(command, args, {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATABASE_URL: database.connectionString,
      RUNGRAPH_LOG_LEVEL: 'error',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  cluster.stdout?.on('data', (chunk: Buffer) => (printed += chunk))
}

/** It leads a group of its own. */
function groupOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('It was not started.')
  return pid
}

async function says(words: RegExp): Promise<void> {
  await expect.poll(() => printed, { timeout: 90_000, interval: 200 }).toMatch(words)
}

/** The number of the process in a place, as the cluster said it last. */
function pidOf(name: string): number {
  const said = [...printed.matchAll(new RegExp(`${name} (?:is )?(\\d+)`, 'g'))]
  return Number(said.at(-1)?.[1])
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Whether the API on a port answers a question. */
function answers(port: number): Promise<boolean> {
  return postJson(`http://127.0.0.1:${port}/graphql`, { query: '{ agents(first: 1) { totalCount } }' }).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function trigger(port: number): Promise<void> {
  const query =
    'mutation { triggerRun(input: { agent: "demo-slow", input: "Take your time." }) { ... on Run { id } } }'
  await postJson(`http://127.0.0.1:${port}/graphql`, { query })
}

/** The first of two ports beside each other that nobody listens on. */
async function twoPorts(): Promise<number> {
  for (;;) {
    const port = await freePort()
    const next = createServer()
    const isFree = await listenOnLoopback(next, port + 1).then(
      () => true,
      () => false,
    )
    next.close()
    if (isFree) return port
  }
}

describe('the cluster of the examples', () => {
  it('DUR-3 DUR-4 serves on two ports, restarts one process at a time under load without a failed run, and ends whole', {
    timeout,
  }, async () => {
    const port = await twoPorts()
    await start('--workers', '1', '--first-port', String(port))
    const names = ['api-1', 'api-2', 'worker-1']
    const before = names.map(pidOf)
    await Promise.all([trigger(port), trigger(port + 1), trigger(port)])

    cluster.kill('SIGHUP')
    const outages: number[] = []
    const restarted = says(/^cluster {2}\| is restarted\./m)
    let isOver = false
    void restarted.finally(() => {
      isOver = true
    })
    while (!isOver) {
      const served = await Promise.all([answers(port), answers(port + 1)])
      if (!served.includes(true)) outages.push(performance.now())
      // An API that starts again is away for longer than this.
      await delay(20)
    }
    await restarted
    expect(outages).toEqual([])
    const replaced = [...printed.matchAll(/(\S+) is \d+ now, in place of/g)].map(([, name]) => name)
    expect(replaced).toEqual(['worker-1', 'api-1', 'api-2'])
    expect(printed).not.toContain('wait for a worker')
    const after = names.map(pidOf)
    expect(after.filter((pid) => before.includes(pid))).toEqual([])
    expect(before.filter(isAlive)).toEqual([])
    await expect
      .poll(() => database.prisma.run.count({ where: { status: 'COMPLETED' } }), { timeout: 90_000 })
      .toBe(3)
    expect(await database.prisma.run.count({ where: { recoveries: { gt: 0 } } })).toBe(0)

    const [worker] = after.slice(-1)
    process.kill(worker ?? 0, 'SIGKILL')
    await says(/worker-1 ended by SIGKILL; another is started\./)
    cluster.kill('SIGTERM')
    expect(await once(cluster, 'close')).toEqual([0, null])
    expect(after.filter(isAlive)).toEqual([])
  })

  it('DUR-4 drains and ends when npm and its shell are gone, which pass no signal on', {
    timeout,
  }, async () => {
    const port = await freePort()
    const command = `"$0" "$@"; exit $?`
    const args = [script, '--apis', '1', '--workers', '1', '--first-port', String(port)]
    spawnCluster('sh', ['-c', command, process.execPath, ...args], { npm_lifecycle_event: 'cluster' })
    await says(/^cluster {2}\| is up: /m)
    const members = ['api-1', 'worker-1'].map(pidOf)
    cluster.kill('SIGTERM')
    await once(cluster, 'exit')
    await expect.poll(() => isAlive(-groupOf(cluster)), { timeout: 30_000 }).toBe(false)
    expect(members.filter(isAlive)).toEqual([])
    expect(printed.match(/\| Stopped\./g)).toHaveLength(2)
    expect(await answers(port)).toBe(false)
  })

  it('DUR-3 ends where a port is taken, and starts nothing again', { timeout }, async () => {
    const taken = forTest(createServer())
    const port = await freePort()
    await listenOnLoopback(taken, port)
    launch('--apis', '1', '--workers', '1', '--first-port', String(port))
    expect(await once(cluster, 'close')).toEqual([1, null])
    expect(printed).toContain('api-1 ended by code 1 before it was ready.')
    expect(printed).not.toContain('another is started')
  })
})
