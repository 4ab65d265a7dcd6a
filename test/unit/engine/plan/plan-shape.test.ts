import { describe, expect, test } from 'vitest'
import type { ActionStatus } from '../../../../src/domain/action.ts'
import { toMermaid } from '../../../../src/engine/plan/plan-mermaid.ts'
import { shapeOf } from '../../../../src/engine/plan/plan-shape.ts'
import { checkedPlan } from './plan-builders.ts'

/** S1's first example. */
const research = checkedPlan([
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
    target: 'a"b<c>',
    mode: 'FIRE_AND_FORGET',
    dependsOn: ['analyze'],
    parameters: { value: '$analysis' },
  },
])
const statuses = new Map<string, ActionStatus>([
  ['wiki', 'SUCCEEDED'],
  ['arxiv', 'RUNNING'],
])

describe('the shape of a plan', () => {
  test('DAG-2 tells waves, statuses and what blocks what', () => {
    const { nodes, edges } = shapeOf(research, statuses)
    expect(nodes.map(({ name, wave, status, blockedBy }) => [name, wave, status, blockedBy])).toEqual([
      ['wiki', 0, 'SUCCEEDED', []],
      ['arxiv', 0, 'RUNNING', []],
      ['analyze', 1, 'PENDING', ['arxiv']],
      ['cache', 2, 'PENDING', ['analyze']],
    ])
    expect(edges).toEqual([
      { from: 'wiki', to: 'analyze', kind: 'ALL' },
      { from: 'arxiv', to: 'analyze', kind: 'ALL' },
      { from: 'analyze', to: 'cache', kind: 'ALL' },
    ])
  })

  test('DAG-2 the critical path is the longest way; of any dependencies the fastest counts, of a launch its start', () => {
    const durations = new Map([
      ['wiki', 3],
      ['arxiv', 5],
      ['analyze', 2],
      ['cache', 100],
    ])
    const shape = shapeOf(research, statuses, (name) => durations.get(name) ?? 0)
    expect(shape).toMatchObject({ criticalPath: ['arxiv', 'analyze'], criticalDuration: 7 })
    const race = checkedPlan([
      { name: 'slow' },
      { name: 'fast' },
      { name: 'use', dependsOn: ['slow', 'fast'], waitForAll: false },
    ])
    expect(shapeOf(race, new Map(), (name) => (name === 'fast' ? 1 : 4))).toMatchObject({
      criticalPath: ['fast', 'use'],
      criticalDuration: 5,
    })
  })

  test('DAG-2 is drawn as Mermaid, and no name breaks out of its label', () => {
    expect(toMermaid(research, statuses)).toMatchInlineSnapshot(`
      "flowchart LR
        a0["wiki<br/>TOOL search"]:::SUCCEEDED
        a1["arxiv<br/>TOOL search"]:::RUNNING
        a2[["analyze<br/>AGENT analyzer"]]:::PENDING
        a3>"cache<br/>RELIC a#34;b#60;c#62;"]:::PENDING
        a0 --> a2
        a1 --> a2
        a2 --> a3
        classDef PENDING fill:#f5f5f5,stroke:#9e9e9e,color:#424242
        classDef RUNNING fill:#e3f2fd,stroke:#1e88e5,color:#0d47a1
        classDef SUCCEEDED fill:#e8f5e9,stroke:#43a047,color:#1b5e20
        classDef FAILED fill:#ffebee,stroke:#e53935,color:#b71c1c
        classDef SKIPPED fill:#fafafa,stroke:#bdbdbd,color:#757575,stroke-dasharray:4
        classDef DENIED fill:#fff3e0,stroke:#fb8c00,color:#e65100
        classDef CANCELLED fill:#eceff1,stroke:#78909c,color:#37474f
      "
    `)
  })
})
