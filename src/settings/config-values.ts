import { resolve } from 'node:path'
import { z } from 'zod'
import { parseHostPattern } from '../net/host-pattern.ts'

/**
 * Type of a value in code, where `createApp` takes a setting by its name (src/app/read-options.ts). Default: a text as in the environment.
 */
export type ValueKind =
  | { readonly kind: 'text' }
  | { readonly kind: 'number' }
  /** True and false, and their words in the environment. */
  | { readonly kind: 'switch'; readonly on: string; readonly off: string }
  | { readonly kind: 'choice'; readonly words: readonly string[] }
  | { readonly kind: 'list' }
  /** Texts by name; or one of the words by name. */
  | { readonly kind: 'pairs'; readonly words?: readonly string[] }

/** The kinds of values that are more than texts, by their schemas. */
export const valueKinds = z.registry<ValueKind>()

export function oneOf<const Words extends readonly string[]>(words: Words) {
  return z
    .enum(words, { error: `must be one of ${words.join(', ')}` })
    .register(valueKinds, { kind: 'choice', words })
}

/** True or false, by their words in the environment. */
export function onOrOff<const On extends string, const Off extends string>(on: On, off: Off) {
  return z
    .enum([on, off], { error: `must be one of ${on}, ${off}` })
    .register(valueKinds, { kind: 'switch', on, off })
}

export function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,15}$/, { error })
    .transform(Number)
    .pipe(z.int().min(min, { error }).max(max, { error }))
    .register(valueKinds, { kind: 'number' })
}

/** Relative paths begin at the working directory. */
export function path() {
  return z.string().transform((text) => resolve(text))
}

// The examples have `<password>`, which is the only spelling that the redactor of the output leaves in a URL.
export function postgresUrl() {
  return z.string().refine((text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text), {
    error:
      'must be the URL of a PostgreSQL server, for example postgres://user:<password>@127.0.0.1:5432/rungraph',
  })
}

/** A bucket of an S3 server, and how the names of its objects begin; region and server where they are given. */
export function bucketUrl() {
  const error =
    'must be the URL of a bucket, for example s3://files/rungraph?region=eu-central-1&endpoint=https://s3.example.com'
  return z
    .string()
    .refine((text) => isBucketUrl(URL.parse(text)), { error })
    .transform((text) => {
      const { hostname: bucket, pathname, searchParams } = new URL(text)
      const path = pathname.replaceAll(/^\/+|\/+$/g, '')
      const endpoint = searchParams.get('endpoint')?.replace(/\/+$/, '') ?? null
      return {
        ...{ bucket, prefix: path === '' ? '' : `${path}/` },
        ...{ region: searchParams.get('region'), endpoint },
      }
    })
}

function isBucketUrl(url: URL | null): boolean {
  if (url === null || url.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,62}$/.test(url.hostname)) return false
  const isPlain = url.username === '' && url.password === '' && url.port === '' && url.hash === ''
  const isKnown = [...url.searchParams.keys()].every((name) => name === 'region' || name === 'endpoint')
  const region = url.searchParams.get('region') ?? 'any'
  const endpoint = URL.parse(url.searchParams.get('endpoint') ?? 'https://any')
  return (
    isPlain &&
    isKnown &&
    /^[a-z0-9-]{1,50}$/.test(region) &&
    /^[\w.~/-]*$/.test(url.pathname) &&
    /^https?:$/.test(endpoint?.protocol ?? '') &&
    endpoint?.search === ''
  )
}

export function redisUrl() {
  const isRedisUrl = (text: string) =>
    /^rediss?:\/\//.test(text) && URL.canParse(text) && /^\/?\d*$/.test(new URL(text).pathname)
  return z.string().refine(isRedisUrl, {
    error: 'must be the URL of a Redis server, for example redis://user:<password>@127.0.0.1:6379/0',
  })
}

export function encryptionKey() {
  const error = 'must be 32 bytes in base64, 43 characters and a `=`; `openssl rand -base64 32` makes one'
  return z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=$/, { error })
    .transform((text) => Buffer.from(text, 'base64'))
}

/** Several of them, comma-separated. */
export function encryptionKeys() {
  const error = 'must be keys of 32 bytes in base64, comma-separated, each of 43 characters and a `=`'
  return z
    .string()
    .regex(/^ *[A-Za-z0-9+/]{43}=( *, *[A-Za-z0-9+/]{43}=)* *$/, { error })
    .transform((text): readonly Buffer[] => text.split(',').map((key) => Buffer.from(key.trim(), 'base64')))
}

/** An API key, or its hash. The message does not repeat the value. */
export function adminKey() {
  return z.string().regex(/^(rg_[A-Za-z0-9_-]{43,200}|sha256:[0-9a-f]{64})$/, {
    error:
      'must be `rg_` and at least 43 random letters, digits, `_` or `-` (`echo "rg_$(openssl rand -hex 32)"` makes one), or `sha256:` and the SHA-256 of such a key in 64 lower-case hexadecimal digits',
  })
}

/** `whsec_` and the key in base64, as verifying libraries take it, or a text whose bytes are the key. */
export function webhookSecret() {
  const sealed = /^whsec_([A-Za-z0-9+/]{32,88}={0,2})$/
  const wanted = 'must be `whsec_` and 24 to 64 bytes in base64, or a text of at least 16 characters'
  return z
    .string()
    .refine((text) => text.startsWith('whsec_') || text.length >= 16, {
      error: ({ input }) => `${wanted}; it has ${String(input).length}`,
    })
    .refine((text) => !text.startsWith('whsec_') || sealed.test(text), {
      error: `${wanted}; what follows its \`whsec_\` is not that`,
    })
    .transform((text) => {
      const [, key] = sealed.exec(text) ?? []
      return key === undefined ? Buffer.from(text) : Buffer.from(key, 'base64')
    })
}

export function webUrl() {
  const isWebUrl = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text)
  return z
    .string()
    .refine(isWebUrl, { error: 'must be a URL that begins with http:// or https://' })
    .transform((text) => text.replace(/\/+$/, ''))
}

/** One key or several, in the order in which they are tried; a comma is in no provider's keys. */
export function apiKeys() {
  return z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .refine((keys) => keys.every((key) => /^[\x21-\x7e]+$/.test(key)), {
      error:
        'must be one key or several, comma-separated, each of visible ASCII characters without spaces, and none empty',
      abort: true,
    })
    .refine((keys) => new Set(keys).size === keys.length, { error: 'must name each key once' })
    .register(valueKinds, { kind: 'list' })
}

/** The name of a project or a location in Google Cloud; it becomes a part of addresses. */
export function cloudName() {
  return z.string().regex(/^[a-z0-9][a-z0-9.:-]*$/, {
    error: 'must be a name of lower-case letters, digits and hyphens, as Google Cloud shows it',
  })
}

/** Hosts, addresses and ranges, comma-separated; a message about an invalid one includes the remedy. */
export function hostPatterns() {
  return z
    .string()
    .transform((text) => listed(text.toLowerCase()))
    .superRefine((parts, ctx) => {
      for (const part of parts) {
        const pattern = parseHostPattern(part)
        if ('fault' in pattern)
          ctx.addIssue({
            code: 'custom',
            message: `must be hosts, comma-separated; ${JSON.stringify(part)} is none: ${pattern.fault}`,
          })
      }
    })
    .register(valueKinds, { kind: 'list' })
}

/** Variables that SQL relics may name (src/domain/relic-settings.ts). */
export function relicVariables() {
  return z
    .string()
    .transform(listed)
    .refine((names) => names.every((name) => /^RELIC_[A-Z0-9_]{1,100}$/.test(name)), {
      error: 'must be names of variables that begin with RELIC_, comma-separated',
    })
    .register(valueKinds, { kind: 'list' })
}

/** Origins as browsers send them, comma-separated: a scheme, a host and, where it is not the scheme's own, a port. */
export function origins() {
  return z
    .string()
    .transform(listed)
    .refine((parts) => parts.every((part) => /^https?:/.test(part) && URL.parse(part)?.origin === part), {
      error:
        'must be origins, comma-separated, as browsers write them: https://app.example.com or http://localhost:5173, in small letters, without a path or a slash at the end',
    })
    .register(valueKinds, { kind: 'list' })
}

/** The parts of a comma-separated list; empty ones are none. */
function listed(text: string): string[] {
  return text.split(',').flatMap((part) => part.trim() || [])
}

/** From 0 to 1. */
export function share() {
  const error = 'must be a number from 0 to 1'
  return z
    .string()
    .regex(/^(\d+(\.\d*)?|\.\d+)$/, { error })
    .transform(Number)
    .pipe(z.number().max(1, { error }))
    .register(valueKinds, { kind: 'number' })
}

/** `name=value`, comma-separated; the values are percent-encoded (W3C Baggage, as OpenTelemetry has it). */
export function keyValues() {
  const error = 'must be `name=value`, comma-separated, with percent-encoded values'
  return pairs(error).register(valueKinds, { kind: 'pairs' })
}

function pairs(error: string) {
  const pair = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*=\s*([\x21-\x7e][\x20-\x7e]*?)?\s*$/
  const pairsOf = (text: string) =>
    text
      .split(',')
      .filter((part) => part.trim() !== '')
      .map((part) => pair.exec(part))
  return z
    .string()
    .refine((text) => pairsOf(text).every((match) => match !== null && isEncoded(match[2] ?? '')), {
      error,
      abort: true,
    })
    .transform((text): Readonly<Record<string, string>> => {
      const entries = pairsOf(text).map((match) => [match?.[1] ?? '', decodeURIComponent(match?.[2] ?? '')])
      return Object.fromEntries(entries)
    })
}

/** `name=WORD`, comma-separated, with one of these words each. */
export function keyWords<const Words extends readonly string[]>(words: Words) {
  const isWord = (value: string): value is Words[number] => words.includes(value)
  const error = `must be \`name=WORD\`, comma-separated, where each WORD is one of ${words.join(', ')}`
  const schema = pairs(error).transform((values, ctx): Readonly<Record<string, Words[number]>> => {
    const kept: Record<string, Words[number]> = {}
    for (const [name, value] of Object.entries(values)) {
      if (isWord(value)) kept[name] = value
      else
        ctx.addIssue({
          code: 'custom',
          message: `must give each name one of ${words.join(', ')}; ${JSON.stringify(name)} has ${JSON.stringify(value)}`,
        })
    }
    return kept
  })
  return schema.register(valueKinds, { kind: 'pairs', words })
}

function isEncoded(value: string): boolean {
  try {
    decodeURIComponent(value)
    return true
  } catch {
    return false
  }
}
