import { describe, expect, test } from 'vitest'
import { textOf } from '../../../src/domain/message.ts'
import type { Script } from '../../../src/models/scripted.ts'
import { createFakeClock } from '../../../src/testing/fake-clock.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine, testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { answer, createLiveModel, type Play, untilAborted } from '../../support/live-model.ts'

const live = createLiveModel()

const clock = createFakeClock()

const unused: Script = () => ({})

const look = testTool('look', async () => 'seen')

const database = forFile(await createTestDatabase())
// The database's own time goes on while this clock stands still: the lease must outlast the test.
const engine = forFile(
  await createTestEngine(database, { clock, tools: [look], providers: [live], leaseMs: 600_000 }),
)

/** Works until it is stopped, and fails where a last word is wanted. */
const failingLastWord: Play = async function* (request) {
  if (request.toolChoice === 'none') throw new Error('Not now.')
  yield answer(request, 'I looked around.', [{ name: 'look', arguments: {} }])
}

describe('a last word that fails', () => {
  test('LIM-3 leaves the words so far at the step limit', async () => {
    live.plays.failing = failingLastWord
    const { row } = await engine.run(unused, { agent: { model: 'live/failing', maxSteps: 2 } })
    expect(row).toMatchObject({
      status: 'PAUSED',
      terminationReason: 'MAX_STEPS',
      summary: 'I looked around.',
    })
  })

  test('LIM-3 leaves a fixed text where there are no words', async () => {
    live.plays.wordless = async function* (request) {
      if (request.toolChoice === 'none') throw new Error('Not now.')
      yield answer(request, '', [{ name: 'look', arguments: {} }])
    }
    const { row } = await engine.run(unused, { agent: { model: 'live/wordless', maxSteps: 1 } })
    expect(row).toMatchObject({ status: 'PAUSED', summary: expect.stringMatching(/step limit/) })
  })

  test('LIM-3 LIM-4 that is stopped in its middle leaves the words before it, and its own', async () => {
    const began = Promise.withResolvers<void>()
    live.plays.slow = async function* (request) {
      const isLast = request.toolChoice === 'none'
      yield { type: 'text', text: isLast ? 'In short: ' : 'Working on it' }
      if (isLast) began.resolve()
      yield await untilAborted(request.signal)
    }
    const runId = await engine.trigger(unused, {
      agent: { model: 'live/slow' },
      trigger: { timeoutMs: 40_000 },
    })
    await engine.seen(runId, 'TextDelta')
    await clock.advance(40_000)
    await began.promise
    await clock.advance(30_000)
    const { row } = await engine.finished(runId)
    expect(row).toMatchObject({ status: 'PAUSED', summary: 'Working on it\n\nIn short:' })
  })
})

describe('the model that is asked for a last word', () => {
  test('LIM-4 is shown the words of a turn that was stopped in its middle', async () => {
    live.plays.cut = async function* (request) {
      if (request.toolChoice === 'none') return yield answer(request, 'Half is done.')
      yield { type: 'text', text: 'The first result is 42' }
      yield await untilAborted(request.signal)
    }
    const runId = await engine.trigger(unused, {
      agent: { model: 'live/cut' },
      trigger: { timeoutMs: 40_000 },
    })
    await engine.seen(runId, 'TextDelta')
    await clock.advance(40_000)
    await engine.finished(runId)
    const [said, told] = live.requests.at(-1)?.messages.slice(-2) ?? []
    expect(said?.role === 'assistant' && textOf(said)).toBe('The first result is 42')
    expect(told).toMatchObject({ role: 'system', text: expect.stringMatching(/^Your time is up\./) })
  })

  test('LIM-3 is shown no words twice where the turn ended', async () => {
    live.plays.once = async function* (request) {
      if (request.toolChoice === 'none') return yield answer(request, 'In short.')
      yield answer(request, 'I looked around.', [{ name: 'look', arguments: {} }])
    }
    await engine.run(unused, { agent: { model: 'live/once', maxSteps: 1 } })
    expect(live.requests.at(-1)?.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'system',
    ])
  })
})
