import { z } from 'zod'
import type { RungraphError } from '../domain/errors.ts'
import { formatIssue, issueMessages } from '../domain/format-issue.ts'
import { isJsonObject, type Json, type JsonObject, toJson } from '../domain/json.ts'
import type { StoredRelic } from '../domain/relic.ts'
import { someProblems } from '../domain/some-problems.ts'
import type { ToolEffect } from '../domain/tool.ts'

/** Context that an operation receives besides its parameters. */
export interface KindCall<Settings> {
  readonly relic: Pick<StoredRelic, 'id' | 'projectId' | 'name'>
  readonly settings: Settings
  readonly idempotencyKey: string
  /** Aborted with the run, and with `timeUp` when the time is. */
  readonly signal: AbortSignal
  /** Error to throw if the service itself gave up after the time limit. */
  readonly timeUp: RungraphError
}

/** An operation of a kind of relic, whose parameters are checked before it is performed. */
export interface KindOperation<Settings> {
  readonly description: string
  readonly inputSchema: JsonObject
  effect(settings: Settings): ToolEffect
  check(parameters: Json): CheckedParameters<Settings>
}

export type CheckedParameters<Settings> =
  | { readonly ok: true; perform(call: KindCall<Settings>): Promise<unknown> }
  | { readonly ok: false; readonly problems: readonly string[] }

/**
 * Contract of every kind of relic, which test/contract/relics.test.ts checks: it performs an operation whole or throws, stops when the
 * signal aborts, and affects no other relic. Its errors contain no secret.
 */
export interface KindOfRelic<Settings> {
  readonly settings: z.ZodType<Settings>
  /** Time limit of one operation, in milliseconds. */
  timeoutMs(settings: Settings): number
  /** Additional time to wait if the service itself enforces the limit, for the network, in milliseconds. */
  readonly graceMs: number
  operations(settings: Settings): Readonly<Record<string, KindOperation<Settings>>>
  close(): Promise<void>
}

interface Declared<Settings, Input extends z.ZodType> {
  readonly description: string
  readonly input: Input
  readonly effect: ToolEffect | ((settings: Settings) => ToolEffect)
  perform(parameters: z.output<Input>, call: KindCall<Settings>): Promise<unknown>
}

/** An operation from one declaration: its schema is shown to models and checks the parameters. */
export function operation<Settings, Input extends z.ZodType>({
  description,
  input,
  effect,
  perform,
}: Declared<Settings, Input>): KindOperation<Settings> {
  return {
    description,
    inputSchema: printed(input),
    effect: typeof effect === 'function' ? effect : () => effect,
    check: (parameters) => {
      const parsed = input.safeParse(parameters, { error: issueMessages })
      if (!parsed.success)
        return { ok: false, problems: someProblems(parsed.error.issues.map((issue) => formatIssue(issue))) }
      return { ok: true, perform: (call) => perform(parsed.data, call) }
    },
  }
}

/** A value of JSON that must be there; printed as a schema that takes anything. */
export function anyJson(description: string) {
  return z
    .unknown()
    .refine((value) => value !== undefined, { error: 'is required' })
    .transform(toJson)
    .describe(description)
}

/** Text that PostgreSQL accepts. Invalid text is refused rather than replaced, because two different texts must not become one. */
export const postgresText = z.string().refine((text) => text.isWellFormed() && !text.includes('\u0000'), {
  error: 'must hold no NUL and no half of a surrogate pair',
})

function printed(input: z.ZodType): JsonObject {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { io: 'input' })
  const json = toJson(schema)
  return isJsonObject(json) ? json : {}
}
