/** Reads parameters of addresses, which anybody may have written: invalid values are left out. */

export type Search = Readonly<Record<string, unknown>>

export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'number'
      ? String(value)
      : undefined
}

export function texts(value: unknown): readonly string[] | undefined {
  const list = (Array.isArray(value) ? value : [value]).flatMap((each) => text(each) ?? [])
  return list.length > 0 ? list : undefined
}

export function oneOf<const Value extends string>(
  values: readonly Value[],
  value: unknown,
): Value | undefined {
  return values.find((each) => each === value)
}

export function someOf<const Value extends string>(
  values: readonly Value[],
  value: unknown,
): readonly Value[] | undefined {
  const given: readonly unknown[] = Array.isArray(value) ? value : [value]
  const list = values.filter((each) => given.includes(each))
  return list.length > 0 ? list : undefined
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
