import { distance } from 'fastest-levenshtein'

/** So many letters may be wrong in a name that was meant for another. */
const near = 4

/** Warns of a variable that resembles a setting and is none of this version, with the remedy. */
export function unknownSettings(name: string, settings: readonly string[]): readonly string[] {
  if (!name.startsWith('RUNGRAPH_') || settings.includes(name)) return []
  const bare = name.slice('RUNGRAPH_'.length)
  const far = (known: string) => Math.min(distance(name, known), distance(bare, known))
  const [nearest] = settings.toSorted((a, b) => far(a) - far(b))
  if (nearest === undefined || far(nearest) > near)
    return [`${name} is no setting. docs/settings.md has them all.`]
  return [`${name} is no setting; the nearest is ${nearest}.`]
}
