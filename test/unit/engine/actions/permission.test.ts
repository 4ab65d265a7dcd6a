import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../../src/domain/clock.ts'
import type { JsonObject } from '../../../../src/domain/json.ts'
import type { CanExecuteTool, PermissionRequest, Policy } from '../../../../src/domain/permission.ts'
import type { PermitCall } from '../../../../src/engine/actions/ask-hook.ts'
import { createPermits, type PermitContext } from '../../../../src/engine/actions/permission.ts'

const denial: Policy = {
  id: 'p1',
  agentId: 'agent-1',
  appliesTo: 'AGENT',
  condition: null,
  type: 'TOOL',
  target: 'pay',
  operation: null,
  permission: 'DENY',
  reason: 'Ask accounting.',
}

const call: PermitCall = {
  type: 'TOOL',
  target: 'pay',
  operation: null,
  parameters: { amount: 5 },
  signal: new AbortController().signal,
  timeoutMs: 60_000,
}

const run: PermitContext['run'] = {
  ...{ id: 'run-1', projectId: 'project-1', rootId: 'run-0', parentId: 'run-0', depth: 1, sessionKey: null },
  caller: { name: 'ann', kind: 'TOKEN' },
  bound: null,
  agent: { agentId: 'agent-1', slug: 'buyer', version: 3 },
  ancestors: [{ runId: 'run-0', agentId: 'agent-0', agent: 'shop', agentVersion: 7 }],
}

/** The check of a step of a run, in a project with one policy. */
function check(canExecuteTool?: CanExecuteTool, faults: Error[] = [], more: Partial<PermitContext> = {}) {
  let reads = 0
  const reports: string[] = []
  const ctx: PermitContext = {
    clock: systemClock,
    secrets: { withheld: (text) => text },
    run,
    state: { context: { customer: { name: 'Ann' } } },
    policies: {
      of: async () => {
        reads++
        const fault = faults.shift()
        if (fault) throw fault
        return { policies: [denial], fallback: 'ALLOW' }
      },
    },
    report: (message) => reports.push(message),
    ...(canExecuteTool ? { canExecuteTool } : {}),
    ...more,
  }
  return { ...createPermits(ctx), reads: () => reads, reports }
}

const byPolicy = {
  ...{ permission: 'DENY', rule: 'policy:p1', ruleAgent: 'buyer', reason: 'Ask accounting.' },
  denials: ['policy:p1'],
  isFinal: false,
}

const byDefault = {
  permission: 'ALLOW',
  rule: 'default',
  ruleAgent: null,
  reason: null,
  denials: [],
  isFinal: false,
}

describe('the permission check of a step', () => {
  test('TAS-1 asks the policies of the project: calls of one moment share them, a later one asks anew', async () => {
    const { permit, reads } = check()
    const rulings = await Promise.all([permit(call), permit({ ...call, target: 'look' }), permit(call)])
    expect(rulings).toEqual([byPolicy, byDefault, byPolicy])
    expect(reads()).toBe(1)
    await permit(call)
    expect(reads()).toBe(2)
  })

  test('TAS-1 permits nothing while the policies cannot be read, and reads them again', async () => {
    const { permit, reads } = check(undefined, [new Error('The database is gone.')])
    await expect(permit(call)).rejects.toThrow('The database is gone.')
    expect(await permit(call)).toEqual(byPolicy)
    expect(reads()).toBe(2)
  })
})

describe('a check in code', () => {
  test.each(['ALLOW', 'DENY', 'REQUIRE_APPROVAL'] as const)(
    'TAS-1 decides before any policy, at once or later: %s',
    async (permission) => {
      for (const hook of [() => permission, async () => permission]) {
        const { permit, reads } = check(hook)
        expect(await permit(call)).toMatchObject({ permission, rule: 'hook', ruleAgent: null, reason: null })
        expect(reads()).toBe(0)
      }
    },
  )

  test.each([null, undefined])('TAS-1 that gives %s leaves it to the policies', async (nothing) => {
    expect(await check(async () => nothing).permit(call)).toEqual(byPolicy)
  })

  test('TAS-1 sees the caller, the target and the arguments, and cannot change them', async () => {
    const seen: PermissionRequest[] = []
    const parameters = { to: { name: 'Ann' } }
    const { permit } = check((hooked) => {
      seen.push(structuredClone(hooked))
      Object.assign(hooked.parameters as object, { to: 'Eve' })
      return 'ALLOW'
    })
    await permit({ ...call, type: 'RELIC', target: 'db', operation: 'query', parameters })
    expect(seen).toEqual([
      {
        projectId: 'project-1',
        runId: 'run-1',
        agent: 'buyer',
        type: 'RELIC',
        target: 'db',
        operation: 'query',
        parameters: { to: { name: 'Ann' } },
        caller: { name: 'ann', kind: 'TOKEN' },
        run: {
          ...{ id: 'run-1', rootId: 'run-0', parentId: 'run-0', depth: 1, sessionKey: null },
          ...{ agent: 'buyer', agentVersion: 3 },
        },
        ancestors: [{ runId: 'run-0', agent: 'shop', agentVersion: 7 }],
        context: { customer: { name: 'Ann' } },
      },
    ])
    expect(parameters).toEqual({ to: { name: 'Ann' } })
  })

  test('TAS-1 gets a copy of the context, which is made where it looks at it', async () => {
    const context = { customer: { name: 'Ann' } }
    const { permit } = check(
      (hooked) => {
        Object.assign(hooked.context.customer as object, { name: 'Eve' })
        const first = hooked.context
        return hooked.context === first ? 'ALLOW' : 'DENY'
      },
      [],
      { state: { context } },
    )
    expect((await permit(call)).permission).toBe('ALLOW')
    expect(context).toEqual({ customer: { name: 'Ann' } })
    // A function cannot be copied.
    const state = { context: { call: () => 'no data' } as unknown as JsonObject }
    expect((await check(() => 'ALLOW', [], { state }).permit(call)).permission).toBe('ALLOW')
  })

  test('TAS-11 is not asked about what the agent of an access token could not call', async () => {
    const bound = { agentId: 'agent-0', slug: 'shop', version: 7, ...{ tools: ['look'], relics: [] } }
    const bounds = { ...bound, workflows: [], subagents: [], specialists: [] }
    const { permit } = check(() => 'ALLOW', [], { run: { ...run, bound: bounds } })
    expect(await permit(call)).toMatchObject({
      permission: 'DENY',
      rule: 'token',
      ruleAgent: 'shop',
      isFinal: true,
    })
    expect(await permit({ ...call, target: 'look' })).toMatchObject({ permission: 'ALLOW', rule: 'hook' })
    expect(await permit({ ...call, target: 'todo' })).toMatchObject({ permission: 'ALLOW', rule: 'default' })
  })

  test('TAS-1 that throws refuses, and the failure is reported to the operator', async () => {
    const throwing = () => {
      throw new Error('No such customer.')
    }
    for (const hook of [throwing, async () => throwing()]) {
      const { permit, reports } = check(hook)
      expect(await permit(call)).toMatchObject({
        permission: 'DENY',
        rule: 'hook',
        ruleAgent: null,
        reason: 'The check in code failed: No such customer.',
      })
      expect(reports).toEqual(['canExecuteTool failed on TOOL pay; the call is denied.'])
    }
  })

  test.each([
    [true, 'a value of type boolean'],
    [false, 'a value of type boolean'],
    ['allow', '"allow"'],
    [{ permission: 'ALLOW' }, 'a value of type object'],
  ])('TAS-1 that gives %j refuses: only a permission permits', async (answer, name) => {
    // Values that a module written in JavaScript may return.
    const { permit } = check((() => answer) as unknown as CanExecuteTool)
    expect(await permit(call)).toMatchObject({
      permission: 'DENY',
      rule: 'hook',
      ruleAgent: null,
      reason: `The check in code gave ${name}; it must give ALLOW, DENY, REQUIRE_APPROVAL or nothing.`,
    })
  })

  test('TAS-1 that never answers ends with its action', async () => {
    const stopped = new AbortController()
    const { permit } = check(() => new Promise(() => undefined))
    const permitting = permit({ ...call, signal: stopped.signal })
    stopped.abort(new Error('The time is up.'))
    await expect(permitting).rejects.toThrow('The time is up.')
  })
})
