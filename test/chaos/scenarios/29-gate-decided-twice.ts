import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { toGlobalId } from '../../../src/graphql/global-id.ts'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { type Decided, openedGate, openGate, resolveGate } from '../stage/decisions.ts'
import { requireApproval } from '../stage/require-approval.ts'
import type { Run } from '../stage/run.ts'

/** Gates that get opposite answers at once, and gates whose time is up when they get one. */
const gatesAtOnce = 8
const expiresAfterMs = 1_500
/** A server dies so soon after it was asked: before, while or after it decides. */
const killWithinMs = 40

const opposite = { APPROVE: 'REJECT', REJECT: 'APPROVE' } as const
const statusOf = { APPROVE: 'APPROVED', REJECT: 'REJECTED' } as const
type Decision = keyof typeof statusOf

export default {
  number: 29,
  title: 'a gate is decided twice, too late, and while a server dies',
  promises: ['JDG-4', 'RUN-7'],
  async run({ stage, random }) {
    const asking = await stage.createAgent()
    const impatient = await stage.createAgent({ gates: { expiresAfterMs } })
    for (const agent of [asking, impatient]) await requireApproval(stage, agent, 'once')

    await decideTwice()
    await decideTooLate()
    await decideAtDyingServer()
    const nowhere = toGlobalId('Gate', '00000000-0000-7000-8000-000000000000')
    assert.equal(codeOf(await resolveGate(stage, nowhere, 'APPROVE')), 'NOT_FOUND')

    /** One call that a human must approve. */
    function ask(agent: string, call: string, isFollowed = true): Promise<Run> {
      const model = stage.oneCall('once', call, 'It is over.')
      // Many read along with the server that writes its decision, and are cut and come again.
      return stage.trigger({ agent, model, isFollowed, followers: 6 })
    }

    async function decideTwice(): Promise<void> {
      await each(async (nth) => {
        const call = `opposite-${nth}`
        const run = await ask(asking, call, nth === 0)
        const gate = await openGate(stage, run, 'ACTION_APPROVAL')
        const decisions = random() < 0.5 ? (['APPROVE', 'REJECT'] as const) : (['REJECT', 'APPROVE'] as const)
        const answers = await Promise.all(
          decisions.map((decision, server) => resolveGate(stage, gate, decision, server)),
        )
        const accepted = decisions.filter((_, server) => answers[server]?.kind === 'accepted')
        assert.equal(accepted.length, 1, `one of two is the first: ${JSON.stringify(answers)}`)
        const [winner = 'APPROVE'] = accepted
        const loser = answers.find(({ kind }) => kind === 'refused')
        await checkStands(run, call, winner, [loser, await resolveGate(stage, gate, opposite[winner])])
      })
    }

    /** Decisions that come about when time is up: either side may be first. */
    async function decideTooLate(): Promise<void> {
      await each(async (nth) => {
        const call = `late-${nth}`
        const run = await ask(impatient, call, nth === 0)
        const gate = await openedGate(stage, run, 'ACTION_APPROVAL')
        // The last ones certainly come too late.
        await delay(nth < gatesAtOnce - 2 ? expiresAfterMs * (0.7 + random() * 0.5) : expiresAfterMs + 500)
        const answer = await resolveGate(stage, gate, 'APPROVE')
        if (answer.kind === 'accepted') return checkStands(run, call, 'APPROVE', [])
        assert.equal(answer.code, 'GATE_RESOLVED')
        assert.match(answer.message, /EXPIRED/)
        await ends(run)
        assert.equal(stage.callsOf(call).length, 0, 'what nobody approved in time is not called')
      })
    }

    async function decideAtDyingServer(): Promise<void> {
      const run = await ask(asking, 'dying')
      const gate = await openGate(stage, run, 'ACTION_APPROVAL')
      const [first] = stage.cluster.apis
      const answer = resolveGate(stage, gate, 'APPROVE', 0).catch(() => null)
      await delay(random() * killWithinMs)
      await first?.kill()
      const heard = await answer
      const again = await eventually(() => resolveGate(stage, gate, 'APPROVE'), {
        what: 'the other server answers',
      })
      assert.ok(heard?.kind !== 'accepted' || again.kind === 'refused', 'a decision that was taken stands')
      await checkStands(run, 'dying', 'APPROVE', again.kind === 'refused' ? [again] : [])
    }

    /** The decision was carried out, once, and later callers received it. */
    async function checkStands(
      run: Run,
      call: string,
      winner: Decision,
      losers: readonly (Decided | undefined)[],
    ): Promise<void> {
      for (const loser of losers) {
        assert.equal(codeOf(loser), 'GATE_RESOLVED')
        assert.match(
          loser?.kind === 'refused' ? loser.message : '',
          new RegExp(`already ${statusOf[winner]}`),
        )
      }
      await ends(run)
      assert.equal(stage.callsOf(call).length, winner === 'APPROVE' ? 1 : 0)
      const gates = await stage.database.rows<{ status: string }>(
        'select status from "Gate" where "runId" = $1',
        [run.id],
      )
      assert.deepEqual(gates, [{ status: statusOf[winner] }])
    }
  },
} satisfies Scenario

function each(play: (nth: number) => Promise<void>): Promise<unknown> {
  return Promise.all(Array.from({ length: gatesAtOnce }, (_, nth) => play(nth)))
}

/** A run that waits counts as one at rest: it goes on once its gate is decided. */
async function ends(run: Run): Promise<void> {
  await eventually(async () => (await run.state()).status === 'COMPLETED', {
    ...{ what: `the run ${run.marker} is completed`, withinMs: 20_000, everyMs: 50 },
  })
}

function codeOf(answer: Decided | undefined): string | null {
  return answer?.kind === 'refused' ? answer.code : null
}
