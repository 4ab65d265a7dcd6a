import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { fieldOf, type Layers, type Located, type References } from './openapi-references.ts'
import type { SchemaReader } from './openapi-schema.ts'

export interface Parameter {
  readonly name: string
  readonly location: ParameterLocation
  /** The name of the argument that holds it. */
  readonly argument: string
  readonly form: ValueForm
}

export type ParameterLocation = 'path' | 'query' | 'querystring' | 'header' | 'cookie'

/** How a value becomes text: by a style, as a property of a form does, or as content of a media type. */
export type ValueForm =
  | {
      readonly kind: 'style'
      readonly style: string
      readonly explode: boolean
      /** Whether characters that have a meaning in URLs are sent as they are. */
      readonly allowReserved: boolean
    }
  | { readonly kind: 'content'; readonly mediaType: string }

/** A parameter with the schema of its argument. */
export interface FoundParameter {
  readonly parameter: Parameter
  readonly schema: Json
  readonly isRequired: boolean
}

export interface ParameterSource {
  readonly path: string
  readonly item: Layers
  readonly operation: Layers
  readonly references: References
  readonly reader: SchemaReader
  /** `<location> <name>` of what Rungraph sends itself, names of headers in lower case: no model is asked for it. */
  readonly supplied: ReadonlySet<string>
}

/** The parameters of an operation, which replace those of its path. @throws Error where a call would not reach what it is meant for */
export async function readParameters(source: ParameterSource): Promise<readonly FoundParameter[]> {
  const { path, item, operation, references, supplied } = source
  const byKey = new Map<string, Located<JsonObject>>()
  for (const list of [fieldOf(item, 'parameters'), fieldOf(operation, 'parameters')])
    for (const [key, parameter] of await parametersIn(list, references)) byKey.set(key, parameter)
  checkTemplates(path, byKey)
  const places = [...byKey.values()].map(({ value }) => value.in)
  if (places.includes('querystring') && (places.includes('query') || count(places, 'querystring') > 1))
    throw new Error('its parameter in the querystring stands beside other parameters of the query')
  const usedNames = new Set(fieldOf(operation, 'requestBody').value === undefined ? [] : ['body'])
  const found: FoundParameter[] = []
  for (const parameter of byKey.values()) {
    if (isSupplied(parameter.value, supplied)) continue
    found.push(await toParameter(parameter, usedNames, source))
  }
  return found
}

async function parametersIn(at: Located, references: References) {
  if (at.value === undefined) return []
  const { value, base } = await references.resolve(at)
  if (value === undefined || !isJsonArray(value)) throw new Error('its parameters are no list')
  const found: [key: string, parameter: Located<JsonObject>][] = []
  for (const item of value) {
    const parameter = await references.resolve({ value: item, base })
    if (!isJsonObject(parameter.value)) throw new Error('one of its parameters is no object')
    const { name, in: location } = parameter.value
    if (typeof name !== 'string') throw new Error('one of its parameters has no name')
    if (!isLocation(location))
      throw new Error(`its parameter "${name}" is in the ${String(location)}, which is not supported`)
    found.push([`${location} ${name}`, { value: parameter.value, base: parameter.base }])
  }
  return found
}

/** A call with a literal `{name}`, or without a part that its path should have, would reach another resource. */
function checkTemplates(path: string, byKey: ReadonlyMap<string, Located<JsonObject>>): void {
  const templates = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
  if (/[{}]/.test(path.replaceAll(/\{[^{}]*\}/g, ''))) throw new Error('its path has a single brace')
  for (const name of templates)
    if (!byKey.has(`path ${name}`))
      throw new Error(`its path has {${name}}, and it has no such parameter${otherCase(name, byKey)}`)
  for (const { value } of byKey.values())
    if (value.in === 'path' && !templates.includes(String(value.name)))
      throw new Error(
        `its parameter "${String(value.name)}" is in the path, and the path has no {${String(value.name)}}`,
      )
}

function otherCase(name: string, byKey: ReadonlyMap<string, Located<JsonObject>>): string {
  const similar = [...byKey.keys()].find((key) => key.toLowerCase() === `path ${name.toLowerCase()}`)
  return similar === undefined ? '' : ` (it has "${similar.slice('path '.length)}": letter case counts)`
}

function isLocation(location: Json | undefined): location is ParameterLocation {
  return typeof location === 'string' && Object.hasOwn(styles, location)
}

function count(all: readonly unknown[], wanted: unknown): number {
  return all.filter((one) => one === wanted).length
}

/** The specification has these said elsewhere. */
const ignoredHeaders = ['accept', 'content-type', 'authorization', 'idempotency-key']

function isSupplied({ name, in: location }: JsonObject, supplied: ReadonlySet<string>): boolean {
  const known = location === 'header' ? String(name).toLowerCase() : String(name)
  return (
    (location === 'header' && ignoredHeaders.includes(known)) || supplied.has(`${String(location)} ${known}`)
  )
}

async function toParameter(
  { value, base }: Located<JsonObject>,
  usedNames: Set<string>,
  { references, reader }: ParameterSource,
): Promise<FoundParameter> {
  const { name: given, in: location, required, schema, content, description } = value
  const name = String(given)
  if (!isLocation(location)) throw new Error(`its parameter "${name}" is nowhere`)
  const argument = freeName(name, location, usedNames)
  const media = content === undefined ? null : await mediaOf({ value: content, base }, name, references)
  if (media === null && location === 'querystring')
    throw new Error(`its parameter "${name}" in the querystring has no content`)
  const read = media ? reader.read(media.schema) : reader.read({ value: schema, base })
  return {
    parameter: { name, location, argument, form: media?.form ?? styleOf(value, location) },
    schema: typeof description === 'string' ? withDescription(read, description) : read,
    isRequired: required === true || location === 'path',
  }
}

/** An argument of its own for each of several parameters of one name. */
function freeName(name: string, location: string, usedNames: Set<string>): string {
  let argument = name
  for (let number = 1; usedNames.has(argument); number += 1)
    argument = number === 1 ? `${location}_${name}` : `${location}_${name}_${number}`
  usedNames.add(argument)
  return argument
}

function withDescription(schema: Json, description: string): Json {
  if (!isJsonObject(schema)) return schema === false ? schema : { description }
  return { ...schema, description }
}

/** Media types that a value can be written in. */
const contents = /^(application\/(json|[^;]*\+json|x-www-form-urlencoded)|text\/[^;]+)\s*(;|$)/i

async function mediaOf(
  at: Located,
  name: string,
  references: References,
): Promise<{ readonly form: ValueForm; readonly schema: Located }> {
  const { value: content, base } = await references.resolve(at)
  const [mediaType = '', given] = (isJsonObject(content) ? Object.entries(content)[0] : undefined) ?? []
  const media = await references.resolve({ value: given, base })
  const schema = isJsonObject(media.value) ? media.value.schema : undefined
  // A text of another type is sent as it is.
  const isText = isJsonObject(schema) && schema.type === 'string'
  if (!contents.test(mediaType) && !isText)
    throw new Error(
      `its parameter "${name}" is of the type ${mediaType || 'nothing'}, which is not supported`,
    )
  return { form: { kind: 'content', mediaType }, schema: { value: schema, base: media.base } }
}

/** The styles that the specification has for a location; the first is the default. */
const styles: Readonly<Record<ParameterLocation, readonly string[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  querystring: [],
  header: ['simple'],
  cookie: ['form', 'cookie'],
}

function styleOf(
  { name, style, explode, allowReserved }: JsonObject,
  location: ParameterLocation,
): ValueForm {
  const known = styles[location]
  const how = style === undefined ? (known[0] ?? '') : String(style)
  if (!known.includes(how))
    throw new Error(
      `its parameter "${String(name)}" in the ${location} has the style ${how}, which is not supported`,
    )
  return {
    kind: 'style',
    style: how,
    explode: typeof explode === 'boolean' ? explode : how === 'form' || how === 'cookie',
    allowReserved: allowReserved === true,
  }
}
