import { sha256 } from '../hash.ts'

/** Every provider takes names of tools up to this length, of letters, digits, `_` and `-`. */
const maxLength = 64

/** A name that providers take: a longer one is cut, and a digest of `whole`, which it was made of, keeps it unique. */
export function fitToolName(name: string, whole: string): string {
  if (name.length <= maxLength) return name
  const digest = sha256(whole).slice(0, 8)
  return `${name.slice(0, maxLength - digest.length - 1)}_${digest}`
}
