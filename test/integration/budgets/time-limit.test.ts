import { describe, expect, test } from 'vitest'
import type { ModelRequest } from '../../../src/domain/model.ts'
import { type Script, sequence } from '../../../src/models/scripted.ts'
import { createFakeClock } from '../../../src/testing/fake-clock.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine, type RunOptions, testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { answer, createLiveModel, type Play, untilAborted } from '../../support/live-model.ts'

const live = createLiveModel()

const clock = createFakeClock()

const lateResult = Promise.withResolvers<string>()

const deaf = testTool('deaf', () => lateResult.promise)

const unused: Script = () => ({})

const database = forFile(await createTestDatabase())
// The database's own time goes on while this clock stands still: the lease must outlast the test.
const engine = forFile(
  await createTestEngine(database, { clock, tools: [deaf], providers: [live], leaseMs: 600_000 }),
)

/** Less than the 60 s that a tool has and the 120 s that a model may be silent. */
const timeoutMs = 40_000

const untilTimeUp = () => clock.advance(timeoutMs)

/** Streams some words and hangs; its last word is played by `last`. */
function hanging(last: Play): Play {
  return async function* (request) {
    if (request.toolChoice === 'none') return yield* last(request)
    yield { type: 'text', text: 'Working on' }
    yield await untilAborted(request.signal)
  }
}

async function timeOut(play: Play, options: RunOptions = { trigger: { timeoutMs } }): Promise<string> {
  live.plays.hang = play
  const runId = await engine.trigger(unused, { ...options, agent: { model: 'live/hang', ...options.agent } })
  await engine.seen(runId, 'TextDelta')
  await untilTimeUp()
  return runId
}

async function* finalSummary(request: ModelRequest) {
  yield answer(request, 'Half is done.')
}

describe('the time limit', () => {
  test('LIM-4 in the middle of a model call: it is cut off, and the last word is the summary', async () => {
    const before = live.requests.length
    const runId = await timeOut(hanging(finalSummary))
    const { row, of } = await engine.finished(runId)
    expect(row).toMatchObject({ status: 'PAUSED', terminationReason: 'TIMEOUT', summary: 'Half is done.' })
    expect(row.completedAt).toBeNull()
    const [cut, last] = live.requests.slice(before)
    expect(cut?.signal.reason).toMatchObject({ kind: 'TIME_UP' })
    expect(last?.messages.at(-1)).toMatchObject({
      role: 'system',
      text: expect.stringMatching(/^Your time is up\..*summarise/s),
    })
    expect(of('AttemptDiscarded')).toEqual([{ messageId: cut?.messageId, reason: 'TIME_UP' }])
    expect(await database.prisma.step.count({ where: { runId, completedAt: null } })).toBe(0)
  })

  test('LIM-4 in the middle of a tool that ignores its signal: it is left behind', async () => {
    const script: Script = ({ toolsDisabled }) =>
      toolsDisabled ? { text: 'It hung.' } : { toolCalls: [{ name: 'deaf', arguments: {} }] }
    const runId = await engine.trigger(script, { trigger: { timeoutMs } })
    await engine.seen(runId, 'ActionStarted')
    await untilTimeUp()
    const { row, of, events } = await engine.finished(runId)
    expect(row).toMatchObject({ status: 'PAUSED', terminationReason: 'TIMEOUT', summary: 'It hung.' })
    expect(of('ActionFailed')).toMatchObject([{ errorCode: 'TOOL_INTERRUPTED' }])
    expect(await database.prisma.action.findFirst({ where: { runId } })).toMatchObject({
      status: 'CANCELLED',
    })
    lateResult.resolve('late')
    await clock.advance(0)
    expect(await engine.services.log.read(runId, { after: events.length, limit: 1 })).toEqual([])
  })

  test('LIM-4 without an answer within the grace period the words so far are kept, and the call is cut off', async () => {
    const runId = await timeOut(
      hanging(async function* ({ signal }) {
        yield await untilAborted(signal)
      }),
    )
    await clock.sleeperOf(30_000)
    await clock.advance(29_900)
    expect((await database.prisma.run.findUniqueOrThrow({ where: { id: runId } })).status).toBe('RUNNING')
    await clock.advance(100)
    const { row } = await engine.finished(runId)
    expect(row).toMatchObject({
      status: 'PAUSED',
      terminationReason: 'TIMEOUT',
      summary: 'Working on',
    })
    expect(live.requests.at(-1)?.signal.aborted).toBe(true)
  })

  test('LIM-4 words of earlier turns are kept where the last word fails', async () => {
    live.plays.turns = async function* (request) {
      if (request.toolChoice === 'none') throw new Error('Not now.')
      if (request.messages.length === 1)
        return yield answer(request, 'I looked.', [{ name: 'nothing', arguments: {} }])
      yield { type: 'reasoning', text: 'Hm.' }
      yield await untilAborted(request.signal)
    }
    const runId = await engine.trigger(unused, { agent: { model: 'live/turns' }, trigger: { timeoutMs } })
    await engine.seen(runId, 'ReasoningDelta')
    await untilTimeUp()
    expect((await engine.finished(runId)).row).toMatchObject({ status: 'PAUSED', summary: 'I looked.' })
  })

  test('LIM-4 an abort in the grace period ends the run at once', async () => {
    const runId = await timeOut(
      hanging(async function* ({ signal }) {
        yield { type: 'text', text: 'As I was' }
        yield await untilAborted(signal)
      }),
    )
    await expect.poll(() => live.requests.at(-1)?.toolChoice).toBe('none')
    await engine.operations.abortRun({ projectId: engine.project.id, runId })
    const { row, of } = await engine.finished(runId)
    expect(row).toMatchObject({ status: 'CANCELLED', terminationReason: 'ABORTED' })
    expect(of('Terminating')).toMatchObject([
      { terminationReason: 'TIMEOUT' },
      { terminationReason: 'ABORTED' },
    ])
  })

  test('LIM-5 the timeout of the trigger beats the default of the definition', async () => {
    const long = { agent: { defaultTimeoutMs: 24 * 3_600_000 }, trigger: { timeoutMs } }
    const { row } = await engine.finished(await timeOut(hanging(finalSummary), long))
    expect(row).toMatchObject({ status: 'PAUSED', terminationReason: 'TIMEOUT' })
  })

  test('LIM-5 a longer timeout of the trigger lets the run outlive the default', async () => {
    live.plays.later = async function* (request) {
      yield { type: 'text', text: 'Wait' }
      await clock.sleep(60_000, request.signal)
      yield answer(request, 'Here I am.')
    }
    const options = {
      agent: { model: 'live/later', defaultTimeoutMs: 1_000 },
      trigger: { timeoutMs: 300_000 },
    }
    const runId = await engine.trigger(unused, options)
    await clock.sleeperOf(60_000)
    await clock.advance(60_000)
    const { row } = await engine.finished(runId)
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'Here I am.' })
    expect(row.durationMs).toBeGreaterThanOrEqual(60_000)
  })

  test.for([3_600_000, -3_600_000])(
    'LIM-4 is of the time that passes: a clock that jumps by %i ms neither ends a run nor spares it',
    async (jumpMs) => {
      const seen = Promise.withResolvers<void>()
      live.plays.jump = async function* (request) {
        yield { type: 'text', text: 'Wait' }
        await seen.promise
        yield answer(request, 'Here I am.')
      }
      const runId = await engine.trigger(unused, { agent: { model: 'live/jump' }, trigger: { timeoutMs } })
      await engine.seen(runId, 'TextDelta')
      clock.jump(jumpMs)
      seen.resolve()
      const { row } = await engine.finished(runId)
      expect(row).toMatchObject({ status: 'COMPLETED', summary: 'Here I am.' })
      expect(row.durationMs).toBeLessThan(timeoutMs)

      const late = await timeOut(hanging(finalSummary), { trigger: { timeoutMs } })
      expect((await engine.finished(late)).row).toMatchObject({
        status: 'PAUSED',
        terminationReason: 'TIMEOUT',
      })
      clock.jump(-jumpMs)
    },
  )

  test('LIM-4 a run that answers in time leaves no timer behind', async () => {
    await engine.finished(
      await engine.trigger(sequence({ text: 'Quick.' }), { trigger: { timeoutMs: 77_000 } }),
    )
    expect(clock.sleeping.filter((ms) => ms > 60_000 && ms <= 120_000)).toEqual([])
  })
})
