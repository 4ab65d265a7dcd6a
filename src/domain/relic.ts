import { z } from 'zod'
import { choice } from './declared.ts'
import { given, needed } from './given.ts'
import type { Json, JsonObject } from './json.ts'
import type { ToolEffect } from './tool.ts'

/** The persistent services that actions call (DAG-8). */
export const relicKind = choice('RelicKind', 'Kind of a relic.', {
  KEY_VALUE: 'Store of JSON values by key, in the database of the server. Values can expire.',
  SQL: 'PostgreSQL database. It is read only unless its settings allow writes.',
  HTTP: 'HTTP API, restricted to the methods and paths that its settings allow.',
})
export type RelicKind = z.infer<typeof relicKind>

/** No dot, so that `<relic>.<operation>` has one reading; short enough for `<relic>_<operation>` to be the name of a tool. */
export const relicNamePattern = /^[a-zA-Z][a-zA-Z0-9_-]{0,47}$/

/** A relic of a project. */
export interface StoredRelic {
  readonly id: string
  readonly projectId: string
  /** Unique in the project. */
  readonly name: string
  readonly kind: RelicKind
  /** As `relicSettings` of its kind gave them: without secrets. */
  readonly settings: Json
}

/** A relic with the slug of its project, by which its variables are named. */
export interface FoundRelic extends StoredRelic {
  readonly projectSlug: string
}

/** Operation of a relic. */
export interface RelicOperation {
  readonly relic: string
  readonly operation: string
  /** Description that models read. */
  readonly description: string
  readonly inputSchema: JsonObject
  /** Whether a call can be repeated after a crash in the middle of it (TAS-5). */
  readonly effect: ToolEffect
}

/** One operation of a relic that is to be performed. */
export interface RelicCall {
  readonly projectId: string
  readonly relic: string
  readonly operation: string
  readonly parameters: Json
  /** The same for a repeated attempt (TAS-5). */
  readonly idempotencyKey: string
  readonly signal: AbortSignal
}

/** The relics of all projects, each behind one contract. */
export interface Relics {
  /**
   * Gives the operation's result.
   * @throws RELIC_UNKNOWN, RELIC_OPERATION_UNKNOWN, RELIC_PARAMETERS_INVALID, RELIC_FAILED, RELIC_TIMEOUT; the signal's reason
   */
  perform(call: RelicCall): Promise<Json>
  /** The operations of these relics, in their order; a name that the project has no relic of is left out. */
  describe(projectId: string, names: readonly string[]): Promise<readonly RelicOperation[]>
  /** The operations of one relic; none where its settings can no longer be read. */
  operationsOf(relic: Pick<StoredRelic, 'name' | 'kind' | 'settings'>): readonly RelicOperation[]
}

/** The relic and the operation that an action's target names; `null` where it is no `<relic>.<operation>`. */
export function parseRelicTarget(
  target: string,
): { readonly relic: string; readonly operation: string } | null {
  const dot = target.indexOf('.')
  const [relic, operation] = [target.slice(0, dot), target.slice(dot + 1)]
  return dot > 0 && operation !== '' ? { relic, operation } : null
}

/** The rows of relics. All is within one project. */
export interface RelicStore {
  /** Returns the relics with these names. */
  find(projectId: string, names: readonly string[]): Promise<readonly FoundRelic[]>
  /** The slug of a project. */
  projectSlug(projectId: string): Promise<string>
  /** The names of at most 50, in the order of the alphabet. */
  names(projectId: string): Promise<readonly string[]>
  /** Adds a relic, or changes the name and settings of the one with its id. Two with one name cannot be, however they race. */
  save(relic: StoredRelic, how: { readonly replaces: boolean }): Promise<SavedRelic>
  /** Removes a relic with all that it holds; false where there is none. */
  delete(projectId: string, relicId: string): Promise<boolean>
}

export type SavedRelic =
  | { readonly kind: 'saved' }
  /** Another has the name. */
  | { readonly kind: 'taken' }
  /** There is none of that kind to replace. */
  | { readonly kind: 'missing' }

export const givenRelic = z.object({
  name: needed.text('Name of the relic: a letter, then letters, digits, `_` or `-`, at most 48 characters.'),
  kind: needed.one(relicKind, 'Kind of the relic. The kind of an existing relic cannot change.'),
  settings: given.json(
    'Settings of this kind of relic. A setting that you leave out has its default. Secrets are environment variables of the server for the project: `RELIC_<PROJECT>__<NAME>`.',
  ),
})
