import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Scenario } from '../scenario.ts'
import type { Run } from '../stage/run.ts'

const lines = 6
const runsOfLine = 15
/** Within these all processes are killed while runs are accepted and executed. */
const killWithinMs = 700

/**
 * Two processes begin at once on one new data folder. Neither is refused: they share the server that one of them starts. Then all die, that
 * server too or not, while runs are accepted; the next process finds every run that was accepted.
 */
export default {
  number: 34,
  title: 'one data folder, several processes, and all are killed',
  promises: ['DUR-1', 'DUR-3'],
  async run({ openStage, openDataFolder, random, figure, note }) {
    const dataFolder = await openDataFolder()
    const stage = await openStage({ apis: 0, workers: 0, dataFolder })
    const { cluster } = stage
    await Promise.all([cluster.start('all'), cluster.start('all')])
    const server = await dataFolder.server()
    assert.ok(server, 'a server runs on the folder')
    const agent = await stage.createAgent()
    await Promise.all([0, 1].map((nth) => completes(nth)))

    const accepted: { readonly run: Run; readonly call: string }[] = []
    const triggering = Promise.all(Array.from({ length: lines }, (_, line) => acceptUntilDeath(line)))
    await delay(random() * killWithinMs)
    const hasServerDied = random() < 0.5
    if (hasServerDied) await dataFolder.killServer()
    await Promise.all(cluster.processes.map((each) => each.kill()))
    await triggering
    // The server goes when its users have gone; who comes before that finds it.
    await delay(random() * 4_000)
    note(`${accepted.length} runs were accepted; the server was ${hasServerDied ? 'killed' : 'left alone'}`)

    const startedAt = performance.now()
    await cluster.start('all')
    figure('start after all had died', performance.now() - startedAt)
    const states = await Promise.all(accepted.map(({ run }) => run.untilStopped()))
    assert.ok(
      states.every(({ status }) => status === 'COMPLETED'),
      'every run that was accepted is completed',
    )
    for (const { call } of accepted) assert.ok(stage.callsOf(call).length <= 1, `${call} was called again`)

    /** A run that the nth process accepts. */
    async function completes(nth: number): Promise<void> {
      const model = stage.oneCall('read', `look-${nth}`, 'It is there.')
      const run = await stage.trigger({ agent, model })
      assert.equal((await run.untilStopped()).status, 'COMPLETED')
    }

    /** One after another, until nobody answers any more. */
    async function acceptUntilDeath(line: number): Promise<void> {
      for (let turn = 0; turn < runsOfLine; turn++) {
        const call = `pay-${line}-${turn}`
        const model = stage.oneCall('once', call, 'It is over.')
        const run = await stage.trigger({ agent, model, isFollowed: false }).catch(() => null)
        if (run === null) return
        accepted.push({ run, call })
      }
    }
  },
} satisfies Scenario
