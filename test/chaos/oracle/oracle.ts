import { readLate } from '../clients/late-reader.ts'
import type { Transcript } from '../clients/transcript.ts'
import { eventually } from '../eventually.ts'
import type { Run } from '../stage/run.ts'
import { restingStatuses } from '../stage/run.ts'
import type { Stage } from '../stage/stage.ts'
import { foldViolations } from './check-fold.ts'
import { logViolations } from './check-log.ts'
import { processViolations } from './check-process.ts'
import { restViolations } from './check-rest.ts'
import { transcriptViolations } from './check-transcripts.ts'
import { type RunHistory, readHistories } from './history.ts'

/** Longest time until runs stop once a scenario is through. */
const restWithinMs = 20_000
/** How long a client that lags behind a log that has ended may receive nothing more. One that is cut every few events takes its time. */
const lagWithinMs = 10_000

/** Rules for every run of every scenario. Resolves to the violations, in words; none where all hold. */
export async function oracle(stage: Stage): Promise<readonly string[]> {
  const late = await settle(stage)
  const transcriptsOf = (runId: string) => {
    const run = stage.runs.find(({ id }) => id === runId)
    return [...(run?.followers.map(({ transcript }) => transcript) ?? []), ...(late.get(runId) ?? [])]
  }
  const histories = await readHistories(
    stage.database,
    stage.runs.map(({ id }) => id),
    transcriptsOf,
  )
  const ofProcesses = await Promise.all(stage.cluster.processes.map(processViolations))
  return [...histories.flatMap(historyViolations), ...ofProcesses.flat()]
}

/** Violations of one run. */
export function historyViolations(history: RunHistory): readonly string[] {
  const rules = [restViolations, logViolations, foldViolations, transcriptViolations]
  return rules.flatMap((rule) => rule(history)).map((violation) => `run ${history.run.id}: ${violation}`)
}

/** Waits until the runs rest and their clients have heard all, and has each log read by one who comes late. */
async function settle(stage: Stage): Promise<ReadonlyMap<string, readonly Transcript[]>> {
  await eventually(() => areAtRest(stage), {
    what: 'all runs come to rest',
    withinMs: restWithinMs,
    everyMs: 50,
  }).catch(
    () => undefined, // each that does not is a violation of its own
  )
  const followed = stage.runs.filter(({ followers }) => followers.length > 0)
  const late = new Map<string, readonly Transcript[]>()
  // A few at a time: they are to come late, not all at once.
  for (let at = 0; at < followed.length; at += 8)
    await Promise.all(
      followed.slice(at, at + 8).map(async (run) => late.set(run.id, [await hearOut(run, stage)])),
    )
  return late
}

async function areAtRest({ runs, database }: Stage): Promise<boolean> {
  const statement = `select count(*)::int as busy from "Run"
    where "rootId" in (select "rootId" from "Run" where id = any($1::uuid[])) and status::text <> all($2::text[])`
  const [row] = await database.rows<{ busy: number }>(statement, [runs.map(({ id }) => id), restingStatuses])
  return row?.busy === 0
}

async function hearOut(run: Run, stage: Stage): Promise<Transcript> {
  const { lastSeq, status } = await run.state()
  const isOver = status !== 'WAITING'
  const hasHeardAll = () =>
    run.followers.every(({ seq, transcript }) => seq >= lastSeq && (transcript.isComplete || !isOver))
  // Up to the number above: what a run that goes on writes meanwhile is no reason to listen on.
  const heard = () => run.followers.reduce((sum, { seq }) => sum + Math.min(seq, lastSeq), 0)
  for (let before = -1; !hasHeardAll() && heard() > before; ) {
    before = heard()
    await eventually(hasHeardAll, { what: 'the clients hear all', withinMs: lagWithinMs }).catch(
      () => undefined,
    )
  }
  await Promise.all(run.followers.map((follower) => follower.leave()))
  const url = stage.cluster.urls().at(-1)
  if (url === undefined) throw new Error('No API server is alive.')
  const { globalId: runId, apiKey } = run
  return readLate({ url, runId, lastSeq, withinMs: lagWithinMs, apiKey })
}
