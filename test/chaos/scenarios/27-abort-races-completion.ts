import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Scenario } from '../scenario.ts'
import { calls, inTurns, says } from '../servers/replies.ts'
import { abort, type Decided } from '../stage/decisions.ts'
import type { Run } from '../stage/run.ts'
import type { Stage } from '../stage/stage.ts'

/** Of one play; twenty rounds make 2,000 tries. */
const batches = 4
const runsAtOnce = 25

interface Race {
  readonly run: Run
  /** Its place in the scenario, by which its calls are known. */
  readonly nth: number
  readonly answers: readonly Decided[]
}

/** Runs of a few tens of milliseconds are aborted at random moments of them, half of them at two servers at once. */
export default {
  number: 27,
  title: 'an abort races the completion',
  promises: ['RUN-4', 'RUN-7'],
  async run({ stage, random, note }) {
    const agent = await stage.createAgent()
    const races: Race[] = []
    // As long as such runs take where they are not aborted: learned, as it is the machine's to say.
    let horizonMs = 1_000
    for (let batch = 0; batch < batches; batch++) {
      const numbers = Array.from({ length: runsAtOnce }, (_, index) => batch * runsAtOnce + index)
      races.push(...(await Promise.all(numbers.map((nth) => race(nth, random() * horizonMs)))))
      // Where none completed the machine is slower than that.
      horizonMs = (await longestRun(stage)) ?? horizonMs * 3
    }

    const ends = await Promise.all(races.map(checkRace))
    const cancelled = ends.filter((status) => status === 'CANCELLED').length
    note(`${cancelled} of ${ends.length} runs were aborted, within ${Math.round(horizonMs)} ms`)
    assert.ok(
      cancelled > 0 && cancelled < ends.length,
      `${cancelled} of ${ends.length} were aborted: no race`,
    )

    async function race(nth: number, abortAfterMs: number): Promise<Race> {
      const run = await stage.trigger({
        agent,
        model: inTurns(
          calls(stage.call('read', `look-${nth}`)),
          calls(stage.call('once', `pay-${nth}`)),
          says('It is paid.'),
        ),
        isFollowed: nth % 10 === 0,
      })
      const servers = nth % 2 === 0 ? [0, 1] : [nth % 4 === 1 ? 0 : 1]
      await delay(abortAfterMs)
      return { run, nth, answers: await Promise.all(servers.map((server) => abort(stage, run, server))) }
    }

    /** Final status of the run; the row, the log and the answers to the callers agree on it. */
    async function checkRace({ run, nth, answers }: Race): Promise<string> {
      const { status } = await run.untilStopped()
      assert.ok(['COMPLETED', 'CANCELLED'].includes(status), `run ${nth} is ${status}`)
      const wasAccepted = answers.some(({ kind }) => kind === 'accepted')
      assert.equal(status, wasAccepted ? 'CANCELLED' : 'COMPLETED', `run ${nth}: ${JSON.stringify(answers)}`)
      for (const answer of answers) {
        if (answer.kind === 'accepted') continue
        assert.equal(answer.code, 'ILLEGAL_TRANSITION')
        assert.match(answer.message, new RegExp(`: The run is ${status}; `))
      }
      await checkCalls(run, nth)
      return status
    }

    async function checkCalls(run: Run, nth: number): Promise<void> {
      const [log] = await stage.database.rows<{ started: number; endedAt: Date }>(
        `select count(*) filter (where type = 'ActionStarted')::int as started, max(at) as "endedAt"
         from "Event" where "runId" = $1`,
        [run.id],
      )
      const made = [...stage.callsOf(`look-${nth}`), ...stage.callsOf(`pay-${nth}`)]
      assert.ok(
        log && made.length <= log.started,
        `run ${nth} made ${made.length} calls, begun: ${log?.started}`,
      )
      for (const { sentAt } of made)
        assert.ok(sentAt <= log.endedAt.getTime(), `run ${nth} made a call after its last event`)
    }
  },
} satisfies Scenario

/** In milliseconds, of those that nobody aborted. */
async function longestRun({ runs, database }: Stage): Promise<number | null> {
  const [row] = await database.rows<{ ms: number | null }>(
    `select (extract(epoch from max("completedAt" - "createdAt")) * 1000)::float8 as ms
     from "Run" where id = any($1::uuid[]) and status = 'COMPLETED'`,
    [runs.map(({ id }) => id)],
  )
  return row?.ms ?? null
}
