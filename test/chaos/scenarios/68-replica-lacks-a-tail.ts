import assert from 'node:assert/strict'
import { EventStream, type StreamedEvent } from '../clients/event-stream.ts'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { leasePickupMs } from '../servers/cluster.ts'
import { markerText } from '../servers/fake-provider.ts'
import { calls, inTurns, says } from '../servers/replies.ts'
import type { Run } from '../stage/run.ts'

const fields = 'cursor seq run { id }'
const ofLog = 'subscription($runId: ID!) { events: runEvents(runId: $runId) { cursor seq } }'
const ofRun = `subscription($runId: ID!) { events: runEvents(runId: $runId) { ${fields} } }`
const ofTree = `subscription($runId: ID!) { events: runEvents(runId: $runId, includeDescendants: true) { ${fields} } }`
const ofSession = `subscription { events: sessionEvents(sessionKey: "talk") { ${fields} } }`
const ofProject = `subscription { events: projectEvents { ${fields} } }`
const ofChanges = `subscription { events: runUpdated { cursor run { id } } }`

/** Waiting followers look once or twice a second which server they are at. One whose connection broke comes back with its cursor. */
const toldWithinMs = 15_000

/**
 * The primary and the workers die, and an asynchronous replica that lacks the last transactions takes over. The API servers live on with
 * their subscribers, whose positions are of a history that the replica does not have.
 */
export default {
  number: 68,
  title: 'a replica takes over that lacks the last transactions',
  promises: ['EVT-10', 'EVT-2', 'EVT-5', 'DUR-1'],
  withinMs: 180_000,
  async run({ openReplicated, openStage, figure, note }) {
    const replicated = await openReplicated()
    const { primary, replica, proxy } = replicated
    const stage = await openStage({ apis: 2, replicated })
    const agent = await stage.createAgent()
    const back = Promise.withResolvers<void>()
    stage.onCall('kept', (_, nth) => (nth === 1 ? back.promise : { nth }))
    const cutOff = Promise.withResolvers<void>()
    stage.onCall('first', (_, nth) => (nth === 1 ? cutOff.promise : { nth }))
    stage.onCall('second', (_, nth) => (nth === 1 ? back.promise : { nth }))
    stage.onCall('vanished', () => back.promise)

    const done = await stage.trigger({ agent, model: inTurns(says('Done before.')) })
    const { lastSeq: length } = await done.untilStopped()
    const kept = await stage.trigger({ agent, model: stage.oneCall('idempotent', 'kept', 'It went on.') })
    const torn = await stage.trigger({
      agent,
      more: { sessionKey: 'talk' },
      model: inTurns(
        calls(stage.call('idempotent', 'first')),
        calls(stage.call('idempotent', 'second')),
        says('It was done again. '.repeat(5), { chunkDelayMs: 20 }),
      ),
    })
    await Promise.all([stage.nthCall('kept', 1), stage.nthCall('first', 1)])
    const [url] = stage.cluster.urls()
    assert.ok(url)
    const variables = { runId: torn.globalId }
    const survivor = new EventStream({ url, query: ofLog, variables: { runId: kept.globalId } })
    const read = new EventStream({ url, query: ofLog, variables: { runId: done.globalId } })
    await read.ended
    const streams = {
      run: new EventStream({ url, query: ofRun, variables }),
      tree: new EventStream({ url, query: ofTree, variables }),
      session: new EventStream({ url, query: ofSession }),
      project: new EventStream({ url, query: ofProject }),
      changes: new EventStream({ url, query: ofChanges }),
    }
    await Promise.all(Object.values(streams).map(({ opened }) => opened))
    await eventually(() => survivor.events.length >= 4, {
      what: 'the stream of the run that is kept is read',
    })
    await replica.untilCaughtUp()
    const atCut = await torn.state()

    // The tail: the first call ends and the second begins, and a run is made that nobody will know of.
    replica.cutOff()
    cutOff.resolve()
    await stage.nthCall('second', 1)
    const marker = stage.play(stage.oneCall('idempotent', 'vanished', 'Nobody knows.'))
    const runId = await stage.mutate('triggerRun', 'Run', { agent, input: `${markerText(marker)} Do it.` })
    const ofVanished = new EventStream({ url, query: ofRun, variables: { runId } })
    await stage.nthCall('vanished', 1)
    await eventually(() => ofVanished.events.length > 0, { what: 'the run that will not have been begins' })
    const tail = await untilHeard(torn)
    // One that has less would have a place that is kept.
    for (const name of ['run', 'tree', 'session'] as const)
      await eventually(() => streams[name].events.some(({ seq }) => Number(seq) >= tail), {
        what: `the stream of the ${name} has the tail`,
      })
    for (const name of ['project', 'changes'] as const)
      await eventually(() => streams[name].events.some((event) => isOf(event, runId)), {
        what: `the stream of the ${name} has something of the run that will not have been`,
      })
    note(`The log of the torn run has ${atCut.lastSeq} events at the replica, and ${tail} at the primary.`)
    assert.ok(tail > atCut.lastSeq)

    const workers = stage.cluster.workers
    await Promise.all(workers.map((worker) => worker.kill()))
    proxy.cut()
    await primary.stop('kill')
    await replica.promote()
    proxy.leadTo(replica.port)
    proxy.restore()
    const promotedAt = performance.now()
    await Promise.all([stage.cluster.start('worker'), stage.cluster.start('worker')])
    back.resolve()

    // All that hold a position in the tail are told, live or when they come back; and it is the same when the log has grown past it.
    const lost = { ...streams, vanished: ofVanished }
    for (const [name, { errors }] of Object.entries(lost)) {
      await eventually(() => errors.length > 0, {
        what: `the stream of the ${name} is told`,
        withinMs: toldWithinMs,
      })
      assert.deepEqual([name, errors], [name, ['CURSOR_INVALID']])
    }
    figure('told', performance.now() - promotedAt)
    for (const { transcript } of torn.followers)
      await eventually(() => transcript.errors.some(isRefusal), {
        what: `the ${transcript.client} client is told`,
        withinMs: toldWithinMs,
      })
    await torn.followAnew()
    const ended = await torn.untilStopped(leasePickupMs + 20_000)
    assert.equal(ended.status, 'COMPLETED')
    assert.ok(ended.lastSeq > tail, `the log has grown past the lost events: ${ended.lastSeq}, ${tail}`)
    assert.ok(stage.callsOf('second').length >= 2, 'what was done in the tail is done again')
    for (const [name, stream] of Object.entries(lost)) {
      const again = stream.again(stage.cluster.urls().at(-1))
      await again.ended
      assert.deepEqual([name, again.errors, again.events], [name, ['CURSOR_INVALID'], []])
    }

    // Those whose cursor is of before go on exactly; the oracle compares what the clients of the runs were given.
    const { status, lastSeq } = await kept.untilStopped(leasePickupMs + 20_000)
    assert.equal(status, 'COMPLETED')
    await survivor.ended
    assert.deepEqual([survivor.errors, survivor.events.map(({ seq }) => seq)], [[], upTo(lastSeq)])
    for (const [index] of read.events.entries()) {
      const again = read.again(stage.cluster.urls().at(-1), index)
      await again.ended
      assert.deepEqual([again.errors, again.events], [[], read.events.slice(index + 1)])
    }
    assert.equal(read.events.length, length)
    const later = await stage.trigger({ agent, model: inTurns(says('As ever.')) })
    assert.equal((await later.untilStopped()).status, 'COMPLETED')
  },
} satisfies Scenario

/** The number of the last event, once all clients of a run have it. */
async function untilHeard(run: Run): Promise<number> {
  return eventually(
    async () => {
      const { lastSeq } = await run.state()
      return run.followers.every(({ seq }) => seq === lastSeq) && lastSeq
    },
    { what: 'the clients have heard the tail' },
  )
}

function isOf({ run }: StreamedEvent, id: string): boolean {
  return Object(run).id === id
}

function upTo(last: number): readonly number[] {
  return Array.from({ length: last }, (_, index) => index + 1)
}

function isRefusal(error: string): boolean {
  return error === 'CURSOR_INVALID' || error.includes('does not have the event of this cursor')
}
