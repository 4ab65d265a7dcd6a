import type { RunOrder, RunRowFragment } from '../../../generated/console/graphql.ts'

/** The rows of a live list: the pages read so far, with changes since. */
export interface RunRows {
  readonly rows: readonly RunRowFragment[]
  readonly totalCount: number
  /** Where the next page begins; null at the end of the list. */
  readonly nextAfter: string | null
}

export interface RunPageOfRows {
  /** Counted with the first page. */
  readonly totalCount?: number
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null }
  readonly edges: readonly { readonly node: RunRowFragment }[]
}

export interface RunChange {
  readonly isMatch: boolean
  readonly runId: string
  /** Absent where the run is not in the list, or its place is not known. */
  readonly row: RunRowFragment | null
  readonly totalCount: number
}

export const noRows: RunRows = { rows: [], totalCount: 0, nextAfter: null }

/** The list with one more page at its end. Rows that came live meanwhile are not shown twice. */
export function withPage(list: RunRows, page: RunPageOfRows): RunRows {
  const known = new Set(list.rows.map(({ id }) => id))
  const more = page.edges.map(({ node }) => node).filter(({ id }) => !known.has(id))
  return {
    rows: [...list.rows, ...more],
    totalCount: page.totalCount ?? list.totalCount,
    nextAfter: page.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null,
  }
}

/** The list after a batch of changes: each run at the place that the order gives it, or gone. */
export function withChanges(list: RunRows, changes: readonly RunChange[], order: RunOrder): RunRows {
  if (changes.length === 0) return list
  const newest = new Map(changes.map((change) => [change.runId, change]))
  const rows = list.rows.filter(({ id }) => !newest.has(id))
  const last = list.rows.at(-1)
  for (const { isMatch, row } of newest.values()) {
    if (!isMatch || !row) continue
    // Beyond the pages read so far, it comes with its page.
    if (list.nextAfter !== null && last && compare(row, last, order) > 0) continue
    rows.splice(placeOf(row, rows, order), 0, row)
  }
  return { ...list, rows, totalCount: changes.at(-1)?.totalCount ?? list.totalCount }
}

function placeOf(row: RunRowFragment, rows: readonly RunRowFragment[], order: RunOrder): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = rows[middle]
    if (other && compare(other, row, order) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

function compare(a: RunRowFragment, b: RunRowFragment, { field, direction }: RunOrder): number {
  const [left, right] = [sortValue(a, field), sortValue(b, field)]
  const ascending = left === right ? a.id.localeCompare(b.id) : left - right
  return direction === 'ASC' ? ascending : -ascending
}

function sortValue(row: RunRowFragment, field: RunOrder['field']): number {
  if (field === 'COST') return Number(row.usage.costUsd)
  // The server has what is not known yet as the highest.
  if (field === 'DURATION') return row.durationMs ?? Number.POSITIVE_INFINITY
  if (field === 'CREATED_AT') return Date.parse(row.createdAt)
  return row.completedAt == null ? Number.POSITIVE_INFINITY : Date.parse(row.completedAt)
}
