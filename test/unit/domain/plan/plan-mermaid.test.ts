import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { toMermaid } from '../../../../src/domain/plan/plan-mermaid.ts'
import { shapeOf } from '../../../../src/domain/plan/plan-shape.ts'
import { type ActionDefinition, checkedPlan } from '../../engine/plan/plan-builders.ts'

function drawn(actions: readonly ActionDefinition[], running: readonly string[] = []): string {
  const { plan, nodes } = checkedPlan(actions)
  const states = nodes.map(({ action, wave }) => {
    const status = running.includes(action.name) ? ('RUNNING' as const) : ('PENDING' as const)
    return { status, wave, durationMs: null }
  })
  return toMermaid(shapeOf(plan, states))
}

describe('DAG-2 a plan as Mermaid text', () => {
  test('DAG-2 shows types, targets, modes, statuses, waits and the critical path', () => {
    const plan: readonly ActionDefinition[] = [
      { name: 'wiki', outputKey: 'page' },
      { name: 'arxiv' },
      {
        name: 'analyze',
        type: 'LLM',
        target: '',
        mode: 'SYNC',
        dependsOn: ['wiki', 'arxiv'],
        waitForAll: false,
      },
      { name: 'choose', type: 'DECISION', target: '', branches: [{ name: 'yes' }] },
      {
        name: 'store',
        type: 'RELIC',
        target: 'a"b<c>',
        mode: 'FIRE_AND_FORGET',
        branch: 'choose/yes',
        parameters: { of: '$page' },
      },
    ]
    expect(drawn(plan, ['wiki'])).toMatchInlineSnapshot(`
      "flowchart LR
        a0["wiki<br/>TOOL search"]:::RUNNING
        a1["arxiv<br/>TOOL search"]:::PENDING
        a2[["analyze<br/>LLM"]]:::PENDING
        a3{"choose<br/>DECISION"}:::PENDING
        a4>"store<br/>RELIC a#34;b#60;c#62;"]:::PENDING
        a0 -->|any| a2
        a1 -->|any| a2
        a2 -.->|sync| a3
        a2 -.->|sync| a4
        a3 -->|branch| a4
        a0 -.->|data| a4
        classDef PENDING fill:#f5f5f5,stroke:#9e9e9e,color:#424242
        classDef RUNNING fill:#e3f2fd,stroke:#1e88e5,color:#0d47a1
        classDef SUCCEEDED fill:#e8f5e9,stroke:#43a047,color:#1b5e20
        classDef FAILED fill:#ffebee,stroke:#e53935,color:#b71c1c
        classDef SKIPPED fill:#fafafa,stroke:#bdbdbd,color:#757575,stroke-dasharray:4
        classDef DENIED fill:#fff3e0,stroke:#fb8c00,color:#e65100
        classDef CANCELLED fill:#eceff1,stroke:#78909c,color:#37474f
        classDef critical stroke-width:3px
        class a0,a2,a3 critical
      "
    `)
  })

  const nodeLine = /^ {2}a\d+(\["[^"]*"\]|\[\["[^"]*"\]\]|>"[^"]*"\]|\{"[^"]*"\}):::[A-Z]+$/
  const label = /^[A-Za-z0-9 _./:#;-]*<br\/>[A-Za-z0-9 _./:#;-]*$/

  test.prop([fc.string({ unit: 'binary', maxLength: 40 })])(
    'DAG-2 no target breaks out of its label',
    (target) => {
      const line = drawn([{ name: 'end', type: 'AGENT', target }]).split('\n')[1] ?? ''
      expect(line).toMatch(nodeLine)
      expect(line.split('"')[1]).toMatch(label)
    },
  )

  test('DAG-2 a hostile target is spelt in entity codes', () => {
    const target = '"]:::x\n  click a0 href "javascript:alert(1)"\n%%{init: {}}%% `end` #quot; é'
    const lines = drawn([{ name: 'a', type: 'AGENT', target }]).split('\n')
    expect(lines[1]).toContain('#34;#93;:::x#10;  click a0 href #34;javascript:alert#40;1#41;#34;')
    expect(lines[2]).toMatch(/^ {2}classDef/)
  })
})
