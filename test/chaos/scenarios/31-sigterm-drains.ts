import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { BareSocket } from '../clients/bare-socket.ts'
import { holdRequest } from '../clients/held-request.ts'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { calls, hangs, inTurns, says } from '../servers/replies.ts'
import type { RungraphProcess } from '../servers/rungraph.ts'
import type { Run } from '../stage/run.ts'
import type { Stage } from '../stage/stage.ts'

/** Runs have four fifths of it to reach a checkpoint. */
const graceMs = 3_000
/** For a process that has much to do, on a machine that has much else to do. */
const slackMs = 1_500
/** Two seconds are promised from the moment in which there is somebody to go on; the rest is for a busy machine. */
const goOnWithinMs = 4_000
/** A second signal that comes sooner is npm's copy of the first. */
const secondSignalAfterMs = 600

/**
 * A server is stopped while a request and subscriptions are active, then the worker in the middle of four runs, and then another one, by a
 * second signal or by kill -9 while it drains.
 */
export default {
  number: 31,
  title: 'SIGTERM to a server and to workers under load',
  promises: ['DUR-4', 'DUR-1', 'EVT-2', 'TAS-5'],
  async run({ openStage, random, figure }) {
    const stage = await openStage({
      apis: 2,
      env: { RUNGRAPH_SHUTDOWN_GRACE_MS: String(graceMs) },
      workers: 1,
    })
    const agent = await stage.createAgent()
    const soon = Promise.withResolvers<void>()
    stage.onCall('soon', () => soon.promise)
    for (const name of ['held', 'paid'])
      stage.onCall(name, (_, nth) => (nth === 1 ? new Promise(() => undefined) : {}))
    const runs = {
      soon: await trigger(stage, agent, calls(stage.call('once', 'soon'))),
      held: await trigger(stage, agent, calls(stage.call('idempotent', 'held'))),
      paid: await trigger(stage, agent, calls(stage.call('once', 'paid'))),
      speaks: await stage.trigger({ agent, model: inTurns([hangs('Lost words '), says('It is over.')]) }),
    }
    await Promise.all(['soon', 'held', 'paid'].map((name) => stage.nthCall(name, 1)))
    await runs.speaks.sees('TextDelta')

    await stopServer(stage, runs.speaks)
    const late = await stopWorker()
    for (const run of [...Object.values(runs), late]) await ends(run)
    assert.equal(stage.callsOf('soon').length, 1, 'what ended in time was not called again')
    const [first, again] = stage.callsOf('held')
    assert.equal(again?.idempotencyKey, first?.idempotencyKey)
    assert.equal(stage.callsOf('paid').length, 1, 'a once call is not made again')
    assert.equal(await errorOf('paid', runs.paid), 'OUTCOME_UNKNOWN')
    await stopWorkerAtOnce()

    /** The first worker, with four runs in its hands; another comes while it drains. */
    async function stopWorker(): Promise<Run> {
      const [draining] = stage.cluster.workers
      assert.ok(draining)
      const stopped = timed(draining.stop())
      const [afterSignal, successor] = await Promise.all([
        eventually(() => draining.stdout.includes('stopping'), { what: 'the worker has heard' }).then(() =>
          trigger(stage, agent, calls(stage.call('once', 'late'))),
        ),
        stage.cluster.start('worker').then((worker) => ({ worker, readyAt: performance.now() })),
        delay(graceMs * 0.1 + random() * graceMs * 0.3).then(() => soon.resolve()),
      ])
      const { ended, ms, at } = await stopped
      assert.deepEqual(ended, { code: 0, signal: null })
      figure('drain of a worker', ms)
      assert.ok(ms < graceMs + slackMs, `it took ${ms} ms`)
      const next = await stage.nthCall('held', 2)
      const waited = Math.max(0, next.at - Math.max(at, successor.readyAt))
      figure('going on after a drain', waited)
      assert.ok(waited < goOnWithinMs, `the released run went on after ${waited} ms`)
      assert.equal((await stage.nthCall('late', 1)).pid, successor.worker.pid, 'it took nothing new')
      return afterSignal
    }

    /** The second one, which is not given the time. */
    async function stopWorkerAtOnce(): Promise<void> {
      stage.onCall('hasty', (_, nth) => (nth === 1 ? new Promise(() => undefined) : {}))
      const run = await trigger(stage, agent, calls(stage.call('idempotent', 'hasty')))
      const { pid } = await stage.nthCall('hasty', 1)
      const hasty = await stage.cluster.worker(pid)
      await stage.cluster.start('worker')
      const stopped = hasty.stop()
      await delay(secondSignalAfterMs + random() * 1_000)
      const isKill = random() < 0.5
      const signalledAt = performance.now()
      await hasty.signal(isKill ? 'SIGKILL' : 'SIGTERM')
      assert.deepEqual(
        await stopped,
        isKill ? { code: null, signal: 'SIGKILL' } : { code: 143, signal: null },
      )
      const next = await stage.nthCall('hasty', 2)
      figure('going on after a second signal', next.at - signalledAt)
      assert.ok(next.at - signalledAt < goOnWithinMs, `it went on after ${next.at - signalledAt} ms`)
      assert.equal(next.idempotencyKey, stage.callsOf('hasty')[0]?.idempotencyKey)
      await ends(run)
    }

    /** A server, with a request that it has the head of, and a subscriber on a socket. */
    async function stopServer(stage: Stage, followed: Run): Promise<void> {
      const [server] = stage.cluster.apis
      assert.ok(server?.url)
      const socket = await BareSocket.open(server.url)
      socket.subscribe(followed.globalId)
      const { lastSeq } = await followed.state()
      await eventually(() => socket.events.length >= lastSeq, {
        what: 'the subscriber is given what there is',
      })
      const held = await holdRequest(server.url, '{ project { slug } }')
      const stopped = timed(server.stop())
      await checkDraining(server, server.url)
      const { status, body } = await held.finish()
      assert.deepEqual([status, JSON.parse(body)], [200, { data: { project: { slug: 'default' } } }])
      assert.equal(await socket.closed, 1001)
      assert.ok(!socket.isComplete, 'nobody was told that the run is over')
      const { ended, ms } = await stopped
      assert.deepEqual(ended, { code: 0, signal: null })
      figure('drain of a server', ms)
      assert.ok(ms < graceMs + slackMs, `it took ${ms} ms`)
    }

    async function errorOf(name: string, run: Run): Promise<string | null | undefined> {
      const [action] = await stage.database.rows<{ errorCode: string | null }>(
        'select "errorCode" from "Action" where "runId" = $1',
        [run.id],
      )
      assert.ok(action, `${name} is an action`)
      return action.errorCode
    }
  },
} satisfies Scenario

/** While a request is active it takes no other, is not ready, and lives. */
async function checkDraining(server: RungraphProcess, url: string): Promise<void> {
  await eventually(() => server.stdout.includes('stopping'), { what: 'the server has heard', everyMs: 5 })
  const [ready, live, refused] = await Promise.all([
    eventually(
      async () => {
        const response = await fetch(`${url}/health/ready`)
        return response.status !== 200 && response
      },
      { what: 'the server is not ready', withinMs: 1_000, everyMs: 5 },
    ),
    fetch(`${url}/health/live`),
    fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"query":"{ __typename }"}',
    }),
  ])
  assert.equal(ready.status, 503)
  assert.equal(live.status, 200)
  assert.equal(refused.status, 503)
  assert.match(await refused.text(), /"SHUTTING_DOWN"/)
}

function trigger(stage: Stage, agent: string, call: ReturnType<typeof calls>): Promise<Run> {
  return stage.trigger({ agent, model: inTurns(call, says('It is over.')) })
}

async function ends(run: Run): Promise<void> {
  assert.equal((await run.untilStopped()).status, 'COMPLETED')
}

async function timed<Value>(work: Promise<Value>) {
  const from = performance.now()
  const ended = await work
  const at = performance.now()
  return { ended, at, ms: at - from }
}
