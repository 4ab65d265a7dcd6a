import { test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import type { ActionStatus } from '../../../../src/domain/action.ts'
import { type PlanShape, shapeOf } from '../../../../src/domain/plan/plan-shape.ts'
import type { CheckedPlan } from '../../../../src/engine/plan/checked-plan.ts'
import { type ActionDefinition, checkedPlan } from '../../engine/plan/plan-builders.ts'
import { randomPlan } from '../../engine/plan/random-plans.ts'

/** S1's first example. */
const research: readonly ActionDefinition[] = [
  { name: 'wiki', outputKey: 'wiki_data' },
  { name: 'arxiv', outputKey: 'papers' },
  {
    name: 'analyze',
    type: 'AGENT',
    target: 'analyzer',
    mode: 'SYNC',
    dependsOn: ['wiki', 'arxiv'],
    parameters: { w: '$wiki_data' },
    outputKey: 'analysis',
  },
  {
    name: 'cache',
    type: 'RELIC',
    target: 'results_cache',
    mode: 'FIRE_AND_FORGET',
    dependsOn: ['analyze'],
    parameters: { value: '$analysis' },
  },
]

type Progress = Readonly<Record<string, readonly [ActionStatus, durationMs?: number]>>

/** The shape of a plan, as it was checked, of which some actions have come so far. */
function shape({ plan, nodes }: CheckedPlan, progress: Progress = {}): PlanShape {
  const states = nodes.map(({ action, wave }) => {
    const [status = 'PENDING', durationMs = null] = progress[action.name] ?? []
    return { status, wave, durationMs }
  })
  return shapeOf(plan, states)
}

function blockers(checked: CheckedPlan, progress: Progress = {}) {
  const { nodes } = shape(checked, progress)
  return Object.fromEntries(nodes.map(({ action, blockedBy }) => [action.name, blockedBy]))
}

function edges(...parameters: Parameters<typeof checkedPlan>) {
  return shape(checkedPlan(...parameters)).edges.map(({ from, to, kind }) => `${from} → ${to} ${kind}`)
}

describe('DAG-2 blocking actions', () => {
  const checked = checkedPlan(research)

  test('DAG-2 is everything that has not ended, until the action starts', () => {
    expect(blockers(checked)).toEqual({ wiki: [], arxiv: [], analyze: ['wiki', 'arxiv'], cache: ['analyze'] })
    const halfway: Progress = { wiki: ['SUCCEEDED'], arxiv: ['RUNNING'] }
    expect(blockers(checked, halfway)).toMatchObject({ analyze: ['arxiv'], cache: ['analyze'] })
    const failed: Progress = { wiki: ['FAILED'], arxiv: ['SUCCEEDED'], analyze: ['SKIPPED'] }
    expect(blockers(checked, failed)).toMatchObject({ analyze: [], cache: [] })
  })

  test('DAG-3 of any dependencies no other once one has succeeded', () => {
    const race = checkedPlan([
      { name: 'slow' },
      { name: 'fast' },
      { name: 'use', dependsOn: ['slow', 'fast'], waitForAll: false },
    ])
    expect(blockers(race, { fast: ['FAILED'] }).use).toEqual(['slow'])
    expect(blockers(race, { fast: ['SUCCEEDED'] }).use).toEqual([])
  })

  test('DAG-4 a barrier, and of a FIRE_AND_FORGET action only its start', () => {
    const plan = checkedPlan([
      { name: 'sync', mode: 'SYNC' },
      { name: 'log', mode: 'FIRE_AND_FORGET' },
      { name: 'after', dependsOn: ['log'] },
    ])
    expect(blockers(plan).after).toEqual(['sync', 'log'])
    expect(blockers(plan, { sync: ['SUCCEEDED'], log: ['RUNNING'] }).after).toEqual([])
  })
})

describe('DAG-2 the edges of a plan', () => {
  test('DAG-2 DAG-4 DAG-5 DAG-7 say why each action waits', () => {
    const plan: readonly ActionDefinition[] = [
      { name: 'fetch', outputKey: 'page' },
      { name: 'read', parameters: { text: 'It says: ${page.body}' }, outputKey: 'words' },
      {
        name: 'choose',
        type: 'DECISION',
        target: '',
        branches: [{ name: 'long', when: 'size(words) > 9' }, { name: 'short' }],
      },
      { name: 'shorten', branch: 'choose/long', mode: 'SYNC' },
      { name: 'report', when: 'results.fetch.status == "SUCCEEDED"', dependsOn: ['read'], waitForAll: false },
    ]
    expect(edges(plan)).toEqual([
      'fetch → read DATA',
      'read → choose CONDITION',
      'choose → shorten BRANCH',
      'shorten → report BARRIER',
      'fetch → report CONDITION',
      'read → report DEPENDENCY',
    ])
  })

  test('DAG-5 a key that the context had is not waited for', () => {
    const plan: readonly ActionDefinition[] = [
      { name: 'read', parameters: { of: '$page' } },
      { name: 'fetch', outputKey: 'page' },
    ]
    expect(edges(plan, {}, ['page'])).toEqual([])
    expect(edges(plan)).toEqual(['fetch → read DATA'])
  })

  test.prop([randomPlan(1, 60)])('DAG-2 DAG-7 are those that the engine waits for', (actions) => {
    const checked = checkedPlan(actions.map(({ definition }) => definition))
    const expected = checked.nodes.map(({ action, needs, after }) => [
      action.name,
      [...new Set([...needs, ...after.map(({ position }) => position)])].map((place) => `a${place}`).sort(),
    ])
    const drawn = new Map(actions.map(({ definition }): [string, string[]] => [definition.name, []]))
    for (const { from, to } of shape(checked).edges) drawn.get(to)?.push(from)
    expect([...drawn].map(([name, others]) => [name, others.sort()])).toEqual(expected)
  })
})

describe('DAG-2 the critical path', () => {
  const checked = checkedPlan(research)

  test('DAG-2 is the longest path by duration; of a launch only its start counts', () => {
    const ended: Progress = {
      wiki: ['SUCCEEDED', 3],
      arxiv: ['SUCCEEDED', 5],
      analyze: ['SUCCEEDED', 2],
      cache: ['SUCCEEDED', 100],
    }
    const { criticalPath, nodes } = shape(checked, ended)
    expect(criticalPath).toEqual(['arxiv', 'analyze'])
    expect(nodes.map(({ isCritical }) => isCritical)).toEqual([false, true, true, false])
  })

  test('DAG-2 counts for unfinished actions the mean of finished ones, and nothing for skipped ones', () => {
    expect(shape(checked).criticalPath).toEqual(['wiki', 'analyze'])
    const forks = checkedPlan([
      { name: 'a' },
      { name: 'b' },
      { name: 'c', dependsOn: ['b'] },
      { name: 'd', dependsOn: ['c'] },
      { name: 'e', dependsOn: ['a'] },
    ])
    const midway: Progress = { a: ['SUCCEEDED', 90], b: ['SUCCEEDED', 10] }
    expect(shape(forks, midway).criticalPath).toEqual(['a', 'e'])
    expect(shape(forks, { ...midway, e: ['SKIPPED'] }).criticalPath).toEqual(['b', 'c', 'd'])
  })

  test('DAG-3 of any dependencies the fastest counts', () => {
    const race = checkedPlan([
      { name: 'slow' },
      { name: 'fast' },
      { name: 'use', dependsOn: ['slow', 'fast'], waitForAll: false },
    ])
    const ended: Progress = { slow: ['SUCCEEDED', 4], fast: ['SUCCEEDED', 1], use: ['SUCCEEDED', 9] }
    expect(shape(race, ended).criticalPath).toEqual(['fast', 'use'])
  })
})
