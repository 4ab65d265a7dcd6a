import type { Json, JsonObject } from './json.ts'

/** Problems of a value according to a schema, each with its path. */
export type SchemaVerdict =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly string[] }

/** JSON Schemas that callers give: of tools, of answers. */
export interface Schemas {
  /** Why the schema cannot be used; `null` where it can. */
  fault(schema: JsonObject): string | null
  /**
   * Never throws, and never blocks the process: slow checks run elsewhere, for a limited time. The text of a number that JavaScript does not
   * hold fits where the schema wants a number.
   */
  check(schema: JsonObject): (value: Json) => Promise<SchemaVerdict>
}
