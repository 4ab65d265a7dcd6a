import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { BareSocket } from '../clients/bare-socket.ts'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { calls, inTurns, says } from '../servers/replies.ts'
import type { RungraphProcess } from '../servers/rungraph.ts'
import type { Run } from '../stage/run.ts'
import type { Stage } from '../stage/stage.ts'

/** A fifth of the list's: what is left behind shows with these, and twenty rounds are to end. */
const subscribers = 1_000
/** How many connect at the same time. */
const atOnce = 100
const runCount = 4

/** So long may a server keep what nobody listens to any more. */
const forgetWithinMs = 5_000
/** Readers that there are look that often at least, hints or not. */
const looksEveryMs = 2_000
/** Of the memory after the first flood. */
const growth = 1.3

/** A thousand subscribers are gone at once with a RST. Nothing of them is left; they come again, each after its own cursor. */
export default {
  number: 24,
  title: 'a thousand subscribers drop at once and come again',
  promises: ['EVT-2', 'EVT-5'],
  async run({ openStage, random, figure, note }) {
    const stage = await openStage({ apis: 1, workers: 1 })
    const [server] = stage.cluster.apis
    assert.ok(server)
    const agent = await stage.createAgent()
    const opened = Promise.withResolvers<void>()
    stage.onCall('held', () => opened.promise)
    const model = inTurns(
      calls(stage.call('read', 'held')),
      says('A few words for all.', { chunkDelayMs: 20 }),
    )
    const runs = await Promise.all(
      Array.from({ length: runCount }, () => stage.trigger({ agent, model, followers: 1 })),
    )
    await stage.nthCall('held', runCount)
    const calm = await server.sockets()

    const first = await flood(server, runs, [])
    await dropAll(server, first, calm)
    const memory = await server.memoryBytes()
    await checkNobodyReads(stage, runs)

    // Some go on in the middle of what they have seen, some where they stood.
    const cursors = first.map(({ events }) => {
      const at = random() < 0.5 ? events.length - 1 : Math.floor(random() * events.length)
      return events[at]?.cursor ?? null
    })
    const again = await flood(server, runs, cursors)
    opened.resolve()
    await Promise.all(runs.map((run) => run.untilStopped()))
    await eventually(() => again.every(({ isComplete }) => isComplete), {
      what: 'all that came again are told of the end',
      withinMs: 20_000,
    })
    for (const [nth, { events }] of again.entries()) {
      const from = first[nth]?.events.findIndex(({ cursor }) => cursor === cursors[nth]) ?? -1
      assert.deepEqual(events, runs[nth % runCount]?.events.slice(from + 1), `the tail of subscriber ${nth}`)
    }
    await dropAll(server, again, calm)
    const after = await server.memoryBytes()
    note(
      `${Math.round(memory / 2 ** 20)} MiB after the first flood, ${Math.round(after / 2 ** 20)} MiB after the second`,
    )
    assert.ok(after < memory * growth, `${after} bytes after the second flood, ${memory} after the first`)

    async function dropAll(
      from: RungraphProcess,
      sockets: readonly BareSocket[],
      calm: number,
    ): Promise<void> {
      const droppedAt = performance.now()
      for (const socket of sockets) socket.reset()
      // Some of the pool's connections come and go meanwhile.
      await eventually(async () => (await from.sockets()) <= calm + 20, {
        what: 'the server lets go of all sockets',
        withinMs: forgetWithinMs,
        everyMs: 100,
      })
      figure('letting go', performance.now() - droppedAt)
    }
  },
} satisfies Scenario

/** Subscribers of the runs in turn, each when it has been given what there is after its cursor. */
async function flood(
  { url }: RungraphProcess,
  runs: readonly Run[],
  cursors: readonly (string | null)[],
): Promise<readonly BareSocket[]> {
  assert.ok(url)
  const sockets: BareSocket[] = []
  for (let from = 0; from < subscribers; from += atOnce)
    sockets.push(...(await Promise.all(Array.from({ length: atOnce }, () => BareSocket.open(url)))))
  for (const [nth, socket] of sockets.entries())
    socket.subscribe(runs[nth % runs.length]?.globalId ?? '', cursors[nth] ?? null)
  if (cursors.length > 0) return sockets
  const states = await Promise.all(runs.map((run) => run.state()))
  const hasAll = ({ events }: BareSocket, nth: number) =>
    events.length >= (states[nth % runs.length]?.lastSeq ?? 0)
  await eventually(() => sockets.every(hasAll), { what: 'all are given what there is', withinMs: 20_000 })
  return sockets
}

/** Followers apart, that is: one for each run. Readers that were left behind would go on to look for news. */
async function checkNobodyReads(stage: Stage, runs: readonly Run[]): Promise<void> {
  await Promise.all(runs.flatMap(({ followers }) => followers.map((follower) => follower.leave())))
  await delay(looksEveryMs + 500)
  const from = new Date()
  await delay(looksEveryMs + 500)
  const reads = await stage.database.rows<{ query: string }>(
    `select query from pg_stat_activity where datname = current_database() and application_name = 'rungraph'
       and query like '%from "Event" where "runId"%' and query_start > $1`,
    [from],
  )
  assert.deepEqual(reads, [], 'nobody reads the logs that nobody follows')
  for (const run of runs) run.followOn()
}
