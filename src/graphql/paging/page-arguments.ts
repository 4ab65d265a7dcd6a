import { invalid } from '../../domain/errors.ts'
import type { GivenCursor } from '../list-cursor.ts'

/** The paging arguments of a connection, as callers give them. */
export interface PageArguments {
  readonly first?: number | null | undefined
  readonly after?: string | null | undefined
  readonly last?: number | null | undefined
  readonly before?: string | null | undefined
}

/** A page between two positions of a list, neither of which belongs to it, by the algorithm of Relay's connections. */
export interface RequestedPage {
  /** Rows that are read, from `after` on, or backward from `before`. */
  readonly limit: number
  readonly backward: boolean
  readonly after: GivenCursor | null
  readonly before: GivenCursor | null
}

export const defaultPageSize = 20

export const maxPageSize = 100

/** Without a size a page is the first rows of the range, or the last ones where only its end is given. @throws INVALID_INPUT naming the argument */
export function readPageArguments({ first, last, after, before }: PageArguments): RequestedPage {
  if (first != null && last != null)
    throw invalid(
      'last',
      'is given with `first`. Give `first` for a page from its start, or `last` for one from its end.',
    )
  const backward = first == null && (last != null || (before != null && after == null))
  const limit = backward ? readSize('last', last) : readSize('first', first)
  return {
    limit,
    backward,
    after: after == null ? null : { argument: 'after', text: after },
    before: before == null ? null : { argument: 'before', text: before },
  }
}

/** The same with the positions that its cursors name. @throws INVALID_INPUT, CURSOR_INVALID naming the argument */
export function readBounds<Position>(args: PageArguments, read: (cursor: GivenCursor) => Position) {
  const page = readPageArguments(args)
  return { ...page, after: page.after && read(page.after), before: page.before && read(page.before) }
}

/** A page size within its bounds; the default where none is asked for. @throws INVALID_INPUT naming the argument */
export function readSize(name: 'first' | 'last', size: number | null | undefined): number {
  if (size == null) return defaultPageSize
  if (size >= 0 && size <= maxPageSize) return size
  throw invalid(name, `is ${size}; a page has 0 to ${maxPageSize} entries.`)
}

export interface PageInfo {
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  readonly startCursor: string | null
  readonly endCursor: string | null
}

type Cut = Pick<RequestedPage, 'limit' | 'backward'>

/** The rows of the page, of as many as its limit and one more, which only shows that there are more; in the order of the list. */
export function trim<Row>(rows: readonly Row[], { limit, backward }: Cut): readonly Row[] {
  return backward ? rows.slice(Math.max(0, rows.length - limit)) : rows.slice(0, limit)
}

/** `found`: how many rows were found, with the one that only shows that there are more. */
export function toPageInfo(
  { limit, backward, after, before }: Cut & { readonly after: unknown; readonly before: unknown },
  edges: readonly { readonly cursor: string }[],
  found: number,
): PageInfo {
  const hasMore = found > limit
  return {
    // The position that a page begins or ends at is itself a row on the other side of it.
    hasNextPage: backward ? before !== null : hasMore,
    hasPreviousPage: backward ? hasMore : after !== null,
    get startCursor() {
      return edges.at(0)?.cursor ?? null
    },
    get endCursor() {
      return edges.at(-1)?.cursor ?? null
    },
  }
}
