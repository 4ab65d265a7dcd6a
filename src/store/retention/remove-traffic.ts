import type pg from 'pg'
import { inBatches } from '../../log/prune/in-batches.ts'

/** The rows are large: so many go in one transaction. */
const batch = 200

/** Removes the HTTP exchanges of model calls that were stored before a time, whether or not their runs stay, and counts them. */
export function removeTraffic(
  client: pg.PoolClient,
  { before, signal }: { readonly before: Date; readonly signal: AbortSignal },
): Promise<number> {
  const values = [before, batch]
  return inBatches(client, { name: 'rungraph-old-traffic', text: statement, values, batch }, signal)
}

const statement = `
with gone as (
  delete from "ModelTraffic" where "callId" = any(array(
    select "callId" from "ModelTraffic" where "createdAt" < $1 order by "createdAt", "callId" limit $2)) returning 1
)
select count(*)::int as count from gone`
