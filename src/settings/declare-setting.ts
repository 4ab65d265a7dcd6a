import { z } from 'zod'
import { type ValueKind, valueKinds } from './config-values.ts'

/** Facts about a setting besides its check. */
export interface Facts {
  readonly fallback: string | null
  readonly description: string
  readonly secret: boolean
  readonly value: ValueKind
}
const facts = z.registry<Facts>()

/** Facts about the setting that this schema checks. */
export function factsOf(schema: z.ZodType): Facts | undefined {
  return facts.get(schema)
}

/** The name of a setting as an option of `createApp`: `RUNGRAPH_LEASE_MS` is `leaseMs`, `DATABASE_URL` is `databaseUrl`. */
export function optionOf(name: string): string {
  const [first = '', ...others] = name
    .replace(/^RUNGRAPH_/, '')
    .toLowerCase()
    .split('_')
  return [first, ...others.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('')
}

/** A setting with a default, as the environment would have it. */
export function setting<Value>(schema: z.ZodType<Value, string>, fallback: string, description: string) {
  return z
    .prefault(schema, fallback)
    .register(facts, { fallback, description, secret: false, value: kindOf(schema) })
}

/** A setting that may be unset. */
export function optionalSetting<Value>(
  schema: z.ZodType<Value, string>,
  description: string,
  { secret = false } = {},
) {
  return schema
    .nullable()
    .default(null)
    .register(facts, { fallback: null, description, secret, value: kindOf(schema) })
}

/** A setting that may be unset, and whose value is never shown. */
export function secret<Value>(schema: z.ZodType<Value, string>, description: string) {
  return optionalSetting(schema, description, { secret: true })
}

function kindOf(schema: z.ZodType): ValueKind {
  return valueKinds.get(schema) ?? { kind: 'text' }
}
