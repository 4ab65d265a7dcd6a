import { afterAll, describe, expect, it } from 'vitest'
import type { ModelProvider } from '../../../src/domain/model.ts'
import { createOpenAiChat } from '../../../src/models/openai-chat/openai-chat.ts'
import { sequence } from '../../../src/models/scripted.ts'
import { type FakeServer, serveCompatible } from '../../support/compatible/serve.ts'
import type { CompatibleServer } from '../../support/compatible/server.ts'
import { compatibleServers } from '../../support/compatible/servers.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine, type FinishedRun, testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { trials, trialsOf } from '../../support/trials.ts'

/** Sessions of some thirty turns against fakes that hold each request to the documented rules of those servers. */
interface Row {
  readonly title: string
  readonly server: CompatibleServer
  readonly isKnown: boolean
  readonly provider: string
  readonly rounds: number
}

const rows: readonly Row[] = [
  ...trialsOf(compatibleServers, 3).map((server, index) => ({
    ...{ title: `${server.name}, known`, server, isKnown: true, provider: `known-${index}` },
    rounds: trials(3),
  })),
  ...trialsOf(compatibleServers).map((server, index) => ({
    ...{ title: `${server.name}, of which nothing is known`, server, isKnown: false },
    ...{ provider: `unknown-${index}`, rounds: 1 },
  })),
]

const fakes = new Map<string, FakeServer>()

const look = testTool('look', async () => 'A tree.')

/** Steers its own run, so that words of the user come behind results. */
const wait = testTool('wait', async (_args, { runId }) => {
  await engine.operations.steerRun({ projectId: engine.project.id, runId, message: 'And [answer] me.' })
  return 'Waited.'
})

const database = forFile(await createTestDatabase())
const providers = await Promise.all(rows.map(open))
const engine = forFile(await createTestEngine(database, { tools: [look, wait], providers }))

afterAll(() => Promise.all([...fakes.values()].map((fake) => fake.close())))

async function open({ server, isKnown, provider }: Row): Promise<ModelProvider> {
  const fake = await serveCompatible(server, isKnown)
  fakes.set(provider, fake)
  const dialect = isKnown ? server.dialect : 'strict'
  return { ...createOpenAiChat({ apiKey: 'key', baseUrl: fake.baseUrl, dialect }), name: provider }
}

/** The user's message, and the final status of the run. */
const said: readonly (readonly [word: string, status: string])[] = [
  ['answer', 'COMPLETED'],
  ['look', 'COMPLETED'],
  ['both', 'COMPLETED'],
  // Half a call: whether its run goes on or stops is not the session's concern.
  ['cut', 'ANY'],
  ['broken', 'FAILED'],
  ['broken', 'FAILED'],
  ['both', 'COMPLETED'],
  ['wait', 'COMPLETED'],
  ['stop', 'PAUSED'],
  ['down', 'COMPLETED'],
  ['look', 'COMPLETED'],
  ['elsewhere', 'COMPLETED'],
  ['both', 'COMPLETED'],
]

describe('MOD-2 MOD-5 MOD-7 a session of mixed turns', () => {
  it.concurrent.each(rows)(
    'holds against $title',
    async (row) => {
      const fake = fakes.get(row.provider)
      const ends: string[] = []
      for (let round = 0; round < row.rounds; round++) {
        for (const [word, expected] of said) {
          const { row: run } = await say(word, row)
          const isFine = expected === 'ANY' ? run.status !== 'FAILED' : run.status === expected
          if (!isFine) ends.push(`${round} ${word}: ${run.status} ${run.errorMessage}`)
        }
      }
      expect(ends).toEqual([])
      if (row.isKnown) expect(fake?.refusals).toEqual([])
      // Each lesson costs a request, once.
      else expect(new Set(fake?.refusals).size).toBe(fake?.refusals.length)
      // With those that were refused for good, and those that another provider took: seventeen a round.
      expect(fake?.answered).toBeGreaterThanOrEqual(17 * row.rounds)
    },
    120_000,
  )
})

/** One run of the session, played by the fake; `down` fails over to another provider, `elsewhere` to the fake from another. */
async function say(word: string, { provider, server }: Row): Promise<FinishedRun> {
  const other = await engine.define(
    sequence({ toolCalls: [{ name: 'look', arguments: {} }], reasoning: 'Hm.' }, { text: 'It is a tree.' }),
  )
  const failing = await engine.define(() => ({ error: { kind: 'AUTH' } }))
  const own = `${provider}/${server.model}`
  const [first, ...fallbackModels] =
    word === 'elsewhere'
      ? [`scripted/${failing.slug}`, own]
      : [own, ...(word === 'down' ? [`scripted/${other.slug}`] : [])]
  return engine.run(() => ({}), {
    agent: { model: first ?? own, fallbackModels, systemPrompt: 'Be brief.', maxOutputTokens: 1_000 },
    trigger: {
      sessionKey: provider,
      input:
        word === 'stop' ? 'Please [look].' : word === 'elsewhere' ? 'Please [both].' : `Please [${word}].`,
      ...(word === 'stop' ? { maxSteps: 1 } : {}),
    },
  })
}
