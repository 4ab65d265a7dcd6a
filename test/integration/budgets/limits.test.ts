import { describe, expect, test } from 'vitest'
import { toDecimal } from '../../../src/domain/decimal.ts'
import type { ModelRequest } from '../../../src/domain/model.ts'
import type { PriceOf } from '../../../src/domain/usage.ts'
import { type Script, sequence } from '../../../src/models/scripted.ts'
import { testTool } from '../../support/engine.ts'
import { engineForFile, engineForTest } from '../../support/for-file.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'
import { loseOwner } from '../../support/lose-owner.ts'

const live = createLiveModel()

let executed = 0

const work = testTool('work', async () => {
  executed += 1
  return 'worked'
})

/** Loses its run's owner in its second call. */
const falter = testTool('falter', async (_args, { runId }) => {
  executed += 1
  if (executed === 2) {
    const where = { runId, status: 'RUNNING' } as const
    await expect.poll(() => database.prisma.action.count({ where })).toBe(1)
    await loseOwner(database, runId)
  }
  return 'faltered'
})

const { database, engine } = await engineForFile({ tools: [work, falter], providers: [live] })

const call = (name: string, args = {}) => ({ toolCalls: [{ name, arguments: args }] })

/** Works for ever, each time otherwise; `last` is its last word. */
function working(last: ReturnType<Script>): Script {
  return ({ turn, toolsDisabled }) =>
    toolsDisabled ? last : { text: `Turn ${turn}.`, ...call('work', { turn }) }
}

describe('the step limit', () => {
  test('LIM-2 a top-level run without one is not stopped', async () => {
    const turns = Array.from({ length: 60 }, (_, n) => call('work', { n }))
    const { row } = await engine.run(sequence(...turns, { text: 'Done.' }))
    expect(row).toMatchObject({ status: 'COMPLETED', stepCount: 61 })
  })

  test('LIM-3 one last call with tools disabled and the word to stop; PAUSED with its summary', async () => {
    live.plays.last = async function* (request) {
      yield request.toolChoice === 'none'
        ? answer(request, 'So far so good.')
        : answer(request, '', [{ name: 'work', arguments: {} }])
    }
    const before = live.requests.length
    const { row, runId, types, of } = await engine.run(() => ({}), {
      agent: { model: 'live/last', maxSteps: 1 },
    })
    const [, last] = live.requests.slice(before)
    expect(last).toMatchObject({ toolChoice: 'none', tools: [{ name: 'work' }, { name: 'falter' }] })
    expect(last?.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'system'])
    expect(last?.messages.at(-1)).toMatchObject({ text: expect.stringMatching(/step limit.*summarise/i) })
    expect(row).toMatchObject({
      status: 'PAUSED',
      terminationReason: 'MAX_STEPS',
      summary: 'So far so good.',
      stepCount: 1,
    })
    expect(types).not.toContain('FinalAnswer')
    expect(of('Terminating')).toEqual([{ terminationReason: 'MAX_STEPS' }])
    const calls = await database.prisma.modelCall.findMany({ where: { runId }, orderBy: { id: 'asc' } })
    expect(calls.map((row) => row.purpose)).toEqual(['LOOP', 'FINAL'])
    expect(await database.prisma.message.count({ where: { runId } })).toBe(3)
  })

  test('LIM-3 a tool call in the last word is refused, not executed, and the partial summary kept', async () => {
    executed = 0
    const { row, of, runId } = await engine.run(working(call('work')), { agent: { maxSteps: 2 } })
    expect(row).toMatchObject({ status: 'PAUSED', terminationReason: 'MAX_STEPS', summary: 'Turn 1.' })
    expect(executed).toBe(2)
    expect(await database.prisma.action.count({ where: { runId } })).toBe(2)
    expect(of('Warning')).toMatchObject([
      { code: 'TOOL_REFUSED', message: expect.stringMatching(/work.*not executed/) },
    ])
  })

  test('LIM-3 a last call that fails gives a fixed text where nothing was said', async () => {
    const { row } = await engine.run(
      ({ turn, toolsDisabled }) =>
        toolsDisabled ? { text: 'So f', error: { kind: 'AUTH' } } : call('work', { turn }),
      { agent: { maxSteps: 2 } },
    )
    expect(row).toMatchObject({
      status: 'PAUSED',
      terminationReason: 'MAX_STEPS',
      summary: 'The run stopped at its step limit; no model wrote a summary.',
    })
  })

  test('LIM-3 the answer of the step that reaches the limit counts', async () => {
    const { row } = await engine.run(sequence(call('work'), { text: 'In time.' }), { agent: { maxSteps: 2 } })
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'In time.' })
  })

  test('LIM-11 provider retries are no steps, and the limits in force can be read with their source', async () => {
    let asked = 0
    const { row, runId } = await engine.run(
      () =>
        asked++ % 2 === 0 ? { error: { kind: 'OVERLOADED', retryable: true } } : call('work', { asked }),
      { agent: { maxSteps: 2 }, trigger: { maxCostUsd: '5' } },
    )
    expect(row).toMatchObject({ terminationReason: 'MAX_STEPS', stepCount: 2 })
    const { effectiveLimits } = await database.prisma.run.findUniqueOrThrow({ where: { id: runId } })
    expect(effectiveLimits).toMatchObject({
      maxSteps: { value: 2, source: 'agent' },
      maxCostUsd: { value: '5', source: 'trigger' },
      maxParallel: { value: 5, source: 'default' },
    })
  })
})

describe('the doom loop', () => {
  const repeat: Script = () => ({ text: 'Again.', ...call('work', { same: 1 }) })

  test('LIM-6 TAS-2 the third identical call is refused, the fifth ends the run FAILED; each action keeps the decision on it', async () => {
    executed = 0
    const { row, of, types, runId } = await engine.run(repeat)
    expect(executed).toBe(2)
    expect(row).toMatchObject({
      ...{ status: 'FAILED', terminationReason: 'DOOM_LOOP', errorCode: 'DOOM_LOOP', stepCount: 5 },
      errorMessage: expect.stringContaining('5 times in a row'),
    })
    const actions = await database.prisma.action.findMany({ where: { runId }, orderBy: { id: 'asc' } })
    expect(actions.slice(0, 3).map(({ audit }) => audit)).toMatchObject([
      { decision: 'ALLOW', identicalCalls: 1, resultBytes: 8 },
      { decision: 'ALLOW', identicalCalls: 2, resultBytes: 8 },
      { decision: 'REFUSED', identicalCalls: 3 },
    ])
    expect(of('ActionFailed').map((failed) => failed.errorCode)).toEqual(Array(3).fill('TOOL_REPEATED'))
    expect(of('ActionFailed')[0]?.error).toMatch(/call 3 in a row .* Try a different approach/)
    expect(types.at(-1)).toBe('RunFailed')
  })

  test('LIM-6 any different call resets the count', async () => {
    executed = 0
    const twice = [call('work', { a: 1, b: 2 }), call('work', { b: 2, a: 1 })]
    const other = (a: number) => call('work', { a })
    const { row } = await engine.run(
      sequence(...twice, other(2), ...twice, other(3), ...twice, { text: 'Out.' }),
    )
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'Out.' })
    expect(executed).toBe(8)
  })

  test('LIM-6 another call after the warning starts the count anew', async () => {
    const same = call('work', { q: 'same' })
    const { row } = await engine.run(
      sequence(same, same, same, call('work', { q: 'other' }), same, same, { text: 'Fine.' }),
    )
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'Fine.' })
  })

  test('LIM-6 identical calls of one turn count one by one', async () => {
    executed = 0
    const { row, of } = await engine.run(() => ({
      toolCalls: Array.from({ length: 7 }, () => ({ name: 'work', arguments: {} })),
    }))
    expect(row).toMatchObject({ status: 'FAILED', terminationReason: 'DOOM_LOOP', stepCount: 1 })
    expect(executed).toBe(2)
    expect(of('ActionStarted')).toHaveLength(5)
  })

  test('LIM-6 a model that takes the hint goes on', async () => {
    const { row } = await engine.run(({ messages }) => {
      const last = messages.at(-1)
      return last?.role === 'tool' && last.isError ? { text: 'I see.' } : repeat(situation(messages))
    })
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'I see.', stepCount: 4 })
  })

  test('LIM-6 the count survives the loss of its owner', async () => {
    executed = 0
    const { row, of } = await engine.run(() => call('falter', { same: 1 }))
    // The second call was cut off and repeated, being `read`: that is no new call of the model.
    expect(executed).toBe(3)
    expect(row).toMatchObject({ status: 'FAILED', terminationReason: 'DOOM_LOOP', recoveries: 1 })
    expect(of('ActionFailed').map((failed) => failed.errorCode)).toEqual(Array(3).fill('TOOL_REPEATED'))
  })
})

describe('the cost limit', () => {
  test('LIM-9 the run is paused before the call that would follow; a last word that it cannot pay is not asked for', async () => {
    const { row, of } = await engine.run(working({ text: 'That was dear.' }), {
      trigger: { maxCostUsd: '0.02' },
    })
    expect(row).toMatchObject({
      status: 'PAUSED',
      terminationReason: 'COST_LIMIT',
      summary: 'Turn 1.',
    })
    expect(of('RunCompleted')).toMatchObject([{ usage: { requests: 2, costUsd: '0.02' } }])
  })

  test('LIM-9 LIM-3 the rest of a budget pays for a final answer', async () => {
    const priceOf: PriceOf = ({ usage }) => ({
      costUsd: toDecimal(usage.outputTokens / 10_000),
      priceVersion: 'test',
      pricedAs: 'test',
    })
    const { engine: priced } = await engineForTest({ tools: [work], priceOf })
    const { row, of } = await priced.run(working({ text: 'That was dear.' }), {
      trigger: { maxCostUsd: '0.11' },
    })
    expect(row).toMatchObject({
      status: 'PAUSED',
      terminationReason: 'COST_LIMIT',
      summary: 'That was dear.',
    })
    expect(Number(of('RunCompleted')[0]?.usage.costUsd)).toBeLessThanOrEqual(0.11)
  })

  test('LIM-9 the trigger may spend more than the agent may', async () => {
    const script = sequence(call('work', { n: 1 }), call('work', { n: 2 }), { text: 'Done.' })
    const { row } = await engine.run(script, { agent: { maxCostUsd: '0.01' }, trigger: { maxCostUsd: '1' } })
    expect(row.status).toBe('COMPLETED')
  })
})

function situation(messages: ModelRequest['messages']) {
  return { turn: 0, input: '', messages, tools: [], toolsDisabled: false }
}
