import { useMemo } from 'react'
import { type Client, useClient } from 'urql'
import {
  MoreRunsDocument,
  type RunFilter,
  type RunOrder,
  type RunRowFragment,
  RunsDocument,
  RunsUpdatesDocument,
} from '../../../generated/console/graphql.ts'
import { followLive } from '../../data/live.ts'
import { type RowSource, useLiveRows } from '../../data/live-rows.ts'
import { readAnew } from '../../data/use-list.ts'

/** Runs that are read with one request. To draw more at once takes longer than a frame has on a slow machine. */
const pageSize = 50

/** The runs of a view, live, in its order; none without a filter, where the API would refuse it. */
export function useRunRows(filter: RunFilter | null, orderBy: RunOrder) {
  const client = useClient()
  const key = JSON.stringify({ filter, orderBy })
  const source = useMemo(() => {
    const view: View = JSON.parse(key)
    return view.filter === null ? noRuns : runsOf(client, { ...view, filter: view.filter })
  }, [client, key])
  return useLiveRows(key, source)
}

const noRuns: RowSource<RunRowFragment> = {
  read: async () => ({ nodes: [], pageInfo: { hasNextPage: false }, totalCount: 0 }),
  async *changes() {},
  compare: () => 0,
}

interface View {
  readonly filter: RunFilter | null
  readonly orderBy: RunOrder
}

function runsOf(client: Client, view: View & { readonly filter: RunFilter }): RowSource<RunRowFragment> {
  const nodesOf = (edges: readonly { readonly node: RunRowFragment }[]) => edges.map(({ node }) => node)
  return {
    async read(after) {
      const variables = { ...view, first: pageSize }
      if (after !== null) {
        const { runs } = await readAnew(client, MoreRunsDocument, { ...variables, after })
        return { ...runs, nodes: nodesOf(runs.edges) }
      }
      const { query, runUpdated } = (await readAnew(client, RunsDocument, variables)).updateCursors
      return { ...query.runs, nodes: nodesOf(query.runs.edges), changesAfter: runUpdated }
    },
    async *changes(after, signal) {
      for await (const { runUpdated } of followLive(RunsUpdatesDocument, { ...view, after }, { signal })) {
        const { isMatch, run, edge, query } = runUpdated
        yield { id: run.id, row: isMatch ? (edge?.node ?? null) : null, totalCount: query.runs.totalCount }
      }
    },
    compare: (a, b) => compare(a, b, view.orderBy),
  }
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
