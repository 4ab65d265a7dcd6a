import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { shuffled } from '../../support/random.ts'
import { Refused } from '../clients/graphql-client.ts'
import type { Scenario } from '../scenario.ts'
import { markerText } from '../servers/fake-provider.ts'
import { calls, inTurns, says } from '../servers/replies.ts'
import type { RungraphProcess } from '../servers/rungraph.ts'
import type { Stage } from '../stage/stage.ts'

/** Callers, each with one run after another. */
const lines = 3
const pauseMs = 150

/** Of a careful caller: what it did not hear an answer to it asks again, by the same key, of another server. */
const mayPass = ['SHUTTING_DOWN', 'DATABASE_UNAVAILABLE']

/** Every process is replaced while callers come and go; the new one is there before the old one is asked to stop. */
export default {
  number: 32,
  title: 'all processes are replaced under load',
  promises: ['DUR-4', 'DUR-1', 'RUN-8', 'EVT-2', 'TAS-5'],
  workers: 3,
  async run({ stage, random, figure, note }) {
    const agent = await stage.createAgent()
    const over = new AbortController()
    const loads = Array.from({ length: lines }, (_, line) => load(line))
    const old = [...stage.cluster.processes]
    const order = shuffled(old, random)
    const [api] = order.filter(({ role }) => role === 'api')
    // In two waves, so that there is a server at every moment.
    const wave = order.filter((each) => each === api || (each.role === 'worker' && random() < 0.5))
    await Promise.all(wave.map(replace))
    await Promise.all(order.filter((each) => !wave.includes(each)).map(replace))
    over.abort()
    const names = (await Promise.all(loads)).flat()

    note(`${names.length} runs while ${old.length} processes were replaced`)
    for (const run of stage.runs) assert.equal((await run.untilStopped()).status, 'COMPLETED')
    for (const name of names) assert.equal(stage.callsOf(name).length, 1, `${name} was called once`)

    async function replace(each: RungraphProcess): Promise<void> {
      await stage.cluster.start(each.role)
      const from = performance.now()
      assert.deepEqual(await each.stop(), { code: 0, signal: null }, `${each.name} stops in order`)
      figure('stop', performance.now() - from)
    }

    /** Triggers until all are replaced; gives the names of the calls. */
    async function load(line: number): Promise<readonly string[]> {
      const names: string[] = []
      while (!over.signal.aborted) {
        const name = `pay-${line}-${names.length}`
        stage.onCall(name, () => delay(pauseMs))
        const marker = stage.play(
          inTurns(calls(stage.call('once', name)), says('It is over.', { chunkDelayMs: 20 })),
        )
        const id = await accepted(stage, {
          agent,
          input: `${markerText(marker)} Pay.`,
          idempotencyKey: marker,
        })
        names.push(name)
        const run = stage.adopt(id, marker, names.length % 5 === 0 ? 2 : 0)
        await run.untilStopped()
      }
      return names
    }
  },
} satisfies Scenario

/** The id of the run, however often it had to be asked for. */
async function accepted(stage: Stage, input: object): Promise<string> {
  for (;;) {
    try {
      return await stage.mutate('triggerRun', 'Run', input)
    } catch (error) {
      if (error instanceof Refused && !mayPass.includes(error.code)) throw error
      await delay(pauseMs)
    }
  }
}
