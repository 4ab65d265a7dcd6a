import type { RungraphError } from '../../domain/errors.ts'
import { isJsonObject } from '../../domain/json.ts'

type Members = Readonly<Record<string, unknown>>

/**
 * The `Authorization` in the payload of `connection_init`; null where there is none. Clients and servers of GraphQL have never agreed on its
 * place: the header itself (`authorization`, in any case), all headers that an HTTP request would have (`{ headers: { Authorization } }`),
 * or the bare token (`authToken`, `token`, in either place). The first of these that is there counts.
 */
export function authorizationIn(params: Members): string | null {
  const headers = isJsonObject(params.headers) ? params.headers : {}
  const header = named(params, ['authorization']) ?? named(headers, ['authorization'])
  if (header !== null) return header
  const token = named(params, tokenNames) ?? named(headers, tokenNames)
  return token === null || /^bearer /i.test(token) ? token : `Bearer ${token}`
}

/** In lower case, without dashes and underscores. */
const tokenNames = ['authtoken', 'accesstoken', 'bearertoken', 'token', 'apikey', 'xapikey']

/** The text under the first of these names that has one, however they are spelt. */
function named(members: Members, names: readonly string[]): string | null {
  const texts = new Map(Object.entries(members).map(([name, value]) => [spelling(name), value]))
  const found = names
    .map((name) => texts.get(name))
    .find((value) => typeof value === 'string' && value !== '')
  return typeof found === 'string' ? found : null
}

function spelling(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '')
}

/** Why credentials are refused, as the reason of a close frame: the code, and of the message as many sentences as there is room for. */
export function refusalReason({ code, message }: Pick<RungraphError, 'code' | 'message'>): string {
  const sentences = `${code}: ${message}`.split(/(?<=[.!?]) /)
  let reason = ''
  for (const sentence of sentences) {
    const longer = reason === '' ? sentence : `${reason} ${sentence}`
    if (Buffer.byteLength(longer) > maxReasonBytes) break
    reason = longer
  }
  return reason === '' ? code : reason
}

/** RFC 6455, 5.5.1. */
const maxReasonBytes = 123
