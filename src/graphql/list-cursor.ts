import { RungraphError } from '../domain/errors.ts'
import { maxInteger } from '../domain/row-list.ts'
import { isUuid } from './global-id.ts'

/** A position as clients hold it. They can read it and write another one, so each reader checks its content. */
export function encodeCursor(content: unknown): string {
  return Buffer.from(JSON.stringify(content)).toString('base64url')
}

/** The content of a cursor; `null` if it has none. */
export function decodeCursor(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return null
  }
}

/** The cursors of a list: a name, then the parts of a position, each of which its column must be able to hold. */
export interface ListCursor<Parts extends readonly unknown[]> {
  /** A cursor with another name is refused. */
  readonly name: string
  /** Explanation in the error about a cursor of anything else. */
  readonly otherwise: string
  readonly parts: { readonly [Index in keyof Parts]: (part: unknown) => part is Parts[Index] }
}

/** The cursor of a position in a list. */
export function toListCursor<Parts extends readonly unknown[]>(
  { name }: Pick<ListCursor<Parts>, 'name'>,
  parts: Parts,
): string {
  return encodeCursor([name, ...parts])
}

/** A cursor that a caller gave, with its argument. */
export interface GivenCursor {
  readonly argument: 'after' | 'before'
  readonly text: string
}

/** The position that a cursor names. @throws CURSOR_INVALID naming the argument */
export function readListCursor<Parts extends readonly unknown[]>(
  { argument, text }: GivenCursor,
  { name, otherwise, parts: checks }: ListCursor<Parts>,
): Parts {
  const content = decodeCursor(text)
  const [given, ...parts]: readonly unknown[] = Array.isArray(content) ? content : []
  if (given === name && areParts(parts, checks)) return parts
  throw new RungraphError('CURSOR_INVALID', { reason: otherwise, path: [argument], of: 'list' })
}

function areParts<Parts extends readonly unknown[]>(
  parts: readonly unknown[],
  checks: ListCursor<Parts>['parts'],
): parts is Parts {
  return parts.length === checks.length && checks.every((check, index) => check(parts[index]))
}

/** Whether a part is the UUID of a row. */
export function isRowId(part: unknown): part is string {
  return typeof part === 'string' && isUuid(part)
}

/** Whether a part is a count or a position, in a column `integer`. */
export function isWholeNumber(part: unknown): part is number {
  return typeof part === 'number' && Number.isInteger(part) && part >= 0 && part <= maxInteger
}
