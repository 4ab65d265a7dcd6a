import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { liveLimits } from '../../../src/http/limits/live-limits.ts'
import { closeCodes } from '../../../src/http/sockets/close-codes.ts'

import { BareSocket } from '../clients/bare-socket.ts'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import type { Run } from '../stage/run.ts'
import type { Stage } from '../stage/stage.ts'

const slowReaders = 40
/** How many of them come again. */
const comeAgain = 2
/** More than the network between two processes holds, many times over for all readers. */
const events = 2_500
const textBytes = 6_000

/** A server that kept for its readers what they do not take would grow by 570 MiB at least. Garbage that waits to be collected is less. */
const mostGrowth = 450 * 2 ** 20
/**
 * After its time is up a socket is closed; a client that does not answer to that is dropped some time later. The time of the last of them
 * begins when the server has reached it: one that is resumed before is no slow reader.
 */
const closedMs = 8_000

/** Some subscribers of a long log stop to read. They are closed with a code that says so, and others never notice. */
export default {
  number: 25,
  title: 'subscribers that do not read',
  promises: ['EVT-2', 'EVT-5'],
  async run({ stage, figure, note }) {
    const [server] = stage.cluster.apis
    assert.ok(server?.url)
    const { url } = server
    const agent = await stage.createAgent()
    const opened = Promise.withResolvers<void>()
    stage.onCall('held', () => opened.promise)
    const model = stage.oneCall('once', 'held', 'It is over.')
    const run = await stage.trigger({ agent, model, followers: 1 })
    await stage.nthCall('held', 1)

    const slow = await Promise.all(Array.from({ length: slowReaders }, () => BareSocket.open(url)))
    for (const socket of slow) socket.subscribe(run.globalId)
    await eventually(() => slow.every(({ events }) => events.length > 0), { what: 'they begin to read' })
    for (const socket of slow) socket.pause()
    const memory = await server.memoryBytes()
    await writeMany(stage, run)
    const { lastSeq } = await run.state()
    const writtenAt = performance.now()
    const fast = await BareSocket.open(url)
    fast.subscribe(run.globalId)
    await eventually(() => fast.events.length >= lastSeq, { what: 'another reads all', withinMs: 20_000 })
    figure('another reads 15 MB', performance.now() - writtenAt)

    // From the last event on: the server waits for their farewell only so long.
    await delay(writtenAt + liveLimits.flushWithinMs + closedMs - performance.now())
    const after = await server.memoryBytes()
    note(
      `${Math.round(memory / 2 ** 20)} MiB before, ${Math.round(after / 2 ** 20)} MiB with ${slowReaders} slow readers`,
    )
    assert.ok(after - memory < mostGrowth, `${after} bytes with slow readers, ${memory} before`)
    for (const socket of slow) socket.resume()
    const codes = await Promise.all(slow.map(({ closed }) => closed))
    assert.deepEqual([...new Set(codes)], [closeCodes.SLOW_CONSUMER.code])

    opened.resolve()
    assert.equal((await run.untilStopped()).status, 'COMPLETED')
    await eventually(() => fast.isComplete, { what: 'the other hears the end' })
    for (const { events } of slow.slice(0, comeAgain)) await checkRest(events)
    fast.reset()

    async function checkRest(seen: BareSocket['events']): Promise<void> {
      assert.ok(seen.length < lastSeq && seen.length > 1, `it had read ${seen.length} of ${lastSeq}`)
      const again = await BareSocket.open(url)
      again.subscribe(run.globalId, seen.at(-1)?.cursor)
      await eventually(() => again.isComplete, {
        what: 'one that comes again hears the rest',
        withinMs: 20_000,
      })
      assert.deepEqual([...seen, ...again.events], fast.events)
      again.reset()
    }
  },
} satisfies Scenario

/** Puts words into the log as its owner would, but at once: one number after another, under the lock of the run. */
async function writeMany({ database }: Stage, run: Run): Promise<void> {
  await database.rows(
    `with taken as (
       update "Run" set "nextSeq" = "nextSeq" + $2::int where id = $1 returning "nextSeq" - $2::int as first, epoch, "projectId", "rootId"
     )
     insert into "EventSegment" ("runId", "projectId", "rootId", "firstSeq", "lastSeq", at, epoch, events)
     select $1, "projectId", "rootId", first + n, first + n, clock_timestamp(), epoch, json_build_array(json_build_object(
       'place', 0, 'type', 'TextDelta', 'stepNumber', 1,
       'data', jsonb_build_object('messageId', $1::text, 'offset', n * $3::int, 'text', repeat('words ', $3::int / 6))))
     from taken, generate_series(0, $2::int - 1) n`,
    [run.id, events, textBytes],
  )
}
