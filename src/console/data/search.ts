/** Reads parameters of addresses, which anybody may have written. What cannot be read is kept apart, as it is written. */

export type Search = Readonly<Record<string, unknown>>

/** What a page reads of its address, and the parameters of which it can make nothing. */
export type View<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } & {
  readonly unread?: Search
}

/**
 * The reader of the address of a page. A parameter that `read` gives no value for, one of an unknown name too, is in `unread`: it stays in
 * the address, and `AddressNotice` says so.
 */
export function reader<Fields extends object>(
  read: (search: Search) => Fields,
): (search: Search) => View<Fields> {
  return ({ unread: before, ...own }) => {
    const written = { ...toObject(before), ...given(own) }
    const fields = given(read(written))
    const unread = Object.entries(written).filter(([name, value]) => !isEmpty(value) && !(name in fields))
    if (unread.length === 0) return fields
    // The router lays the view over what is written.
    const nothing = Object.fromEntries(unread.map(([name]) => [name, undefined]))
    return Object.assign(fields, nothing, { unread: Object.fromEntries(unread) })
  }
}

/** What the address of a view has: what cannot be read as it is written, unless the page has set something in its place. */
export function written({ unread, ...own }: Search): Search {
  return { ...toObject(unread), ...given(own) }
}

/** The view of an address without what cannot be read of it. */
export function withoutUnread<Any extends object>(view: Any & { readonly unread?: Search }) {
  const { unread: _, ...read } = view
  return given(read)
}

/** Somebody may have written a parameter of this name. */
function toObject(unread: unknown): Search {
  return typeof unread === 'object' ? { ...unread } : given({ unread })
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** The router reads `true` and `12` as what they are in JSON. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** Nothing where one of them cannot be read. */
export function texts(value: unknown): readonly string[] | undefined {
  const given: readonly unknown[] = Array.isArray(value) ? value : [value]
  const list = given.flatMap((each) => text(each) ?? [])
  return list.length > 0 && list.length === given.length ? list : undefined
}

export function flag(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true
  return value === false || value === 'false' ? false : undefined
}

export function oneOf<const Value extends string>(
  values: readonly Value[],
  value: unknown,
): Value | undefined {
  return values.find((each) => each === value)
}

/** Nothing where one of them is unknown: the rest would be another view. */
export function someOf<const Value extends string>(
  values: readonly Value[],
  value: unknown,
): readonly Value[] | undefined {
  const given: readonly unknown[] = Array.isArray(value) ? value : [value]
  const list = values.filter((each) => given.includes(each))
  return list.length > 0 && list.length === new Set(given).size ? list : undefined
}

export function number(value: unknown): number | undefined {
  const read =
    typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : Number.NaN
  return Number.isFinite(read) ? read : undefined
}

/** What a number of an address or of a form can be. */
export interface Bounds {
  readonly least: number
  readonly most: number
  readonly isWhole?: true
}

/** The number, where it is within the bounds. */
export function numberIn({ least, most, isWhole }: Bounds, value: unknown): number | undefined {
  const read = number(value)
  const isIn = read !== undefined && read >= least && read <= most && (!isWhole || Number.isInteger(read))
  return isIn ? read : undefined
}

/** What is wrong with a text that is to be a number; nothing of an empty one. */
export function numberProblem(written: string, bounds?: Bounds): string | null {
  if (written.trim() === '') return null
  if (number(written) === undefined) return 'Write a number without separators, such as 1000 or 0.5.'
  if (!bounds || numberIn(bounds, written) !== undefined) return null
  const { least, most, isWhole } = bounds
  return `Write a ${isWhole ? 'whole number' : 'number'} from ${least} to ${most}.`
}

/**
 * Navigates to another view of the same page, in place of the one in the history. What is scrolled stays where it is, or where the page
 * itself scrolls it: the router would put it back.
 */
export const inPlace = { replace: true, resetScroll: false } as const

/** An object without the names whose value is `undefined`. */
export function given<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
