import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { type AgentDefinitionInput, agentDefinition } from '../../../../src/domain/agent.ts'
import { effectiveLimits } from '../../../../src/domain/limits.ts'
import { childLimits } from '../../../../src/engine/actions/child-run.ts'

const define = (overrides: Partial<AgentDefinitionInput> = {}) =>
  agentDefinition.parse({ name: 'a', model: 'live/a', ...overrides })

const parentOf = (overrides: Partial<AgentDefinitionInput>, remainingMs: number | null = null) => ({
  limits: effectiveLimits({}, { ...define(overrides) }, 0),
  depth: 0,
  remainingMs,
})

const depths = fc.integer({ min: 1, max: 20 })

const times = fc.integer({ min: 1, max: 1_000_000 })

describe('the limits of a child run', () => {
  test.prop([depths, depths])(
    'SUB-2 its tree is as deep as its parent allows, or less where its own agent says so',
    (above, own) => {
      const { maxDepth } = childLimits(parentOf({ maxDepth: above }), {}, define({ maxDepth: own }))
      expect(maxDepth.value).toBe(Math.min(above, 1 + own))
    },
  )

  test('SUB-2 how many runs a tree may have is the root’s to say, how many children a run may start its own agent’s', () => {
    const parent = parentOf({ maxChildren: 2 })
    const limits = childLimits(parent, {}, define({ maxChildren: 7 }))
    expect(limits.maxDescendants).toBe(parent.limits.maxDescendants)
    expect(limits.maxChildren).toEqual({ value: 7, source: 'agent' })
  })

  test.prop([times, times, times])(
    'SUB-3 LIM-5 it has the time that it is given, else its agent’s, and never more than its parent has left',
    (left, asked, own) => {
      const parent = parentOf({}, left)
      const definition = define({ defaultTimeoutMs: own })
      expect(childLimits(parent, { timeoutMs: asked }, definition).timeoutMs.value).toBe(
        Math.min(left, asked),
      )
      expect(childLimits(parent, {}, definition).timeoutMs.value).toBe(Math.min(left, own))
      expect(childLimits(parent, {}, define()).timeoutMs).toEqual({ value: left, source: 'parent' })
    },
  )

  test('SUB-3 it has all the time that it likes where its parent has', () => {
    expect(childLimits(parentOf({}), {}, define()).timeoutMs.value).toBeNull()
  })
})
