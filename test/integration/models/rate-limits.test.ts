import { describe, expect, onTestFinished, test } from 'vitest'
import { ModelError, type ModelProvider } from '../../../src/domain/model.ts'
import { createOpenAiChat } from '../../../src/models/openai-chat/openai-chat.ts'
import { completion } from '../../fixtures/streams/openai-chat.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine, type TestEngine } from '../../support/engine.ts'
import { lastUserOf } from '../../support/finished-by.ts'
import { forFile } from '../../support/for-file.ts'
import { answer, createLiveModel, type Play } from '../../support/live-model.ts'
import { serveBytes } from '../../support/serve-bytes.ts'

const database = forFile(await createTestDatabase())

const modelRetry = { maxAttempts: 5, baseMs: 100, capMs: 60_000 }

async function engineWith(...providers: readonly ModelProvider[]): Promise<TestEngine> {
  const engine = await createTestEngine(database, { providers, leaseMs: 600_000 })
  onTestFinished(() => engine.close())
  return engine
}

/** A provider that answers so many requests in each window of time, and says `refusal` to the others. */
async function limitedTo(perWindow: number, windowMs: number, refusal: (restMs: number) => string) {
  let began: number | null = null
  const asked = new Map<number, { answered: number; refused: number }>()
  const server = await serveBytes((request, response) => {
    request.resume().on('end', () => {
      began ??= performance.now()
      const elapsed = performance.now() - began
      const index = Math.floor(elapsed / windowMs)
      const window = asked.get(index) ?? { answered: 0, refused: 0 }
      asked.set(index, window)
      if (window.answered < perWindow) {
        window.answered += 1
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.end(completion([{ content: 'All is well.' }]))
      } else {
        window.refused += 1
        response.writeHead(429, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ error: { message: refusal((index + 1) * windowMs - elapsed) } }))
      }
    })
  })
  onTestFinished(() => server.close())
  return { asked, provider: createOpenAiChat({ apiKey: 'key', baseUrl: `${server.baseUrl}/v1` }) }
}

describe('a provider that limits the rate', () => {
  test.for([
    ['without a word of when', () => 'Too many requests, slow down.'],
    [
      'in words',
      (restMs: number) => `Rate limit reached. Please try again in ${(restMs / 1_000).toFixed(3)}s.`,
    ],
  ] as const)(
    'MOD-4 %s: all of thirty runs complete, and few of their requests are refused',
    async ([, refusal]) => {
      const { asked, provider } = await limitedTo(5, 1_000, refusal)
      const engine = await engineWith(provider)
      const agent = { model: 'openai-chat/some-model', modelRetry }
      const runs = await Promise.all(Array.from({ length: 30 }, () => engine.run(() => ({}), { agent })))
      expect(runs.map(({ row }) => row.status)).toEqual(Array(30).fill('COMPLETED'))
      const refused = [...asked.values()].reduce((sum, window) => sum + window.refused, 0)
      // All ask at once before anything is known; in each window after that few do.
      expect(refused).toBeLessThanOrEqual(25 + 5 * (asked.size - 1))
      expect(asked.size).toBeLessThanOrEqual(12)
      const waits = runs.flatMap(({ of }) => of('Warning')).filter(({ code }) => code === 'MODEL_RETRY')
      expect(waits.length).toBeGreaterThanOrEqual(25)
    },
  )

  test('MOD-4 a run that begins while others wait asks nobody, and says that it waits', async () => {
    const live = createLiveModel()
    const engine = await engineWith(live)
    let isLimited = true
    const gone = Promise.withResolvers<void>()
    live.plays.busy = async function* (request) {
      if (isLimited) throw new ModelError('RATE_LIMIT', 'Slow down.', { retryable: true, retryAfterMs: 500 })
      yield answer(request, 'At last.')
      gone.resolve()
    }
    const agent = { model: 'live/busy', modelRetry }
    const first = await engine.trigger(() => ({}), { agent })
    await engine.seen(first, 'Warning')
    const second = await engine.trigger(() => ({}), { agent })
    const warning = await engine.seen(second, 'Warning')
    expect(warning.data).toMatchObject({
      code: 'MODEL_RETRY',
      message: expect.stringMatching(
        /^live\/busy: RATE_LIMIT, as another run was told: Slow down\. Trying again in \d+ ms\.$/,
      ),
    })
    expect(live.requests).toHaveLength(1)
    isLimited = false
    const runs = await Promise.all([engine.finished(first), engine.finished(second)])
    expect(runs.map(({ row }) => row.summary)).toEqual(['At last.', 'At last.'])
    expect(live.requests).toHaveLength(3)
  })

  test('MOD-4 is waited for beyond the number of tries, and other failures are counted alone', async () => {
    const live = createLiveModel()
    const engine = await engineWith(live)
    const limited = new ModelError('RATE_LIMIT', 'Slow down.', { retryable: true, retryAfterMs: 1 })
    const overloaded = new ModelError('OVERLOADED', 'Busy.', { retryable: true })
    const outcomes = [limited, overloaded, limited, limited, limited, limited, limited]
    live.plays.busy = playing(outcomes)
    const agent = { model: 'live/busy', modelRetry: { maxAttempts: 2, baseMs: 1, capMs: 10 } }
    const run = await engine.run(() => ({}), { agent })
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'At last.' })
    live.plays.busy = playing([limited, overloaded, limited, overloaded])
    const failed = await engine.run(() => ({}), { agent })
    expect(failed.row.errorMessage).toMatch(/live\/busy: OVERLOADED after 2 tries, Busy/)
  })

  test('MOD-4 LIM-4 is waited for until the time of the run is up, or the run is aborted', async () => {
    const live = createLiveModel()
    const engine = await engineWith(live)
    live.plays.busy = playing(
      Array(50).fill(new ModelError('RATE_LIMIT', 'Slow down.', { retryable: true, retryAfterMs: 60_000 })),
    )
    const agent = { model: 'live/busy', modelRetry }
    const timed = engine.run(() => ({}), { agent, trigger: { timeoutMs: 700 } })
    const runId = await engine.trigger(() => ({}), { agent })
    await engine.seen(runId, 'Warning')
    await engine.operations.abortRun({ projectId: engine.project.id, runId })
    expect((await engine.finished(runId)).row.status).toBe('CANCELLED')
    expect((await timed).row).toMatchObject({ status: 'PAUSED', terminationReason: 'TIMEOUT' })
  })

  test('MOD-4 a run whose request is more than the limit allows holds up no other run', async () => {
    const live = createLiveModel()
    const engine = await engineWith(live)
    live.plays.busy = async function* (request) {
      if (JSON.stringify(request.messages).includes('a whole book'))
        throw new ModelError('RATE_LIMIT', 'Slow down.', { retryable: true, retryAfterMs: 200 })
      yield answer(request, 'At last.')
    }
    const agent = { model: 'live/busy', modelRetry }
    const large = await engine.trigger(() => ({}), { agent, trigger: { input: 'Read a whole book.' } })
    await engine.seen(large, 'Warning')
    const others = await Promise.all(Array.from({ length: 5 }, () => engine.run(() => ({}), { agent })))
    expect(others.map(({ row }) => row.status)).toEqual(Array(5).fill('COMPLETED'))
    await engine.operations.abortRun({ projectId: engine.project.id, runId: large })
    expect((await engine.finished(large)).row.status).toBe('CANCELLED')
  })

  test('MOD-4 that lasts for hours is a failure, and holds up no other run', async () => {
    const live = createLiveModel()
    const engine = await engineWith(live)
    live.plays.busy = playing([
      new ModelError('RATE_LIMIT', 'Tomorrow.', { retryable: true, retryAfterMs: 3_600_001 }),
    ])
    const { row } = await engine.run(() => ({}), { agent: { model: 'live/busy' } })
    expect(row).toMatchObject({ status: 'FAILED', terminationReason: 'MODELS_EXHAUSTED' })
    const next = await engine.run(() => ({}), { agent: { model: 'live/busy' } })
    expect(next.row).toMatchObject({ status: 'COMPLETED', summary: 'At last.' })
  })

  test('LIM-4 MOD-4 that is told of while the time of the run ends is no failure of its model', async () => {
    const live = createLiveModel()
    const engine = await engineWith(live)
    live.plays.busy = async function* (request) {
      if (lastUserOf(request).startsWith('Your time is up.'))
        return yield answer(request, 'As far as I came.')
      // The process is busy until the time is up: the refusal comes before its timer does.
      const from = performance.now()
      while (performance.now() - from < 1_200);
      throw new ModelError('RATE_LIMIT', 'Slow down.', { retryable: true, retryAfterMs: 500 })
    }
    const agent = { model: 'live/busy' }
    const { row } = await engine.run(() => ({}), { agent, trigger: { timeoutMs: 1_000 } })
    expect(row).toMatchObject({ status: 'PAUSED', terminationReason: 'TIMEOUT' })
  })

  test('MOD-5 of two keys, the one whose limit ends first is waited for', async () => {
    const keys = [createLiveModel('keyed'), createLiveModel('keyed')]
    const engine = await engineWith(...keys)
    const limited = (retryAfterMs: number) =>
      new ModelError('RATE_LIMIT', 'Slow down.', { retryable: true, retryAfterMs })
    const [first, second] = keys
    if (first) first.plays.m = playing([limited(300)])
    if (second) second.plays.m = playing([limited(30_000)])
    const run = await engine.run(() => ({}), { agent: { model: 'keyed/m', modelRetry } })
    expect(run.row.summary).toBe('At last.')
    expect(run.of('ModelSwitched').map(({ toProfile, reason }) => [toProfile, reason])).toEqual([
      [2, 'RATE_LIMIT'],
      [1, 'RATE_LIMIT'],
    ])
  })
})

/** These failures, one after the other, and then answers. */
function playing(failures: readonly ModelError[]): Play {
  const left = [...failures]
  return async function* (request) {
    const failure = left.shift()
    if (failure) throw failure
    yield answer(request, 'At last.')
  }
}
