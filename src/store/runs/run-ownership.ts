import pg from 'pg'
import { isDatabaseUnavailable } from '../../domain/database-unavailable.ts'
import {
  type Dispatch,
  type FetchedJob,
  type RunToClaim,
  runJob,
  type Transaction,
} from '../../domain/dispatch.ts'
import type { RunStatus } from '../../domain/run.ts'
import type {
  ClaimableRun,
  ClaimedRun,
  ClaimOptions,
  Held,
  RunStore,
  UnreadableRun,
} from '../../domain/run-store.ts'
import { topics, type Wakeups } from '../../domain/wakeups.ts'
import type { RunOwner } from '../../domain/worker-claim.ts'
import { againAfterDeadlock, inTransaction, isLockTimeout } from '../../sql/transaction.ts'
import {
  claimableStatement,
  claimStatement,
  heldBackStatement,
  lockIdleProjectsStatement,
  lockProjectsStatement,
  slotsStatement,
  waitForRunStatement,
} from './claim-statement.ts'
import { type ClaimedRow, toClaimedRun, toUnreadableRun, withRows } from './claimed-row.ts'
import { fetchInTurn, type ProjectSlots } from './fetch-in-turn.ts'
import { RefusedClaims } from './refused-claims.ts'

/** A commit takes less than this, in milliseconds. */
const writtenWithinMs = 200

export interface RunOwnershipOptions {
  readonly pool: pg.Pool
  readonly wakeups: Wakeups
  readonly dispatch: Dispatch
  /** Owner of claims. It is alive as long as it holds its advisory lock. */
  readonly owner: RunOwner
  readonly leaseMs: number
}

/** Ownership of runs: claim, renewal, release (DUR-2). */
export function createRunOwnership(
  options: RunOwnershipOptions,
): Pick<RunStore, 'claim' | 'claimable' | 'renew' | 'release' | 'abandon'> {
  const { pool, wakeups, dispatch, leaseMs } = options
  const refused = new RefusedClaims()
  return {
    claim: async ({ limit, onUnreadable = refuseUnreadable, onRefused }) => {
      const claim = (isEachAlone: boolean) =>
        inTransaction(
          pool,
          (client, transaction) =>
            claimJobs(client, options, { limit, transaction, isEachAlone, refused, onRefused }),
          'once',
        )
      let hasWaited = false
      for (;;) {
        // One run whose row cannot be changed must not hold up the others.
        const { claimed, unreadable, hasDropped, heldBack } = await claim(false).catch((error: unknown) => {
          if (!(error instanceof pg.DatabaseError)) throw error
          return claim(true)
        })
        for (const { run, error } of unreadable) onUnreadable(run, error)
        if (claimed.length + unreadable.length > 0) return claimed
        // Behind jobs of runs that cannot be claimed now there may be others.
        if (hasDropped) continue
        if (heldBack === null || hasWaited) return []
        await untilFree(pool, heldBack)
        hasWaited = true
      }
    },

    claimable: async (limit) => {
      const { rows } = await pool.query<ClaimableRun>({
        name: 'rungraph-sweep',
        text: claimableStatement,
        values: [limit],
      })
      return rows
    },

    renew: async (held) => {
      if (held.length === 0) return { renewed: [], lost: [], aborted: [], inputPending: [], escalated: [] }
      const values = [...heldColumns(held), leaseMs]
      const { rows } = await againAfterDeadlock(() => pool.query<RenewedRow>(renewStatement, values))
      const kept = new Set(rows.map((row) => row.id))
      return {
        renewed: rows.filter((row) => row.renewed).map((row) => row.id),
        lost: held.map((run) => run.runId).filter((runId) => !kept.has(runId)),
        aborted: rows.filter((row) => row.aborted).map((row) => row.id),
        inputPending: rows.filter((row) => row.pending).map((row) => row.id),
        escalated: rows.flatMap(({ id, why }) => (why === null ? [] : [{ runId: id, why }])),
      }
    },

    abandon: async (held, why) => {
      if (held.length === 0) return
      await inTransaction(pool, async (client, transaction) => {
        const values = [...heldColumns(held), why === 'refused' ? mostRefusals : null]
        const { rows } = await client.query<ReturnedRow>(abandonStatement, values)
        const jobs = rows.map(({ status: _, ...run }) => runJob({ ...run, cause: 'orphaned' }))
        await dispatch.enqueue(jobs, transaction)
      })
      wakeups.publish(topics.queue)
    },

    release: async (held) => {
      if (held.length === 0) return
      await inTransaction(pool, async (client, transaction) => {
        const { rows } = await client.query<ReturnedRow>(releaseStatement, heldColumns(held))
        // One that has ended has nothing more to do, or the sweep finds it.
        const running = rows.filter(({ status }) => status === 'RUNNING')
        const jobs = running.map(({ status: _, ...run }) => runJob({ ...run, cause: 'returned' }))
        await dispatch.enqueue(jobs, transaction)
      })
      wakeups.publish(topics.queue)
    },
  }
}

interface ReturnedRow extends Pick<RunToClaim, 'id' | 'projectId' | 'depth'> {
  readonly priority: number
  readonly status: RunStatus
}

interface RenewedRow {
  readonly id: string
  readonly renewed: boolean
  readonly aborted: boolean
  readonly pending: boolean
  readonly why: string | null
}

interface Fetching {
  readonly limit: number
  readonly onRefused: ClaimOptions['onRefused'] | undefined
  readonly transaction: Transaction
  /** Whether each run is claimed by a statement of its own. */
  readonly isEachAlone: boolean
  readonly refused: RefusedClaims
}

interface Fetched extends Claimed {
  /** Whether runs lost their jobs. */
  readonly hasDropped: boolean
  /** A run that only a lock or a full project held back. */
  readonly heldBack: string | null
}

/**
 * Fetches jobs and claims their runs, in one transaction. A run that cannot be claimed now loses its job: the event that makes it claimable
 * inserts another.
 */
async function claimJobs(
  client: pg.PoolClient,
  options: RunOwnershipOptions,
  fetching: Fetching,
): Promise<Fetched> {
  const { limit, transaction, isEachAlone, refused } = fetching
  const { dispatch } = options
  const slots = await lockProjects(client)
  const jobs = await fetchInTurn(slots, limit, (fetch) => dispatch.fetch('runs', fetch, transaction))
  if (jobs.length === 0) return { claimed: [], unreadable: [], hasDropped: false, heldBack: null }
  const runIds = jobs.map(({ key }) => key).filter((runId) => !refused.isPutOff(runId))
  const claiming = { runIds, projectIds: slots.map(({ projectId }) => projectId) }
  const taken = await (isEachAlone
    ? claimEach(client, options, claiming, fetching)
    : claimRuns(client, options, claiming))
  const claimedIds = new Set(
    [...taken.claimed, ...taken.unreadable.map(({ run }) => run)].map(({ id }) => id),
  )
  await dispatch.delete('runs', jobs, transaction)
  if (claimedIds.size === jobs.length) return { ...taken, hasDropped: false, heldBack: null }
  const others = jobs.filter(({ key }) => !refused.isPutOff(key))
  const held = await putBack(client, { jobs: others, claimedIds, dispatch, transaction })
  const hasDropped = claimedIds.size + held.length < jobs.length
  return { ...taken, hasDropped, heldBack: held[0]?.id ?? null }
}

/** The projects that have a top-level run to claim, with their slots, which nobody else takes before this transaction ends (LIM-12). */
async function lockProjects(client: pg.PoolClient): Promise<readonly ProjectSlots[]> {
  const { rows: projects } = await client.query<{ id: string }>({
    name: 'rungraph-lock-projects',
    text: lockProjectsStatement,
  })
  if (projects.length === 0) return []
  // Another statement, as rows committed while this one waited for the locks must be counted.
  const { rows } = await client.query<ProjectSlots>({
    name: 'rungraph-slots',
    text: slotsStatement,
    values: [projects.map(({ id }) => id)],
  })
  return rows
}

interface Claimed {
  readonly claimed: readonly ClaimedRun[]
  readonly unreadable: readonly Unreadable[]
}

interface Unreadable {
  readonly run: UnreadableRun
  readonly error: unknown
}

function refuseUnreadable({ id }: UnreadableRun, error: unknown): never {
  throw new Error(`The stored definition of run ${id} cannot be read.`, { cause: error })
}

interface Claiming {
  readonly runIds: readonly string[]
  /** Projects whose rows the transaction has locked. */
  readonly projectIds: readonly string[]
}

async function claimRuns(
  client: pg.PoolClient,
  { owner, leaseMs }: RunOwnershipOptions,
  { runIds, projectIds }: Claiming,
): Promise<Claimed> {
  const { rows } = await client.query<ClaimedRow>({
    name: 'rungraph-claim',
    text: claimStatement,
    values: [owner.name, owner.key, runIds, projectIds, leaseMs, owner.version],
  })
  const claimed: ClaimedRun[] = []
  const unreadable: Unreadable[] = []
  for (const row of await withRows(client, rows)) {
    try {
      claimed.push(toClaimedRun(row))
    } catch (error) {
      unreadable.push({ run: toUnreadableRun(row), error })
    }
  }
  return { claimed, unreadable }
}

/** The same run by run. Those that the database refuses lose their jobs, and are put off; the sweep brings them again. */
async function claimEach(
  client: pg.PoolClient,
  options: RunOwnershipOptions,
  { runIds, projectIds }: Claiming,
  { refused, onRefused }: Fetching,
): Promise<Claimed> {
  const all: Claimed[] = []
  const failures = new Map<string, unknown>()
  // What would fail at the end of the transaction fails with its statement.
  await client.query('set constraints all immediate')
  for (const runId of runIds) {
    await client.query('savepoint one_run')
    try {
      all.push(await claimRuns(client, options, { runIds: [runId], projectIds }))
      await client.query('release savepoint one_run')
    } catch (error) {
      await client.query('rollback to savepoint one_run')
      failures.set(runId, error)
    }
  }
  const [first] = failures.values()
  if (all.length === 0 && [...failures.values()].every(isDatabaseUnavailable)) throw first
  for (const [runId, error] of failures) {
    refused.putOff(runId)
    onRefused?.(runId, error)
  }
  return {
    claimed: all.flatMap(({ claimed }) => claimed),
    unreadable: all.flatMap(({ unreadable }) => unreadable),
  }
}

/** Keeps the jobs of runs whose rows another transaction is writing, or whose project entered the queue after the projects were locked. */
async function putBack(
  client: pg.PoolClient,
  {
    jobs,
    claimedIds,
    dispatch,
    transaction,
  }: {
    readonly jobs: readonly FetchedJob[]
    readonly claimedIds: ReadonlySet<string>
    readonly dispatch: Dispatch
    readonly transaction: Transaction
  },
): Promise<readonly RunToClaim[]> {
  const unclaimed = jobs.map(({ key }) => key).filter((key) => !claimedIds.has(key))
  const { rows } = await client.query<RunToClaim>(heldBackStatement, [unclaimed])
  if (rows.length > 0) await dispatch.enqueue(rows.map(runJob), transaction)
  return rows
}

/** Waits until nobody writes the run, or for a moment. It holds no other lock meanwhile, so that nobody waits for it. */
async function untilFree(pool: pg.Pool, runId: string): Promise<void> {
  try {
    await inTransaction(pool, async (client) => {
      await client.query(`set local lock_timeout = ${writtenWithinMs}`)
      await client.query(waitForRunStatement, [runId])
    })
  } catch (error) {
    if (!isLockTimeout(error)) throw error
  }
}

/**
 * Claims a run that need not wait its turn, in the transaction that accepts it, without a job; `null` where it has to wait: for its session,
 * for a place of its project, or behind older runs of the project.
 */
export async function claimAccepted(
  client: pg.PoolClient,
  options: RunOwnershipOptions,
  { id, projectId, isChild }: { readonly id: string; readonly projectId: string; readonly isChild: boolean },
): Promise<ClaimedRun | null> {
  const idle = isChild ? [] : await lockIdleProjects(client, [projectId], id)
  if (!isChild && idle.length === 0) return null
  const { claimed, unreadable } = await claimRuns(client, options, { runIds: [id], projectIds: idle })
  for (const { run, error } of unreadable) refuseUnreadable(run, error)
  return claimed[0] ?? null
}

/** Locks those of the projects in which no run waits but the new one `newRun`, and nobody else claims. */
export async function lockIdleProjects(
  client: pg.PoolClient,
  projectIds: readonly string[],
  newRun: string | null = null,
): Promise<readonly string[]> {
  if (projectIds.length === 0) return []
  const { rows } = await client.query<{ id: string }>({
    name: 'rungraph-lock-idle-projects',
    text: lockIdleProjectsStatement,
    values: [projectIds, newRun],
  })
  return rows.map(({ id }) => id)
}

function heldColumns(held: readonly Held[]): [string[], number[]] {
  return [held.map((run) => run.runId), held.map((run) => run.epoch)]
}

/**
 * A row that is locked is left alone: a commit of its owner is renewing it at this moment, and to wait for one row
 * while holding others is a deadlock with a commit of several runs.
 */
const renewStatement = `
with held as (
  select r.id, r."abortRequestedAt" is not null as aborted, r."inputsReceived" > r."inputsConsumed" as pending, r.escalation as why from "Run" r
  join unnest($1::uuid[], $2::int[]) as h(id, epoch) on r.id = h.id and r.epoch = h.epoch
  where r."leaseOwner" is not null
), free as (
  select r.id from "Run" r
  join unnest($1::uuid[], $2::int[]) as h(id, epoch) on r.id = h.id and r.epoch = h.epoch
  where r."leaseOwner" is not null
  for no key update of r skip locked
), renewed as (
  update "Run" r set "leaseExpiresAt" = clock_timestamp() + $3::int * interval '1 millisecond' from free f where r.id = f.id
  returning r.id
)
select id, aborted, pending, why, id in (select n.id from renewed n) as renewed from held`

/** The next owner counts one more: a run in a crash loop has lost six. */
const mostRefusals = 4

const abandonStatement = `
update "Run" r set "leaseExpiresAt" = clock_timestamp() - interval '1 millisecond',
  "crashesSinceProgress" = least(r."crashesSinceProgress", $3::int)
from unnest($1::uuid[], $2::int[]) as h(id, epoch)
where r.id = h.id and r.epoch = h.epoch and r."leaseOwner" is not null
returning r.id, r."projectId", r.depth, r.priority, r.status`

const releaseStatement = `
update "Run" r set "leaseOwner" = null, "leaseKey" = null, "leaseExpiresAt" = clock_timestamp()
from unnest($1::uuid[], $2::int[]) as h(id, epoch)
where r.id = h.id and r.epoch = h.epoch and r."leaseOwner" is not null
returning r.id, r."projectId", r.depth, r.priority, r.status`
