import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { ValueForm } from './openapi-parameters.ts'
import type { Located, References } from './openapi-references.ts'
import type { SchemaReader } from './openapi-schema.ts'

/** The body of an operation. */
export interface Body {
  readonly mediaType: string
  /** How properties of a form are written; others by their kind of value. */
  readonly properties: Readonly<Record<string, ValueForm>>
}

/** A body with the schema of its argument. */
export interface FoundBody extends Body {
  readonly schema: Json
  readonly isRequired: boolean
}

/** Bodies that can be made of JSON, in the order in which they are preferred. A range takes the first of its kind. */
const bodyTypes: readonly (readonly [form: RegExp, range: string | null])[] = [
  [/^application\/json\s*(;|$)/i, null],
  [/^application\/[^;]*\+json\s*(;|$)/i, null],
  [/^application\/x-www-form-urlencoded\s*(;|$)/i, null],
  [/^(\*|application)\/\*$/, 'application/json'],
  [/^text\/plain\s*(;|$)/i, null],
  [/^text\/\*$/, 'text/plain'],
  [/^text\/(?!xml)[^*;]+(;|$)/i, null],
]

/** @throws Error where no body can be made that the operation takes */
export async function declaredBody(
  at: Located,
  {
    method,
    references,
    reader,
  }: { readonly method: string; readonly references: References; readonly reader: SchemaReader },
): Promise<FoundBody | null> {
  if (at.value === undefined) return null
  const { value: body, base } = await references.resolve(at)
  if (!isJsonObject(body)) throw new Error('its body is no object')
  const isRequired = body.required === true
  if (method === 'GET' || method === 'HEAD') {
    // They have none in HTTP: 3.0 says that it is ignored, and nothing is sent that a client cannot send.
    if (isRequired) throw new Error(`its body is required, and ${method} has none`)
    return null
  }
  const read = await references.resolve({ value: body.content, base })
  const content = isJsonObject(read.value) ? read.value : {}
  const known = Object.keys(content)
  if (known.length === 0 && !isRequired) return null
  const [given, mediaType] = preferred(known) ?? []
  if (given === undefined || mediaType === undefined)
    throw new Error(`its body is of the type ${known.join(', ') || 'nothing'}, which is not supported`)
  const media = await references.resolve({ value: content[given], base: read.base })
  const { schema, itemSchema, encoding } = isJsonObject(media.value) ? media.value : {}
  if (itemSchema !== undefined && schema === undefined)
    throw new Error('its body is described item by item (itemSchema), which is not supported')
  const described = reader.read({ value: schema, base: media.base })
  const isForm = /urlencoded/i.test(mediaType)
  return {
    mediaType,
    properties: isForm && isJsonObject(encoding) ? formsOf(encoding) : {},
    schema: describedBy(described, body.description),
    isRequired,
  }
}

function preferred(known: readonly string[]): readonly [given: string, mediaType: string] | undefined {
  return bodyTypes.flatMap(([form, range]) => {
    const given = known.find((type) => form.test(type))
    return given === undefined ? [] : [[given, range ?? given] as const]
  })[0]
}

function describedBy(schema: Json, description: Json | undefined): Json {
  const isTold = typeof description !== 'string' || !isJsonObject(schema) || schema.description !== undefined
  return isTold ? schema : { ...schema, description }
}

/** A style counts where one of these is said; else the media type of the property does. */
function formsOf(encoding: JsonObject): Readonly<Record<string, ValueForm>> {
  return Object.fromEntries(
    Object.entries(encoding).flatMap(([name, how]): [string, ValueForm][] => {
      if (!isJsonObject(how)) return []
      const { style, explode, allowReserved, contentType } = how
      if (style === undefined && explode === undefined && allowReserved === undefined)
        return typeof contentType === 'string' ? [[name, { kind: 'content', mediaType: contentType }]] : []
      const named = typeof style === 'string' ? style : 'form'
      const isExploded = typeof explode === 'boolean' ? explode : named === 'form'
      return [
        [name, { kind: 'style', style: named, explode: isExploded, allowReserved: allowReserved === true }],
      ]
    }),
  )
}
