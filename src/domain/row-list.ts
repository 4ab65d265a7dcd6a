import type { TokenScope } from './access-token.ts'
import type { DataSetKey } from './data-set.ts'
import { isDecimal } from './decimal.ts'
import type { EvaluationMode, EvaluationResultStatus, EvaluationStatus } from './evaluation.ts'
import type { GateKind, GateStatus } from './gate.ts'
import { isCleanText, type JsonObject } from './json.ts'
import { parseMoment } from './moment.ts'
import type { RunStatus, TerminationReason } from './run.ts'
import type { WorkflowKey } from './workflow.ts'

/** An agent's id (a UUID) or slug. */
type AgentKey = { readonly id: string } | { readonly slug: string }

/** A total order of a list: by a column, then by id. The list's index has the same columns. */
export interface Order {
  /** Part of cursors, so that one of another order is refused. */
  readonly name: string
  readonly column: string
  readonly type: 'timestamptz' | 'int' | 'numeric' | 'text'
  /** NULL counts as more than any value. */
  readonly nullable: boolean
  readonly direction: 'ASC' | 'DESC'
}

/** The rows of a table that belong to a parent, in an order. */
export interface List {
  readonly table: string
  /** The column that names the parent; a list of the whole project has the project as its parent. */
  readonly parent: string
  readonly where: RowFilter
  readonly order: Order
}

/** Position of a row in its list. */
export interface RowPosition {
  readonly value: string | null
  readonly id: string
}

/** How many rows a list has: counted, or for a long list estimated. */
export interface RowCount {
  readonly count: number
  readonly isEstimate: boolean
}

/** A row of a list with the columns that were asked for, by their names. */
export interface PlainRow {
  /** Its position in the order of the list. */
  readonly value: string | null
  readonly row: { readonly id: string }
}

/** A part of a list between two places: its first `limit` rows, or its last ones. */
export interface Slice {
  readonly limit: number
  readonly backward: boolean
  /** Places that rows come after and before; `null`: the start and the end of the list. */
  readonly after: RowPosition | null
  readonly before: RowPosition | null
}

/** Which rows of a list are kept; ids are those of rows. */
export type RowFilter =
  | { readonly kind: 'all' }
  | { readonly kind: 'agents'; readonly filter: AgentFilter }
  | { readonly kind: 'workflows'; readonly filter: DefinitionFilter }
  | { readonly kind: 'sessions'; readonly projectId: string; readonly filter: SessionFilter }
  | { readonly kind: 'agent'; readonly projectId: string; readonly agent: AgentKey }
  | { readonly kind: 'runs'; readonly projectId: string; readonly filter: RunFilter }
  /** Of those, the runs that `abortRuns` still has to abort, or `retryRuns` to retry. */
  | { readonly kind: 'abortable' | 'retryable'; readonly projectId: string; readonly filter: RunFilter }
  | { readonly kind: 'gates'; readonly projectId: string; readonly filter: GateFilter }
  | { readonly kind: 'deliveries'; readonly statuses: readonly DeliveryStatus[] }
  /** The items of a version of their data set; `null`: of the present one. */
  | { readonly kind: 'items'; readonly version: number | null }
  | { readonly kind: 'evaluations'; readonly projectId: string; readonly filter: EvaluationFilter }
  | { readonly kind: 'results'; readonly filter: ResultFilter }

/** Filter of runs. Absent and null fields match any run. */
export interface RunFilter {
  /** Only runs that an access token reaches. */
  readonly within?: TokenScope | null | undefined
  readonly status?: readonly RunStatus[] | null | undefined
  readonly ids?: readonly string[] | null | undefined
  readonly agent?: AgentKey | null | undefined
  readonly agentVersion?: number | null | undefined
  /** Of one of its calls. */
  readonly model?: { readonly provider: string; readonly model: string } | null | undefined
  /** The name of one that it called. */
  readonly tool?: string | null | undefined
  /** All of these. */
  readonly tags?: readonly string[] | null | undefined
  /** At least one of these. */
  readonly anyTag?: readonly string[] | null | undefined
  /** Entries that its metadata has. */
  readonly metadata?: JsonObject | null | undefined
  readonly minCostUsd?: string | null | undefined
  readonly maxCostUsd?: string | null | undefined
  readonly minDurationMs?: number | null | undefined
  readonly maxDurationMs?: number | null | undefined
  readonly scheduleId?: string | null | undefined
  readonly workflow?: WorkflowKey | null | undefined
  readonly parentId?: string | null | undefined
  readonly threadId?: string | null | undefined
  readonly triggeredBy?: string | null | undefined
  readonly sessionKey?: string | null | undefined
  readonly terminationReason?: readonly TerminationReason[] | null | undefined
  readonly createdAfter?: Date | null | undefined
  readonly createdBefore?: Date | null | undefined
  readonly search?: string | null | undefined
  readonly rootsOnly?: boolean | null | undefined
}

/** Whether archived agents or workflows are kept. */
export type ArchiveState = 'ACTIVE' | 'ARCHIVED' | 'ANY'

/** Filter of agents or workflows. Absent and null fields match any; absent `archived` is ACTIVE. */
export interface DefinitionFilter {
  /** Part of the slug, the name or the description. */
  readonly search?: string | null | undefined
  readonly archived?: ArchiveState | null | undefined
}

/** Filter of agents, by their newest version. */
export interface AgentFilter extends DefinitionFilter {
  /** Name of a tool that the agent may call. */
  readonly tool?: string | null | undefined
  /** `provider/model` that the agent calls, first or as a fallback. */
  readonly model?: string | null | undefined
}

/** Filter of sessions. Absent and null fields match any session. */
export interface SessionFilter {
  readonly agent?: AgentKey | null | undefined
  /** Part of the key. */
  readonly search?: string | null | undefined
  /** Whether a run of it is QUEUED, RUNNING or WAITING. */
  readonly hasActiveRun?: boolean | null | undefined
  readonly createdAfter?: Date | null | undefined
  readonly createdBefore?: Date | null | undefined
  readonly activeAfter?: Date | null | undefined
  readonly activeBefore?: Date | null | undefined
}

/** Filter of gates. Absent and null fields match any gate. */
export interface GateFilter {
  /** Only gates of runs that an access token reaches. */
  readonly within?: TokenScope | null | undefined
  readonly ids?: readonly string[] | null | undefined
  readonly status?: readonly GateStatus[] | null | undefined
  readonly kind?: readonly GateKind[] | null | undefined
  /** Only gates of this run. */
  readonly runId?: string | null | undefined
  /** With those of the runs below `runId`. */
  readonly includeDescendants?: boolean | null | undefined
  readonly agent?: AgentKey | null | undefined
  readonly createdAfter?: Date | null | undefined
  readonly createdBefore?: Date | null | undefined
}

/** Filter of evaluations. Absent and null fields match any evaluation. */
export interface EvaluationFilter {
  readonly dataSet?: DataSetKey | null | undefined
  readonly agent?: AgentKey | null | undefined
  readonly agentVersion?: number | null | undefined
  readonly mode?: readonly EvaluationMode[] | null | undefined
  readonly status?: readonly EvaluationStatus[] | null | undefined
}

/** Filter of the results of an evaluation. Absent and null fields match any result. */
export interface ResultFilter {
  readonly status?: readonly EvaluationResultStatus[] | null | undefined
  /** Whether some trials of the item passed and others failed. */
  readonly flaky?: boolean | null | undefined
}

export type DeliveryStatus = 'PENDING' | 'DELIVERED' | 'ABANDONED'

export const everything: RowFilter = { kind: 'all' }

/** The oldest first. */
export const byCreation: Order = {
  name: 'CREATED_AT',
  column: 'createdAt',
  type: 'timestamptz',
  nullable: false,
  direction: 'ASC',
}

/** The largest number of a column `integer`. */
export const maxInteger = 2 ** 31 - 1

/** Whether a cursor's value is one that the column can hold. Numbers of lists are counts, times and costs: none is negative. */
export function isPositionValue(order: Order, value: unknown): value is string | null {
  if (value === null) return order.nullable
  if (typeof value !== 'string') return false
  switch (order.type) {
    case 'text':
      return isCleanText(value)
    case 'timestamptz':
      return /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(value) && parseMoment(value) !== null
    case 'int':
      return /^\d{1,10}$/.test(value) && Number(value) <= maxInteger
    case 'numeric':
      return isDecimal(value) && !value.startsWith('-')
    default:
      return order.type satisfies never
  }
}
