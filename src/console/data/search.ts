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

/** What is wrong with a text that is to be a number; nothing of an empty one. */
export function numberProblem(written: string): string | null {
  const isReadable = written.trim() === '' || number(written) !== undefined
  return isReadable ? null : 'Write a number without separators, such as 1000 or 0.5.'
}

/** An object without the names whose value is `undefined`. */
export function given<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
