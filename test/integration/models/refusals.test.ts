import { describe, expect, test } from 'vitest'
import type { FinishReason } from '../../../src/domain/model.ts'
import type { Script } from '../../../src/models/scripted.ts'
import { finishedBy } from '../../support/finished-by.ts'
import { engineForFile } from '../../support/for-file.ts'
import { createLiveModel } from '../../support/live-model.ts'

const live = createLiveModel()

const unused: Script = () => ({})

const { engine } = await engineForFile({ providers: [live] })

describe('an answer that the provider refuses or blocks', () => {
  const ends = ['REFUSAL', 'CONTENT_FILTER'] satisfies FinishReason[]
  const words = ['', 'Half of it']
  const cases = ends.flatMap((end) => words.map((text) => [end, text] as const))

  test.for(cases)('MOD-5 %s after "%s" fails over, and its text is void', async ([end, text]) => {
    live.plays.refuses = (request) => finishedBy(request, end, text)
    live.plays.answers = (request) => finishedBy(request, 'STOP', 'Gladly.')
    const run = await engine.run(unused, {
      agent: { model: 'live/refuses', fallbackModels: ['live/answers'] },
    })
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'Gladly.' })
    expect(run.of('ModelSwitched')).toMatchObject([{ reason: 'CONTENT_BLOCKED', toModel: 'live/answers' }])
    expect(run.of('AttemptDiscarded')).toHaveLength(text === '' ? 0 : 1)
  })

  test.for(cases)(
    'MOD-5 %s after "%s" ends the run by its own code where no model is left',
    async ([end, text]) => {
      live.plays.refuses = (request) => finishedBy(request, end, text)
      const { row } = await engine.run(unused, { agent: { model: 'live/refuses' } })
      expect(row).toMatchObject({
        status: 'FAILED',
        terminationReason: 'MODELS_EXHAUSTED',
        errorCode: 'ANSWER_REFUSED',
      })
      expect(row.errorMessage).toContain('live/refuses')
    },
  )

  test('MOD-5 where another model failed for another reason, the run ends MODELS_EXHAUSTED with the error of each', async () => {
    live.plays.refuses = (request) => finishedBy(request, 'REFUSAL', '')
    const { row } = await engine.run(() => ({ error: { kind: 'AUTH' } }), {
      agent: { model: 'live/refuses', fallbackModels: ['scripted/none'] },
    })
    expect(row).toMatchObject({ status: 'FAILED', errorCode: 'MODELS_EXHAUSTED' })
    expect(row.errorMessage).toContain('CONTENT_BLOCKED')
  })

  test.for(['MALFORMED_TOOL_CALL', 'ERROR'] satisfies FinishReason[])(
    'MOD-5 words before an end by %s are no answer, and the model is asked again',
    async (end) => {
      let count = 0
      live.plays.garbles = (request) =>
        finishedBy(request, count++ === 0 ? end : 'STOP', count === 1 ? 'I call' : 'Whole.')
      const { row } = await engine.run(unused, {
        agent: { model: 'live/garbles', modelRetry: { baseMs: 0 } },
      })
      expect(row).toMatchObject({ status: 'COMPLETED', summary: 'Whole.' })
    },
  )
})
