import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { rungraph } from '../../checks/run-command.ts'
import { createEmptyDatabase } from '../../support/database.ts'
import { forFile } from '../../support/for-file.ts'
import { openProcessFolder, type RungraphProcess } from '../../support/rungraph-process.ts'

const processes = forFile(await openProcessFolder())
const folder = await mkdtemp(join(tmpdir(), 'rungraph-laptop-'))
const laptop = { RUNGRAPH_DATA_DIR: join(folder, 'laptop') }
const server = await createEmptyDatabase()
afterAll(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

/** Runs a command of Rungraph to its end. */
async function command(args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [...rungraph, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return `${stdout}${stderr}`
}

interface Run {
  readonly id: string
  readonly status: string
  readonly events: {
    readonly edges: readonly { readonly cursor: string; readonly node: { readonly seq: number } }[]
  }
}

const runs = `{ runs(first: 50) { nodes { id status events(first: 100) { edges { cursor node { seq } } } } } }`
const runsOf = async (at: RungraphProcess) =>
  (await at.ask<{ runs: { nodes: readonly Run[] } }>(runs)).runs.nodes

async function trigger(at: RungraphProcess, agent: string): Promise<string> {
  const { triggerRun } = await at.ask<{ triggerRun: { id: string } }>(
    `mutation { triggerRun(input: { agent: "${agent}", input: "6 * 7", sessionKey: "s-${agent}" }) { ... on Run { id } } }`,
  )
  return triggerRun.id
}

async function statusOf(at: RungraphProcess, id: string): Promise<string | undefined> {
  return (await runsOf(at)).find((run) => run.id === id)?.status
}

/** How much of its answer a run has given. */
async function answersOf(at: RungraphProcess, id: string): Promise<number> {
  const query = `{ run(id: "${id}") { events(last: 1) { edges { node { seq } } } } }`
  const { run } = await at.ask<{ run: Pick<Run, 'events'> }>(query)
  return run.events.edges[0]?.node.seq ?? 0
}

/** The first event of the project after a cursor. */
async function firstAfter(at: RungraphProcess, cursor: string | null): Promise<string> {
  const query = 'subscription($after: String) { projectEvents(after: $after) { cursor } }'
  const response = await fetch(at.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query, variables: { after: cursor } }),
  })
  let seen = ''
  for await (const piece of response.body ?? []) {
    seen += Buffer.from(piece).toString()
    const [, found] = /"cursor":"([^"]+)"/.exec(seen) ?? []
    if (found !== undefined) return found
  }
  return seen
}

describe('OPS-7 a laptop', () => {
  it('is backed up while it works, restored elsewhere, and taken to a server; its runs continue, and cursors stay valid', async () => {
    const first = await processes.start('start', laptop)
    const waiting = await trigger(first, 'demo-approval')
    const done = await trigger(first, 'demo-chat')
    await expect.poll(() => statusOf(first, waiting)).toBe('WAITING')
    await expect.poll(() => statusOf(first, done)).toBe('COMPLETED')
    const slow = await trigger(first, 'demo-slow')
    await expect.poll(() => statusOf(first, slow)).toBe('RUNNING')
    const from = await firstAfter(first, null)
    expect(await command(['backup', 'b.zst', '--with-key'], laptop)).toContain('with the encryption key')
    const answered = await answersOf(first, slow)
    const before = (await runsOf(first)).filter(({ id }) => id !== slow)
    await first.kill('SIGKILL')

    const elsewhere = { RUNGRAPH_DATA_DIR: join(folder, 'elsewhere') }
    expect(await command(['restore', 'b.zst'], elsewhere)).toMatch(/Restored \d+ rows/)
    expect(await readFile(join(folder, 'elsewhere/vault.key'), 'utf8')).toBe(
      await readFile(join(folder, 'laptop/vault.key'), 'utf8'),
    )
    const second = await processes.start('start', elsewhere)
    expect((await runsOf(second)).filter(({ id }) => id !== slow)).toEqual(before)
    expect(await firstAfter(second, from)).not.toBe('')
    await expect.poll(() => answersOf(second, slow)).toBeGreaterThan(answered)
    await second.ask(`mutation { abortRun(input: { id: "${slow}" }) { ... on Run { status } } }`)
    await approve(second, waiting)
    await expect.poll(() => statusOf(second, waiting)).toBe('COMPLETED')
    await trigger(second, 'demo-chat')

    const all = await runsOf(second)
    await second.kill('SIGTERM')
    expect(await command(['backup', 'c.zst'], elsewhere)).toContain('Backup written')
    const key = (await readFile(join(folder, 'elsewhere/vault.key'), 'utf8')).trim()
    const there = { DATABASE_URL: server, RUNGRAPH_ENCRYPTION_KEY: key }
    expect(await command(['restore', 'c.zst'], there)).toMatch(/Restored \d+ rows/)
    const third = await processes.start('start', there)
    await expect.poll(async () => (await runsOf(third)).map(({ status }) => status)).not.toContain('RUNNING')
    const kept = new Map((await runsOf(third)).map((run) => [run.id, run.events.edges.length]))
    expect(all.filter(({ id, events }) => (kept.get(id) ?? 0) < events.edges.length)).toEqual([])
  }, 120_000)
})

async function approve(at: RungraphProcess, run: string): Promise<void> {
  const { run: found } = await at.ask<{ run: { gates: readonly { id: string }[] } }>(
    `{ run(id: "${run}") { gates { id } } }`,
  )
  await at.ask(
    `mutation { resolveGate(input: { id: "${found.gates[0]?.id}", decision: APPROVE }) { ... on Gate { status } ... on Error { message } } }`,
  )
}
