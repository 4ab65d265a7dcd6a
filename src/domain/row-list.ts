import { isDecimal } from './decimal.ts'
import type { FilterOf } from './filter-field.ts'
import type {
  agentFilter,
  canaryFilter,
  commentFilter,
  deliveryFilter,
  evaluationFilter,
  GateFilter,
  policyFilter,
  RunFilter,
  resultFilter,
  sessionFilter,
  workflowFilter,
} from './filters.ts'
import { isCleanText } from './json.ts'
import { parseMoment } from './moment.ts'

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

/** Tables whose rows are objects of lists: each is named as its type. */
export type ListTable =
  | 'Agent'
  | 'ApiKey'
  | 'Binding'
  | 'Canary'
  | 'DataSet'
  | 'DataSetItem'
  | 'Evaluation'
  | 'EvaluationResult'
  | 'EventSource'
  | 'EventTrigger'
  | 'Gate'
  | 'Policy'
  | 'Rating'
  | 'RunComment'
  | 'ReceivedEvent'
  | 'Relic'
  | 'Run'
  | 'Schedule'
  | 'Session'
  | 'Step'
  | 'Webhook'
  | 'WebhookDelivery'
  | 'Workflow'

/** The rows of a table that belong to a parent, in an order. */
export interface List {
  readonly table: ListTable
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

/** The filters of lists by their kind. */
export interface RowFilters {
  readonly runs: RunFilter
  /** Of those, the runs that `abortRuns` still has to abort, or `retryRuns` to retry. */
  readonly abortable: RunFilter
  readonly retryable: RunFilter
  readonly agents: FilterOf<typeof agentFilter>
  readonly workflows: FilterOf<typeof workflowFilter>
  readonly sessions: FilterOf<typeof sessionFilter>
  readonly gates: GateFilter
  readonly policies: FilterOf<typeof policyFilter>
  readonly comments: FilterOf<typeof commentFilter>
  readonly canaries: FilterOf<typeof canaryFilter>
  readonly deliveries: FilterOf<typeof deliveryFilter>
  /** The items of a version of their data set. */
  readonly items: { readonly version: number | 'NEWEST' }
  readonly evaluations: FilterOf<typeof evaluationFilter>
  readonly results: FilterOf<typeof resultFilter>
}

/** Which rows of a list are kept. */
export type RowFilter =
  | { readonly kind: 'all' }
  | {
      readonly [Kind in keyof RowFilters]: {
        readonly kind: Kind
        readonly projectId: string
        readonly filter: RowFilters[Kind]
      }
    }[keyof RowFilters]

export const everything: RowFilter = { kind: 'all' }

/** The oldest first. */
export const byCreation: Order = {
  name: 'CREATED_AT',
  column: 'createdAt',
  type: 'timestamptz',
  nullable: false,
  direction: 'ASC',
}

/** The newest first, in the order of the index that lists of runs have. */
export const newestFirst: Order = { ...byCreation, name: 'CREATED_AT DESC', direction: 'DESC' }

/** Events that came last first. */
export const byReceipt: Order = {
  ...newestFirst,
  name: 'RECEIVED_AT DESC',
  column: 'receivedAt',
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
