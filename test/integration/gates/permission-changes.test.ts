import { afterEach, describe, expect, it } from 'vitest'
import type { CanExecuteTool } from '../../../src/domain/permission.ts'
import { jsonSchemas } from '../../../src/tools/json-schema-check.ts'
import { testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { countCalls, done, type GateStage, openGateStage, type Turn } from '../../support/gate-stage.ts'
import { decide } from '../../support/gates.ts'

/** Calls that changed, or whose permission did, between the first check and the moment in which they are made. */

const { count, listen } = countCalls()

const amountSchema = { type: 'object', properties: { amount: { type: 'integer' } }, required: ['amount'] }

const checked = { inputSchema: amountSchema, check: jsonSchemas.check(amountSchema) }

const pay = testTool('pay', count('pay'), { ...checked, effect: 'once' })

const refund = testTool('refund', count('refund'), { ...checked, effect: 'once' })

const book = testTool('book', count('book'), { ...checked, effect: 'idempotent' })

const hooks: { hook: CanExecuteTool | null } = { hook: null }

const stage = forFile(
  await openGateStage({
    tools: [pay, refund, book],
    canExecuteTool: (call) => hooks.hook?.(call) ?? null,
  }),
)
await stage.rule('pay', 'REQUIRE_APPROVAL')
await stage.rule('refund', 'DENY')

afterEach(() => {
  hooks.hook = null
})

const call = (name: string, amount: number): Turn => ({ calls: [{ name, arguments: { amount } }] })

/** Allows at most this amount, for any caller. */
const atMost: (limit: number) => CanExecuteTool =
  (limit) =>
  ({ parameters }) =>
    Object(parameters).amount > limit ? 'DENY' : null

async function denyFor(slug: string, target: string): Promise<string> {
  const { operations, project } = stage.engine
  const policy = { projectId: project.id, agent: { slug }, type: 'TOOL', target, permission: 'DENY' } as const
  return (await operations.policies.savePolicy({ ...policy, reason: 'Not any more.' })).policyId
}

async function actionOf(runId: string) {
  return (await stage.actionsOf(runId)).at(-1)
}

describe('a call that a human let go on', () => {
  it('TAS-1 JDG-4 is not made with revised arguments that the check in code denies', async () => {
    hooks.hook = atMost(100)
    const heard = listen()
    const { runId, told } = await stage.start([call('pay', 50), done])
    await decide(stage.engine, (await stage.gateOf(runId)).id, 'REVISE', { arguments: { amount: 500 } })
    expect((await stage.engine.finished(runId)).row.status).toBe('COMPLETED')
    expect(heard()).toEqual([])
    expect(await actionOf(runId)).toMatchObject({
      ...{ status: 'DENIED', errorCode: 'PERMISSION_DENIED', parameters: { amount: 500 } },
      audit: { decision: 'DENY', rule: 'hook', gateStatus: 'REVISED', decidedBy: 'tester' },
    })
    expect(told().at(-1)).toContain('"pay"')
  })

  it('TAS-1 JDG-4 is made with revised arguments that nobody denies, without a second question', async () => {
    hooks.hook = atMost(100)
    const heard = listen()
    const { runId } = await stage.start([call('pay', 50), done])
    await decide(stage.engine, (await stage.gateOf(runId)).id, 'REVISE', { arguments: { amount: 60 } })
    const { of } = await stage.engine.finished(runId)
    expect(heard()).toEqual(['pay {"amount":60}'])
    expect(of('GateOpened')).toHaveLength(1)
  })

  it('TAS-1 TAS-2 JDG-4 is not made where a policy became DENY while its gate was open', async () => {
    const heard = listen()
    const { slug, told } = await stage.define([call('pay', 51), done])
    const runId = await stage.trigger(slug)
    const gate = await stage.gateOf(runId)
    const policyId = await denyFor(slug, 'pay')
    await decide(stage.engine, gate.id, 'APPROVE')
    const { row, of } = await stage.engine.finished(runId)
    expect(row.status).toBe('COMPLETED')
    expect(heard()).toEqual([])
    expect(of('ActionDenied')).toHaveLength(1)
    expect(await actionOf(runId)).toMatchObject({
      ...{ status: 'DENIED', errorCode: 'PERMISSION_DENIED' },
      audit: {
        decision: 'DENY',
        rule: `policy:${policyId}`,
        reason: 'Not any more.',
        gateStatus: 'APPROVED',
      },
    })
    expect(told().join()).toContain('Not any more.')
  })

  it('TAS-1 JDG-4 is not made where such a policy came before its gate expired, though it was to proceed', async () => {
    const heard = listen()
    const gates = { expiresAfterMs: 1_000, onExpiry: 'PROCEED' } as const
    const { slug } = await stage.define([call('pay', 52), done], { agent: { gates } })
    await denyForLater(slug)
    const runId = await stage.trigger(slug)
    expect((await stage.engine.finished(runId)).row.status).toBe('COMPLETED')
    expect(heard()).toEqual([])
    expect(await actionOf(runId)).toMatchObject({ status: 'DENIED', audit: { gateStatus: 'EXPIRED' } })
  })

  /** The check in code asks for approval the first time, and denies after. */
  async function denyForLater(slug: string) {
    let asked = 0
    hooks.hook = ({ agent }) => (agent === slug && asked++ > 0 ? 'DENY' : 'REQUIRE_APPROVAL')
  }

  it('TAS-3 JDG-4 over a denial is made although that denial still stands', async () => {
    const heard = listen()
    const { runId } = await stage.start([call('refund', 1), call('refund', 2), done])
    await decide(stage.engine, (await stage.gateOf(runId)).id, 'APPROVE')
    expect((await stage.engine.finished(runId)).row.status).toBe('COMPLETED')
    expect(heard()).toEqual(['refund {"amount":2}'])
  })

  it('TAS-3 JDG-4 over a denial is made with revised arguments too, as long as no other rule denies these', async () => {
    const heard = listen()
    const { runId } = await stage.start([call('refund', 1), call('refund', 2), done])
    await decide(stage.engine, (await stage.gateOf(runId)).id, 'REVISE', { arguments: { amount: 3 } })
    await stage.engine.finished(runId)
    expect(heard()).toEqual(['refund {"amount":3}'])
  })

  it('TAS-3 JDG-4 over a denial is not made where another rule denies it by then', async () => {
    const heard = listen()
    const { slug } = await stage.define([call('refund', 1), call('refund', 2), done])
    const runId = await stage.trigger(slug)
    const gate = await stage.gateOf(runId)
    const policyId = await denyFor(slug, 'refund')
    await decide(stage.engine, gate.id, 'APPROVE')
    expect((await stage.engine.finished(runId)).row.status).toBe('COMPLETED')
    expect(heard()).toEqual([])
    expect(await actionOf(runId)).toMatchObject({ status: 'DENIED', audit: { rule: `policy:${policyId}` } })
  })

  it('TAS-3 JDG-4 over a denial of the check in code is made as it was shown, and not with arguments that it denies anew', async () => {
    hooks.hook = atMost(100)
    const turns = [call('book', 200), call('book', 300), done]
    const asShown = listen()
    const first = await stage.trigger((await stage.define(turns)).slug)
    await decide(stage.engine, (await stage.gateOf(first)).id, 'APPROVE')
    await stage.engine.finished(first)
    expect(asShown()).toEqual(['book {"amount":300}'])
    const changed = listen()
    const second = await stage.trigger((await stage.define(turns)).slug)
    await decide(stage.engine, (await stage.gateOf(second)).id, 'REVISE', { arguments: { amount: 900 } })
    await stage.engine.finished(second)
    expect(changed()).toEqual([])
    expect(await actionOf(second)).toMatchObject({ status: 'DENIED', audit: { rule: 'hook' } })
  })
})

describe('a plan that a human revised', () => {
  it('LOOP-7 TAS-1 JDG-4 is executed as far as today’s check lets it', async () => {
    hooks.hook = atMost(100)
    const heard = listen()
    const { slug } = await stage.engine.define(() => ({ text: '' }), {
      ...{ planner: 'PLAN', protocolMode: 'STRICT', requireUserApproval: true },
    })
    const actions = [{ name: 'booking', type: 'TOOL', target: 'book', parameters: { amount: 50 } }]
    const runId = await stage.trigger(slug, { plan: { actions } })
    await decide(stage.engine, (await stage.gateOf(runId)).id, 'REVISE', {
      arguments: { booking: { amount: 500 } },
    })
    expect((await stage.engine.finished(runId)).row).toMatchObject({ errorCode: 'PLAN_FAILED' })
    expect(heard()).toEqual([])
    expect(await actionOf(runId)).toMatchObject({ status: 'DENIED', audit: { rule: 'hook' } })
  })
})

describe('a call that a crash cut off', () => {
  const turns = [call('book', 7), done]

  /** Its process dies with the end of the first call; `meanwhile` happens before another takes the run up. */
  async function cutOff(meanwhile: (slug: string) => unknown, more: Parameters<GateStage['define']>[1] = {}) {
    const { slug } = await stage.define(turns, more)
    const death = await stage.doom(({ events }) => {
      const dies = events.some(({ type }) => type === 'ActionCompleted')
      if (dies) meanwhile(slug)
      return dies
    })
    const runId = await stage.trigger(slug)
    return { runId, death }
  }

  it('TAS-1 TAS-5 is not repeated where it is denied by then, and its outcome is said to be unknown', async () => {
    const heard = listen()
    const { runId, death } = await cutOff(() => {
      hooks.hook = () => 'DENY'
    })
    await death.died()
    await stage.engine.finished(runId)
    expect(heard()).toEqual(['book {"amount":7}'])
    expect(await actionOf(runId)).toMatchObject({
      ...{ status: 'FAILED', errorCode: 'OUTCOME_UNKNOWN' },
      audit: { decision: 'DENY', rule: 'hook' },
    })
  })

  it('TAS-1 TAS-5 is repeated once a human approves, where that is wanted by then', async () => {
    const heard = listen()
    const { runId, death } = await cutOff(() => {
      hooks.hook = () => 'REQUIRE_APPROVAL'
    })
    await death.died()
    const gate = await stage.gateOf(runId)
    expect(heard()).toEqual(['book {"amount":7}'])
    await decide(stage.engine, gate.id, 'APPROVE')
    await stage.engine.finished(runId)
    expect(heard()).toEqual(['book {"amount":7}', 'book {"amount":7}'])
  })

  it('TAS-1 TAS-5 JDG-4 is repeated without a second question where a human had approved it', async () => {
    const heard = listen()
    hooks.hook = () => 'REQUIRE_APPROVAL'
    const { runId, death } = await cutOff(() => undefined)
    await decide(stage.engine, (await stage.gateOf(runId)).id, 'APPROVE')
    await death.died()
    const { of } = await stage.engine.finished(runId)
    expect(of('GateOpened')).toHaveLength(1)
    expect(heard()).toEqual(['book {"amount":7}', 'book {"amount":7}'])
  })

  it('TAS-1 TAS-5 JDG-4 is not made again where a human wants it to be, and it is denied by then', async () => {
    const heard = listen()
    const { slug } = await stage.define([call('pay', 8), done], { agent: { onUnknownOutcome: 'GATE' } })
    hooks.hook = () => 'ALLOW'
    const death = await stage.doom(({ events }) => events.some(({ type }) => type === 'ActionCompleted'))
    const runId = await stage.trigger(slug)
    await death.died()
    const gate = await stage.gateOf(runId)
    expect(gate.kind).toBe('OUTCOME_UNKNOWN')
    hooks.hook = () => 'DENY'
    await decide(stage.engine, gate.id, 'APPROVE')
    await stage.engine.finished(runId)
    expect(heard()).toEqual(['pay {"amount":8}'])
    expect(await actionOf(runId)).toMatchObject({
      ...{ status: 'FAILED', errorCode: 'OUTCOME_UNKNOWN' },
      audit: { decision: 'DENY', rule: 'hook' },
    })
  })
})
