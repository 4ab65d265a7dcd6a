/** What stands for every further value. */
export const other = 'other'

/** Keeps the values of a label few: those that have a place are themselves, all others are `other`. */
interface LabelLimit {
  /** The value, which is given a place as long as there is one. */
  take(value: string): string
  /** The value where it has a place. */
  find(value: string): string
}

/**
 * Places for at most `max` values, some of which may have theirs from the start. Each new value is a time series for ever: what a
 * caller can make up must not `take` a place, or the true ones find none left.
 */
export function createLabelLimit(max: number, known: readonly string[] = []): LabelLimit {
  const values = new Set(known)
  const find = (value: string) => (values.has(value) ? value : other)
  return {
    find,
    take: (value) => {
      if (values.size < max) values.add(value)
      return find(value)
    },
  }
}
