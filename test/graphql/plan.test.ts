import { describe, expect, test } from 'vitest'
import type { ActionStatus } from '../../src/domain/action.ts'
import { type Plan, parsePlan, planJsonSchema } from '../../src/domain/plan.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { forFile } from '../support/for-file.ts'
import { at, openGraph } from './open-graph.ts'

const graph = forFile(await openGraph())

/** S1's first example, with a decision. */
const research = planOf({
  reasoning: 'Both sources at once.',
  maxParallel: 3,
  actions: [
    { name: 'wiki', type: 'TOOL', target: 'web_scraper', outputKey: 'wiki_data' },
    { name: 'arxiv', type: 'TOOL', target: 'arxiv_search', outputKey: 'papers' },
    {
      name: 'analyze',
      type: 'LLM',
      dependsOn: ['wiki', 'arxiv'],
      parameters: { prompt: 'Compare $' },
      outputKey: 'analysis',
    },
    {
      name: 'good_enough',
      type: 'DECISION',
      branches: [{ name: 'yes', when: 'size(analysis) > 9' }, { name: 'no' }],
    },
    {
      name: 'cache',
      type: 'TOOL',
      target: 'results_cache',
      mode: 'FIRE_AND_FORGET',
      branch: 'good_enough/yes',
      when: 'results.wiki.status == "SUCCEEDED"',
      parameters: { value: '$analysis' },
    },
  ],
})
const waves = [0, 0, 1, 2, 3]

function planOf(value: unknown): Plan {
  const parsed = parsePlan(value)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.plan
}

type State = readonly [status: ActionStatus, durationMs?: number]

/** A step of a new run with the rows of a plan whose actions have come so far. */
async function stepWith(plan: Plan, states: readonly State[], { number = 1, given = false } = {}) {
  const run = await graph.make.run(await graph.make.agent(), given ? { plan } : {})
  const step = await graph.make.step(run, number, { plan })
  const ids: string[] = []
  for (const [position, action] of plan.actions.entries()) {
    const { name, type, mode, target, dependsOn, outputKey, branch, when: condition } = action
    const [status = 'PENDING', durationMs = null] = states[position] ?? []
    const fields = { name, type, mode, target, dependsOn, outputKey, branch, condition, status, durationMs }
    const row = await graph.make.action(step, { ...fields, position, wave: waves[position] ?? 0 })
    ids.push(toGlobalId('Action', row.id))
  }
  return { id: toGlobalId('Step', step.id), ids }
}

async function read(id: string, fields: string): Promise<unknown> {
  const query = `query($id: ID!) { node(id: $id) { ... on Step { plan { ${fields} } } } }`
  return at(await graph.read(query, { id }), 'node.plan')
}

const halfway: readonly State[] = [['SUCCEEDED', 300], ['RUNNING']]
const ended: readonly State[] = [
  ['SUCCEEDED', 300],
  ['SUCCEEDED', 400],
  ['SUCCEEDED', 50],
  ['SUCCEEDED', 1],
  ['SUCCEEDED', 900],
]

describe('DAG-2 the plan of a step', () => {
  test('DAG-2 has its actions with their status and blockers, while it runs', async () => {
    const { id, ids } = await stepWith(research, halfway)
    const fields = 'nodes { action { id name status } name wave status blockedBy isCritical }'
    const nodes = at(await read(id, fields), 'nodes')
    expect(at(nodes, '*.action.id')).toEqual(ids)
    expect(at(nodes, '*.action.name')).toEqual(at(nodes, '*.name'))
    expect(at(nodes, '*.action.status')).toEqual(at(nodes, '*.status'))
    expect(at(nodes, '*.status')).toEqual(['SUCCEEDED', 'RUNNING', 'PENDING', 'PENDING', 'PENDING'])
    expect(at(nodes, '*.wave')).toEqual(waves)
    expect(at(nodes, '*.blockedBy')).toEqual([[], [], ['arxiv'], ['analyze'], ['analyze', 'good_enough']])
  })

  test('DAG-2 has nothing that blocks, and another critical path, when it has ended', async () => {
    const { id } = await stepWith(research, ended)
    const plan = await read(id, 'nodes { blockedBy isCritical } criticalPath')
    expect(at(plan, 'nodes.*.blockedBy')).toEqual([[], [], [], [], []])
    expect(at(plan, 'nodes.*.isCritical')).toEqual([false, true, true, true, false])
    expect(at(plan, 'criticalPath')).toEqual(['arxiv', 'analyze', 'good_enough'])
  })

  test('DAG-3 DAG-4 DAG-5 DAG-7 has the waits of each action, and their reasons', async () => {
    const { id } = await stepWith(research, halfway)
    const plan = await read(
      id,
      'waves edges { from to kind } nodes { dependsOn waitForAll condition branch outputKey }',
    )
    expect(at(plan, 'edges')).toEqual([
      { from: 'wiki', to: 'analyze', kind: 'DEPENDENCY' },
      { from: 'arxiv', to: 'analyze', kind: 'DEPENDENCY' },
      { from: 'analyze', to: 'good_enough', kind: 'CONDITION' },
      { from: 'good_enough', to: 'cache', kind: 'BRANCH' },
      { from: 'analyze', to: 'cache', kind: 'DATA' },
      { from: 'wiki', to: 'cache', kind: 'CONDITION' },
    ])
    expect(at(plan, 'waves')).toEqual([['wiki', 'arxiv'], ['analyze'], ['good_enough'], ['cache']])
    expect(at(plan, 'nodes')).toMatchObject([
      { outputKey: 'wiki_data', dependsOn: [], waitForAll: true, condition: null, branch: null },
      { outputKey: 'papers' },
      { dependsOn: ['wiki', 'arxiv'] },
      { outputKey: null },
      { condition: 'results.wiki.status == "SUCCEEDED"', branch: 'good_enough/yes' },
    ])
  })

  test('DAG-2 is Mermaid text with the statuses of the moment', async () => {
    const { id } = await stepWith(research, halfway)
    const text = String(at(await read(id, 'mermaid'), 'mermaid'))
    expect(text.split('\n').slice(0, 4)).toEqual([
      'flowchart LR',
      '  a0["wiki<br/>TOOL web_scraper"]:::SUCCEEDED',
      '  a1["arxiv<br/>TOOL arxiv_search"]:::RUNNING',
      '  a2["analyze<br/>LLM"]:::PENDING',
    ])
    expect(text).toContain('  a3 -->|branch| a4\n')
  })

  test('DAG-1 DAG-6 has the mode of execution and the author', async () => {
    const fields = 'reasoning maxParallel failFast source'
    const options = { reasoning: 'Both sources at once.', maxParallel: 3, failFast: false }
    const own = await stepWith(research, halfway)
    expect(await read(own.id, fields)).toEqual({ ...options, source: 'MODEL' })
    const given = await stepWith(research, halfway, { given: true })
    expect(await read(given.id, fields)).toEqual({ ...options, source: 'CALLER' })
    const later = await stepWith(research, halfway, { given: true, number: 2 })
    expect(await read(later.id, 'source')).toEqual({ source: 'MODEL' })
  })

  test('DAG-1 is null where the model called tools without one', async () => {
    const step = await graph.make.step(await graph.make.run(await graph.make.agent()), 1)
    await graph.make.action(step)
    expect(await read(toGlobalId('Step', step.id), 'mermaid')).toBeNull()
  })

  test('API the number of SQL statements grows neither with the steps nor with the actions', async () => {
    const run = await graph.make.run(await graph.make.agent(), { plan: research })
    for (const number of [1, 2, 3, 4]) {
      const step = await graph.make.step(run, number, { plan: research })
      for (const [position, { name }] of research.actions.entries())
        await graph.make.action(step, { name, position, childRunId: run.id })
    }
    const query = `query($id: ID!, $n: Int!) { run(id: $id) { steps(first: $n) { edges { node {
      actions { id } plan { source mermaid criticalPath edges { from } nodes { name action { id output childRun { id status } } } } } } } } }`
    const few = await graph.count(query, { id: toGlobalId('Run', run.id), n: 1 })
    expect(await graph.count(query, { id: toGlobalId('Run', run.id), n: 4 })).toBe(few)
    expect(few).toMatchInlineSnapshot(`9`)
  })
})

test('DAG-1 planSchema is the schema that models are given', async () => {
  expect(await graph.read('{ planSchema }')).toEqual({ planSchema: planJsonSchema })
})
