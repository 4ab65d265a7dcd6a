import { randomBytes } from 'node:crypto'
import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { createLogger } from '../../../src/app/create-logger.ts'
import type { Json } from '../../../src/domain/json.ts'
import { ModelError } from '../../../src/domain/model.ts'
import { redacted, type Vault } from '../../../src/domain/redaction.ts'
import type { RunCommit } from '../../../src/domain/run-log.ts'
import type { Tool } from '../../../src/domain/tool.ts'
import { toGlobalId } from '../../../src/graphql/global-id.ts'
import { type Script, sequence } from '../../../src/models/scripted.ts'
import { createRedactor } from '../../../src/redaction/create-redactor.ts'
import { createVault } from '../../../src/store/vault.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createDoomed } from '../../support/doomed.ts'
import { dump, unmarked } from '../../support/dump.ts'
import { createTestEngine, type EngineOptions, type RunOptions, testTool } from '../../support/engine.ts'
import { engineForTest } from '../../support/for-file.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'
import { propertyTrials } from '../../support/trials.ts'

/** A secret that the server knows, one that looks like a key, and one that only its name tells. */
interface Canaries {
  readonly known: string
  readonly shaped: string
  readonly named: string
}

const word = fc.string({
  unit: fc.constantFrom(...'abcdefghijkmnpqrstuvwxyzABCDEFGH23456789'),
  minLength: 24,
  maxLength: 32,
})

const canaries: fc.Arbitrary<Canaries> = fc.tuple(word, word, word).map(([known, shaped, named]) => ({
  known: `kn0wn${known}`,
  shaped: `sk-sh4ped${shaped}`,
  named: `n4med${named}`,
}))

/** Secrets that a text contains, with the text around them. */
function leaks(text: string, { known, shaped, named }: Canaries): readonly string[] {
  // Also the first half of one: a limit may have cut it.
  return [known, shaped, named]
    .flatMap((secret) => [secret, secret.slice(0, 14)])
    .filter((part) => text.includes(part))
    .map((part) => text.slice(Math.max(0, text.indexOf(part) - 120), text.indexOf(part) + 60))
}

function planted({ known, shaped, named }: Canaries): Record<string, Json> {
  const url = `https://u:${named}@host`
  return {
    note: `it is ${known}`,
    deep: [{ password: named, list: [shaped] }],
    url,
    text: JSON.stringify({ secret: named }),
  }
}

function tellTales(secrets: Canaries, given: Json[]): readonly Tool[] {
  const { known, shaped, named } = secrets
  const said = `${known} and ${shaped}, password=${named} `
  const many = `${known}!${shaped}? `
  const take = (tool: string, gives: () => unknown) =>
    testTool(tool, async (args) => {
      given.push(args as Json) // what a tool is called with was JSON
      return gives()
    })
  return [
    take('text', () => said),
    take('nested', () => ({
      a: [{ [known]: said, api_key: named, [`x ${shaped}`]: 1 }],
      json: JSON.stringify(planted(secrets)),
    })),
    take('streamed', () => pieces([...said])),
    take('lines', () => pieces([planted(secrets), said])),
    // Beyond the limit of a result, also when all secrets are gone: the cuts are somewhere among them.
    take('large', () => many.repeat(60_000)),
    take('flood', () => pieces(Array.from({ length: 600 }, () => many.repeat(100)))),
    testTool('failing', async (_args, { addArtifact }) => {
      addArtifact('found', planted(secrets))
      throw new Error(`401 for ${said}`)
    }),
  ]
}

async function* pieces(parts: readonly unknown[]) {
  yield* parts
}

describe('secrets', () => {
  test.prop([canaries], { ...propertyTrials(3), endOnFailure: true })(
    'TAS-7 EVT-4 are nowhere in the database, the events and the log, and tools are called with them',
    async (secrets) => {
      const given: Json[] = []
      const lines: string[] = []
      const redactor = createRedactor({ values: [secrets.known] })
      const logger = createLogger(
        { logLevel: 'info' },
        { redactor, toPublicId: toGlobalId, destination: { write: (line) => lines.push(line) } },
      )
      const tools = tellTales(secrets, given)
      const { known, shaped, named } = secrets
      const live = createLiveModel()
      const calls = tools.map(({ name }) => ({ name, arguments: { ...planted(secrets), name } }))
      const saying = `I use ${known}, ${shaped} and password=${named} now.`
      live.plays.teller = async function* (request) {
        if (request.messages.some(({ role }) => role === 'tool')) {
          for (const letter of saying) yield { type: 'text', text: letter }
          return yield answer(request, saying)
        }
        for (const letter of saying) yield { type: 'reasoning', text: letter }
        const end = answer(request, saying, calls)
        if (end.type !== 'done') throw new Error('An answer ends.')
        for (const part of end.message.parts) {
          if (part.type !== 'tool-call') continue
          const { callId, name } = part
          for (const text of part.arguments) yield { type: 'tool-arguments', callId, name, text }
        }
        const thought = {
          type: 'reasoning',
          text: saying,
          state: { provider: 'live', data: 'signed' },
        } as const
        yield { ...end, message: { ...end.message, parts: [thought, ...end.message.parts] } }
      }
      // biome-ignore lint/correctness/useYield: it fails at once
      live.plays.refusing = async function* () {
        throw new ModelError('AUTH', `Incorrect API key: ${shaped}; ${known}; password=${named}`, {
          retryable: false,
        })
      }
      const report = (message: string, error?: unknown) => logger.error({ err: error }, message)
      const options = {
        tools,
        providers: [live],
        redactor,
        replace: () => ({ report }),
      } satisfies EngineOptions
      const { engine, database } = await engineForTest(options)
      const run = await engine.run(() => ({}), { agent: { model: 'live/teller', redaction: 'STRICT' } })
      expect(run.row.status).toBe('COMPLETED')
      expect(unmarked(run.row.summary)).toBe(redactor.text(saying).trim())
      expect(given).toHaveLength(tools.length - 1)
      for (const args of given) expect(args).toMatchObject(planted(secrets))
      const failed = await engine.run(() => ({}), {
        agent: { model: 'live/refusing', redaction: 'STRICT' },
      })
      expect(failed.row.errorMessage).toContain('[redacted:')
      report(`Lost ${known}`, new Error(`with ${shaped}`, { cause: new Error(`password=${named}`) }))

      const everything = [await dump(database), JSON.stringify([run.events, failed.events]), ...lines].join(
        '\n',
      )
      expect(everything).toContain('[redacted:')
      expect(leaks(everything, secrets)).toEqual([])
      for (const [kind, text] of Object.entries(shownBy(run.events)))
        expect([kind, redactor.text(text)]).toEqual([kind, text])
    },
    120_000,
  )
})

/** Text of a reader that appends the deltas at their offsets. */
function shownBy(
  events: readonly { readonly type: string; readonly data: object }[],
): Record<string, string> {
  const shown: Record<string, string> = {}
  for (const { type, data } of events) {
    if (!('messageId' in data && 'text' in data && 'offset' in data)) continue
    const key = [type, data.messageId, 'callId' in data ? data.callId : ''].join(' ')
    expect(data.offset).toBe((shown[key] ?? '').length)
    shown[key] = (shown[key] ?? '') + String(data.text)
  }
  return shown
}

describe('a call with a secret in its arguments, cut off by a crash', () => {
  const secret = 'hunter2-hunter2'
  const script = sequence(
    { toolCalls: [{ name: 'put', arguments: { user: 'ada', password: secret } }] },
    { text: 'It is done.' },
  )
  const plan = {
    actions: [
      {
        name: 'first',
        type: 'TOOL',
        target: 'put',
        parameters: { user: 'ada', password: secret },
        outputKey: 'first',
      },
      {
        name: 'second',
        type: 'TOOL',
        target: 'put',
        parameters: { user: '$first', password: secret },
        dependsOn: ['first'],
      },
    ],
  }
  const dies = (commit: RunCommit) => commit.events.some(({ type }) => type === 'ActionCompleted')

  /** Arguments of the tool, by two owners of one run of whom the first dies when its first call has ended. */
  async function livedThrough(vaults: readonly [Vault | null, Vault | null], isPlan = false) {
    const database = await createTestDatabase()
    const calls: Json[] = []
    const put = testTool(
      'put',
      async (args) => {
        calls.push(args as Json) // what a tool is called with was JSON
        return 'put'
      },
      { effect: 'idempotent' },
    )
    const doomed = createDoomed(dies)
    const options = { tools: [put], leaseMs: 3_600_000 }
    const first = await createTestEngine(database, { ...options, vault: vaults[0], replace: doomed.replace })
    try {
      const agent: RunOptions['agent'] = isPlan ? { planner: 'PLAN', tools: ['put'] } : {}
      const planned: Script = ({ messages }) => {
        const turn = messages.some(({ role }) => role === 'assistant') ? { answer: 'It is done.' } : { plan }
        return { text: JSON.stringify(turn) }
      }
      const played = isPlan ? planned : script
      const runId = await first.trigger(played, { agent })
      await doomed.dead
      await first.die()
      expect(await dump(database)).not.toContain(secret)
      const second = await createTestEngine(database, {
        ...options,
        vault: vaults[1],
        scripts: first.scripts,
      })
      try {
        const run = await second.finished(runId)
        const text = await dump(database)
        expect(text).not.toContain(secret)
        return { run, calls }
      } finally {
        await second.close()
      }
    } finally {
      doomed.bury()
      await first.close()
      await database.drop()
    }
  }

  const given = { user: 'ada', password: secret }
  const vault = createVault(randomBytes(32))

  test('TAS-7 TAS-5 is made again with its true arguments', async () => {
    const { run, calls } = await livedThrough([vault, vault])
    expect(calls).toEqual([given, given])
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'It is done.' })
    expect(run.of('ActionStarted').map(({ parameters }) => unmarked(parameters))).toContainEqual({
      user: 'ada',
      password: redacted,
    })
  })

  test('TAS-7 TAS-5 of a plan too, and actions that had not begun are made with their own', async () => {
    const { run, calls } = await livedThrough([vault, vault], true)
    expect(calls).toEqual([given, given, { user: 'put', password: secret }])
    expect(run.row.status).toBe('COMPLETED')
  })

  test.each([
    ['another key', createVault(randomBytes(32))],
    ['none', null],
  ])('TAS-7 is not made without them: the model is told to make it again (%s)', async (_name, other) => {
    const { run, calls } = await livedThrough([vault, other])
    expect(calls).toEqual([given])
    expect(run.of('ActionFailed')).toMatchObject([{ errorCode: 'SECRET_LOST' }])
    expect(run.row.status).toBe('COMPLETED')
  })

  test('TAS-7 is made with them where there is no key and no crash', async () => {
    const calls: unknown[] = []
    const put = testTool('put', async (args) => calls.push(args))
    const { engine, database } = await engineForTest({ tools: [put], vault: null })
    const { row } = await engine.run(script)
    expect(row.status).toBe('COMPLETED')
    expect(calls).toEqual([given])
    expect(await dump(database)).not.toContain(secret)
  })
})
