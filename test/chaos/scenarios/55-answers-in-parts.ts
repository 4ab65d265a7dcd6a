import assert from 'node:assert/strict'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { cutOff, hangs, inTurns, says } from '../servers/replies.ts'
import type { Run } from '../stage/run.ts'

/** The parts of an answer are durable one by one: who goes on with the run asks for the part that is missing, and for no other. */
export default {
  number: 55,
  title: 'workers die between the parts of answers that the output limit cuts off',
  promises: ['LOOP-10', 'DUR-1', 'DUR-2', 'EVT-1'],
  workers: 3,
  async run({ stage, provider }) {
    const agent = await stage.createAgent()
    const run = await stage.trigger({
      agent,
      model: inTurns(
        cutOff('One, '),
        [hangs('tw'), cutOff('two, ')],
        [hangs('thr'), cutOff('three, ')],
        says('four.'),
      ),
    })
    const endless = await stage.trigger({
      agent,
      model: inTurns(cutOff('on '), [hangs('o'), cutOff('on ')], cutOff('on ')),
    })

    await asked(endless, 1)
    for (const turn of [1, 2]) {
      await asked(run, turn)
      await (await stage.cluster.ownerOf(run.id))?.kill()
    }
    // The two deaths before may have left one worker, which is the one to die below.
    await stage.cluster.start('worker')

    const { status, reason, summary } = await run.untilStopped(60_000)
    assert.deepEqual(
      { status, reason, summary },
      { status: 'COMPLETED', reason: 'FINAL_ANSWER', summary: 'One, two, three, four.' },
    )
    assert.deepEqual(
      provider.of(run.marker).map(({ turn }) => turn),
      [0, 1, 1, 2, 2, 3],
      'no part that was recorded is asked for again',
    )
    assert.equal(run.eventsOf('FinalAnswer').length, 1)

    // Not before the first run has stopped: its owner may be the same.
    await (await stage.cluster.ownerOf(endless.id))?.kill()
    const stopped = await endless.untilStopped(60_000)
    assert.deepEqual(
      { status: stopped.status, reason: stopped.reason, summary: stopped.summary },
      { status: 'PAUSED', reason: 'TOKEN_LIMIT', summary: 'on on on on' },
    )

    function asked({ marker }: Run, turn: number): Promise<unknown> {
      return eventually(() => provider.of(marker).some((request) => request.turn === turn), {
        what: `turn ${turn} is asked for`,
        withinMs: 30_000,
      })
    }
  },
} satisfies Scenario
