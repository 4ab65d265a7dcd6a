import { describe, expect, test } from 'vitest'
import { answerBounds } from '../../../src/domain/answer-size.ts'
import type { ModelRequest } from '../../../src/domain/model.ts'
import { joinAnswer } from '../../../src/engine/judge/partial-answer.ts'
import type { Script } from '../../../src/models/scripted.ts'
import { finishedBy } from '../../support/finished-by.ts'
import { engineForFile } from '../../support/for-file.ts'
import { answer, createLiveModel, type Play } from '../../support/live-model.ts'

const live = createLiveModel()
const unused: Script = () => ({})
const { maxChars, maxParts } = answerBounds
const piece = 'on and on '.repeat(6_000)

/** Words or arguments for as long as somebody reads them. */
const endless = {
  text: async function* () {
    for (;;) yield { type: 'text', text: piece } as const
  },
  reasoning: async function* () {
    for (;;) yield { type: 'reasoning', text: piece } as const
  },
  arguments: async function* () {
    for (;;) yield { type: 'tool-arguments', callId: 'call-1', name: 'calculator', text: piece } as const
  },
} satisfies Record<string, Play>

const { database, engine } = await engineForFile({ providers: [live] })
live.plays.answers = (request) => finishedBy(request, 'STOP', 'Short.')

/** Rows of the model calls of a run, in order. */
async function callsOf(runId: string) {
  const { rows } = await database.pool.query<{
    errorCode: string | null
    errorMessage: string | null
    estimated: boolean
    outputTokens: number
  }>(
    'select "errorCode", "errorMessage", estimated, "outputTokens"::int from "ModelCall" where "runId" = $1 order by id',
    [runId],
  )
  return rows
}

describe('an answer beyond the bounds of one', () => {
  test.for(Object.keys(endless) as (keyof typeof endless)[])(
    'MOD-10 MOD-5 is left at once for the next model, and its increments are void: %s',
    { timeout: 30_000 },
    async (way) => {
      live.plays.endless = endless[way]
      const before = live.requests.length
      const run = await engine.run(unused, {
        agent: { model: 'live/endless', fallbackModels: ['live/answers'] },
      })
      expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'Short.' })
      expect(run.of('ModelSwitched')).toMatchObject([{ reason: 'ANSWER_TOO_LARGE', toModel: 'live/answers' }])
      expect(run.of('AttemptDiscarded')).toMatchObject([{ reason: 'ANSWER_TOO_LARGE' }])
      expect(live.requests.slice(before).map(({ model }) => model)).toEqual(['endless', 'answers'])
      const [call] = await callsOf(run.runId)
      expect(call).toMatchObject({ errorCode: 'ANSWER_TOO_LARGE', estimated: true })
      expect(call?.errorMessage).toContain(`more than ${maxChars} characters`)
      expect(call?.outputTokens).toBeGreaterThan(500_000)
    },
  )

  let failedRun: ReturnType<typeof engine.run> | undefined
  /** A run whose only model gives no end. It takes seconds: one for all. */
  const failed = () => {
    live.plays.endless = endless.text
    failedRun ??= engine.run(unused, { agent: { model: 'live/endless' } })
    return failedRun
  }

  test('MOD-10 ends the run by its own code where the answer of every model is too large', async () => {
    const { row, of } = await failed()
    expect(row).toMatchObject({
      status: 'FAILED',
      terminationReason: 'MODELS_EXHAUSTED',
      errorCode: 'ANSWER_TOO_LARGE',
    })
    expect(row.errorMessage).toContain(`more than ${maxChars} characters`)
    expect(row.errorMessage?.length).toBeLessThan(1_000)
    expect(of('RunFailed')).toHaveLength(1)
  })

  test('MOD-10 MOD-5 where another model failed for another reason, the run ends MODELS_EXHAUSTED', async () => {
    live.plays.endless = endless.text
    const { row } = await engine.run(() => ({ error: { kind: 'AUTH' } }), {
      agent: { model: 'live/endless', fallbackModels: ['scripted/none'] },
    })
    expect(row).toMatchObject({ status: 'FAILED', errorCode: 'MODELS_EXHAUSTED' })
    expect(row.errorMessage).toContain('ANSWER_TOO_LARGE')
  })

  const whole: readonly (readonly [string, (request: ModelRequest) => ReturnType<typeof answer>])[] = [
    ['words', (request) => answer(request, 'x'.repeat(maxChars + 1))],
    [
      'arguments',
      (request) => answer(request, '', [{ name: 'calculator', arguments: 'x'.repeat(maxChars) }]),
    ],
    [
      'calls',
      (request) =>
        answer(
          request,
          '',
          Array.from({ length: maxParts + 1 }, () => ({ name: 'calculator', arguments: {} })),
        ),
    ],
  ]
  test.for(whole)(
    'MOD-8 MOD-10 that comes without increments has the usage that was counted: %s',
    async ([, end]) => {
      live.plays.whole = async function* (request) {
        yield end(request)
      }
      const { runId, row } = await engine.run(unused, { agent: { model: 'live/whole', tools: [] } })
      expect(row).toMatchObject({ status: 'FAILED', errorCode: 'ANSWER_TOO_LARGE' })
      expect(await callsOf(runId)).toMatchObject([
        { errorCode: 'ANSWER_TOO_LARGE', estimated: false, outputTokens: 5 },
      ])
    },
  )

  test('MOD-10 RUN-9 a replay ends as the recorded run did', async () => {
    const { runId } = await failed()
    const replay = await engine.operations.history.replayRun({
      projectId: engine.project.id,
      runId,
      tools: 'RECORDED',
    })
    const { row } = await engine.finished(replay.runId)
    expect(row).toMatchObject({ status: 'FAILED', errorCode: 'ANSWER_TOO_LARGE' })
  })
})

describe('an answer of the maximum size', () => {
  test('MOD-10 is whole', { timeout: 30_000 }, async () => {
    const text = 'x'.repeat(maxChars)
    live.plays.large = (request) => finishedBy(request, 'STOP', text)
    const { row } = await engine.run(unused, { agent: { model: 'live/large' } })
    expect(row.status).toBe('COMPLETED')
    expect(row.summary).toHaveLength(maxChars)
  })

  test('LOOP-10 MOD-10 is continued no more when its parts are longer together', () => {
    const cut = { truncatedBy: 'TOKEN_LIMIT' } as const
    const first = joinAnswer(null, 'x'.repeat(maxChars), cut, 100)
    expect(first).toMatchObject({ kind: 'partial', partial: { isGivenUp: false } })
    if (first.kind !== 'partial') return expect.unreachable()
    const second = joinAnswer(first.partial, 'y', cut, 100)
    expect(second).toMatchObject({ kind: 'partial', partial: { isGivenUp: true } })
  })
})
