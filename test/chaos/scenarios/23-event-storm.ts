import assert from 'node:assert/strict'
import { BareSocket } from '../clients/bare-socket.ts'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { calls, inTurns, type Reply, says } from '../servers/replies.ts'
import type { Stage } from '../stage/stage.ts'

/** One run that writes as fast as its worker can: calls of a tool that is done at once, as many as may be at once. */
const turns = 2
const callsPerTurn = 250
const subscribers = 4
/** Other runs, one after another, before the storm and in it. */
const samples = 8

/** Promise for a machine without other work; the time of small runs before the storm shows how busy this one is. */
const lagMs = 2_000
/** Below that nobody is held up, however quick they were before. */
const freeMs = 2_000

export default {
  number: 23,
  title: 'a storm of events on one run',
  promises: ['EVT-1', 'EVT-2', 'EVT-5'],
  async run({ stage, figure, note }) {
    const calm = await othersOf(stage)
    figure('others before', slow(calm))
    const agent = await stage.createAgent({ tools: ['calculator'], maxParallel: 100 })
    const beganAt = Date.now()
    const model = inTurns(...Array.from({ length: turns }, (_, turn) => callsOf(turn)), says('It is over.'))
    const run = await stage.trigger({ agent, model, followers: 1 })
    const urls = stage.cluster.urls()
    const sockets = await Promise.all(
      Array.from({ length: subscribers }, (_, nth) => BareSocket.open(urls[nth % urls.length] ?? '')),
    )
    for (const socket of sockets) socket.subscribe(run.globalId)
    await run.sees('ActionStarted')

    const isTold = eventually(() => sockets.every(({ isComplete }) => isComplete), {
      what: 'every subscriber is told of the end',
      withinMs: 60_000,
    }).then(() => Date.now())
    const [stormy, toldAt] = await Promise.all([othersOf(stage), isTold])
    const { status, lastSeq } = await run.untilStopped()
    assert.equal(status, 'COMPLETED')
    note(`${lastSeq} events in ${endOf(sockets) - beganAt} ms`)
    assert.ok(lastSeq > turns * callsPerTurn * 2, `${lastSeq} events are no storm`)
    for (const { events } of sockets)
      assert.deepEqual(
        events.map(({ seq }) => seq),
        Array.from({ length: lastSeq }, (_, index) => index + 1),
      )
    const lag = toldAt - endOf(sockets)
    figure('lag at the end', lag)
    assert.ok(lag < lagMs + 10 * slow(calm), `the last subscriber was told of the end after ${lag} ms`)
    figure('others in the storm', slow(stormy))
    const bound = Math.max(freeMs, 2 * slow(calm))
    assert.ok(slow(stormy) < bound, `another run took ${slow(stormy)} ms in place of ${slow(calm)} ms`)
  },
} satisfies Scenario

function callsOf(turn: number): Reply {
  const made = Array.from({ length: callsPerTurn }, (_, nth) => ({
    name: 'calculator',
    arguments: { expression: `${turn} * 1000 + ${nth}` },
  }))
  return calls(...made)
}

/** When the log ended, as its last event says. */
function endOf(sockets: readonly BareSocket[]): number {
  return Date.parse(sockets[0]?.events.at(-1)?.at ?? '')
}

/** How long small runs take from the moment in which they are accepted, in milliseconds. */
async function othersOf(stage: Stage): Promise<readonly number[]> {
  const agent = await stage.createAgent()
  const ids: string[] = []
  for (let nth = 0; nth < samples; nth++) {
    const model = stage.oneCall('read', 'look', 'It is there.')
    const run = await stage.trigger({ agent, model, isFollowed: false })
    await run.untilStopped(60_000)
    ids.push(run.id)
  }
  const rows = await stage.database.rows<{ ms: number }>(
    `select (extract(epoch from "completedAt" - "createdAt") * 1000)::float8 as ms from "Run" where id = any($1::uuid[])`,
    [ids],
  )
  return rows.map(({ ms }) => ms)
}

/** The figure that one in ten exceeds. */
function slow(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length * 0.9)] ?? Number.NaN
}
