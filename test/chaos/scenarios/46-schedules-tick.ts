import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { toGlobalId, uuidOf } from '../../../src/graphql/global-id.ts'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { ClockFile } from '../servers/clock-file.ts'
import { markerText } from '../servers/fake-provider.ts'
import { inTurns, says } from '../servers/replies.ts'
import type { Stage } from '../stage/stage.ts'

const schedulers = 3
/** The night in which clocks in Berlin go from 2:00 to 3:00, at 1:00 UTC. */
const at = (time: string) => Date.parse(`2027-03-28T${time}Z`)
/** The next minute comes within half of one, and three processes look every 5 s each; the machine may be busy. */
const tickWithinMs = 60_000
/** Somebody dies before, at or after the time. */
const killWithinMs = 16_000

interface Ticking {
  readonly id: string
  readonly marker: string
}

interface Tick {
  readonly runId: string
  readonly for: Date
}

/**
 * Three processes with schedules, one that dies at a due time, ten minutes without any process, and a night in which clocks are put
 * forward. Each time starts one run; for missed times, each schedule follows its setting.
 */
export default {
  number: 46,
  title: 'schedules tick in three processes, and in none for ten minutes',
  promises: ['SCHED-2', 'SCHED-3'],
  withinMs: 240_000,
  async run({ openStage, openDataFolder, random, note }) {
    const clock = await ClockFile.open()
    try {
      const turnTo = (time: string) => clock.set((at(time) - Date.now()) / 1_000)
      await turnTo('00:58:00')
      const dataFolder = await openDataFolder()
      const stage = await openStage({ apis: 0, workers: 0, dataFolder, env: clock.env })
      await stage.cluster.start('api')

      const agent = await stage.createAgent()
      const once = await schedule(stage, agent, { cron: '* * * * *', misfirePolicy: 'ONCE' })
      const skip = await schedule(stage, agent, { cron: '* * * * *', misfirePolicy: 'SKIP' })
      const night = await schedule(stage, agent, { cron: '30 2 * * *', misfirePolicy: 'ONCE' })
      await goOnFrom('00:58:45')
      await ticks(once, '00:59:00')
      await ticks(skip, '00:59:00')

      await goOnFrom('00:59:45')
      const victim = stage.cluster.workers[Math.floor(random() * schedulers)]
      await delay(random() * killWithinMs)
      await victim?.kill()
      await ticks(once, '01:00:00')
      await ticks(skip, '01:00:00')

      note('nobody is there for ten minutes')
      await goOnFrom('01:10:30')
      await ticks(once, '01:10:00')
      await passes(skip, '01:10:00')
      await ticks(skip, '01:11:00')
      await ticks(once, '01:11:00')

      note('half past two does not exist in this night')
      await goOnFrom('01:29:30')
      await ticks(once, '01:29:00')
      await ticks(night, '01:30:00')
      await ticks(once, '01:30:00')
      await ticks(skip, '01:30:00')

      await settle(once, ['00:59', '01:00', '01:10', '01:11', '01:29', '01:30'])
      await settle(skip, ['00:59', '01:00', '01:11', '01:30'])
      await settle(night, ['01:30'])

      /** As though no process had been there since: those that start ask the database for the time. */
      async function goOnFrom(time: string): Promise<void> {
        await Promise.all(stage.cluster.workers.map((worker) => worker.kill()))
        await turnTo(time)
        await Promise.all(Array.from({ length: schedulers }, () => stage.cluster.start('worker')))
      }

      /** A run is there for this time. */
      async function ticks({ id }: Ticking, time: string): Promise<void> {
        const isFor = (tick: Tick) => tick.for.getTime() === at(time)
        const what = `a run for ${time}`
        await eventually(async () => (await ticksOf(stage, id)).some(isFor), { what, withinMs: tickWithinMs })
      }

      /** It goes on to a later time without a run, and says so. */
      async function passes({ id }: Ticking, time: string): Promise<void> {
        const hasPassed = async () => {
          const [row] = await stage.database.rows<{ nextAt: Date; lastError: string | null }>(
            'select "nextAt", "lastError" from "Schedule" where id = $1',
            [id],
          )
          return (
            row !== undefined && row.nextAt.getTime() > at(time) && /was skipped/.test(row.lastError ?? '')
          )
        }
        await eventually(hasPassed, { what: `${time} is skipped`, withinMs: tickWithinMs })
      }

      /** These were all, one run each; the oracle looks after the runs. */
      async function settle({ id, marker }: Ticking, times: readonly string[]): Promise<void> {
        const found = await ticksOf(stage, id)
        assert.deepEqual(
          found.map((tick) => tick.for.toISOString().slice(11, 16)),
          times,
        )
        for (const { runId } of found) await stage.adopt(toGlobalId('Run', runId), marker, 1).untilStopped()
      }
    } finally {
      await clock.close()
    }
  },
} satisfies Scenario

async function schedule(
  stage: Stage,
  agent: string,
  times: { readonly cron: string; readonly misfirePolicy: 'ONCE' | 'SKIP' },
): Promise<Ticking> {
  const marker = stage.play(inTurns(says('It is done.')))
  const asked = { agent, input: `${markerText(marker)} Do it.`, timeZone: 'Europe/Berlin', ...times }
  const id = await stage.mutate('createSchedule', 'Schedule', asked)
  return { id: uuidOf('Schedule', id) ?? '', marker }
}

function ticksOf(stage: Stage, scheduleId: string): Promise<readonly Tick[]> {
  return stage.database.rows<Tick>(
    `select id as "runId", "scheduledFor" as for from "Run" where "scheduleId" = $1 order by "scheduledFor"`,
    [scheduleId],
  )
}
