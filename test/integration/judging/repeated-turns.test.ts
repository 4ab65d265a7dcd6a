import { beforeEach, describe, expect, test } from 'vitest'
import { done } from '../../../src/domain/tool.ts'
import type { Script } from '../../../src/models/scripted.ts'
import { testTool } from '../../support/engine.ts'
import { engineForFile } from '../../support/for-file.ts'
import { loseOwner } from '../../support/lose-owner.ts'

let made: string[] = []

/** Gives the same for the same arguments. */
const look = testTool('look', async (args) => {
  made.push(JSON.stringify(args))
  return 'nothing new'
})

/** Gives something else each time. */
const poll = testTool('poll', async () => {
  made.push('poll')
  return { percent: made.length }
})

/** As `look`, and loses its run's owner in its fifth call. */
const falter = testTool('falter', async (args, { runId }) => {
  made.push(JSON.stringify(args))
  if (made.length === 5) {
    const where = { runId, status: 'RUNNING' } as const
    await expect.poll(() => database.prisma.action.count({ where }), { timeout: 15_000 }).toBe(1)
    await loseOwner(database, runId)
  }
  return 'nothing new'
})

const { database, engine } = await engineForFile({
  tools: [look, poll, falter, testTool('done', async () => done('All set.'))],
})

beforeEach(() => {
  made = []
})

const call = (name: string, args = {}) => ({ toolCalls: [{ name, arguments: args }] })

/** Gives the turn of the place, which counts all turns from 0. */
function each(turnOf: (place: number) => ReturnType<Script>): Script {
  return ({ messages }) => turnOf(messages.filter(({ role }) => role === 'assistant').length)
}

/** Makes these calls in turn, without end. */
function circling(...calls: readonly ReturnType<typeof call>[]): Script {
  return each((place) => calls[place % calls.length] ?? {})
}

const bounded = { trigger: { maxSteps: 40 } }

const endless = { agent: { requireDoneTool: true }, ...bounded }

describe('words alone, where they do not end the run', () => {
  test('LIM-6 RUN-5 a message that comes with a resume resets the count, and a resume without one does not', async () => {
    const stuck: Script = ({ toolsDisabled }) => ({ text: toolsDisabled ? 'So far.' : 'I am at it.' })
    const resumed = async (message?: string) => {
      const agent = { requireDoneTool: true, maxSteps: 4 }
      const { runId, events } = await engine.run(stuck, { agent })
      const call = { projectId: engine.project.id, runId, maxSteps: 4 }
      await engine.operations.resumeRun({ ...call, ...(message !== undefined && { message }) })
      return (await engine.finished(runId, events.length)).row
    }
    expect(await resumed('Try the other door.')).toMatchObject({
      status: 'PAUSED',
      terminationReason: 'MAX_STEPS',
      stepCount: 8,
    })
    expect(await resumed()).toMatchObject({ status: 'FAILED', terminationReason: 'DOOM_LOOP', stepCount: 5 })
  })

  test('LIM-6 LOOP-2 the same words after a reminder count as the same call: the third draws a firm reminder, the fifth ends the run', async () => {
    const read: string[] = []
    const { row, of } = await engine.run(({ input }) => {
      read.push(input)
      return { text: `  I am DONE, attempt ${read.length}! ` }
    }, endless)
    expect(row).toMatchObject({ status: 'FAILED', terminationReason: 'DOOM_LOOP', stepCount: 5 })
    expect(row.errorMessage).toBe(
      'The model repeated the same text 5 times in a row without calling a tool, after a request to call one.',
    )
    expect(read.slice(1).map((text) => text.startsWith('You have repeated the same text'))).toEqual([
      false,
      false,
      true,
      true,
    ])
    expect(of('StepCompleted')).toHaveLength(5)
  })

  test('LIM-6 empty turns are the same words too', async () => {
    const { row } = await engine.run(() => ({ text: '' }), endless)
    expect(row).toMatchObject({ status: 'FAILED', terminationReason: 'DOOM_LOOP', stepCount: 5 })
  })

  test('LIM-13 words that alternate are seen', async () => {
    const { row } = await engine.run(
      each((turn) => ({ text: turn % 2 ? 'Shall I?' : 'I could.' })),
      endless,
    )
    expect(row).toMatchObject({ status: 'FAILED', terminationReason: 'DOOM_LOOP', stepCount: 9 })
  })

  test('LIM-6 a call in between begins the count of words anew, and other words do', async () => {
    const { row } = await engine.run(
      each((turn) => {
        if (turn === 24) return call('done', { message: 'All set.' })
        return turn % 3 === 2 ? call('look', { turn }) : { text: 'Going on.' }
      }),
      endless,
    )
    expect(row).toMatchObject({ status: 'COMPLETED', stepCount: 25 })
    const { row: other } = await engine.run(
      each((turn) => (turn === 12 ? call('done') : { text: `${'very '.repeat(turn)}busy` })),
      endless,
    )
    expect(other).toMatchObject({ status: 'COMPLETED', stepCount: 13 })
  })
})

describe('calls that go round in a cycle', () => {
  test('LIM-13 of A B A B the third round is not executed, the fifth ends the run', async () => {
    const { row, of } = await engine.run(
      circling(call('look', { at: 'A' }), call('look', { at: 'B' })),
      bounded,
    )
    expect(row).toMatchObject({ status: 'FAILED', terminationReason: 'DOOM_LOOP', errorCode: 'DOOM_LOOP' })
    expect(row.stepCount).toBe(9)
    expect(made).toHaveLength(4)
    expect(of('ActionFailed').map(({ errorCode }) => errorCode)).toEqual(Array(5).fill('TOOL_REPEATED'))
    expect(of('ActionFailed')[0]?.error).toMatch(
      /same 2 calls with the same results.*Try a different approach/,
    )
    expect(row.errorMessage).toMatch(/made the same 2 calls, .* 5 times in a row with the same results/)
  })

  test.each([3, 6])('LIM-13 a cycle of %i calls is seen', async (length) => {
    const calls = Array.from({ length }, (_, at) => call('look', { at }))
    const { row } = await engine.run(circling(...calls), bounded)
    expect(row).toMatchObject({ status: 'FAILED', terminationReason: 'DOOM_LOOP', stepCount: 4 * length + 1 })
    expect(made).toHaveLength(2 * length)
  })

  test('LIM-13 parallel calls that come again in each turn are a cycle', async () => {
    const both = { toolCalls: ['A', 'B'].map((at) => ({ name: 'look', arguments: { at } })) }
    const { row } = await engine.run(() => both, bounded)
    expect(row).toMatchObject({ status: 'FAILED', terminationReason: 'DOOM_LOOP', stepCount: 5 })
    expect(made).toHaveLength(4)
  })

  test('LIM-13 a cycle of which something else comes each time is work: polling goes on', async () => {
    const wait = call('look', { for: 'a second' })
    const { row } = await engine.run(
      each((turn) => (turn === 30 ? { text: 'There it is.' } : turn % 2 ? call('poll') : wait)),
      bounded,
    )
    expect(row).toMatchObject({ status: 'COMPLETED', stepCount: 31 })
    expect(made).toHaveLength(30)
  })

  test('LIM-13 a call that is no part of the cycle begins the count anew', async () => {
    const { row } = await engine.run(
      each((turn) => {
        if (turn === 20) return { text: 'Out.' }
        return turn % 5 === 4 ? call('look', { turn }) : call('look', { at: (turn % 5) % 2 })
      }),
      bounded,
    )
    expect(row).toMatchObject({ status: 'COMPLETED', stepCount: 21 })
  })

  test('LIM-13 the count survives the loss of its owner', async () => {
    const { row } = await engine.run(
      circling(call('look', { at: 'A' }), call('falter', { at: 'B' }), call('look', { at: 'C' })),
      bounded,
    )
    expect(row).toMatchObject({
      status: 'FAILED',
      terminationReason: 'DOOM_LOOP',
      stepCount: 13,
      recoveries: 1,
    })
    // The call that was cut off is made again, being `read`.
    expect(made).toHaveLength(7)
  })

  test.for([
    ['under another key each time', 'look', 6, 3],
    ['of which something else comes each time', 'poll', 40, 40],
  ] as const)('LIM-6 DAG-5 a plan that keeps its result %s', async ([_why, target, stepCount, times]) => {
    const { row } = await engine.run(
      each((turn) => ({
        text: JSON.stringify({
          reasoning: '',
          goalAchieved: false,
          answer: null,
          plan: { actions: [{ name: `a${turn}`, type: 'TOOL', target, outputKey: `result_${turn}` }] },
        }),
      })),
      { agent: { planner: 'PLAN' }, ...bounded },
    )
    expect(row).toMatchObject({ stepCount, terminationReason: target === 'look' ? 'DOOM_LOOP' : 'MAX_STEPS' })
    expect(made).toHaveLength(times)
  })

  test('LIM-13 plans that alternate are seen', async () => {
    const plan = (at: string) => ({
      text: JSON.stringify({
        reasoning: '',
        goalAchieved: false,
        answer: null,
        plan: { actions: [{ name: 'a', type: 'TOOL', target: 'look', parameters: { at } }] },
      }),
    })
    const { row } = await engine.run(
      each((turn) => plan(turn % 2 ? 'A' : 'B')),
      {
        agent: { planner: 'PLAN' },
        ...bounded,
      },
    )
    expect(row).toMatchObject({ status: 'FAILED', terminationReason: 'DOOM_LOOP', stepCount: 9 })
    expect(made).toHaveLength(4)
  })
})
