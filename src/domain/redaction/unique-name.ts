/** The names of one object, and how often each was asked for. */
export type NamesInUse = Map<string, number>

/** A name that is not among those in use yet, which it joins: two secrets must not become one name. */
export function uniqueName(name: string, inUse: NamesInUse): string {
  // No number below is free: to look from the first on takes the square of the time where many names are alike.
  let count = inUse.get(name) ?? 0
  let unique: string
  do {
    count += 1
    unique = count === 1 ? name : `${name} (${count})`
  } while (inUse.has(unique))
  inUse.set(unique, 1)
  inUse.set(name, count)
  return unique
}
