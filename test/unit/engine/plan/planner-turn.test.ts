import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { readPlannerTurn } from '../../../../src/engine/plan/planner-prompt.ts'

const plan = { actions: [{ name: 'a', type: 'TOOL', target: 't' }] }
const turn = (fields: object) =>
  JSON.stringify({ reasoning: 'So.', goalAchieved: false, answer: null, plan: null, ...fields })

describe("a planner's turn", () => {
  test('DAG-1 is a plan with its defaults filled in, and with why', () => {
    expect(readPlannerTurn(turn({ plan }))).toMatchObject({
      kind: 'plan',
      plan: { reasoning: 'So.', actions: [{ name: 'a', mode: 'ASYNC', waitForAll: true, dependsOn: [] }] },
    })
  })

  test('LOOP-7 is an answer, with or without the goal met', () => {
    expect(readPlannerTurn(turn({ answer: 'Yes.' }))).toEqual({
      kind: 'answer',
      text: 'Yes.',
      goalAchieved: false,
      reasoning: 'So.',
    })
    expect(readPlannerTurn(turn({ answer: 'Yes.', goalAchieved: true }))).toMatchObject({
      goalAchieved: true,
      reasoning: 'So.',
    })
  })

  test('DAG-1 is a plan where it has both: remaining work comes first', () => {
    expect(readPlannerTurn(turn({ plan, answer: 'Yes.' })).kind).toBe('plan')
  })

  test('DAG-1 is read out of a block of Markdown', () => {
    expect(readPlannerTurn(`\`\`\`json\n${turn({ answer: 'Yes.' })}\n\`\`\``).kind).toBe('answer')
  })

  test.each([
    ['Just words.', /no JSON/],
    ['[]', /one JSON object/],
    [turn({}), /`plan`, or an `answer`/],
    [turn({ plan: { actions: [] } }), /actions/],
    [turn({ plan: 'later' }), /./],
    ['{"answer": "a", "answer": "b"}', /answer.*more than once/],
    ['{"answer": "a", "answer": "a"}', /answer.*more than once/],
    ['{"answer": "a", "plan": null, "answer": null}', /answer.*more than once/],
    ['{"reasoning": "a", "answer": "b", "reasoning": "c"}', /reasoning.*more than once/],
  ] as const)('DAG-1 %s is invalid, and says why', (text, problem) => {
    const read = readPlannerTurn(text)
    expect(read.kind).toBe('invalid')
    expect(JSON.stringify(read)).toMatch(problem)
  })

  test.prop([fc.oneof(fc.string(), fc.json())])(
    'DAG-1 whatever a model says is read without a throw',
    (text) => {
      expect(['plan', 'answer', 'invalid']).toContain(readPlannerTurn(text).kind)
    },
  )
})
