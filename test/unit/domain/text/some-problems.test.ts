import { describe, expect, test } from 'vitest'
import { isDeeper, type Json, leastBytes, toJson } from '../../../../src/domain/json.ts'
import { parsePlan } from '../../../../src/domain/plan.ts'
import { someProblems } from '../../../../src/domain/text/some-problems.ts'
import { checkObject } from '../../../../src/engine/commands/run-input.ts'
import { renderProblems } from '../../../../src/engine/plan/check-given-plan.ts'
import { checkPlan } from '../../../../src/engine/plan/check-plan.ts'
import { renderPlanProblems } from '../../../../src/engine/plan/planner-prompt.ts'

const nothing = () => false
const surroundings = {
  contextKeys: new Set<string>(),
  knows: {
    TOOL: nothing,
    LLM: nothing,
    DECISION: nothing,
    AGENT: nothing,
    RELIC: nothing,
    WORKFLOW: nothing,
  },
}

describe('DAG-1 the faults of a plan', () => {
  test.for([
    ['of its form', { name: '1', type: 'NONE', target: 7, more: true }],
    ['of what it names', { type: 'TOOL', target: 'gone'.repeat(70), dependsOn: ['lost'] }],
  ] as const)('are dozens at most, and counted beyond: %s', ([, fault]) => {
    const actions = Array.from({ length: 10_000 }, (_, index) => ({ name: `a${index}`, ...fault }))
    const parsed = parsePlan({ actions })
    const found = parsed.ok ? checkPlan(parsed.plan, surroundings) : parsed
    const problems = 'problems' in found ? found.problems : []
    expect(problems).toHaveLength(51)
    expect(problems.at(-1)?.problem).toMatch(/^and \d{5} more$/)
    expect(renderPlanProblems(problems).length).toBeLessThan(40_000)
    expect(renderProblems(problems).length).toBeLessThan(40_000)
  })

  test('are each no longer than a sentence', () => {
    const fields = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field${index}`, 1]))
    const parsed = parsePlan({ actions: [{ name: 'a', type: 'TOOL', ...fields }] })
    expect(parsed.ok || renderProblems(parsed.problems).length).toBeLessThan(2_000)
    expect(someProblems(['x'.repeat(10_000)])).toEqual([`${'x'.repeat(500)}…`])
    expect(someProblems(['a', 'b'])).toEqual(['a', 'b'])
  })
})

describe('RUN-1 a large input', () => {
  /** 150,000 keys, of which those beyond the first 90,000 must not be looked at. */
  const large = (): Record<string, Json> => {
    const value: Record<string, Json> = {}
    for (let index = 0; index < 90_000; index += 1) value[`key${index}`] = 0
    for (let index = 90_000; index < 150_000; index += 1)
      Object.defineProperty(value, `key${index}`, {
        enumerable: true,
        get: () => {
          throw new Error('It was read.')
        },
      })
    return value
  }

  test('is measured no further than its limit', () => {
    expect(leastBytes(large(), 100_000)).toBeLessThan(100_100)
    expect(() => checkObject('context', large())).toThrow(/^context is \d+ bytes; the maximum is 1048576/)
  })

  test('is never measured as more than it has', () => {
    for (const value of [null, true, 7, '', 'ä', [], {}, [1, [2, 'x']], { a: { b: ['c'] }, d: null }])
      expect(leastBytes(value, 1_000)).toBeLessThanOrEqual(JSON.stringify(value).length)
  })

  test('is copied as JSON, with keys that mean something to JavaScript', () => {
    const given: Json = JSON.parse(
      '{"__proto__": {"a": [1]}, "constructor": {"b": "c"}, "list": [{"d": null}]}',
    )
    const copy = toJson(given)
    expect(JSON.stringify(copy)).toBe(JSON.stringify(given))
    expect(copy).not.toBe(given)
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
    expect([isDeeper(given, 2), isDeeper(given, 3)]).toEqual([true, false])
  })
})
