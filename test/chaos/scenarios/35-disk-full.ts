import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Refused } from '../clients/graphql-client.ts'
import { eventually } from '../eventually.ts'
import { NotPlayed } from '../not-played.ts'
import type { Scenario } from '../scenario.ts'
import type { DataFolder } from '../servers/data-folder.ts'
import { inTurns, says } from '../servers/replies.ts'
import type { Run } from '../stage/run.ts'
import type { Stage } from '../stage/stage.ts'

/** A new database has some sixty, with its write-ahead log. */
const diskMegabytes = 128
const inputBytes = 200_000
/** Room is there again; a server that broke down starts anew within five seconds, and what is retried comes round. */
const backWithinMs = 30_000

/**
 * The disk of the database runs full while runs are active: first there is no room for more rows, then, in half of the plays, none for the
 * write-ahead log either, which ends the server. Callers receive an error, no accepted run is lost, and once there is room it works again
 * without a restart of Rungraph.
 */
export default {
  number: 35,
  title: 'the disk of the database is full',
  promises: ['DUR-1', 'DUR-3'],
  async run({ openStage, openDataFolder, random, figure, note }) {
    const dataFolder = await openDisk(openDataFolder)
    const stage = await openStage({ apis: 0, workers: 0, dataFolder })
    await stage.cluster.start('api')
    await stage.cluster.start('worker')
    const agent = await stage.createAgent()
    const opened = Promise.withResolvers<void>()
    stage.onCall('held', () => opened.promise)
    const held = await stage.trigger({ agent, model: stage.oneCall('once', 'held', 'It is over.') })
    await stage.nthCall('held', 1)

    await dataFolder.fill()
    const accepted: Run[] = []
    const refusal = await untilRefused(stage, agent, accepted)
    note(`${accepted.length} runs were accepted before ${refusal}`)
    assert.equal(refusal, 'DATABASE_UNAVAILABLE')
    const hasLog = random() < 0.5
    if (!hasLog) await endLog(stage, dataFolder)
    // Its result comes when it cannot be written.
    opened.resolve()

    await dataFolder.free()
    const freedAt = performance.now()
    await eventually(() => stage.trigger({ agent, model: inTurns(says('There is room.')) }), {
      what: 'runs are accepted again',
      withinMs: backWithinMs,
      everyMs: 200,
    })
    figure(hasLog ? 'back' : 'back after the server had ended', performance.now() - freedAt)
    for (const run of stage.runs) {
      const { status } = await run.untilStopped(backWithinMs)
      assert.equal(status, 'COMPLETED')
    }
    assert.equal(stage.callsOf('held').length, 1, 'what was called once is not called again')
    assert.ok(stage.runs.includes(held))
  },
} satisfies Scenario

/** @throws NotPlayed where this user may not make a disk */
async function openDisk(
  open: (options: { diskMegabytes: number }) => Promise<DataFolder>,
): Promise<DataFolder> {
  try {
    return await open({ diskMegabytes })
  } catch (error) {
    throw new NotPlayed(error instanceof Error ? error.message : String(error))
  }
}

/** Large runs, one after another, until one is not taken; the code of the refusal. */
async function untilRefused(stage: Stage, agent: string, accepted: Run[]): Promise<string> {
  for (;;) {
    try {
      accepted.push(
        await stage.trigger({
          ...{ agent, isFollowed: false },
          model: inTurns(says('It is over.')),
          input: randomBytes(inputBytes / 2).toString('hex'),
        }),
      )
    } catch (error) {
      if (error instanceof Refused) return error.code
      throw error
    }
  }
}

/** Has the server begin new files of its log until there is no room for one: it ends. */
async function endLog({ database }: Stage, folder: DataFolder): Promise<void> {
  const before = await folder.server()
  await eventually(
    async () => {
      await database
        .rows('select pg_switch_wal(), pg_logical_emit_message(true, $1, $1)', [''])
        .catch(() => undefined)
      return (await folder.server())?.pid !== before?.pid
    },
    { what: 'the server ends', withinMs: 30_000, everyMs: 50 },
  )
}
