import { describe, expect, test } from 'vitest'
import type { GateDecision } from '../../../src/domain/gate.ts'
import type { RunCommit } from '../../../src/domain/run-log.ts'
import { reportUncertaintyTool } from '../../../src/tools/control-tools.ts'
import { type FinishedRun, testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { openGateStage, type Turn } from '../../support/gate-stage.ts'
import { decide } from '../../support/gates.ts'

/** The flows of the source document S3 in its order, whole, each with possible failures of the process. */
const called: string[] = []

const counted = (name: string, effect: 'read' | 'once') =>
  testTool(
    name,
    async (args) => {
      called.push(`${name} ${JSON.stringify(args)}`)
      return `${name} done`
    },
    { effect },
  )

const broken = testTool('broken', async () => {
  throw new Error('The index is locked.')
})

const tools = [counted('refund', 'once'), counted('lookup', 'read'), broken, reportUncertaintyTool]
const stage = forFile(await openGateStage({ tools }))

const call = (name: string, n: number): Turn => ({ calls: [{ name, arguments: { n } }] })

const decisions = ['APPROVE', 'REJECT', 'REVISE'] as const

/** Fate of the process between the gate and the decision, or around them. */
const fates = ['restarted', 'killed on its way to the gate', 'killed when it goes on'] as const

type Fate = (typeof fates)[number]

const cases = decisions.flatMap((decision) => fates.map((fate) => [decision, fate] as const))

const comesToWait = ({ run }: RunCommit) => run?.status === 'WAITING'

const goesOn = ({ events }: RunCommit) =>
  events.some(({ type }) => ['ActionStarted', 'ActionDenied', 'StepStarted', 'RunFailed'].includes(type))

/** Runs the agent to its gate, decides there, and follows the run to its end, through what happens to the process. */
async function throughGate(slug: string, fate: Fate, decision: GateDecision, more: object = {}) {
  const before = called.length
  const first = fate === 'killed on its way to the gate' ? await stage.doom(comesToWait) : null
  const runId = await stage.trigger(slug)
  await first?.died()
  const gate = await stage.gateOf(runId)
  const atGate = called.slice(before)
  const second = fate === 'killed when it goes on' ? await stage.doom(goesOn) : null
  if (fate === 'restarted') await stage.restart()
  await decide(stage.engine, gate.id, decision, more)
  await second?.died()
  const run = await stage.engine.finished(runId)
  const resolved = await stage.database.prisma.gate.findUniqueOrThrow({ where: { id: gate.id } })
  return { runId, gate, resolved, run, atGate, after: called.slice(before + atGate.length) }
}

/** No event is repeated, and none is missing, whatever happened to the process. */
function expectWhole({ events, of }: FinishedRun, gateId: string): void {
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, place) => place + 1))
  expect(of('GateOpened')).toEqual([{ gateId }])
  expect(of('GateResolved')).toEqual([{ gateId }])
}

const statusOf = { APPROVE: 'APPROVED', REJECT: 'REJECTED', REVISE: 'REVISED' } as const

describe('S3 a permission is denied', () => {
  test('TAS-3 the agent finds an alternative among its permitted calls, and nobody else is asked', async () => {
    const clerk = await stage.define([call('refund', 1), call('lookup', 1), { text: 'Found it.' }])
    await stage.rule('refund', 'DENY', { slug: clerk.slug })
    const before = called.length
    const run = await stage.engine.finished(await stage.trigger(clerk.slug))
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'Found it.', stepCount: 3 })
    expect(called.slice(before)).toEqual(['lookup {"n":1}'])
    expect(clerk.requests[1]?.messages.at(-1)).toMatchObject({
      role: 'tool',
      isError: true,
      text: expect.stringMatching(/may not call "refund".*Permitted: lookup, broken/),
    })
    expect(run.types).not.toContain('GateOpened')
  })

  test('TAS-3 SUB-1 without an alternative a permitted specialist makes the call, and nobody else is asked', async () => {
    const specialist = await stage.define([call('refund', 2), { text: 'Refunded by me.' }])
    const clerk = await stage.define(
      [call('refund', 1), call('lookup', 1), call('refund', 2), { text: 'All settled.' }],
      { agent: { specialists: [specialist.slug] } },
    )
    await stage.rule('refund', 'DENY', { slug: clerk.slug })
    const before = called.length
    const run = await stage.engine.finished(await stage.trigger(clerk.slug))
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'All settled.' })
    expect(called.slice(before)).toEqual(['lookup {"n":1}', 'refund {"n":2}'])
    expect(clerk.told()).toContain('Refunded by me.')
    expect(run.types).not.toContain('GateOpened')
  })

  /** A clerk without permission, has tried an alternative, and has a specialist that can do nothing. */
  async function stuckClerk() {
    const specialist = await stage.engine.define(() => ({}), {
      model: 'live/nobody-plays-this',
      modelRetry: { maxAttempts: 1 },
    })
    const turns = [call('refund', 1), call('lookup', 1), call('refund', 2), { text: 'All settled.' }]
    const clerk = await stage.define(turns, { agent: { specialists: [specialist.slug] } })
    await stage.rule('refund', 'DENY', { slug: clerk.slug })
    return clerk
  }

  test.for(cases)(
    'TAS-3 JDG-4 RUN-6 neither way helps: a human decides: %s, and the process is %s',
    async ([decision, fate]) => {
      const clerk = await stuckClerk()
      const more = decision === 'REVISE' ? { note: 'Half.', arguments: { n: 1 } } : { note: 'Mind.' }
      const { gate, resolved, run, runId, atGate, after } = await throughGate(
        clerk.slug,
        fate,
        decision,
        more,
      )
      expectWhole(run, gate.id)
      expect(gate).toMatchObject({
        kind: 'PERMISSION',
        context: { target: 'refund', arguments: { n: 2 } },
        reason: expect.stringContaining('could not make the call'),
      })
      expect(resolved).toMatchObject({ status: statusOf[decision], resolvedBy: 'tester' })
      expect(atGate).toEqual(['lookup {"n":1}'])
      const actions = await stage.actionsOf(runId)
      const ways = ['DENIED', 'SUCCEEDED', decision === 'REJECT' ? 'DENIED' : 'SUCCEEDED']
      expect(actions.map(({ status }) => status)).toEqual(ways)
      if (decision === 'REJECT') {
        expect(run.row).toMatchObject({
          status: 'FAILED',
          terminationReason: 'PERMISSION_BLOCKED',
          errorMessage: expect.stringContaining('Mind.'),
        })
        expect(after).toEqual([])
        return
      }
      expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'All settled.', stepCount: 4 })
      expect(after).toEqual([`refund {"n":${decision === 'REVISE' ? 1 : 2}}`])
      expect(clerk.told().at(-1)).toContain(decision === 'REVISE' ? 'Half.' : 'Mind.')
    },
  )
})

describe('S3 a loop', () => {
  test.for(cases)(
    'LIM-7 JDG-4 RUN-6 of three identical errors puts a human in charge: %s, and the process is %s',
    async ([decision, fate]) => {
      const player = await stage.define([1, 2, 3].map((n) => call('broken', n)).concat({ text: 'Left it.' }))
      const note = 'Leave the index alone.'
      const { gate, resolved, run } = await throughGate(player.slug, fate, decision, { note })
      expectWhole(run, gate.id)
      expect(gate).toMatchObject({
        kind: 'IDENTICAL_ERRORS',
        actionId: null,
        context: { target: 'broken', count: 3, stepNumber: 3 },
      })
      expect(resolved).toMatchObject({ status: statusOf[decision], note })
      if (decision === 'REJECT') {
        expect(run.row).toMatchObject({
          ...{ status: 'FAILED', terminationReason: 'GATE_REJECTED', stepCount: 3 },
          errorMessage: expect.stringContaining(note),
        })
        expect(player.requests).toHaveLength(3)
        return
      }
      expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'Left it.', stepCount: 4 })
      expect(player.told().filter((text) => text === note)).toHaveLength(1)
    },
  )
})

describe('S3 low confidence', () => {
  test.for(cases)(
    'JDG-3 JDG-4 RUN-6 below 0.5 puts a human in charge: %s, and the process is %s',
    async ([decision, fate]) => {
      const unsure = { name: 'report_uncertainty', arguments: { reason: 'Two files have this name.' } }
      const turns = [
        call('lookup', 1),
        { calls: [unsure] },
        call('lookup', 2),
        { text: 'It was the second.' },
      ]
      const player = await stage.define(turns, { agent: { confidence: {} }, confidence: [0.3] })
      const note = 'Take the newer one.'
      const { gate, run, atGate, after } = await throughGate(player.slug, fate, decision, { note })
      expectWhole(run, gate.id)
      expect(gate).toMatchObject({
        kind: 'LOW_CONFIDENCE',
        reason: 'Low confidence (0.30): It is guessing.',
        context: { confidence: 0.3, stepNumber: 2 },
      })
      expect(atGate).toEqual(['lookup {"n":1}'])
      if (decision === 'REJECT') {
        expect(run.row).toMatchObject({ status: 'FAILED', terminationReason: 'GATE_REJECTED', stepCount: 2 })
        expect(after).toEqual([])
        return
      }
      expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'It was the second.', stepCount: 4 })
      // A read that the dead process had begun is repeated (TAS-5).
      expect(new Set(after)).toEqual(new Set(['lookup {"n":2}']))
      expect(player.told()).toContain(note)
    },
  )
})
