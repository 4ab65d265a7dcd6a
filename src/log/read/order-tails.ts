import { horizon } from '../../sql/commit-order.ts'
import { activeDelay, idleDelay, Poll } from './poll.ts'
import { serverId } from './server-watch.ts'
import { openTail, type Tail, type TailOptions } from './tails.ts'

/** Position of a waiting reader: it has everything below `floor`. */
export interface Floor {
  readonly floor: bigint
  readonly isHeld: boolean
}

/** The tails of streams of one kind in one process. */
export interface OrderTails {
  /** Wakes on wakeups of any of the topics, and also by polls of the stream. */
  open(id: string, topics: readonly string[]): Tail<Floor>
}

/** A reader whom the horizon holds back is woken soon after it has moved. `rows` is as a StreamSource has it. */
export function createOrderTails(
  { pool, wakeups, servers, report }: TailOptions,
  { name, rows }: { readonly name: string; readonly rows: (id: string, floor: string) => string },
): OrderTails {
  const text = `
select f.server, r.number from (select ${serverId} as server) f left join (
  select s.number::int as number from unnest($1::uuid[], $2::bigint[]) with ordinality as s(id, floor, number)
  cross join lateral (select ${rows('s.id', 's.floor')} and e."commitXid" < ${horizon} order by e."commitXid" limit 1) e
) r on true`

  /** Returns the readers whose stream has unread rows below the horizon. */
  async function readable(readers: readonly Reader[]): Promise<readonly Reader[]> {
    const values = [readers.map(({ id }) => id), readers.map(({ floor }) => floor.toString())]
    const query = { name: `rungraph-${name}-poll`, text, values }
    const { rows } = await pool.query<{ server: number; number: number | null }>(query)
    for (const { server } of rows.slice(0, 1)) servers.note(server)
    const numbers = new Set(rows.map(({ number }) => number))
    return readers.filter((_, index) => numbers.has(index + 1))
  }

  const calm = new Poll<Reader>({ delay: idleDelay, servers, poll: readable, report })
  const held = new Poll<Reader>({ delay: activeDelay, servers, poll: readable, report })
  return {
    open: (id, topics) =>
      openTail({
        wakeups,
        topics,
        join: ({ floor, isHeld }, wake) => (isHeld ? held : calm).join({ id, floor, wake }),
      }),
  }
}

/** A reader that has read a stream below `floor`. */
interface Reader {
  readonly id: string
  readonly floor: bigint
  readonly wake: () => void
}
