import { distance } from 'fastest-levenshtein'

const prefix = 'RUNGRAPH_'

/** Warns of a variable that resembles a setting and is none of this version, with the remedy. */
export function unknownSettings(name: string, settings: readonly string[]): readonly string[] {
  if (!name.startsWith(prefix) || settings.includes(name)) return []
  const bare = bareOf(name)
  const far = (known: string) => distance(bare, bareOf(known))
  const [nearest] = settings
    .filter((known) => isNear(bare, bareOf(known)))
    .toSorted((a, b) => far(a) - far(b))
  if (nearest === undefined) return [`${name} is no setting. docs/reference/settings.md has them all.`]
  return [`${name} is no setting; the nearest is ${nearest}.`]
}

function bareOf(name: string): string {
  return name.startsWith(prefix) ? name.slice(prefix.length) : name
}

/** At most a third of the letters are wrong, or one name has words behind the other: DATA and DATA_DIR. */
function isNear(bare: string, known: string): boolean {
  return (
    distance(bare, known) <= bare.length / 3 || known.startsWith(`${bare}_`) || bare.startsWith(`${known}_`)
  )
}
