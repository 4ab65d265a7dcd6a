/** What stands for every further value. */
export const other = 'other'

/**
 * Keeps the values of a label few: the first `max` different ones are themselves, all others are `other`. Names of models come from
 * definitions that callers write, and each new one would be a time series for ever.
 */
export function fewOf(max: number): (value: string) => string {
  const known = new Set<string>()
  return (value) => {
    if (known.has(value)) return value
    if (known.size >= max) return other
    known.add(value)
    return value
  }
}
