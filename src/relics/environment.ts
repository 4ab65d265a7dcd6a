import { isJsonObject, type Json } from '../domain/json.ts'
import { redacted } from '../domain/redaction.ts'

/** The variables of the environment; those that settings may name begin with `RELIC_` (src/domain/relic-settings.ts). */
export type Environment = Readonly<Record<string, string | undefined>>

/** The error names the variable to set. Read at each call, so that a changed secret is used at once (KEY-6). */
export function readVariable(environment: Environment, name: string): string {
  const value = environment[name]
  if (value === undefined || value === '')
    throw new Error(`the variable ${name} is not set in the environment of the server`)
  return value
}

/** The value with every secret taken out of its texts and keys. */
export function withoutSecrets(value: Json, secrets: readonly string[]): Json {
  if (secrets.length === 0) return value
  if (typeof value === 'string') return hide(value, secrets)
  if (Array.isArray(value)) return value.map((item: Json) => withoutSecrets(item, secrets))
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value)
  return Object.fromEntries(entries.map(([key, item]) => [hide(key, secrets), withoutSecrets(item, secrets)]))
}

/** The longest first: one may be a part of another. */
export function hide(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .toSorted((one, other) => other.length - one.length)
    .reduce((shown, secret) => shown.replaceAll(secret, redacted), text)
}
