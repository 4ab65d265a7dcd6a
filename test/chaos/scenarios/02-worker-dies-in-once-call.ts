import assert from 'node:assert/strict'
import type { Scenario } from '../scenario.ts'
import { openGate, resolveGate } from '../stage/decisions.ts'
import type { Run } from '../stage/run.ts'

/** Two runs, whose agents treat a call that was cut off differently: one reads the outcome, one has a human asked. */
export default {
  number: 2,
  title: 'a worker dies in a call that must not happen twice',
  promises: ['DUR-1', 'TAS-5', 'JDG-4'],
  workers: 3,
  async run({ stage }) {
    for (const name of ['told', 'asked']) stage.onCall(name, () => new Promise(() => undefined))
    const told = await stage.trigger({
      agent: await stage.createAgent({ onUnknownOutcome: 'REPORT' }),
      model: stage.oneCall('once', 'told', 'It is unknown.'),
    })
    const asked = await stage.trigger({
      agent: await stage.createAgent({ onUnknownOutcome: 'GATE' }),
      model: stage.oneCall('once', 'asked', 'It is unknown, too.'),
    })
    const cutOff = await Promise.all([stage.nthCall('told', 1), stage.nthCall('asked', 1)])

    await stage.killCallers(cutOff)

    assert.equal((await told.untilStopped()).status, 'COMPLETED')
    assert.deepEqual(await callOf(told), { status: 'FAILED', errorCode: 'OUTCOME_UNKNOWN' })
    assert.equal((await asked.untilStopped()).status, 'WAITING')
    const decided = await resolveGate(stage, await openGate(stage, asked, 'OUTCOME_UNKNOWN'), 'REJECT')
    assert.deepEqual(decided, { kind: 'accepted' })
    await asked.sees('RunCompleted')
    assert.deepEqual(await callOf(asked), { status: 'FAILED', errorCode: 'OUTCOME_UNKNOWN' })
    assert.equal(stage.callsOf('told').length + stage.callsOf('asked').length, 2, 'no call was made again')

    async function callOf(run: Run) {
      const [action] = await stage.database.rows<{ status: string; errorCode: string | null }>(
        'select status, "errorCode" from "Action" where "runId" = $1',
        [run.id],
      )
      return action
    }
  },
} satisfies Scenario
