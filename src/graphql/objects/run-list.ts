import { everything, type List, type Order, type RowFilter, type RunFilter } from '../../domain/row-list.ts'
import type { GraphQLContext } from '../context.ts'
import { toAgentKey } from './binding.ts'

/** Filter of runs as callers write it: an agent by its slug or global id. */
export interface RunFilterArguments extends Omit<RunFilter, 'agent' | 'within'> {
  readonly agent?: string | null | undefined
}

interface RunOrder {
  readonly field: 'CREATED_AT' | 'DURATION' | 'COST'
  readonly direction: 'ASC' | 'DESC'
}

const columns = {
  CREATED_AT: { column: 'createdAt', type: 'timestamptz', nullable: false },
  DURATION: { column: 'durationMs', type: 'int', nullable: true },
  COST: { column: 'costUsd', type: 'numeric', nullable: false },
} as const satisfies Record<RunOrder['field'], Partial<Order>>

const newestFirst: RunOrder = { field: 'CREATED_AT', direction: 'DESC' }

/** The runs of a parent that a filter keeps, in an order. */
export function runsOf(
  ctx: GraphQLContext,
  parent: {
    readonly column:
      | 'projectId'
      | 'agentId'
      | 'sessionId'
      | 'parentId'
      | 'workflowId'
      | 'forkedFromId'
      | 'scheduleId'
    readonly id: string
  },
  filter: RunFilterArguments | null = null,
  { field, direction }: RunOrder = newestFirst,
): List & { readonly of: string } {
  return {
    of: parent.id,
    table: 'Run',
    parent: parent.column,
    where: filter === null && ctx.caller.access === null ? everything : toRowFilter(ctx, filter ?? {}),
    order: { name: `${field} ${direction}`, direction, ...columns[field] },
  }
}

/** The filter, as the API takes it, in terms of rows. */
export function toRowFilter(
  { project, caller }: GraphQLContext,
  { agent, ...filter }: RunFilterArguments,
): RowFilter {
  const within = caller.access?.scope ?? null
  const kept: RunFilter = { ...filter, within, agent: agent == null ? null : toAgentKey(agent) }
  return { kind: 'runs', projectId: project.id, filter: kept }
}
