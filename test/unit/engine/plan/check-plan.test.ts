import { describe, expect, test } from 'vitest'
import { parsePlan, planJsonSchema } from '../../../../src/domain/plan.ts'
import { checkPlan } from '../../../../src/engine/plan/check-plan.ts'
import { type ActionDefinition, checkedPlan, planOf, problemsOf, surroundings } from './plan-builders.ts'

describe('checking a plan', () => {
  test('DAG-1 finds every problem at once, each with its place and remedy', () => {
    const problems = problemsOf([
      { name: 'a', target: 'nowhere' },
      { name: 'a', dependsOn: ['a', 'gone'] },
      { name: 'log', mode: 'FIRE_AND_FORGET', outputKey: 'logged' },
      { name: 'reader', parameters: { x: '$logged', y: '${never.was}', z: '$mine' }, outputKey: 'mine' },
      { name: 'tester', when: 'results.log.status == "FAILED"' },
      { name: 'broken', when: 'a &&' },
      { name: 'lost', branch: 'route/maybe' },
      { name: 'route', type: 'DECISION', branches: [{ name: 'yes' }, { name: 'no', when: 'true' }] },
      { name: 'stray', branches: [{ name: 'yes' }], outputSchema: {} },
      { name: 'self', when: 'results.self.status == "FAILED"', branch: 'a/b' },
    ])
    expect(problems.map(({ path, problem }) => `${path}: ${problem}`)).toMatchInlineSnapshot(`
      [
        "actions[1].name: "a" is the name of actions[0] too: names are unique, choose another",
        "actions[0].target: there is no TOOL "nowhere" here: name one that was offered",
        "actions[1].dependsOn[1]: there is no action "gone": correct the name",
        "actions[3].parameters: "$logged" is the output of "log", which is fired and forgotten: make "log" ASYNC, or remove the reference",
        "actions[3].parameters: "$never" can never exist: no action has the outputKey "never", and the context has no such key",
        "actions[3].parameters: "$mine" is its own output: nothing else writes it, use another key",
        "actions[4].when: "log" is fired and forgotten: nothing may read its result",
        "actions[5].when: is no CEL expression: Unexpected token: EOF",
        "actions[6].branch: there is no branch "route/maybe": choose of route/yes, route/no",
        "actions[7].branches[0].when: only the last branch may do without: give it a condition, or move it",
        "actions[8].outputSchema: only LLM actions have one: remove it",
        "actions[8].branches: only DECISION actions have them: remove them",
        "actions[9].branch: "a" is no DECISION of this plan: write "decision/branch"",
        "actions[9].when: results.self is its own result: remove it",
      ]
    `)
  })

  test('DAG-1 an action cannot depend on itself', () => {
    expect(problemsOf([{ name: 'a', dependsOn: ['a'] }])).toEqual([
      { path: 'actions[0].dependsOn[0]', problem: 'an action cannot wait for itself: remove it' },
    ])
  })

  test('DAG-1 names a cycle as a → b → a, and the waits in it that are no dependencies', () => {
    expect(
      problemsOf([
        { name: 'a', dependsOn: ['b'] },
        { name: 'b', dependsOn: ['a'] },
      ]),
    ).toEqual([{ path: 'actions[0]', problem: 'waits for itself: a → b → a: remove one of these' }])
    expect(problemsOf([{ name: 'a', mode: 'SYNC', dependsOn: ['b'] }, { name: 'b' }])).toEqual([
      {
        path: 'actions[0]',
        problem: 'waits for itself: a → b → a (b is listed after SYNC a): remove one of these',
      },
    ])
    const two = problemsOf([
      { name: 'a', dependsOn: ['b'] },
      { name: 'b', parameters: { x: '$a' } },
      { name: 'c', dependsOn: ['d'] },
      { name: 'd', dependsOn: ['e', 'a'] },
      { name: 'e', dependsOn: ['c'] },
      { name: 'writes', outputKey: 'a', dependsOn: ['a'] },
    ])
    expect(two.map(({ problem }) => problem)).toEqual([
      'waits for itself: a → b → writes → a (b reads the output of writes): remove one of these',
      'waits for itself: c → d → e → c: remove one of these',
    ])
  })

  test('DAG-5 an action waits for the writers of the keys that it reads', () => {
    const { nodes } = checkedPlan(
      [
        { name: 'first', outputKey: 'found' },
        { name: 'reader', parameters: { x: '$found', y: '$given' } },
        { name: 'again', outputKey: 'given' },
        { name: 'own', dependsOn: ['again'], parameters: { y: '$given' } },
      ],
      {},
      ['given'],
    )
    expect(nodes.map(({ after }) => after)).toEqual([[], [{ position: 0, why: 'DATA' }], [], []])
    expect(nodes.map(({ sources }) => Object.fromEntries(sources))).toEqual([
      {},
      { found: [0], given: [] },
      {},
      { given: [2] },
    ])
  })

  test('DAG-2 the wave is the topological level; a barrier is no dependency', () => {
    const { nodes } = checkedPlan(example3)
    expect(nodes.map(({ action, wave }) => `${action.name} ${wave}`)).toEqual([
      'fetch_A 0',
      'fetch_B 0',
      'fetch_C 0',
      'process_AB 1',
      'process_C 1',
      'combine_all 2',
      'save_result 3',
      'notify_user 3',
    ])
  })

  test('DAG-1 looks at each part of 10,000 actions as often as at each part of 1,000', () => {
    const looks = (count: number) => {
      let total = 0
      const look = () => {
        total += 1
      }
      const plan = planOf(wide(count))
      const counted = { ...plan, actions: counting(plan.actions, look) }
      expect(checkPlan(counted, surroundings()).ok).toBe(true)
      return total / count
    }
    expect(looks(10_000)).toBeLessThanOrEqual(looks(1_000) + 1)
  })

  test('DAG-1 a plan that is none says where; nothing nests too deep', () => {
    expect(parsePlan({ actions: [{ name: '1', type: 'TOOL' }], more: 1 })).toMatchObject({
      ok: false,
      problems: [{ path: 'actions[0].name' }, { problem: expect.stringContaining('more') }],
    })
    const guessed = { name: 'a', type: 'TOOL', target: 'x', dependencies: [], retry: { times: 2 } }
    expect(parsePlan({ actions: [guessed] })).toMatchObject({
      ok: false,
      problems: [
        {
          path: 'actions[0].retry',
          problem: expect.stringMatching(/^has no field "times"; there are .*maxAttempts/),
        },
        {
          path: 'actions[0]',
          problem: expect.stringMatching(/^has no field "dependencies"; there are .*dependsOn/),
        },
      ],
    })
    let deep: unknown = 1
    for (let level = 0; level < 100_000; level++) deep = [deep]
    expect(parsePlan(deep).ok).toBe(false)
    expect(parsePlan({ actions: [{ name: 'a', type: 'TOOL', outputKey: 'list' }] }).ok).toBe(false)
  })

  test('DAG-1 the schema for models has every field, its default and no recursion', () => {
    const text = JSON.stringify(planJsonSchema)
    expect(text).not.toContain('$ref')
    for (const field of Object.keys(planOf([{ name: 'a' }]).actions[0] ?? {}))
      expect(text).toContain(`"${field}"`)
  })
})

const example3: readonly ActionDefinition[] = [
  { name: 'fetch_A' },
  { name: 'fetch_B' },
  { name: 'fetch_C' },
  { name: 'process_AB', dependsOn: ['fetch_A', 'fetch_B'], mode: 'SYNC' },
  { name: 'process_C', dependsOn: ['fetch_C'], mode: 'SYNC' },
  { name: 'combine_all', dependsOn: ['process_AB', 'process_C'], mode: 'SYNC' },
  { name: 'save_result', dependsOn: ['combine_all'] },
  { name: 'notify_user', dependsOn: ['combine_all'] },
]

/** Each reads two before it, by name and by key. */
function wide(count: number): readonly ActionDefinition[] {
  return Array.from({ length: count }, (_, place) => ({
    name: `a${place}`,
    outputKey: `k${place}`,
    dependsOn: place > 9 ? [`a${place - 7}`, `a${place - 10}`] : [],
    parameters: place > 9 ? { x: `$k${place - 3}` } : {},
  }))
}

/** The same list, which tells of each look at one of its items. */
function counting<Item extends object>(items: Item[], look: () => void): Item[] {
  return new Proxy(items, {
    get: (target, property, receiver) => {
      if (typeof property === 'string' && /^\d+$/.test(property)) look()
      return Reflect.get(target, property, receiver)
    },
  })
}
