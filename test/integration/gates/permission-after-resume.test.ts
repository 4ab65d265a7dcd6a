import { describe, expect, it } from 'vitest'
import { testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { countCalls, done, openGateStage, type Turn } from '../../support/gate-stage.ts'
import { decide } from '../../support/gates.ts'
import { untilAborted } from '../../support/live-model.ts'

/** Calls that waited for approval in a run that another policy holds for when it goes on. */

const { count, listen } = countCalls()

const pay = testTool('pay', count('pay'), { effect: 'once' })

const book = testTool('book', count('book'), { effect: 'idempotent' })

/** Goes on until it is stopped. */
const slow = testTool('slow', async (_args, { signal }) => untilAborted(signal))

const stage = forFile(await openGateStage({ tools: [pay, book, slow] }))
await stage.rule('pay', 'REQUIRE_APPROVAL')

const call = (name: string, amount: number): Turn => ({ calls: [{ name, arguments: { amount } }] })

async function denyFor(slug: string): Promise<string> {
  const { operations, project } = stage.engine
  const policy = { projectId: project.id, agent: { slug }, type: 'TOOL', target: 'pay' } as const
  const saved = await operations.policies.savePolicy({
    ...policy,
    permission: 'DENY',
    reason: 'Not any more.',
  })
  return saved.policyId
}

describe('a call of a run that is resumed or forked after its policy became DENY', () => {
  const timedOut = (amount: number): readonly Turn[] => [
    {
      calls: [
        { name: 'pay', arguments: { amount } },
        { name: 'slow', arguments: {} },
      ],
    },
    call('pay', amount),
    done,
  ]

  /** Its time limit ends the first step: the open call is skipped, its gate is cancelled, and the model asks for the call again. */
  async function pausedAtGate(amount: number) {
    const { slug, told } = await stage.define(timedOut(amount))
    const runId = await stage.trigger(slug, { timeoutMs: 1_000 })
    const { row, events, of } = await stage.engine.finished(runId)
    expect(row).toMatchObject({ status: 'PAUSED', terminationReason: 'TIMEOUT' })
    expect(of('GateOpened')).toHaveLength(1)
    return { slug, told, runId, seen: events.length }
  }

  /** Its first step has ended, and the call of its second waits for approval. */
  async function waitingAtGate(amount: number) {
    const { slug } = await stage.define([call('book', amount), call('pay', amount), done])
    const runId = await stage.trigger(slug)
    return { slug, runId, gate: await stage.gateOf(runId) }
  }

  async function resume(runId: string) {
    const { operations, project } = stage.engine
    await operations.resumeRun({ projectId: project.id, runId, timeoutMs: 60_000 })
  }

  async function fork(runId: string, afterStep: number) {
    const { operations, project } = stage.engine
    return (await operations.history.forkRun({ projectId: project.id, runId, afterStep })).runId
  }

  /** The run completed, and its last call was denied by the policy. */
  async function expectDenied(runId: string, policyId: string, { seen = 0, gates = 0 } = {}) {
    const { row, of } = await stage.engine.finished(runId, seen)
    expect(row.status).toBe('COMPLETED')
    expect([of('GateOpened').length, of('ActionDenied').length]).toEqual([gates, 1])
    expect((await stage.actionsOf(runId)).at(-1)).toMatchObject({
      ...{ target: 'pay', status: 'DENIED', errorCode: 'PERMISSION_DENIED' },
      audit: { decision: 'DENY', rule: `policy:${policyId}`, reason: 'Not any more.' },
    })
  }

  it('TAS-1 TAS-2 RUN-5 is denied after the resume, without a gate', async () => {
    const heard = listen('pay')
    const { slug, told, runId, seen } = await pausedAtGate(71)
    const policyId = await denyFor(slug)
    await resume(runId)
    await expectDenied(runId, policyId, { seen })
    expect(heard()).toEqual([])
    expect(told().join()).toContain('Not any more.')
  })

  it('TAS-1 TAS-2 RUN-5 JDG-4 is not made where the resumed run has asked, and a human approves', async () => {
    const heard = listen('pay')
    const { slug, runId, seen } = await pausedAtGate(72)
    await resume(runId)
    const gate = await stage.gateOf(runId)
    const policyId = await denyFor(slug)
    await decide(stage.engine, gate.id, 'APPROVE')
    await expectDenied(runId, policyId, { seen, gates: 1 })
    expect(heard()).toEqual([])
  })

  it.for([0, 1])(
    'TAS-1 TAS-2 RUN-9 JDG-4 is denied in a fork after step %i, and not made where a human approves it in the original',
    async (afterStep) => {
      const heard = listen('pay')
      const { slug, runId, gate } = await waitingAtGate(73)
      const policyId = await denyFor(slug)
      const forkId = await fork(runId, afterStep)
      await expectDenied(forkId, policyId)
      await decide(stage.engine, gate.id, 'APPROVE')
      await expectDenied(runId, policyId, { gates: 1 })
      expect(heard()).toEqual([])
    },
  )

  it.for([0, 1])(
    'TAS-1 TAS-2 RUN-9 JDG-4 is not made in a fork after step %i that has asked, where a human approves it there',
    async (afterStep) => {
      const heard = listen('pay')
      const { slug, runId, gate } = await waitingAtGate(74)
      const forkId = await fork(runId, afterStep)
      const gateOfFork = await stage.gateOf(forkId)
      expect(gateOfFork.id).not.toBe(gate.id)
      const policyId = await denyFor(slug)
      await decide(stage.engine, gateOfFork.id, 'APPROVE')
      await expectDenied(forkId, policyId, { gates: 1 })
      expect(heard()).toEqual([])
    },
  )

  it('TAS-1 TAS-2 RUN-5 RUN-9 is denied in a fork of the paused run, too', async () => {
    const heard = listen('pay')
    const { slug, runId } = await pausedAtGate(75)
    const policyId = await denyFor(slug)
    await expectDenied(await fork(runId, 1), policyId)
    expect(heard()).toEqual([])
  })
})
