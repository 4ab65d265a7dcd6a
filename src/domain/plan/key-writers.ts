import type { PlanIndex } from './plan-index.ts'

/** An action that reads keys; `needs` are the positions of its `dependsOn`. */
export interface KeyReader {
  readonly position: number
  readonly needs: ReadonlySet<number>
}

/**
 * Returns the actions whose output supplies a key to its reader, by the first of these rules that applies: dependencies of the reader (of
 * which a racing reader takes those that have ended), actions listed before it, the context of the plan (no action), actions listed after
 * it. `null` if nothing can supply the key.
 */
export function writersFor(
  { position, needs }: KeyReader,
  key: string,
  index: PlanIndex,
  contextKeys: ReadonlySet<string>,
): readonly number[] | null {
  const writers = (index.writersOf.get(key) ?? []).filter((writer) => writer !== position)
  const dependencies = writers.filter((writer) => needs.has(writer))
  if (dependencies.length > 0) return dependencies
  const before = writers.filter((writer) => writer < position)
  if (before.length > 0) return before
  if (contextKeys.has(key)) return []
  return writers.length > 0 ? writers : null
}
