import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import type { ToolCallPart } from '../../../../src/domain/message.ts'
import { planToolCalls } from '../../../../src/engine/actions/plan-tool-calls.ts'
import { writtenCall } from '../../../../src/engine/actions/read-arguments.ts'
import { initialCalls } from '../../../../src/engine/judge/repetition.ts'
import { testTool } from '../../../support/engine.ts'

const place = { projectId: 'p', runId: 'r', stepId: 's' }

const search = testTool('search', async () => null, { effect: 'once' })

function plan(calls: readonly ToolCallPart[], doomLoop = initialCalls) {
  let ids = 0
  const tools = { list: () => [search], find: (name: string) => (name === 'search' ? search : null) }
  return planToolCalls(calls.map(writtenCall), { doomLoop }, place, { tools, newId: () => `id-${ids++}` })
}

function call(name: string, args: string, callId = `call-${name}`): ToolCallPart {
  return { type: 'tool-call', callId, name, arguments: args }
}

describe('the plan of a turn', () => {
  test('LOOP-1 each call becomes one pending action, in the order of the calls', () => {
    const { actions } = plan([call('search', '{"q":1}', 'c1'), call('other', '{}', 'c2')])
    expect(actions).toMatchObject([
      { ...place, id: 'id-0', position: 0, name: 'search', target: 'search', callId: 'c1', effect: 'once' },
      { ...place, id: 'id-1', position: 1, name: 'other', target: 'other', callId: 'c2', effect: null },
    ])
    for (const action of actions) {
      expect(action).toMatchObject({ type: 'TOOL', mode: 'ASYNC', status: 'PENDING', attempt: 0, wave: 0 })
    }
  })

  test.prop([fc.array(fc.constantFrom('a', 'a-2', 'a-3', 'b', '__proto__'), { maxLength: 12 })])(
    'DAG-1 the names of a plan are unique, and the first of a kind keeps its own',
    (names) => {
      const { actions } = plan(names.map((name, n) => call(name, `{"n":${n}}`)))
      expect(new Set(actions.map((action) => action.name)).size).toBe(names.length)
      expect(actions.map((action) => action.target)).toEqual(names)
      if (names[0] !== undefined) expect(actions[0]?.name).toBe(names[0])
    },
  )

  test.each(['{', '', 'search for it', '{"a":1}}', '{"a":01}', '\u0000'])(
    'TAS-4 invalid JSON stays readable as it was written: %j',
    (text) => {
      expect(plan([call('search', text)]).actions[0]?.parameters).toEqual({ _raw: text })
    },
  )

  test.each(['null', '[]', '"text"', '7', 'true'])(
    'TAS-4 JSON that is no object cannot be arguments and stays as it was written: %s',
    (text) => {
      expect(plan([call('search', text)]).actions[0]?.parameters).toEqual({ _raw: text })
    },
  )

  test('TAS-4 arguments too deep to be handled stay as they were written', () => {
    const text = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect(plan([call('search', text)]).actions[0]?.parameters).toEqual({ _raw: text })
  })

  test('LIM-6 parallel calls of one turn are counted in their order, on top of earlier turns', () => {
    const two = plan([call('search', '{}'), call('search', '{}')])
    expect(two.doomLoop.count).toBe(2)
    const more = plan([call('search', '{}'), call('search', '{"q":1}')], two.doomLoop)
    expect(more.actions.map((action) => action.audit)).toEqual([
      { decision: 'REFUSED', identicalCalls: 3 },
      { identicalCalls: 1 },
    ])
  })

  test('LIM-6 calls after the fifth identical one are not planned any more', () => {
    const { actions, doomLoop } = plan(Array.from({ length: 8 }, () => call('search', '{}')))
    expect(actions).toHaveLength(5)
    expect(doomLoop.count).toBe(5)
  })

  test('LOOP-1 a turn without calls plans nothing and leaves the count as it was', () => {
    const before = plan([call('search', '{}')]).doomLoop
    expect(plan([], before)).toEqual({ actions: [], doomLoop: before })
  })
})
