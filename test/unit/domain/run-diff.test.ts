import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import {
  type ActionDigest,
  costDelta,
  diffFields,
  diffSteps,
  divergesAt,
  type StepDigest,
} from '../../../src/domain/run-diff.ts'

const action = (name: string, more: Partial<ActionDigest> = {}): ActionDigest => ({
  ...{ id: name, name, position: 0, target: 'add', status: 'SUCCEEDED' },
  ...{ parameters: 'p', output: 'o', error: '' },
  ...more,
})
const step = (number: number, more: Partial<StepDigest> = {}): StepDigest => ({
  ...{ id: `${number}`, number, reasoning: 'r', text: 't', error: '', actions: [] },
  ...more,
})

describe('RUN-9 two runs side by side', () => {
  test('are the same where all that they did and said is, whatever their ids', () => {
    const a = [step(1, { actions: [action('x')] })]
    const b = [step(1, { id: 'other', actions: [action('x', { id: 'other' })] })]
    const [diff] = diffSteps(a, b)
    expect(diff).toMatchObject({ number: 1, same: true, differs: [] })
    expect(divergesAt(diffSteps(a, b))).toBeNull()
  })

  test.for([
    ['REASONING', { reasoning: 'x' }],
    ['TEXT', { text: 'x' }],
    ['ERROR', { error: 'x' }],
    ['ACTIONS', { actions: [action('x')] }],
  ] as const)('tell %s apart', ([difference, more]) => {
    const diff = diffSteps([step(1), step(2)], [step(1), step(2, more)])
    expect(diff.map(({ differs }) => differs)).toEqual([[], [difference]])
    expect(divergesAt(diff)).toBe(2)
  })

  test('show a step that one of them has not', () => {
    const diff = diffSteps([step(1)], [step(1), step(2)])
    expect(diff[1]).toMatchObject({ number: 2, a: null, same: false, differs: ['MISSING'] })
  })

  test('match actions by name, with the differing fields of each', () => {
    const a = step(1, { actions: [action('x'), action('y'), action('gone')] })
    const b = step(1, {
      actions: [action('y', { output: 'z' }), action('x', { status: 'FAILED' }), action('new')],
    })
    const [diff] = diffSteps([a], [b])
    expect(
      diff?.actions.map(({ name, same, sameStatus, sameOutput }) => [name, same, sameStatus, sameOutput]),
    ).toEqual([
      ['x', false, false, true],
      ['y', false, true, false],
      ['gone', false, false, false],
      ['new', false, false, false],
    ])
  })

  test('show the fields that differ, and the additional cost of the second', () => {
    expect(diffFields({ input: 'a', model: 'm' }, { input: 'b', model: 'm' })).toEqual([
      { name: 'input', a: 'a', b: 'b' },
    ])
    expect([costDelta('0.5', '0.2'), costDelta('0', '0.2'), costDelta('1', '1')]).toEqual([
      '-0.3',
      '0.2',
      '0',
    ])
  })
})

const steps = fc.uniqueArray(
  fc.record({
    number: fc.integer({ min: 1, max: 5 }),
    text: fc.constantFrom('a', 'b'),
    names: fc.uniqueArray(fc.constantFrom('x', 'y', 'z')),
  }),
  { selector: ({ number }) => number },
)
const digests = steps.map((list) =>
  list.map(({ number, text, names }) => step(number, { text, actions: names.map((name) => action(name)) })),
)

property.prop([digests, digests])(
  'RUN-9 the comparison is the same from both sides, and a run is like itself',
  (a, b) => {
    const [there, back] = [diffSteps(a, b), diffSteps(b, a)]
    expect(back.map(({ number, differs }) => [number, differs])).toEqual(
      there.map(({ number, differs }) => [number, differs]),
    )
    expect(back.map(({ a, b }) => [b, a])).toEqual(there.map(({ a, b }) => [a, b]))
    expect(divergesAt(diffSteps(a, a))).toBeNull()
  },
)
