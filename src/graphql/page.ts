import { RungraphError } from '../domain/errors.ts'
import { isUuid } from './global-id.ts'
import { isPlaceValue, type Order, type Place, type Slice } from './keyset.ts'

/** The paging arguments of a connection, as callers give them. */
export interface PageArguments {
  readonly first?: number | null | undefined
  readonly after?: string | null | undefined
  readonly last?: number | null | undefined
  readonly before?: string | null | undefined
}

export const defaultPageSize = 20
export const maxPageSize = 100

/** The slice of the list that the arguments mean. @throws INVALID_INPUT naming the argument */
export function readSlice(args: PageArguments, order: Order): Slice {
  const backward = args.last != null || args.before != null
  if (backward && (args.first != null || args.after != null)) {
    const name = args.last != null ? 'last' : 'before'
    throw wrong(
      name,
      'goes with neither `first` nor `after`; `first` goes with `after`, `last` with `before`.',
    )
  }
  const cursor = backward ? args.before : args.after
  return {
    limit: backward ? readSize('last', args.last) : readSize('first', args.first),
    backward,
    from: cursor == null ? null : readCursor(backward ? 'before' : 'after', cursor, order),
  }
}

/** A page size within its bounds; the default where none is asked for. @throws INVALID_INPUT naming the argument */
export function readSize(name: 'first' | 'last', size: number | null | undefined): number {
  if (size == null) return defaultPageSize
  if (size >= 1 && size <= maxPageSize) return size
  throw wrong(name, `is ${size}; a page has 1 to ${maxPageSize} entries.`)
}

/** The place of a row as clients hold it. */
export function toCursor(order: Order, { value, id }: Place): string {
  return Buffer.from(JSON.stringify([order.name, value, id])).toString('base64url')
}

function readCursor(name: 'after' | 'before', cursor: string, order: Order): Place {
  const parts = parseCursor(cursor)
  const [orderName, value, id] = parts
  if (orderName !== order.name || !isPlaceValue(order, value) || typeof id !== 'string' || !isUuid(id)) {
    throw wrong(name, 'is no cursor of this list in this order. Give back a cursor that the list gave.')
  }
  return { value, id }
}

function parseCursor(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

function wrong(argument: string, problem: string): RungraphError {
  return new RungraphError('INVALID_INPUT', { message: `${argument} ${problem}`, path: [argument] })
}
