import { sha256 } from '../domain/hash.ts'
import { fitToolName } from '../domain/tool.ts'

const maxPrefixLength = 32

/**
 * Returns the prefix of the names of a source's tools: the source's name, reduced to the characters that providers accept. It contains no
 * `__`, so the first one in a tool's name ends it. `null` if nothing is left, or it is longer than 32 characters.
 */
export function toPrefix(source: string): string | null {
  const cleaned = source.replace(/[^a-zA-Z0-9-]+/g, '_').replace(/^_+|_+$/g, '')
  return /^[a-zA-Z]/.test(cleaned) && cleaned.length <= maxPrefixLength ? cleaned : null
}

/** Error text for a source's name from which `toPrefix` makes no prefix. */
export function noPrefix(name: string): string {
  return `${name}: its name must have a letter first, and at most 32 characters; its tools are called by it.`
}

/** Sources whose tools would be called as those of one before them. */
export function clashes(
  sources: readonly { readonly name: string; readonly prefix: string }[],
): readonly string[] {
  return sources.flatMap(({ name, prefix }, index) => {
    const other = sources.slice(0, index).find((source) => source.prefix === prefix)
    return other ? [`${name}: its tools would be called ${prefix}__…, as those of "${other.name}" are.`] : []
  })
}

/** `<prefix>__<name>`; a long one is cut, and a digest of the whole keeps it unique. `null` where no letter or digit is left. */
export function toToolName(prefix: string, name: string): string | null {
  const cleaned = name.replace(/[^a-zA-Z0-9_-]+/g, '_')
  if (!/[a-zA-Z0-9]/.test(cleaned)) return null
  return fitToolName(`${prefix}__${cleaned}`, name, sha256)
}

export interface Named {
  /** The name that agents use, by the source's own. */
  readonly names: ReadonlyMap<string, string>
  /** Tools without a name, with the reason. */
  readonly faults: readonly string[]
}

/**
 * Names for all tools of a source. Where two have the same name after cleaning, the one that needed no cleaning gets it, and the other
 * none.
 */
export function nameTools(prefix: string, originals: readonly string[]): Named {
  const owners = new Map<string, string>()
  const faults: string[] = []
  for (const original of new Set(originals)) {
    const name = toToolName(prefix, original)
    const owner = name === null ? undefined : owners.get(name)
    if (name === null) faults.push(`"${original}" has no letter or digit to make a name of`)
    else if (owner === undefined) owners.set(name, original)
    else {
      const [kept, other] = name === `${prefix}__${original}` ? [original, owner] : [owner, original]
      owners.set(name, kept)
      faults.push(`"${other}" would be called ${name}, as "${kept}" is`)
    }
  }
  return { names: new Map([...owners].map(([name, original]) => [original, name])), faults }
}
