/** A name that is not among those in use yet, which it joins: two secrets must not become one name. */
export function uniqueName(name: string, inUse: Set<string>): string {
  let unique = name
  for (let count = 2; inUse.has(unique); count++) unique = `${name} (${count})`
  inUse.add(unique)
  return unique
}
