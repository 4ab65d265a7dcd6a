import { isJsonArray, isJsonObject, type Json, type JsonObject, pointerPart } from '../../domain/json.ts'
import type { Located, References } from './openapi-references.ts'
import { NotThereYet } from './openapi-retrieval.ts'

/** A secret as an operation sends it. */
export interface Credential {
  readonly location: 'header' | 'query' | 'cookie'
  readonly name: string
  readonly value: string
}

/** What an operation sends to be let in, and what keeps it out where nothing that was given does. */
export interface Authorization {
  readonly credentials: readonly Credential[]
  /** Schemes for which no credential is set, or that something outside of Rungraph must meet; empty: none is needed. */
  readonly missing: readonly string[]
}

/** What the operator gives: by the name of a scheme, `null` where something else meets it; and headers that are sent anyway. */
export interface Given {
  readonly credentials: Readonly<Record<string, string | null>>
  /** In lower case. */
  readonly headers: ReadonlySet<string>
}

type Met =
  | { readonly kind: 'sent'; readonly credential: Credential }
  /** By a header of the operator, or outside. */
  | { readonly kind: 'met' }
  | { readonly kind: 'missing' }

/**
 * The credentials of an operation, by the first of its alternatives for which all are given; the empty alternative lets anybody in.
 * @throws Error where no alternative can ever be met
 */
export async function authorize(
  security: Located,
  { references, given }: { readonly references: References; readonly given: Given },
): Promise<Authorization> {
  if (security.value === undefined) return open
  if (!isJsonArray(security.value)) throw new Error('its "security" is no list')
  const alternatives: Authorization[] = []
  const faults: unknown[] = []
  for (const requirement of security.value) {
    try {
      alternatives.push(await alternative(requirement, security.base, { references, given }))
    } catch (error) {
      faults.push(error)
    }
  }
  const whole = alternatives.filter(({ missing }) => missing.length === 0)
  const known = whole.find(({ credentials }) => credentials.length > 0)
  // It may be an alternative for which all are given.
  const later = faults.find((fault) => fault instanceof NotThereYet)
  if (!known && later) throw later
  const chosen = known ?? whole[0] ?? alternatives[0]
  if (!chosen && faults.length > 0) throw faults[0]
  return chosen ?? open
}

/** An empty list lets anybody in, as no list does. */
const open: Authorization = { credentials: [], missing: [] }

/** All of its schemes are needed. */
async function alternative(
  requirement: Json,
  base: string,
  { references, given }: { readonly references: References; readonly given: Given },
): Promise<Authorization> {
  if (!isJsonObject(requirement)) throw new Error('one of its security requirements is no object')
  const credentials: Credential[] = []
  const missing: string[] = []
  for (const name of Object.keys(requirement)) {
    const value = Object.hasOwn(given.credentials, name) ? given.credentials[name] : undefined
    if (value === null) continue
    const scheme = await schemeOf(name, base, references)
    const met = meet(scheme, { name, value, headers: given.headers })
    if (met.kind === 'sent') {
      checkPlace(met.credential, credentials, name)
      credentials.push(met.credential)
    }
    if (met.kind === 'missing') missing.push(name)
  }
  return { credentials, missing }
}

/** @throws Error where two of the schemes are sent in one place, which holds one */
function checkPlace(
  { location, name: field }: Credential,
  others: readonly Credential[],
  name: string,
): void {
  const place = (one: string) => (location === 'header' ? one.toLowerCase() : one)
  if (others.some((one) => one.location === location && place(one.name) === place(field)))
    throw new Error(
      `its security scheme "${name}" and another one are both sent in the ${location} ${field}, which holds one. Set the credential of one of them to null`,
    )
}

/** By its name in the entry, then in the document that names it, else by its URI (3.2). */
async function schemeOf(name: string, base: string, references: References): Promise<JsonObject> {
  const pointer = `#/components/securitySchemes/${encodeURIComponent(pointerPart(name))}`
  const refs = [
    [pointer, references.entry.base],
    [pointer, base],
    ...(/[#/.]/.test(name) ? [[name, base]] : []),
  ]
  for (const [ref = '', from = ''] of refs) {
    const found = await references.follow(ref, from).catch((error: unknown) => {
      if (error instanceof NotThereYet) throw error
      return null
    })
    const scheme = found && (await references.resolve(found))
    if (scheme && isJsonObject(scheme.value)) return scheme.value
  }
  throw new Error(`its security scheme "${name}" is not declared`)
}

interface Offer {
  readonly name: string
  readonly value: string | undefined
  readonly headers: ReadonlySet<string>
}

function meet(scheme: JsonObject, { name, value, headers }: Offer): Met {
  const { location, field, prefix } = placeOf(scheme, name)
  const header = location === 'cookie' ? 'cookie' : field.toLowerCase()
  if (location !== 'query' && headers.has(header)) return { kind: 'met' }
  if (value === undefined) return { kind: 'missing' }
  return { kind: 'sent', credential: { location, name: field, value: sentValue(prefix, value) } }
}

function sentValue(prefix: string, value: string): string {
  // It was written as the whole header.
  const isWhole = prefix === '' || value.toLowerCase().startsWith(`${prefix.toLowerCase()} `)
  if (isWhole) return value
  return `${prefix} ${prefix === 'Basic' ? Buffer.from(value).toString('base64') : value}`
}

interface Place {
  readonly location: Credential['location']
  readonly field: string
  /** Of the value, before a blank. */
  readonly prefix: string
}

/** @throws Error where no given text can meet the scheme */
function placeOf(scheme: JsonObject, name: string): Place {
  const { type, in: location, name: field } = scheme
  switch (type) {
    case 'apiKey':
      if (
        typeof field !== 'string' ||
        (location !== 'header' && location !== 'query' && location !== 'cookie')
      )
        throw new Error(
          `its security scheme "${name}" does not say in which header, query parameter or cookie the key is`,
        )
      return { location, field, prefix: '' }
    case 'http':
      return { location: 'header', field: 'Authorization', prefix: httpScheme(scheme.scheme, name) }
    case 'oauth2':
    case 'openIdConnect':
      return { location: 'header', field: 'Authorization', prefix: 'Bearer' }
    default:
      throw new Error(
        `its security scheme "${name}" is of the type ${String(type)}, which is not supported. If something else meets it, set its credential to null`,
      )
  }
}

/** They answer a challenge of the server. */
const handshakes = ['digest', 'hoba', 'mutual', 'negotiate', 'ntlm', 'scram-sha-1', 'scram-sha-256']
const spellings: Readonly<Record<string, string>> = { basic: 'Basic', bearer: 'Bearer' }

/** As RFC 9110 has it, the letter case of a scheme does not count; servers know the usual one. */
function httpScheme(scheme: Json | undefined, name: string): string {
  if (
    typeof scheme !== 'string' ||
    !/^[\w!#$%&'*+.^`|~-]+$/.test(scheme) ||
    handshakes.includes(scheme.toLowerCase())
  )
    throw new Error(`its security scheme "${name}" is ${String(scheme)} of HTTP, which is not supported`)
  return spellings[scheme.toLowerCase()] ?? scheme
}
