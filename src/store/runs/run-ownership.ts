import type pg from 'pg'
import { type AgentDefinition, agentDefinition } from '../../domain/agent.ts'
import { type Dispatch, runJob } from '../../domain/dispatch.ts'
import { effectiveLimits } from '../../domain/limits.ts'
import type { RunStatus } from '../../domain/run.ts'
import { type RunOverrides, runOverrides } from '../../domain/run-history.ts'
import type { ClaimableRun, ClaimedRun, Held, RunStore } from '../../domain/run-store.ts'
import { topics, type Wakeups } from '../../domain/wakeups.ts'
import { asWorkflow, type WorkflowVersion, workflowDefinition } from '../../domain/workflow.ts'
import { againAfterDeadlock, inTransaction } from '../transaction.ts'
import {
  anythingToClaimStatement,
  claimableStatement,
  claimStatement,
  lockProjectsStatement,
} from './claim-statement.ts'

/** Who claims: shown on the row, and alive as long as it holds its advisory lock. */
interface Owner {
  readonly name: string
  readonly key: number
}

export interface RunOwnershipOptions {
  readonly pool: pg.Pool
  readonly wakeups: Wakeups
  readonly dispatch: Dispatch
  readonly owner: Owner
  readonly leaseMs: number
}

/** Whose a run is: taken, kept by renewal, given back (DUR-2). */
export function createRunOwnership(
  options: RunOwnershipOptions,
): Pick<RunStore, 'claim' | 'claimable' | 'renew' | 'release' | 'abandon'> {
  const { pool, wakeups, dispatch, leaseMs } = options
  return {
    claim: async ({ limit, onJobs = false }) => {
      if (!onJobs && !(await isAnythingToClaim(pool))) return []
      return inTransaction(pool, async (client, transaction) => {
        const jobs = onJobs ? await dispatch.take('runs', limit, transaction) : null
        return jobs?.length === 0 ? [] : claimRuns(client, options, limit)
      })
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

    abandon: async (held) => {
      if (held.length === 0) return
      await inTransaction(pool, async (client, transaction) => {
        const { rows } = await client.query<{ id: string }>(abandonStatement, heldColumns(held))
        await dispatch.enqueue(rows.map(runJob), transaction)
      })
      wakeups.publish(topics.queue)
    },

    release: async (held) => {
      if (held.length === 0) return
      await inTransaction(pool, async (client, transaction) => {
        const { rows } = await client.query<{ id: string; status: RunStatus }>(
          releaseStatement,
          heldColumns(held),
        )
        // One that has ended has nothing more to do, or the sweep finds it.
        await dispatch.enqueue(rows.filter(({ status }) => status === 'RUNNING').map(runJob), transaction)
      })
      wakeups.publish(topics.queue)
    },
  }
}

interface RenewedRow {
  readonly id: string
  readonly renewed: boolean
  readonly aborted: boolean
  readonly pending: boolean
  readonly why: string | null
}

async function isAnythingToClaim(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>({
    name: 'rungraph-claimable',
    text: anythingToClaimStatement,
  })
  return rows[0]?.found === true
}

async function claimRuns(
  client: pg.PoolClient,
  { owner, leaseMs }: RunOwnershipOptions,
  limit: number,
): Promise<readonly ClaimedRun[]> {
  const projects = await client.query<{ id: string }>(lockProjectsStatement)
  const { rows } = await client.query<ClaimedRow>({
    name: 'rungraph-claim',
    text: claimStatement,
    values: [owner.name, owner.key, limit, projects.rows.map((row) => row.id), leaseMs],
  })
  return rows.map(toClaimedRun)
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

const abandonStatement = `
update "Run" r set "leaseExpiresAt" = clock_timestamp() - interval '1 millisecond'
from unnest($1::uuid[], $2::int[]) as h(id, epoch)
where r.id = h.id and r.epoch = h.epoch and r."leaseOwner" is not null
returning r.id, r.priority`

const releaseStatement = `
update "Run" r set "leaseOwner" = null, "leaseKey" = null, "leaseExpiresAt" = null
from unnest($1::uuid[], $2::int[]) as h(id, epoch)
where r.id = h.id and r.epoch = h.epoch and r."leaseOwner" is not null
returning r.id, r.priority, r.status`

/** A row of the claim statement. */
interface ClaimedRow extends Omit<ClaimedRun, 'agent' | 'workflow' | 'replayOf' | 'trace'> {
  readonly agentId: string
  readonly agentVersion: number
  readonly slug: string
  readonly definition: unknown
  readonly workflow: (Omit<WorkflowVersion, 'definition'> & { readonly definition: unknown }) | null
  /** What the run changes of the definition. */
  readonly overrides: unknown
  readonly traceparent: string | null
  readonly tracestate: string | null
  readonly replayOfId: string | null
  readonly replayTools: boolean
}

function overridden(definition: AgentDefinition, { model, systemPrompt }: RunOverrides): AgentDefinition {
  return {
    ...definition,
    ...(model !== undefined && { model }),
    ...(systemPrompt !== undefined && { systemPrompt }),
  }
}

function toClaimedRun(row: ClaimedRow): ClaimedRun {
  const { agentId, agentVersion, slug, definition: stored, workflow, ...rest } = row
  const { overrides, replayOfId, replayTools, traceparent, tracestate, ...run } = rest
  const definition = overridden(agentDefinition.parse(stored), runOverrides.parse(overrides ?? {}))
  return {
    ...run,
    trace: traceparent === null ? null : { traceparent, tracestate },
    workflow: workflow && { ...workflow, definition: workflowDefinition.parse(workflow.definition) },
    // A row of an earlier version lacks the limits that came since.
    effectiveLimits: { ...effectiveLimits({}, {}, run.depth), ...run.effectiveLimits },
    agent: {
      agentId,
      slug,
      version: agentVersion,
      definition: workflow ? asWorkflow(definition) : definition,
    },
    replayOf: replayOfId === null ? null : { runId: replayOfId, tools: replayTools ? 'RECORDED' : 'LIVE' },
  }
}
