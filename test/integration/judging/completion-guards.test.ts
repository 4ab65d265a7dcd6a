import { describe, expect, test } from 'vitest'
import type { Message } from '../../../src/domain/message.ts'
import type { Todo } from '../../../src/domain/todo.ts'
import type { CompletionGuard } from '../../../src/engine/judge/completion-guards.ts'
import type { Script } from '../../../src/models/scripted.ts'
import { doneTool, todoTool } from '../../../src/tools/control-tools.ts'
import { testTool } from '../../support/engine.ts'
import { engineForFile } from '../../support/for-file.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'

const live = createLiveModel()

const echo = testTool('echo', async (args) => args)

let guards: readonly CompletionGuard[] = []

let reported: string[] = []

const { database, engine } = await engineForFile({
  tools: [echo, todoTool, doneTool],
  providers: [live],
  replace: () => ({
    guards: [(...given) => firstOf(guards, ...given)],
    report: (message) => reported.push(message),
  }),
})

const firstOf = (all: readonly CompletionGuard[], ...given: Parameters<CompletionGuard>) =>
  all.reduce<string | null>((said, guard) => said ?? guard(...given), null)

const call = (name: string, args = {}) => ({ toolCalls: [{ name, arguments: args }] })

const todos = (...statuses: readonly Todo['status'][]) =>
  call('todo', { todos: statuses.map((status, place) => ({ text: `item ${place + 1}`, status })) })

async function historyOf(runId: string): Promise<readonly Message[]> {
  const rows = await database.prisma.message.findMany({ where: { runId }, orderBy: { position: 'asc' } })
  return rows.map((row) => JSON.parse(JSON.stringify(row.content)))
}

const sentBack = (history: readonly Message[]) =>
  history.flatMap((message) => (message.role === 'user' && message.byEngine ? [message.text] : []))

/** Answers at once, again and again. */
const stubborn: Script = ({ messages }) =>
  messages.length === 1 ? todos('DONE', 'PENDING', 'IN_PROGRESS') : { text: 'I am done.' }

describe('completion guards', () => {
  test('LOOP-4 an answer with unfinished todos is sent back, and the loop goes on', async () => {
    const { row, runId } = await engine.run(({ messages, input }) => {
      if (input.startsWith('Your answer') && messages.at(-1)?.role === 'user')
        return todos('DONE', 'DONE', 'CANCELLED')
      return stubborn({ messages, input, turn: 0, tools: [], toolsDisabled: false })
    })
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'I am done.', stepCount: 4 })
    const texts = sentBack(await historyOf(runId))
    expect(texts).toHaveLength(1)
    expect(texts[0]).toContain('- item 2 (PENDING)\n- item 3 (IN_PROGRESS)\n')
    expect(texts[0]).not.toContain('item 1')
  })

  test.for([
    [undefined, 3],
    [1, 1],
    [0, 0],
  ] as const)(
    'LOOP-4 with maxGuardRounds %s an answer is sent back %s times, then accepted',
    async ([most, times]) => {
      const agent = most === undefined ? {} : { maxGuardRounds: most }
      const { row, runId } = await engine.run(stubborn, { agent })
      expect(row).toMatchObject({ status: 'COMPLETED', summary: 'I am done.', stepCount: 2 + times })
      expect(sentBack(await historyOf(runId))).toHaveLength(times)
    },
  )

  test('LOOP-4 LOOP-3 a `done` call does not bypass them', async () => {
    const { row } = await engine.run(
      ({ messages }) =>
        messages.length === 1 ? todos('PENDING') : call('done', { message: `after ${messages.length}` }),
      { agent: { tools: ['todo', 'done'], maxGuardRounds: 2 } },
    )
    expect(row).toMatchObject({ terminationReason: 'DONE_TOOL', stepCount: 4 })
  })

  test('LOOP-4 a list that the tool refused does not count', async () => {
    const { row } = await engine.run(({ messages }) =>
      messages.length === 1 ? call('todo', { todos: [{ text: '', status: 'PENDING' }] }) : { text: 'Done.' },
    )
    expect(row).toMatchObject({ summary: 'Done.', stepCount: 2 })
  })

  test('LOOP-4 LOOP-9 a guard given in code sees the answer and the agent, and speaks after the built-in ones', async () => {
    const seen: unknown[] = []
    guards = [
      (state, { name }) => {
        seen.push([state.answer, state.todos.length, state.context, name])
        return state.answer.includes('please') ? null : 'Say please.'
      },
    ]
    const { row, runId } = await engine.run(
      ({ input }) => ({ text: input === 'Say please.' ? 'Yes, please.' : 'Yes.' }),
      { agent: { name: 'Polite' }, trigger: { context: { a: 1 } } },
    )
    guards = []
    expect(row).toMatchObject({ summary: 'Yes, please.', stepCount: 2 })
    expect(seen).toEqual([
      ['Yes.', 0, { a: 1 }, 'Polite'],
      ['Yes, please.', 0, { a: 1 }, 'Polite'],
    ])
    expect(sentBack(await historyOf(runId))).toEqual(['Say please.'])
  })

  test('LOOP-4 a guard that throws sends nothing back; the failure is reported to the operator', async () => {
    reported = []
    guards = [
      () => {
        throw new Error('broken guard')
      },
    ]
    const { row } = await engine.run(() => ({ text: 'Fine.' }))
    guards = []
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'Fine.' })
    expect(reported).toEqual([expect.stringContaining('a completion guard failed')])
  })

  test('LOOP-4 SUB-1 a parent receives the objections to the answer of its child: in its log, and its model', async () => {
    const child = await engine.define(stubborn, { maxGuardRounds: 0 })
    const asking: Script = ({ messages }) =>
      messages.length === 1
        ? call('spawn_agent', { agent: child.slug, input: 'Do it.' })
        : { text: `It says: ${messages.length}` }
    const { of, runId, types } = await engine.run(asking, { agent: { subagents: [child.slug] } })
    expect(of('ActionCompleted')).toMatchObject([{ output: 'I am done.' }])
    const warnings = of('Warning').filter(({ code }) => code === 'CHILD_GUARD_UNMET')
    expect(warnings).toMatchObject([{ message: expect.stringContaining('- item 2 (PENDING)') }])
    expect(types.indexOf('Warning')).toBe(types.indexOf('ChildRunEnded') + 1)
    const history = await historyOf(runId)
    expect(history[2]).toMatchObject({ role: 'tool', text: 'I am done.' })
    expect(sentBack(history)).toEqual([expect.stringContaining('- item 2 (PENDING)')])
    const met = await engine.define(() => ({ text: 'Whole.' }))
    const other: Script = ({ messages }) =>
      messages.length === 1 ? call('spawn_agent', { agent: met.slug, input: 'Do it.' }) : { text: 'Good.' }
    const quiet = await engine.run(other, { agent: { subagents: [met.slug] } })
    expect(quiet.types).not.toContain('Warning')
    expect(sentBack(await historyOf(quiet.runId))).toEqual([])
  })

  test('LOOP-4 LOOP-6 only the last answer of a flow is guarded', async () => {
    const stages = ['one', 'two'].map((name) => ({ name, instruction: 'Do it.' }))
    const { row, runId } = await engine.run(
      ({ messages, input }) => {
        if (messages.length === 1) return todos('PENDING')
        const isAskedBack = input.startsWith('Your answer') && messages.at(-1)?.role === 'user'
        return isAskedBack ? todos('DONE') : { text: `at ${messages.length}` }
      },
      { agent: { flowType: 'SEQUENTIAL', stages, maxGuardRounds: 1 } },
    )
    expect(row.status).toBe('COMPLETED')
    const history = await historyOf(runId)
    const user = history.flatMap((message) => (message.role === 'user' ? [message.text.slice(0, 11)] : []))
    expect(user).toEqual(['Stage 1 of ', 'Stage 2 of ', 'Your answer'])
  })

  test('LOOP-4 the list and the rounds are part of the checkpoint', async () => {
    const { row } = await engine.run(stubborn)
    expect(row.loopState).toMatchObject({
      guardRounds: 3,
      todos: [{}, { text: 'item 2', status: 'PENDING' }, {}],
    })
  })
})

describe('toolChoice REQUIRED', () => {
  test('LOOP-8 asks each turn for a tool call, offers `done`, and takes words for no answer', async () => {
    live.plays.required = async function* (request) {
      if (request.messages.length === 1) yield answer(request, 'Just words.')
      else yield answer(request, '', [{ name: 'done', arguments: { message: 'All set.' } }])
    }
    const before = live.requests.length
    const { row } = await engine.run(() => ({}), {
      agent: { model: 'live/required', tools: ['echo'], toolChoice: 'REQUIRED' },
    })
    expect(row).toMatchObject({ terminationReason: 'DONE_TOOL', summary: 'All set.', stepCount: 2 })
    const asked = live.requests.slice(before)
    expect(asked.map(({ toolChoice }) => toolChoice)).toEqual(['required', 'required'])
    expect(asked[0]?.tools.map(({ name }) => name)).toEqual(['echo', 'done'])
  })

  test('LOOP-8 LIM-3 a last word is asked for in words all the same', async () => {
    live.plays.stopped = async function* (request) {
      yield answer(
        request,
        request.toolChoice,
        request.toolChoice === 'none' ? [] : [{ name: 'echo', arguments: {} }],
      )
    }
    const { row } = await engine.run(() => ({}), {
      agent: { model: 'live/stopped', tools: ['echo'], toolChoice: 'REQUIRED', maxSteps: 1 },
    })
    expect(row).toMatchObject({ status: 'PAUSED', summary: 'none' })
  })

  test('LOOP-8 an answer in a wrong shape is mended in words', async () => {
    const outputSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
    const { row } = await engine.run(
      ({ toolsDisabled }) => (toolsDisabled ? { text: '{"n":1}' } : call('done', { message: 'one' })),
      { agent: { toolChoice: 'REQUIRED', outputSchema } },
    )
    expect(row).toMatchObject({ status: 'COMPLETED', summary: '{"n":1}' })
  })
})
