import type { Json, JsonObject } from '../../domain/json.ts'
import type { WebRequest } from '../../net/guarded-fetch.ts'
import type { OpenApiOperation } from './openapi-operations.ts'
import type { Parameter } from './openapi-parameters.ts'
import type { Credential } from './openapi-security.ts'
import {
  contentText,
  encodeStrict,
  formText,
  headerText,
  type Pair,
  pathText,
  queryPairs,
  serializedText,
} from './openapi-serialize.ts'

/**
 * The request that a call of an operation makes; its arguments fit the operation's schema.
 * @throws Error where a value cannot stand where it should
 */
export function toRequest(
  operation: OpenApiOperation,
  args: JsonObject,
): { readonly url: string; readonly request: WebRequest } {
  const supplied = operation.parameters.filter(({ argument }) => (args[argument] ?? null) !== null)
  const at = (location: Parameter['location']) =>
    supplied
      .filter((parameter) => parameter.location === location)
      .map((parameter) => ({ parameter, value: args[parameter.argument] }))
  const sent = (location: Credential['location']) =>
    operation.credentials.filter((credential) => credential.location === location)
  const query = [
    ...at('query').flatMap(({ parameter, value }) =>
      joined(queryPairs(parameter.form, parameter.name, value)),
    ),
    ...at('querystring').map(({ parameter, value }) => querystring(parameter, value)),
    ...sent('query').map(({ name, value }) => `${encodeStrict(name)}=${encodeStrict(value)}`),
  ]
  const cookies = [
    ...at('cookie').flatMap(({ parameter, value }) => cookiePairs(parameter, value)),
    ...sent('cookie').map(({ name, value }) => `${name}=${cookieValue(value)}`),
  ]
  const headers = [
    ...at('header').map(({ parameter, value }) => [parameter.name, headerValue(parameter, value)]),
    ...sent('header').map(({ name, value }) => [name, value]),
    ...(cookies.length > 0 ? [['cookie', cookies.join('; ')]] : []),
  ]
  const body = bodyText(operation, args.body)
  return {
    url: withQuery(`${operation.serverUrl.replace(/\/+$/, '')}${pathOf(operation, args)}`, query),
    request: {
      method: operation.method,
      headers: {
        accept: 'application/json, text/*;q=0.9, */*;q=0.5',
        ...Object.fromEntries(headers),
        ...(body === undefined ? {} : { 'content-type': String(operation.body?.mediaType) }),
      },
      ...(body === undefined ? {} : { body }),
    },
  }
}

function pathOf({ path, parameters }: OpenApiOperation, args: JsonObject): string {
  return path.replace(/\{([^{}]*)\}/g, (_template, name: string) => {
    const parameter = parameters.find((one) => one.location === 'path' && one.name === name)
    // Each template has its parameter: an operation without is no tool.
    if (!parameter) throw new Error(`the path has no value for {${name}}`)
    return segment(parameter, args[parameter.argument])
  })
}

function segment({ form, name, argument }: Parameter, value: Json | undefined): string {
  const text = pathText(form, name, value)
  const isHollow = Array.isArray(value) && value.some((one) => serializedText(one) === '')
  if (text === '' || isHollow)
    throw new Error(
      `"${argument}" must not ${isHollow ? 'have an empty item' : 'be empty'}: it is a part of a path`,
    )
  // They would climb to another path of the same server.
  if (text === '.' || text === '..')
    throw new Error(`"${argument}" must not be "${text}": it is a part of a path`)
  return text
}

/** A path may have a query of its own. */
function withQuery(url: string, query: readonly string[]): string {
  const texts = query.filter((text) => text !== '')
  if (texts.length === 0) return url
  return `${url}${url.includes('?') ? '&' : '?'}${texts.join('&')}`
}

function joined(pairs: readonly Pair[]): readonly string[] {
  return pairs.map(([name, value]) => `${name}=${value}`)
}

/** A form is a query as it is; anything else is encoded as a whole. */
function querystring({ form }: Parameter, value: Json | undefined): string {
  if (form.kind !== 'content') return ''
  const text = contentText(form.mediaType, value)
  return /urlencoded/i.test(form.mediaType) ? text : encodeStrict(text)
}

function cookiePairs({ form, name, argument }: Parameter, value: Json | undefined): readonly string[] {
  const texts = joined(queryPairs(form, name, value))
  if (texts.some((text) => /[^\x21-\x3a\x3c-\x7e]/.test(text)))
    throw new Error(
      `"${argument}" must be without blanks, semicolons and letters beyond ASCII: it is sent as a cookie`,
    )
  return texts
}

/** Without what ends a cookie: a value of the operator adds no other one. */
function cookieValue(value: string): string {
  return value.replaceAll(/[^\x21-\x3a\x3c-\x7e]/gu, (character) => encodeStrict(character))
}

function headerValue({ form, argument }: Parameter, value: Json | undefined): string {
  const text = headerText(form, value)
  if (/[^\t\x20-\x7e\x80-\xff]/.test(text)) {
    throw new Error(
      `"${argument}" must be without line breaks and letters beyond Latin-1: it is sent as a header`,
    )
  }
  return text
}

function bodyText({ body }: OpenApiOperation, value: Json | undefined): string | undefined {
  if (body === null || value === undefined) return undefined
  if (/urlencoded/i.test(body.mediaType)) return formText(value, body.properties)
  return contentText(body.mediaType, value)
}
