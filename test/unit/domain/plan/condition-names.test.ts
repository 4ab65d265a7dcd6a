import { describe, expect, it } from 'vitest'
import { conditionNames } from '../../../../src/domain/plan/plan-waits.ts'
import { parseCondition } from '../../../../src/engine/plan/expressions.ts'

describe('DAG-7 the names in a condition are those that the engine finds', () => {
  it.for([
    'size(words) > 9 && words[0].startsWith("results.a")',
    'results.fetch.status == "SUCCEEDED" || results["fetch-b"].error != \'context.x\'',
    'has(context.page) && context["page"].title == title',
    'page.results.count > 3 && !page.context.key',
    '"it\\"s results.a" + name == other',
    "['a', 'b'].exists(item, item in tags)",
    'true && count >= 1',
  ])('DAG-7 %s', (text) => {
    const parsed = parseCondition(text)
    if (!parsed.ok) throw new Error(parsed.problem)
    const names = conditionNames(text)
    expect(names.results.toSorted()).toEqual(parsed.condition.results.toSorted())
    // A loop's variable and what CEL itself has names for are no keys of a plan.
    expect(names.keys.filter((key) => !['true', 'in', 'item'].includes(key)).toSorted()).toEqual(
      parsed.condition.keys.toSorted(),
    )
  })
})
