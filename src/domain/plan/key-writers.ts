import type { PlanIndex } from './plan-index.ts'

/** An action that reads keys; `needs` are the positions of its `dependsOn`. */
export interface KeyReader {
  readonly position: number
  readonly needs: ReadonlySet<number>
}

/**
 * Whose output a key means to its reader, the first of these that there is: its own dependencies (of which a racing reader takes
 * what has ended), actions listed before it, the context as the plan found it (none), actions listed after it.
 * `null`: it can never exist.
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
