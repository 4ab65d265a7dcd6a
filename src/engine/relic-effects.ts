import { parseRelicTarget } from '../domain/relic.ts'
import type { ToolEffect } from '../domain/tool.ts'
import type { RunContext } from './run-context.ts'

/** What a crash in the middle of a call of a target means, for the RELIC targets of a plan (TAS-5). */
export type RelicEffects = ReadonlyMap<string, ToolEffect>

/** The effects of these targets; one that no relic knows is missing: it fails when it is performed. */
export async function relicEffects(
  targets: readonly string[],
  { run, relics }: Pick<RunContext, 'run' | 'relics'>,
): Promise<RelicEffects> {
  const names = new Set(targets.flatMap((target) => parseRelicTarget(target)?.relic ?? []))
  if (names.size === 0) return new Map()
  const operations = await relics.describe(run.projectId, [...names])
  return new Map(operations.map(({ relic, operation, effect }) => [`${relic}.${operation}`, effect]))
}
