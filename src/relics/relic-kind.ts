import { z } from 'zod'
import type { RungraphError } from '../domain/errors.ts'
import { formatIssue, issueMessages } from '../domain/format-issue.ts'
import { isJsonObject, type Json, type JsonObject, toJson } from '../domain/json.ts'
import type { StoredRelic } from '../domain/relic.ts'
import { someProblems } from '../domain/some-problems.ts'
import type { ToolEffect } from '../domain/tool.ts'

/** What an operation gets besides its parameters. */
export interface KindCall<Settings> {
  readonly relic: Pick<StoredRelic, 'id' | 'projectId' | 'name'>
  readonly settings: Settings
  readonly idempotencyKey: string
  /** Aborted with the run, and with `timeUp` when the time is. */
  readonly signal: AbortSignal
  /** What to throw where the service itself gave up after that time. */
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
 * What every kind of relic is (test/contract/relics.test.ts holds all to it): it performs an operation whole or throws, stops when
 * the signal says so, and touches nothing of another relic. Its errors hold no secret.
 */
export interface KindOfRelic<Settings> {
  readonly settings: z.ZodType<Settings>
  /** How long one operation may take, in milliseconds. */
  timeoutMs(settings: Settings): number
  /** How much longer it is waited for, where the service itself keeps that time: for the way to it. */
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

/** An operation from one declaration: its schema is what models are shown and what parameters are checked by. */
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

/** What PostgreSQL takes as text. What it refuses is not replaced: two different texts must not become one. */
export const postgresText = z.string().refine((text) => text.isWellFormed() && !text.includes('\u0000'), {
  error: 'must hold no NUL and no half of a surrogate pair',
})

function printed(input: z.ZodType): JsonObject {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { io: 'input' })
  const json = toJson(schema)
  return isJsonObject(json) ? json : {}
}
