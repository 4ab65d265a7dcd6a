import { horizon } from './commit-order.ts'
import { Poll, soon, unhinted } from './poll.ts'
import { openTail, type Tail } from './tail.ts'
import type { TailOptions } from './tails.ts'

/** Where a reader waits: it has everything below `floor`. */
export interface Floor {
  readonly floor: bigint
  readonly isHeld: boolean
}

/** The tails of streams of one kind in one process. */
export interface OrderTails {
  /** Wakes by hints under any of the topics, and beneath them by a look at the stream. */
  open(id: string, topics: readonly string[]): Tail<Floor>
}

/** A reader whom the horizon holds back is woken soon after it has moved. `rows` is as a StreamSource has it. */
export function createOrderTails(
  { pool, wakeups, report }: TailOptions,
  { name, rows }: { readonly name: string; readonly rows: (id: string, floor: string) => string },
): OrderTails {
  const text = `
select s.place::int as place from unnest($1::uuid[], $2::bigint[]) with ordinality as s(id, floor, place)
cross join lateral (select ${rows('s.id', 's.floor')} and e."commitOrder" < ${horizon} order by e."commitOrder" limit 1) e`

  /** Those whose stream has something below the horizon that they have not read. */
  async function readable(readers: readonly Reader[]): Promise<readonly Reader[]> {
    const values = [readers.map(({ id }) => id), readers.map(({ floor }) => floor.toString())]
    const query = { name: `rungraph-${name}-poll`, text, values }
    const { rows } = await pool.query<{ place: number }>(query)
    const places = new Set(rows.map(({ place }) => place))
    return readers.filter((_, index) => places.has(index + 1))
  }

  const calm = new Poll<Reader>({ delay: unhinted, look: readable, report })
  const held = new Poll<Reader>({ delay: soon, look: readable, report })
  return {
    open: (id, topics) =>
      openTail({
        wakeups,
        topics,
        join: ({ floor, isHeld }, wake) => (isHeld ? held : calm).join({ id, floor, wake }),
      }),
  }
}

/** Somebody who has read a stream below `floor`. */
interface Reader {
  readonly id: string
  readonly floor: bigint
  readonly wake: () => void
}
