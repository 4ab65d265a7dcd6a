import type pg from 'pg'

/** So many numbers are used up at once: about a second. */
const atOnce = 100_000n

/**
 * The rows of the log have the numbers of the transactions that wrote them, by which feeds are ordered and their cursors are made. A server
 * on which a database was restored may have lower numbers: its transactions would have the numbers of old rows. Uses up numbers until they
 * come after `until`; each call continues where an earlier one was interrupted. Resolves to how many it used up.
 */
export async function advanceTransactions(
  client: pg.ClientBase,
  until: bigint,
  onProgress: (left: bigint) => void = () => undefined,
): Promise<bigint> {
  let used = 0n
  for (;;) {
    const { rows } = await client.query<{ next: string }>(
      'select pg_snapshot_xmax(pg_current_snapshot())::text as next',
    )
    const left = until - BigInt(rows[0]?.next ?? 0)
    if (left <= 0n) return used
    onProgress(left)
    const count = left < atOnce ? left : atOnce
    // A transaction gets its number when it asks for it; it writes nothing to the disk.
    await client.query(
      `do $$ begin for i in 1..${count} loop perform pg_current_xact_id(); commit; end loop; end $$`,
    )
    used += count
  }
}

/** The highest number in the rows of the database, from its indexes; 0 where it has no rows. */
export async function highestTransaction(client: Pick<pg.ClientBase, 'query'>): Promise<bigint> {
  const { rows } = await client.query<{ highest: string | null }>(highestStatement)
  return BigInt(rows[0]?.highest ?? 0)
}

/** The events of a run are no later than the last change of its status, or are in its log: both have an index by project. */
const highestStatement = `
select max(greatest(
  (select r."statusXid" from "Run" r where r."projectId" = p.id order by r."statusXid" desc limit 1),
  (select s."commitXid" from "EventSegment" s where s."projectId" = p.id order by s."commitXid" desc limit 1)
))::text as highest
from "Project" p`
