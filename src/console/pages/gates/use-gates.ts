import { useMemo } from 'react'
import {
  type GateFilter,
  type GateRowFragment,
  GatesDocument,
  GatesUpdatesDocument,
  MoreGatesDocument,
} from '../../../generated/console/graphql.ts'
import { followLive, live } from '../../data/live.ts'
import { type RowSource, useLiveRows } from '../../data/live-rows.ts'

const pageSize = 50

/** The gates of a view, newest first, live: one that opens appears automatically, one that no longer matches is removed. */
export function useGates(filter: GateFilter) {
  const key = JSON.stringify(filter)
  return useLiveRows(
    key,
    useMemo(() => gatesOf(JSON.parse(key)), [key]),
  )
}

/** Read without the cache, which would join a page with pages of before, and so bring back gates that were decided since. */
function gatesOf(filter: GateFilter): RowSource<GateRowFragment> {
  return {
    async read(after, signal) {
      const variables = { filter, first: pageSize }
      if (after !== null)
        return (await live.query(MoreGatesDocument, { ...variables, after }, { signal })).gates
      const { updateCursors } = await live.query(GatesDocument, variables, { signal })
      return { ...updateCursors.query.gates, changesAfter: updateCursors.gateUpdated }
    },
    async *changes(after, signal) {
      for await (const { gateUpdated } of followLive(GatesUpdatesDocument, { filter, after }, { signal })) {
        const { isMatch, gate, query } = gateUpdated
        yield { id: gate.id, row: isMatch ? gate : null, totalCount: query.gates.totalCount }
      }
    },
    compare: (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || b.id.localeCompare(a.id),
  }
}
