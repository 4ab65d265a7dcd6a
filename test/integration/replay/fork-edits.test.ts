import { describe, expect, test } from 'vitest'
import type { ForkRun } from '../../../src/domain/operations.ts'
import { sequence } from '../../../src/models/scripted.ts'
import { testTool } from '../../support/engine.ts'
import { engineForFile } from '../../support/for-file.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'
import { saidIn } from '../../support/run-rows.ts'

const live = createLiveModel()
const tools = [testTool('look', async () => 'Rain.'), testTool('city', async (_args, { context }) => context)]
const { database, engine } = await engineForFile({ tools, providers: [live] })

/** Answers with all that it is shown. */
live.plays.recites = async function* (request) {
  const said = request.messages.map((message) =>
    message.role === 'assistant'
      ? message.parts
          .map((part) => (part.type === 'tool-call' ? part.name : 'text' in part ? part.text : ''))
          .join('+')
      : message.text,
  )
  yield answer(request, said.join(' | '))
}

const calls = (name: string) => [{ name, arguments: {} }]
const talk = sequence({ text: 'I look.', toolCalls: calls('look') }, { text: 'It rains.' })
const original = await engine.run(talk, {
  agent: { tools: ['look', 'city'] },
  trigger: { input: 'Weather?' },
})
const { runId } = original

const forkOf = (of: string, afterStep: number, changes: Partial<ForkRun>) =>
  engine.operations.history.forkRun({ projectId: engine.project.id, runId: of, afterStep, ...changes })

async function forked(afterStep: number, changes: Partial<ForkRun>) {
  return engine.finished((await forkOf(runId, afterStep, { model: 'live/recites', ...changes })).runId)
}

describe('RUN-13 a fork with changes to the state that it takes over', () => {
  test('goes on from other texts of its messages and another result of a call', async () => {
    const messages = [
      { position: 0, text: 'Weather in Bonn?' },
      { position: 1, text: 'Let me see.' },
      { position: 2, text: 'Snow.' },
    ]
    const { row, of } = await forked(1, { messages })
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'Weather in Bonn? | Let me see.+look | Snow.' })
    expect(of('StateEdited')).toEqual([
      { contextEdited: false, editedMessages: [0, 1, 2], droppedFrom: null },
    ])
    expect(JSON.stringify(await saidIn(database, runId))).toContain('Rain.')
  })

  test('asks again without the messages from one on, also after the answer', async () => {
    const whole = await forked(2, { dropFrom: 3 })
    expect(whole.row.summary).toBe('Weather? | I look.+look | Rain.')
    const first = await forked(2, { dropFrom: 1, messages: [{ position: 0, text: 'Time?' }] })
    expect(first.row.summary).toBe('Time?')
    expect(first.of('StateEdited')).toEqual([{ contextEdited: false, editedMessages: [0], droppedFrom: 1 }])
  })

  test('has another context, from the start and after a step', async () => {
    const ask = sequence({ text: '', toolCalls: calls('city') }, { text: 'Done.' })
    const source = await engine.run(ask, {
      agent: { tools: ['city'] },
      trigger: { context: { city: 'Bonn' } },
    })
    for (const afterStep of [0, 1]) {
      const { runId: id } = await forkOf(source.runId, afterStep, { context: { city: 'Kiel' } })
      const fork = await engine.finished(id)
      expect(fork.row.status).toBe('COMPLETED')
      const run = await database.prisma.run.findUniqueOrThrow({ where: { id } })
      expect(run).toMatchObject({
        context: { city: 'Kiel' },
        overrides: { edits: { context: true, messages: [] } },
      })
      expect(fork.types.slice(0, 2)).toEqual(['RunStarted', 'StateEdited'])
      // What it was made with is not made again.
      const again = await engine.finished((await forkOf(id, 0, {})).runId)
      expect(again.types).not.toContain('StateEdited')
      expect((await database.prisma.run.findUniqueOrThrow({ where: { id: again.runId } })).context).toEqual({
        city: 'Kiel',
      })
    }
  })

  test('takes what is changed of a fork of it, by the positions there', async () => {
    const first = await forked(1, { messages: [{ position: 2, text: 'Hail.' }] })
    const { runId: id } = await forkOf(first.runId, 0, { messages: [{ position: 0, text: 'Once more?' }] })
    const second = await engine.finished(id)
    expect(second.row.summary).toBe('Once more? | I look.+look | Hail.')
  })

  const big = 'x'.repeat(1_100_000)
  test.each([
    [
      'a position that is not there',
      1,
      { messages: [{ position: 9, text: 'x' }] },
      'messages[0].position',
      '0 to 2',
    ],
    [
      'a position after the step',
      1,
      { messages: [{ position: 3, text: 'x' }] },
      'messages[0].position',
      '0 to 2',
    ],
    [
      'a message twice',
      1,
      { messages: [0, 0].map((position) => ({ position, text: 'x' })) },
      'messages[1].position',
      'another',
    ],
    [
      'a dropped message',
      2,
      { dropFrom: 1, messages: [{ position: 2, text: 'x' }] },
      'messages[0].position',
      'drops',
    ],
    ['an empty input', 1, { messages: [{ position: 0, text: ' ' }] }, 'messages[0].text', 'empty'],
    [
      'an empty answer',
      2,
      { messages: [{ position: 3, text: '' }], input: 'And?' },
      'messages[0].text',
      'empty',
    ],
    [
      'a changed answer that nobody reads',
      2,
      { messages: [{ position: 3, text: 'Sun.' }] },
      'afterStep',
      'gave the run',
    ],
    [
      'a text that cannot be stored',
      1,
      { messages: [{ position: 0, text: 'a\u0000' }] },
      'messages[0].text',
      '',
    ],
    ['too long a text', 1, { messages: [{ position: 0, text: big }] }, 'messages[0].text', ''],
    [
      '101 messages',
      1,
      { messages: Array.from({ length: 101 }, (_, position) => ({ position, text: 'x' })) },
      'messages',
      '101',
    ],
    ['everything dropped', 2, { dropFrom: 0 }, 'dropFrom', 'nothing'],
    ['a result without its call', 2, { dropFrom: 2 }, 'dropFrom', 'call'],
    ['nothing to drop', 2, { dropFrom: 4 }, 'dropFrom', '0 to 3'],
    [
      'messages at the start',
      0,
      { messages: [{ position: 0, text: 'x' }] },
      'messages[0].position',
      'no message',
    ],
    ['a drop at the start', 0, { dropFrom: 1 }, 'dropFrom', 'no message'],
    ['no context', 1, { context: null }, 'context', 'null'],
    ['a context that is no object', 1, { context: [1] }, 'context', 'object'],
  ] as const)(
    'refuses %s by its name, before anything is written',
    async (_, afterStep, changes, field, words) => {
      const before = await database.prisma.run.count()
      const refused = await forkOf(runId, afterStep, changes).catch((error: unknown) => error)
      expect(refused).toMatchObject({ message: expect.stringContaining(field) })
      expect(String(Reflect.get(Object(refused), 'message'))).toContain(words)
      expect(await database.prisma.run.count()).toBe(before)
    },
  )
})
