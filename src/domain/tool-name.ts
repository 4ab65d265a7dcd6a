/** Every provider takes names of tools up to this length, of letters, digits, `_` and `-`. */
const maxLength = 64

/** A name that providers take: a longer one is cut, and ends with 8 characters of a digest of what it was made of. */
export function fitToolName(name: string, digest: string): string {
  if (name.length <= maxLength) return name
  return `${name.slice(0, maxLength - 9)}_${digest.slice(0, 8)}`
}
