import assert from 'node:assert/strict'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { calls, inTurns, says } from '../servers/replies.ts'

const runCount = 20
const subscribersPerRun = 50
const deaths = 2

export default {
  number: 102,
  title: 'a thousand subscribers at two API servers, while workers die',
  promises: ['EVT-1', 'EVT-2', 'EVT-5', 'DUR-1'],
  workers: 3,
  async run({ stage, random }) {
    const agent = await stage.createAgent()
    const go = Promise.withResolvers<void>()
    const runs = await Promise.all(
      Array.from({ length: runCount }, (_, run) => {
        stage.onCall(`wait-${run}`, () => go.promise)
        const turns = [
          calls(stage.call('read', `wait-${run}`)),
          calls(stage.call('idempotent', `put-${run}`)),
        ]
        return stage.trigger({
          agent,
          model: inTurns(...turns, says('Said to a thousand.')),
          followers: subscribersPerRun,
        })
      }),
    )
    const followers = runs.flatMap((run) => run.followers)
    assert.equal(followers.length, runCount * subscribersPerRun)
    const hearing = () => followers.filter(({ seq }) => seq > 0).length === followers.length
    await eventually(hearing, { what: 'all thousand are given something', withinMs: 60_000 })

    for (let death = 0; death < deaths; death++) {
      const owner = await eventually(
        () => stage.cluster.ownerOf(runs[Math.floor(random() * runCount)]?.id ?? ''),
        { what: 'a worker owns a run' },
      )
      await owner.kill()
      await stage.cluster.start('worker')
    }
    go.resolve()
    const states = await Promise.all(runs.map((run) => run.untilStopped(60_000)))
    assert.deepEqual([...new Set(states.map(({ status }) => status))], ['COMPLETED'])
    const heardAll = () => followers.every(({ transcript }) => transcript.isComplete)
    await eventually(heardAll, { what: 'all thousand are told of the end', withinMs: 60_000 })
  },
} satisfies Scenario
