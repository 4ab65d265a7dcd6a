import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { toDecimal } from '../../domain/decimal.ts'
import { messageOf, RungraphError } from '../../domain/errors.ts'
import { formatIssue, issueMessages } from '../../domain/format-issue.ts'
import { canonicalJson, sha256 } from '../../domain/hash.ts'
import type { JsonObject } from '../../domain/json.ts'
import { parseModelName, providerSettings } from '../../domain/model.ts'
import type { ModelOverride, ModelOverrides } from './model-catalogue.ts'

/**
 * Reads the operator's model catalogue, in the file at a path or in code: a JSON object of `provider/model` names, and a `version` of it
 * where wanted. Default version: the beginning of the file's SHA-256.
 * @throws MODELS_FILE_INVALID with every problem at once
 */
export async function readModelOverrides(source: string | JsonObject): Promise<ModelOverrides> {
  const path = typeof source === 'string' ? source : 'the option models'
  const refuse = (problems: readonly string[], cause?: unknown) =>
    new RungraphError('MODELS_FILE_INVALID', { path, problems }, cause)
  const text = await textOf(source).catch((error: unknown) => {
    throw refuse([`${unreadFileReason(error)} Fix that, or unset RUNGRAPH_MODELS.`], error)
  })
  const content = z.record(z.string(), z.unknown()).safeParse(fromJson(text, refuse))
  if (!content.success) throw refuse(['It must be one JSON object: { "provider/model": { … } }.'])
  const { version = digestOf(text), ...named } = content.data
  const checked = Object.entries(named).map(([name, value]) => checkOverride(name, value))
  const problems = [
    ...(isVersion(version) ? [] : ['version: must be a text of 1 to 100 characters.']),
    ...checked.flatMap((one) => one.problems),
  ]
  if (!isVersion(version) || problems.length > 0) throw refuse(problems)
  return { version, models: new Map(checked.flatMap(({ entry }) => entry)) }
}

async function textOf(source: string | JsonObject): Promise<string> {
  return typeof source === 'string' ? readFile(source, 'utf8') : canonicalJson(source)
}

const wholeTokens = z
  .int({ error: 'must be a whole number of tokens, at least 1' })
  .min(1, { error: 'must be a whole number of tokens, at least 1' })
  .max(2 ** 31 - 1, { error: 'must be a whole number of tokens below 2^31' })

const amountError =
  'must be US dollars for a million tokens, "0.25" or 0.25: not negative, at most 1000000, at most ten decimal places'

const amount = z
  .union([z.string(), z.number().transform(amountText)], { error: amountError })
  .refine((text) => /^\d{1,7}(\.\d{1,10})?$/.test(text) && Number(text) <= 1_000_000, { error: amountError })

const override = z.strictObject({
  contextWindow: wholeTokens.optional(),
  maxOutputTokens: wholeTokens.optional(),
  price: z
    .strictObject({
      inputPerMillion: amount,
      outputPerMillion: amount,
      cachedInputPerMillion: amount.optional(),
      cacheWritePerMillion: amount.optional(),
    })
    .optional(),
})

/** A price that ten places cannot hold is refused below: rounded, it would say another. */
function amountText(value: number): string {
  const text = value < 1e9 ? toDecimal(value) : ''
  return Number(text) === value ? text : ''
}

interface Checked {
  readonly problems: readonly string[]
  readonly entry: readonly (readonly [name: string, override: ModelOverride])[]
}

function checkOverride(name: string, value: unknown): Checked {
  const provider = parseModelName(name)?.provider
  if (provider === undefined || !Object.hasOwn(providerSettings, provider)) {
    const known = Object.keys(providerSettings).join(', ')
    return { problems: [`${name}: is no "provider/model" name; the providers are ${known}.`], entry: [] }
  }
  const { success, data, error } = override.safeParse(value, { reportInput: true, error: issueMessages })
  if (success) return { problems: [], entry: [[name, data]] }
  return { problems: error.issues.map((issue) => toProblem(name, issue)), entry: [] }
}

function toProblem(name: string, issue: z.core.$ZodIssue): string {
  if (issue.code !== 'unrecognized_keys') return `${formatIssue(issue, [name])}.`
  const fields = issue.path.length === 0 ? override.shape : override.shape.price.unwrap().shape
  const known = Object.keys(fields).join(', ')
  return `${formatIssue(issue, [name])}. The fields are ${known}.`
}

function isVersion(version: unknown): version is string {
  return typeof version === 'string' && version.length >= 1 && version.length <= 100
}

function digestOf(text: string): string {
  return `sha256:${sha256(text).slice(0, 12)}`
}

function fromJson(text: string, refuse: (problems: readonly string[], cause: unknown) => Error): unknown {
  try {
    // Some editors begin a file with a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw refuse([`It is no JSON: ${messageOf(error)}.`], error)
  }
}

function unreadFileReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'There is no such file.'
  if (code === 'EISDIR') return 'It is a folder.'
  return `It cannot be read: ${messageOf(error)}.`
}
