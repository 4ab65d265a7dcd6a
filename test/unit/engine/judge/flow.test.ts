import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { agentDefinition } from '../../../../src/domain/agent.ts'
import {
  exitConditionHolds,
  type FlowPosition,
  flowStart,
  nextInFlow,
  openingMessage,
  stageAt,
  validateCondition,
} from '../../../../src/engine/judge/flow.ts'

const none = { toolCalled: false, conditionHolds: false }

const model = 'openai/x'

const sequentialOf = (count: number) =>
  agentDefinition.parse({
    name: 'a',
    model,
    flowType: 'SEQUENTIAL',
    stages: Array.from({ length: count }, (_, position) => ({
      name: `s${position}`,
      instruction: `Do ${position}.`,
    })),
  })

const loopOf = (maxIterations: number) =>
  agentDefinition.parse({ name: 'a', model, flowType: 'LOOP', loop: { maxIterations } })

/** The places that a flow is at, if every part answers with its number. */
function walk(flow: ReturnType<typeof loopOf>, exitAt = Number.POSITIVE_INFINITY): readonly FlowPosition[] {
  const places: FlowPosition[] = [flowStart]
  for (;;) {
    const exits = { ...none, toolCalled: places.length === exitAt }
    const move = nextInFlow(String(places.length), places.at(-1) ?? flowStart, flow, exits)
    if (move.kind === 'finished') return places
    expect(move.message).toContain(`\n${places.length}`)
    places.push(move.position)
  }
}

describe('a flow', () => {
  test('LOOP-6 a SINGLE flow is its one answer, and changes no message', () => {
    const flow = agentDefinition.parse({ name: 'a', model })
    expect(openingMessage('in', flow)).toBe('in')
    expect(nextInFlow('out', flowStart, flow, none)).toEqual({ kind: 'finished' })
    expect(stageAt(flowStart, flow)).toBeNull()
  })

  test.prop([fc.integer({ min: 1, max: 50 })])(
    'LOOP-6 a SEQUENTIAL flow visits each stage once, in order',
    (count) => {
      const flow = sequentialOf(count)
      expect(walk(flow).map((position) => stageAt(position, flow))).toEqual(
        flow.stages.map(({ name }, position) => ({ name, index: position + 1, total: count })),
      )
    },
  )

  test.prop([fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 250 })])(
    'LOOP-6 a LOOP flow ends where its exit is taken, and at maxIterations at the latest',
    (most, exitAt) => {
      expect(walk(loopOf(most), exitAt)).toHaveLength(Math.min(most, exitAt))
    },
  )

  test('LOOP-6 a LOOP flow ends when its condition holds', () => {
    expect(nextInFlow('x', flowStart, loopOf(9), { ...none, conditionHolds: true })).toEqual({
      kind: 'finished',
    })
  })
})

describe('an exit condition', () => {
  it.for([
    ['answer ==', /is no CEL expression/],
    ['1 + 1', /not true or false/],
    ['results.a.status == "FAILED"', /`results`/],
    [`${'a'.repeat(1_001)}`, /longer/],
  ] as const)('LOOP-6 %s is at fault', ([text, fault]) => {
    expect(validateCondition(text)).toMatch(fault)
  })

  test('LOOP-6 sees the answer before a context key of that name, and own keys alone', () => {
    expect(exitConditionHolds('answer == "new"', 'new', { answer: 'old' })).toEqual({ ok: true, holds: true })
    expect(exitConditionHolds('context.answer == "new"', 'new', {})).toEqual({ ok: true, holds: true })
    expect(exitConditionHolds('constructor == 1', 'new', {})).toMatchObject({ ok: false })
    expect(exitConditionHolds('n > 1', 'new', { n: 2 })).toEqual({ ok: true, holds: true })
  })
})
