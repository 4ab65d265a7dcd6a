import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { type EndlessProvider, openEndlessProvider, wireFormats } from '../../support/endless-provider.ts'
import {
  openProcessFolder,
  type ProcessFolder,
  type RungraphProcess,
} from '../../support/rungraph-process.ts'

const mebibyte = 1024 * 1024
/** Most that the process may need beyond its memory at rest: a process that holds what it is sent needs a gigabyte. */
const room = 600 * mebibyte

let database: TestDatabase
let endless: EndlessProvider
let folder: ProcessFolder
let server: RungraphProcess

beforeAll(async () => {
  database = await createTestDatabase()
  endless = await openEndlessProvider()
  folder = await openProcessFolder()
  server = await folder.start('start', {
    ...endless.settings,
    DATABASE_URL: database.connectionString,
    // On a busy machine no other process must take a run over.
    RUNGRAPH_LEASE_MS: '120000',
  })
}, 90_000)

afterAll(async () => {
  await folder.close()
  endless.close()
  await database.drop()
})

interface EndedRun {
  readonly status: string
  readonly error: { readonly code: string; readonly message: string } | null
  readonly steps: {
    readonly edges: readonly { readonly node: { readonly modelCalls: readonly RecordedCall[] } }[]
  }
}

interface RecordedCall {
  readonly errorCode: string | null
  readonly error: string | null
  readonly estimated: boolean
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number }
}

/** Runs an agent with this model to its end. */
async function runOn(model: string): Promise<EndedRun> {
  const slug = model.replace('/', '-')
  await server.ask(
    'mutation($input: CreateAgentInput!) { createAgent(input: $input) { ... on Agent { id } ... on Error { message } } }',
    { input: { slug, definition: { model, tools: ['calculator'] } } },
  )
  const { triggerRun } = await server.ask<{ triggerRun: { id: string } }>(
    'mutation($input: TriggerRunInput!) { triggerRun(input: $input) { ... on Run { id } } }',
    { input: { agent: slug, input: 'Go on.' } },
  )
  for (;;) {
    const { run } = await server.ask<{ run: EndedRun }>(
      `query($id: ID!) { run(id: $id) { status error { code message }
        steps(first: 5) { edges { node { modelCalls { errorCode error estimated usage { inputTokens outputTokens } } } } } } }`,
      { id: triggerRun.id },
    )
    if (run.status !== 'QUEUED' && run.status !== 'RUNNING') return run
    // Between two looks.
    await delay(50)
  }
}

/** Resident memory of the server in bytes: now, and the highest so far. */
async function memory(): Promise<{ readonly now: number; readonly highest: number }> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
  const bytesOf = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) * 1024
  return { now: bytesOf('VmRSS'), highest: bytesOf('VmHWM') }
}

/** Of every provider an answer of text; of one the other ways. */
const models = [
  ...wireFormats.map((format) => `${format}/text`),
  ...['reasoning', 'arguments', 'calls', 'hidden', 'line', 'body'].map((way) => `openai-chat/${way}`),
]

describe.skipIf(process.platform !== 'linux')('answers without end, all at once', () => {
  test('MOD-10 fail their runs as too large, are asked for once, and leave the memory of the process bounded', {
    timeout: 120_000,
  }, async () => {
    const before = await memory()
    const runs = await Promise.all(models.map(runOn))
    const { highest } = await memory()
    console.log(
      `${Math.round(before.now / mebibyte)} MiB before, +${Math.round((highest - before.now) / mebibyte)} at most`,
    )

    for (const [place, { status, error, steps }] of runs.entries()) {
      const calls = steps.edges.flatMap(({ node }) => node.modelCalls)
      expect([models[place], status, error?.code]).toEqual([models[place], 'FAILED', 'ANSWER_TOO_LARGE'])
      expect(error?.message).toMatch(/more than (4194304 characters|10000 parts|16 MiB)/)
      expect(calls).toMatchObject([{ errorCode: 'ANSWER_TOO_LARGE', estimated: true }])
      expect(calls[0]?.usage.inputTokens).toBeGreaterThan(0)
    }
    const [ofText] = runs.flatMap(({ steps }) => steps.edges.flatMap(({ node }) => node.modelCalls))
    expect(ofText?.usage.outputTokens).toBeGreaterThan(500_000)

    const asked = endless.answers.map(({ format, model }) => `${format}/${model}`)
    expect(asked.toSorted()).toEqual([...models].toSorted())
    await Promise.all(endless.answers.map(({ closed }) => closed))
    for (const { bytes } of endless.answers) expect(bytes).toBeLessThan(64 * mebibyte)
    expect(highest - before.now).toBeLessThan(room)
  })
})
