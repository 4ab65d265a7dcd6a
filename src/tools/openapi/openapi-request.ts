import { rawNumberText } from '../../domain/exact-numbers.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { PageRequest } from '../get-page.ts'
import type { Operation, Parameter } from './openapi-operations.ts'

/**
 * The request that a call of an operation makes; its arguments fit the operation's schema.
 * @throws Error where a value cannot stand where it should
 */
export function toRequest(
  operation: Operation,
  args: JsonObject,
  baseUrl: string,
): { readonly url: string; readonly request: PageRequest } {
  const supplied = operation.parameters.filter(({ argument }) => Object.hasOwn(args, argument))
  const at = (location: Parameter['location']) =>
    supplied.filter((parameter) => parameter.location === location)
  const path = at('path').reduce(
    (filledUrl, parameter) =>
      filledUrl.replaceAll(`{${parameter.name}}`, () => segment(parameter, args[parameter.argument])),
    operation.path,
  )
  const query = new URLSearchParams(
    at('query').flatMap((parameter) => pairs(parameter, args[parameter.argument])),
  )
  const headers = at('header').map((parameter) => [
    parameter.name,
    headerValue(parameter, args[parameter.argument]),
  ])
  const body = operation.bodyType === null ? undefined : bodyText(operation.bodyType, args.body)
  return {
    url: `${baseUrl.replace(/\/+$/, '')}${path}${query.size > 0 ? `?${query}` : ''}`,
    request: {
      method: operation.method,
      headers: {
        accept: 'application/json, text/*;q=0.9, */*;q=0.5',
        ...Object.fromEntries(headers),
        ...(body === undefined ? {} : { 'content-type': String(operation.bodyType) }),
      },
      ...(body === undefined ? {} : { body }),
    },
  }
}

function segment(parameter: Parameter, value: Json | undefined): string {
  const text = simple(parameter, value, encodeURIComponent)
  // They would climb to another path of the same server.
  if (text === '' || text === '.' || text === '..') {
    throw new Error(`"${parameter.argument}" cannot be "${text}": it is a part of a path`)
  }
  return text
}

function headerValue(parameter: Parameter, value: Json | undefined): string {
  const text = simple(parameter, value, (part) => part)
  if (/[^\t\x20-\x7e\x80-\xff]/.test(text)) {
    throw new Error(
      `"${parameter.argument}" must be without line breaks and letters beyond Latin-1: it is sent as a header`,
    )
  }
  return text
}

/** `a,b` of a list, `key,value` or `key=value` of an object. */
function simple(
  { style, explode }: Parameter,
  value: Json | undefined,
  encode: (part: string) => string,
): string {
  if (style === 'json') return encode(JSON.stringify(value))
  if (Array.isArray(value)) return value.map((one) => encode(textOf(one))).join(',')
  if (!hasParts(value)) return encode(textOf(value))
  return Object.entries(value)
    .map(([key, one]) => `${encode(key)}${explode ? '=' : ','}${encode(textOf(one))}`)
    .join(',')
}

const separators: Readonly<Record<string, string>> = { form: ',', spaceDelimited: ' ', pipeDelimited: '|' }

function pairs({ name, style, explode }: Parameter, value: Json | undefined): [string, string][] {
  const separator = separators[style] ?? ','
  if (style === 'json') return [[name, JSON.stringify(value)]]
  if (Array.isArray(value)) {
    const texts = value.map(textOf)
    return explode ? texts.map((text): [string, string] => [name, text]) : [[name, texts.join(separator)]]
  }
  if (!hasParts(value)) return [[name, textOf(value)]]
  const entries = Object.entries(value).map(([key, one]): [string, string] => [key, textOf(one)])
  if (style === 'deepObject') return entries.map(([key, text]) => [`${name}[${key}]`, text])
  return explode ? entries : [[name, entries.flat().join(separator)]]
}

function bodyText(mediaType: string, body: Json | undefined): string | undefined {
  if (body === undefined) return undefined
  if (/^text\//i.test(mediaType)) return textOf(body)
  if (!/urlencoded/i.test(mediaType)) return JSON.stringify(body)
  const fields = isJsonObject(body) ? Object.entries(body) : []
  return new URLSearchParams(
    fields.flatMap(([name, value]) =>
      pairs({ name, location: 'query', argument: name, style: 'form', explode: true }, value),
    ),
  ).toString()
}

/** A number that is kept as it was written is an object to JavaScript. */
function hasParts(value: Json | undefined): value is JsonObject {
  return isJsonObject(value) && rawNumberText(value) === null
}

function textOf(value: Json | undefined): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
}
