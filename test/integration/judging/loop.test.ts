import { describe, expect, test } from 'vitest'
import type { AssistantPart, Message } from '../../../src/domain/message.ts'
import { done, TaskComplete } from '../../../src/domain/tool.ts'
import { sequence } from '../../../src/models/scripted.ts'
import { testTool } from '../../support/engine.ts'
import { engineForFile } from '../../support/for-file.ts'
import { createLiveModel } from '../../support/live-model.ts'

const live = createLiveModel()

const echo = testTool('echo', async (args) => args)

const doneTool = testTool('done', async (args) => done(JSON.stringify(args)))

const complete = testTool('complete', async () => {
  throw new TaskComplete('Thrown and done.')
})

const { database, engine } = await engineForFile({ tools: [echo, complete, doneTool], providers: [live] })

const call = (name: string, args = {}) => ({ toolCalls: [{ name, arguments: args }] })

async function historyOf(runId: string): Promise<readonly Message[]> {
  const rows = await database.prisma.message.findMany({ where: { runId }, orderBy: { position: 'asc' } })
  return rows.map((row) => JSON.parse(JSON.stringify(row.content)))
}

describe('the loop', () => {
  test('LOOP-1 each step plans, executes and is recorded; the first text is no answer while tools are called', async () => {
    const { row, runId, of } = await engine.run(
      sequence(
        { text: 'First.', ...call('echo', { a: 1 }) },
        { text: 'Then.', ...call('echo', { a: 2 }) },
        { text: 'Last.' },
      ),
    )
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'Last.', stepCount: 3 })
    expect(of('StepCompleted')).toEqual([1, 1, 0].map((n) => ({ actionsCompleted: n, progress: null })))
    const steps = await database.prisma.step.findMany({
      where: { runId },
      orderBy: { number: 'asc' },
      include: { actions: true, modelCalls: true },
    })
    expect(
      steps.map((step) => [step.number, step.success, step.actions.length, step.modelCalls.length]),
    ).toEqual([
      [1, true, 1, 1],
      [2, true, 1, 1],
      [3, true, 0, 1],
    ])
  })

  test('LOOP-1 a step whose action failed is recorded as such, with the error', async () => {
    const { runId } = await engine.run(sequence(call('nothing'), { text: 'Well.' }))
    const step = await database.prisma.step.findFirst({ where: { runId, number: 1 } })
    expect(step).toMatchObject({ success: false, error: expect.stringContaining('Unknown tool "nothing"') })
  })

  test('LOOP-2 with requireDoneTool words alone are not final: the model is asked to go on', async () => {
    const seen: string[] = []
    const { row, runId } = await engine.run(
      ({ input, messages }) => {
        seen.push(input)
        if (messages.length === 1) return { text: 'I think I am done.' }
        return { text: 'Really.', ...call('done', { message: 'All set.' }) }
      },
      { agent: { requireDoneTool: true } },
    )
    expect(row).toMatchObject({ status: 'COMPLETED', terminationReason: 'DONE_TOOL', stepCount: 2 })
    expect(row.summary).toBe('{"message":"All set."}')
    expect(seen[1]).toMatch(/call the `done` tool/)
    expect((await historyOf(runId)).map((message) => message.role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'tool',
    ])
  })

  test('LOOP-2 the done tool is offered only where it is required or named', async () => {
    live.plays.offer = async function* ({ messageId, tools }) {
      const names = tools.map((tool) => tool.name).join(' ')
      yield* say(messageId, [{ type: 'text', text: names }])
    }
    const agent = { model: 'live/offer', tools: ['echo'], maxSteps: 1 }
    const offered = async (more = {}) =>
      (await engine.run(() => ({}), { agent: { ...agent, ...more } })).row.summary
    expect(await offered()).toBe('echo')
    expect(await offered({ requireDoneTool: true })).toBe('echo done')
    expect(await offered({ tools: ['done'] })).toBe('done')
  })

  test('LOOP-2 where the done tool is required, the error of an unknown call names it too', async () => {
    const { of } = await engine.run(sequence(call('nothing'), call('done')), {
      agent: { tools: ['echo'], requireDoneTool: true },
    })
    expect(of('ActionFailed')[0]?.error).toBe('Unknown tool "nothing". Known tools: echo, done.')
  })

  test.for([
    ['by returning done(message)', 'done', '{"x":1}'],
    ['by throwing TaskComplete(message)', 'complete', 'Thrown and done.'],
  ] as const)(
    'LOOP-3 a tool ends the run %s, and its message stays in the history',
    async ([, tool, text]) => {
      const { row, runId, of } = await engine.run(sequence({ text: 'Now.', ...call(tool, { x: 1 }) }), {
        agent: { tools: ['done', 'complete'] },
      })
      expect(row).toMatchObject({
        status: 'COMPLETED',
        terminationReason: 'DONE_TOOL',
        summary: text,
        stepCount: 1,
      })
      expect(of('FinalAnswer')).toEqual([{ text }])
      expect(of('ActionCompleted')).toMatchObject([{ output: text }])
      expect((await historyOf(runId)).at(-1)).toMatchObject({
        role: 'tool',
        name: tool,
        text,
        isError: false,
      })
    },
  )

  test('LOOP-3 calls beside the one that ends the run still get their results', async () => {
    const { row, runId } = await engine.run(
      sequence({ toolCalls: ['complete', 'echo', 'done'].map((name) => ({ name, arguments: {} })) }),
      { agent: { tools: ['echo', 'complete', 'done'] } },
    )
    expect(row).toMatchObject({ terminationReason: 'DONE_TOOL', summary: 'Thrown and done.' })
    expect((await historyOf(runId)).filter((message) => message.role === 'tool')).toHaveLength(3)
  })

  test('LOOP-5 the history has the messages of the model, unchanged and in order; the system prompt is stored once, separately', async () => {
    const parts: readonly AssistantPart[] = [
      { type: 'reasoning', text: 'Hm.', state: { provider: 'live', data: { signature: 'abc=' } } },
      { type: 'text', text: ' Spaced. ' },
      { type: 'tool-call', callId: 'their-own-id', name: 'echo', arguments: '{ "b" : 1, "a":2 }' },
    ]
    live.plays.exact = async function* ({ messageId, messages }) {
      yield* say(messageId, messages.length === 1 ? parts : [{ type: 'text', text: 'Done.' }])
    }
    const before = live.requests.length
    await engine.run(() => ({}), { agent: { model: 'live/exact', systemPrompt: 'Be exact.' } })
    const [first, second] = live.requests.slice(before)
    expect(first).toMatchObject({ systemPrompt: 'Be exact.', messages: [{ role: 'user', text: 'Do it.' }] })
    expect(second).toMatchObject({ systemPrompt: 'Be exact.', toolChoice: 'auto' })
    expect(second?.messages).toMatchObject([
      { role: 'user', text: 'Do it.' },
      { role: 'assistant', messageId: first?.messageId, parts },
      { role: 'tool', callId: 'their-own-id', name: 'echo', text: '{"b":1,"a":2}', isError: false },
    ])
  })

  test('LOOP-5 several calls of a turn are answered in its order, whichever ended first', async () => {
    const { runId } = await engine.run(
      sequence(
        { toolCalls: ['echo', 'nothing', 'echo'].map((name, n) => ({ name, arguments: { n } })) },
        { text: 'Done.' },
      ),
    )
    const [, , ...told] = await historyOf(runId)
    expect(told.slice(0, 3)).toMatchObject([
      { text: '{"n":0}', isError: false },
      { text: expect.stringMatching(/^Error: Unknown tool/), isError: true },
      { text: '{"n":2}', isError: false },
    ])
  })
})

async function* say(messageId: string, parts: readonly AssistantPart[]) {
  yield {
    type: 'done',
    message: { role: 'assistant', messageId, parts },
    usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
    finishReason: 'STOP',
    rawFinishReason: 'stop',
  } as const
}
