import { describe, expect, test } from 'vitest'
import type { ConditionVerdict } from '../../../../src/domain/decide-call.ts'
import type { Json } from '../../../../src/domain/json.ts'
import { parseExpression } from '../../../../src/engine/plan/cel-expression.ts'
import { parseCondition } from '../../../../src/engine/plan/expressions.ts'

const context = new Map<string, Json>([
  ['score', 0.9],
  ['count', 3],
  ['text', 'Hello'],
  ['items', [{ n: 1 }, { n: 2.5 }]],
  ['nothing', null],
])

function evaluate(text: string, keys: ReadonlyMap<string, Json> = context): ConditionVerdict {
  const parsed = parseCondition(text)
  if (!parsed.ok) return parsed
  return parsed.condition.evaluate({
    key: (name) => keys.get(name),
    result: (name) => (name === 'fetch' ? { status: 'FAILED', output: null, error: 'no answer' } : undefined),
  })
}

test('DAG-7 WAIT-2 a text is parsed once, whether it is an expression or none', () => {
  for (const text of ['event.data.sum > 10', 'event.data.sum >'])
    expect(parseExpression(text)).toBe(parseExpression(text))
})

describe('conditions', () => {
  test.for<[string, boolean]>([
    ['count + 1 == 4', true],
    ['score * 100 > 80', true],
    ['count / 2 == 1', true],
    ['count / 2.0 == 1.5', true],
    ['items.exists(item, item.n > count)', false],
    ['items.map(item, item.n).filter(n, n > 1).size() == 1', true],
    ['text.lowerAscii().startsWith("he")', true],
    ['results.fetch.status == "FAILED" && results["fetch"].error.contains("answer")', true],
    ['has(context.absent) && absent > 1', false],
    ['context.nothing == null', true],
    ['"n" in items[0]', true],
  ])('DAG-7 %s is %s', ([text, holds]) => {
    expect(evaluate(text)).toEqual({ ok: true, holds })
  })

  test.for<[string, string]>([
    ['count >', 'is no CEL expression: Unexpected token: EOF'],
    ['count + 1', 'gives bigint, not true or false: compare it'],
    ['"a" + 1 == "a1"', 'is wrong'],
    ['absent > 1', 'cannot be evaluated: Unknown variable: absent'],
    ['text.constructor == null', 'cannot be evaluated'],
    ['context.__proto__ == null', 'cannot be evaluated: No such key: __proto__'],
    ['text.matches("^(a+)+$")', 'uses `matches()`: only'],
    ['cel.bind(x, [1], x.size() == 1)', 'uses `bind()`'],
    ['size(context) > 0', 'uses `context` whole'],
    ['results[text].status == "FAILED"', 'uses `results` whole'],
    [`${'('.repeat(50)}true${')'.repeat(50)}`, 'is no CEL expression: Exceeded maxDepth'],
    [`[${Array(210).fill('1').join()}].size() > 0`, 'is no CEL expression: Exceeded maxAstNodes'],
    [`text == "${'x'.repeat(1_000)}"`, 'is longer than 1000 characters'],
  ])('DAG-7 refuses %s', ([text, problem]) => {
    const verdict = evaluate(text)
    expect(verdict.ok ? 'accepted' : verdict.problem).toContain(problem)
  })

  test.for([
    'xs.all(a, xs.all(b, xs.all(c, a + b + c >= 0)))',
    '["ab"].map(a, a+a+a+a+a+a).map(a, a+a+a+a+a+a).map(a, a+a+a+a+a+a).map(a, a+a+a+a+a+a).map(a, a+a+a+a+a+a).map(a, a+a+a+a+a+a).map(a, a+a+a+a+a+a).map(a, a+a+a+a+a+a).map(a, a+a+a+a+a+a).size() > 0',
  ])('DAG-7 refuses what would take too long, before it begins: %s', (text) => {
    const verdict = evaluate(text, new Map([['xs', Array.from({ length: 1_000 }, (_, n) => n)]]))
    expect(verdict).toEqual({
      ok: false,
      problem: 'may take too long over so much data: loop over a smaller list',
    })
  })

  test.for<[string, boolean]>([
    ['data.constructor.name == "mine"', true],
    ['data["__proto__"].polluted', true],
    ['constructor.toString == 1 && size(constructor) == 1', true],
    ['constructor == {"toString": 1}', true],
    ['"constructor" in data && !("valueOf" in data)', true],
    ['has(data.hasOwnProperty) || has(context.toString)', false],
    ['data.all(key, key in ["constructor", "__proto__"])', true],
  ])('DAG-7 data is data under any name: %s is %s', ([text, holds]) => {
    const data: Json = JSON.parse('{"constructor": {"name": "mine"}, "__proto__": {"polluted": true}}')
    const keys = new Map<string, Json>([
      ['data', data],
      ['constructor', JSON.parse('{"toString": 1}')],
    ])
    expect(evaluate(text, keys)).toEqual({ ok: true, holds })
  })

  test('DAG-7 goes once through a large list', () => {
    const xs = Array.from({ length: 100_000 }, (_, n) => ({ n }))
    expect(evaluate('xs.all(x, x.n >= 0)', new Map([['xs', xs]]))).toEqual({ ok: true, holds: true })
  })

  test('DAG-1 DAG-7 says which keys and results it reads; loop variables are none', () => {
    const parsed = parseCondition(
      'xs.exists(item, item > low && context.high > 1) && results.a.status == results["b"].status',
    )
    expect(parsed).toMatchObject({
      ok: true,
      condition: { keys: ['xs', 'low', 'high'], results: ['a', 'b'] },
    })
  })
})
