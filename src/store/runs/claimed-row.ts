import type pg from 'pg'
import { type AgentDefinition, agentDefinition } from '../../domain/agent.ts'
import { callerKind } from '../../domain/caller.ts'
import { readLimits } from '../../domain/limits.ts'
import type { RunCaller } from '../../domain/permission.ts'
import { readBound } from '../../domain/rights-bound.ts'
import { type RunOverrides, runOverrides } from '../../domain/run-history.ts'
import type { ClaimedRun, UnreadableRun } from '../../domain/run-store.ts'
import { asWorkflow, type WorkflowVersion, workflowDefinition } from '../../domain/workflow.ts'
import { writeRows } from '../../log/project/project-rows.ts'
import { loopStateStatement } from './claim-statement.ts'

/** A caller as the row of the root has them. */
export interface CallerRow {
  readonly name: string | null
  readonly kind: string | null
}

/** A row of the claim statement. */
export interface ClaimedRow
  extends Omit<ClaimedRun, 'agent' | 'bound' | 'caller' | 'workflow' | 'replayOf' | 'trace'> {
  /** Not null where its former owner had not written all rows that follow from its log. */
  readonly unprojectedFrom: number | null
  readonly agentId: string
  readonly agentVersion: number
  readonly slug: string
  readonly definition: unknown
  readonly caller: CallerRow
  readonly workflow: (Omit<WorkflowVersion, 'definition'> & { readonly definition: unknown }) | null
  /** Overrides of the definition for the run. */
  readonly overrides: unknown
  readonly bound: unknown
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

/** @throws ZodError where a stored definition or bound cannot be read */
export function toClaimedRun(row: ClaimedRow): ClaimedRun {
  const { agentId, agentVersion, slug, definition: stored, workflow, unprojectedFrom: _, ...rest } = row
  const { overrides, replayOfId, replayTools, traceparent, tracestate, caller, bound, ...run } = rest
  const changes = runOverrides.parse(overrides ?? {})
  const definition = overridden(agentDefinition.parse(stored), changes)
  return {
    ...run,
    caller: callerOf(caller),
    bound: readBound(bound),
    trace: traceparent === null ? null : { traceparent, tracestate },
    workflow: workflow && { ...workflow, definition: workflowDefinition.parse(workflow.definition) },
    effectiveLimits: readLimits(run.effectiveLimits, run.depth),
    agent: {
      agentId,
      slug,
      version: agentVersion,
      definition: workflow ? asWorkflow(definition) : definition,
    },
    ...(changes.edits && { edits: changes.edits }),
    replayOf: replayOfId === null ? null : { runId: replayOfId, tools: replayTools ? 'RECORDED' : 'LIVE' },
  }
}

export function toUnreadableRun(row: ClaimedRow): UnreadableRun {
  const { caller, effectiveLimits, depth, slug } = row
  return {
    ...row,
    caller: callerOf(caller),
    effectiveLimits: readLimits(effectiveLimits, depth),
    agent: { slug },
  }
}

/** A kind that another version has written is not known. */
export function callerOf({ name, kind }: CallerRow): RunCaller {
  return { name, kind: callerKind.options.find((known) => known === kind) ?? null }
}

/**
 * Writes the rows that the former owners of claimed runs had not written, and reads the state of the loop from the last step's checkpoint,
 * where the run does not have it. Not in the claim itself: a commit that ended while that waited for the run's row has changed the row that
 * the claim gives, and the steps that its statement sees are those of before.
 */
export async function withRows(
  client: pg.PoolClient,
  claimed: readonly ClaimedRow[],
): Promise<readonly ClaimedRow[]> {
  const behind = claimed.flatMap(({ id, unprojectedFrom }) =>
    unprojectedFrom === null ? [] : [{ id, from: unprojectedFrom }],
  )
  if (behind.length > 0) await writeRows(client, behind)
  const atCheckpoint = claimed.filter(({ loopState }) => loopState === null).map(({ id }) => id)
  if (atCheckpoint.length === 0) return claimed
  const { rows } = await client.query<Pick<ClaimedRow, 'id' | 'loopState'>>({
    name: 'rungraph-claimed-state',
    text: loopStateStatement,
    values: [atCheckpoint],
  })
  const states = new Map(rows.map(({ id, loopState }) => [id, loopState]))
  return claimed.map((row) => ({ ...row, loopState: states.get(row.id) ?? row.loopState }))
}
