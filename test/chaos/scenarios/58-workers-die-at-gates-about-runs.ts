import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Scenario } from '../scenario.ts'
import { calls, inTurns, type Model, says } from '../servers/replies.ts'
import { openGate, resolveGate } from '../stage/decisions.ts'
import { deny } from '../stage/require-approval.ts'
import type { Run } from '../stage/run.ts'

const expiresAfterMs = 4_000
/** How a gate is decided: by a human, or by nobody in time. */
const decisions = ['APPROVE', 'REVISE', 'REJECT', 'PROCEED', 'REFUSE'] as const
type Decision = (typeof decisions)[number]

interface Case {
  readonly run: Run
  readonly gate: 'IDENTICAL_ERRORS' | 'PERMISSION'
  readonly decision: Decision
  readonly name: string
  /** Requests that its model received, one by one. */
  readonly heard: string[]
}

/**
 * Runs that wait at gates about the whole run, and about calls that were denied, each with another decision. Workers die while the gates
 * open, all are gone while they are decided or expire, and the next owners of the runs die once more.
 */
export default {
  number: 58,
  title: 'workers die before and after decisions at gates about runs and denied calls',
  promises: ['JDG-4', 'LIM-7', 'TAS-3', 'TAS-5', 'DUR-1', 'DUR-2'],
  workers: 3,
  withinMs: 200_000,
  async run({ stage, random }) {
    const cases = await Promise.all(
      (['IDENTICAL_ERRORS', 'PERMISSION'] as const).flatMap((gate) =>
        decisions.map((decision) => begin(gate, decision)),
      ),
    )
    await delay(random() * 1_500)
    await stage.replaceWorkers(stage.someWorkers())
    await Promise.all(
      cases.map(({ run, gate, decision }) => isExpiring(decision) || openGate(stage, run, gate)),
    )
    for (const worker of stage.cluster.workers) await worker.kill()
    await Promise.all(cases.map(decide))
    await delay(expiresAfterMs)
    await Promise.all([stage.cluster.start('worker'), stage.cluster.start('worker')])
    await delay(random() * 1_500)
    await stage.replaceWorkers(stage.someWorkers())
    await stage.cluster.start('worker')

    for (const { run, gate, decision, name, heard } of cases) {
      const { status, errorCode } = await run.untilEnded(60_000)
      const what = `${gate} ${decision}`
      const isOver = decision === 'REJECT' || decision === 'REFUSE'
      const expected = isOver
        ? { status: 'FAILED', errorCode: codeOf(gate, decision) }
        : { status: 'COMPLETED', errorCode: null }
      assert.deepEqual({ status, errorCode }, expected, what)
      // A call that was cut off is made again, with its key.
      const made = stage.callsOf(name)
      const keys = new Set(made.map(({ idempotencyKey }) => idempotencyKey)).size
      assert.equal(
        keys,
        gate === 'PERMISSION' ? (decision === 'REVISE' || isOver ? 0 : 1) : 2,
        `${what}: calls`,
      )
      const rows = await stage.database.rows<{ status: string; decisions: number }>(
        `select g.status, (select count(*)::int from "Event" e where e."runId" = g."runId" and e.type = 'GateResolved') as decisions
         from "Gate" g where g."runId" = $1`,
        [run.id],
      )
      assert.deepEqual(rows, [{ status: statusOf[decision], decisions: 1 }], what)
      if (!isOver)
        assert.equal(
          (heard.at(-1) ?? '').split(noteOf(name)).length - 1,
          isExpiring(decision) ? 0 : 1,
          `${what}: note`,
        )
    }

    async function begin(gate: Case['gate'], decision: Decision): Promise<Case> {
      const gates = isExpiring(decision) ? { gates: { expiresAfterMs, onExpiry: decision } } : {}
      const agent = await stage.createAgent({ maxIdenticalErrors: 2, ...gates })
      const name = `${gate}-${decision}`.toLowerCase()
      const isDenied = gate === 'PERMISSION'
      if (isDenied) await deny(stage, agent, 'idempotent')
      else
        stage.onCall(name, () => {
          throw new Error('It is shut.')
        })
      const call = calls(stage.call('idempotent', name))
      const heard: string[] = []
      // A note is a message of its own; the turns are those of the assistant.
      const play = inTurns(call, call, says('It is done.'))
      const model: Model = (asked) => {
        heard.push(JSON.stringify(asked.body.messages))
        return play(asked)
      }
      return { run: await stage.trigger({ agent, model }), gate, decision, name, heard }
    }

    async function decide({ run, gate, decision, name }: Case): Promise<void> {
      if (isExpiring(decision)) return
      const id = await openGate(stage, run, gate)
      const note = decision === 'REJECT' ? undefined : noteOf(name)
      assert.deepEqual(await resolveGate(stage, id, decision, undefined, note), { kind: 'accepted' })
      const again = await resolveGate(stage, id, 'APPROVE')
      assert.equal(again.kind === 'refused' && again.code, 'GATE_RESOLVED')
    }
  },
} satisfies Scenario

const statusOf = {
  APPROVE: 'APPROVED',
  REVISE: 'REVISED',
  REJECT: 'REJECTED',
  PROCEED: 'EXPIRED',
  REFUSE: 'EXPIRED',
} as const

function isExpiring(decision: Decision): decision is 'PROCEED' | 'REFUSE' {
  return decision === 'PROCEED' || decision === 'REFUSE'
}

function codeOf(gate: Case['gate'], decision: Decision): string {
  if (decision === 'REFUSE') return 'GATE_EXPIRED'
  return gate === 'PERMISSION' ? 'PERMISSION_BLOCKED' : 'GATE_REJECTED'
}

function noteOf(name: string): string {
  return `Mind the ${name} gap.`
}
