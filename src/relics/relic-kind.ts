import type pg from 'pg'
import { z } from 'zod'
import { isDatabaseUnavailable } from '../domain/database-unavailable.ts'
import { RungraphError } from '../domain/errors.ts'
import { formatIssue, issueMessages } from '../domain/format-issue.ts'
import { isCleanText, isJsonObject, type Json, type JsonObject, toJson } from '../domain/json.ts'
import { redacted } from '../domain/redaction.ts'
import type { StoredRelic } from '../domain/relic.ts'
import { someProblems } from '../domain/text/some-problems.ts'
import type { ToolEffect } from '../domain/tool.ts'
import type { AddressGuard } from '../net/address-guard.ts'

/**
 * A kind of relic, which makes the tools of each of its relics. Contract, which test/contract/relics.test.ts checks: an operation is
 * performed whole or throws, stops when the signal aborts, and affects no other relic. Its errors contain no secret.
 */
export interface KindOfRelic<Settings> {
  readonly settings: z.ZodType<Settings>
  offer(settings: Settings): Offer<Settings>
  /** Absent: it holds nothing open. */
  close?(): Promise<void>
}

/** What a relic with certain settings can do. */
interface Offer<Settings> {
  readonly operations: Readonly<Record<string, CheckedOperation<Settings>>>
  /** Time limit of one operation, in milliseconds. */
  readonly timeoutMs: number
  /** Additional time to wait for a service that enforces the limit itself, for the network, in milliseconds. Default: 0. */
  readonly graceMs?: number
}

/** An operation whose parameters are checked before it is performed. */
export interface CheckedOperation<Settings> {
  readonly description: string
  readonly inputSchema: JsonObject
  readonly effect: ToolEffect
  perform(parameters: Json, call: KindCall<Settings>): Promise<unknown>
}

/** Context that an operation receives besides its parameters. */
export interface KindCall<Settings> {
  readonly relic: Pick<StoredRelic, 'id' | 'projectId' | 'name'>
  readonly settings: Settings
  readonly idempotencyKey: string
  /** Aborted with the run, and with `timeUp` when the time is. */
  readonly signal: AbortSignal
  /** Error to throw if the service itself gave up after the time limit. */
  readonly timeUp: RungraphError
  /** The error of parameters that the operation does not take. */
  invalid(problems: readonly string[]): RungraphError
}

/** What services outside are reached with. */
export interface Reach {
  readonly environment: Environment
  /** Keeps relics whose settings have an address away from addresses that are not public (TAS-6). */
  guardOf(rules: GuardRules): AddressGuard
}

/** Which addresses a relic may have. */
interface GuardRules {
  /** Whether the server's settings allow private addresses. */
  readonly allowPrivate: boolean
  /** Not those of Rungraph itself, nor of its database. Default: these too; an SQL relic has rules of its own for that database. */
  readonly avoidsOwn?: boolean
}

/** The variables of the environment; those that settings may name begin with `RELIC_` (src/domain/relic-settings.ts). */
type Environment = Readonly<Record<string, string | undefined>>

/** An operation from one declaration: its schema is shown to models and checks the parameters. */
export function operation<Settings, Input extends z.ZodType>(declared: {
  readonly description: string
  readonly input: Input
  readonly effect: ToolEffect
  perform(parameters: z.output<Input>, call: KindCall<Settings>): Promise<unknown>
}): CheckedOperation<Settings> {
  const { description, input, effect, perform } = declared
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { io: 'input' })
  const json = toJson(schema)
  return {
    description,
    effect,
    inputSchema: isJsonObject(json) ? json : {},
    perform: async (parameters, call) => {
      const parsed = input.safeParse(parameters, { error: issueMessages })
      if (parsed.success) return perform(parsed.data, call)
      throw call.invalid(someProblems(parsed.error.issues.map((issue) => formatIssue(issue))))
    },
  }
}

/** Text that PostgreSQL accepts. Invalid text is refused rather than replaced, because two different texts must not become one. */
export const postgresText = z.string().refine(isCleanText, {
  error: 'must hold no NUL and no half of a surrogate pair',
})

/**
 * The rows of one statement on Rungraph's own database. That it cannot serve now is no failure of a relic: the run is given up,
 * and goes on when it can (guarded-stores.ts).
 * @throws DATABASE_UNAVAILABLE
 */
export async function askOwnDatabase<Row extends pg.QueryResultRow>(
  pool: Pick<pg.Pool, 'query'>,
  statement: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  try {
    const { rows } = await pool.query<Row>(statement, [...values])
    return rows
  } catch (error) {
    throw isDatabaseUnavailable(error) ? new RungraphError('DATABASE_UNAVAILABLE', {}, error) : error
  }
}

/** The error names the variable to set. Read at each call, so that a changed secret is used at once (KEY-6). */
export function readVariable(environment: Environment, name: string): string {
  const value = environment[name]
  if (value === undefined || value === '')
    throw new Error(`the variable ${name} is not set in the environment of the server`)
  return value
}

/** The longest first: one may be a part of another. */
export function hide(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .toSorted((one, other) => other.length - one.length)
    .reduce((shown, secret) => shown.replaceAll(secret, redacted), text)
}
