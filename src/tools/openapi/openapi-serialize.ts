import { rawNumberText } from '../../domain/exact-numbers.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { ValueForm } from './openapi-parameters.ts'

/** Encodes a piece of text for the place where it stands. */
export type Encode = (text: string) => string

/** A name and a value, both as they are sent. */
export type Pair = readonly [name: string, value: string]

/** A value as JSON Schema sees it: a `null` is not sent. */
type Value = Json | undefined

type Style = Extract<ValueForm, { readonly kind: 'style' }>

/** One part of a path (RFC 6570: `simple`, `label` and `matrix`). No value is more than a part, also with `allowReserved`. */
export function pathText(form: ValueForm, name: string, value: Value): string {
  const encode = encodeStrict
  if (form.kind === 'content') return encode(contentText(form.mediaType, value))
  switch (form.style) {
    case 'label':
      return `.${simpleText(value, form.explode, { encode, separator: form.explode ? '.' : ',' })}`
    case 'matrix':
      return matrixText(form, name, value)
    default:
      return simpleText(value, form.explode, { encode, separator: ',' })
  }
}

function matrixText(form: Style, name: string, value: Value): string {
  const encode = encodeStrict
  const named: Pair[] = form.explode
    ? pairsOf({ ...form, style: 'form' }, name, value, encode)
    : [[encode(name), simpleText(value, false, { encode, separator: ',' })]]
  return named.map(([key, text]) => (text === '' ? `;${key}` : `;${key}=${text}`)).join('')
}

/** `a,b` of a list, `key,value` or `key=value` of an object. */
function simpleText(
  value: Value,
  explode: boolean,
  { encode, separator }: { readonly encode: Encode; readonly separator: string },
): string {
  const items = itemsOf(value)
  if (items) return items.map(encode).join(separator)
  if (!hasParts(value)) return encode(serializedText(value))
  return entriesOf(value)
    .map(([key, one]) => `${encode(key)}${explode ? '=' : separator}${encode(serializedText(one))}`)
    .join(separator)
}

/** A header, which is sent as it is. */
export function headerText(form: ValueForm, value: Value): string {
  if (form.kind === 'content') return contentText(form.mediaType, value)
  return simpleText(value, form.explode, { encode: (text) => text, separator: ',' })
}

/** The pairs of a query or a cookie, encoded as URLs have it, unless the style says otherwise. */
export function queryPairs(form: ValueForm, name: string, value: Value): readonly Pair[] {
  const isRaw = form.kind === 'style' && form.style === 'cookie'
  return pairsOf(form, name, value, isRaw ? (text) => text : encoderOf(form, encodeStrict))
}

const separators: Readonly<Record<string, string>> = { spaceDelimited: '%20', pipeDelimited: '%7C' }

function pairsOf(form: ValueForm, name: string, value: Value, encode: Encode): Pair[] {
  const key = form.kind === 'style' && form.style === 'cookie' ? name : encodeStrict(name)
  if (value === undefined || value === null) return []
  if (form.kind === 'content') return [[key, encode(contentText(form.mediaType, value))]]
  if (form.style === 'deepObject') return deepPairs(key, value, encode)
  const separator = separators[form.style] ?? ','
  const texts = itemsOf(value)?.map(encode)
  if (texts) {
    if (texts.length === 0) return []
    return form.explode ? texts.map((text): Pair => [key, text]) : [[key, texts.join(separator)]]
  }
  if (!hasParts(value)) return [[key, encode(serializedText(value))]]
  const entries = entriesOf(value).map(([part, one]): Pair => [encode(part), encode(serializedText(one))])
  if (form.explode || entries.length === 0) return entries
  return [[key, entries.flat().join(separator)]]
}

/** `filter[state]=open`; the specification leaves open how values within values are written, and servers agree on more brackets. */
function deepPairs(key: string, value: Json, encode: Encode): Pair[] {
  if (isJsonArray(value)) return value.flatMap((one, index) => deepPairs(`${key}%5B${index}%5D`, one, encode))
  if (!hasParts(value)) return value === null ? [] : [[key, encode(serializedText(value))]]
  return entriesOf(value).flatMap(([part, one]) => deepPairs(`${key}%5B${encode(part)}%5D`, one, encode))
}

/** A form (`application/x-www-form-urlencoded`): lists repeat their name, and objects are JSON, unless its encoding says otherwise. */
export function formText(value: Value, forms: Readonly<Record<string, ValueForm>>): string {
  if (!hasParts(value)) return value === undefined || value === null ? '' : serializedText(value)
  const pairs = Object.entries(value).flatMap(([name, one]): readonly Pair[] => {
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined
    if (form?.kind === 'style') return pairsOf(form, name, one, encoderOf(form, encodeForm))
    const items = isJsonArray(one) ? one : [one]
    return items
      .filter((item) => item !== null)
      .map(
        (item): Pair => [
          encodeForm(name),
          encodeForm(form ? contentText(form.mediaType, item) : serializedText(item)),
        ],
      )
  })
  return pairs.map(([name, text]) => `${name}=${text}`).join('&')
}

/** A value as content of a media type. */
export function contentText(mediaType: string, value: Value): string {
  if (/urlencoded/i.test(mediaType)) return formText(value, {})
  if (/[/+]json\s*(;|$)/i.test(mediaType)) return JSON.stringify(value ?? null)
  return serializedText(value)
}

function encoderOf(form: ValueForm, encode: Encode): Encode {
  return form.kind === 'style' && form.allowReserved ? (text) => encodeReserved(text, encode) : encode
}

/** Every character but those that have no meaning in any part of a URL (RFC 3986, 2.3). */
export function encodeStrict(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function encodeForm(text: string): string {
  return encodeStrict(text).replaceAll('%20', '+')
}

/** Leaves what the place allows; the delimiters of parameters stay encoded, so that no value adds another parameter. */
function encodeReserved(text: string, encode: Encode): string {
  return text
    .split(/(%[0-9a-fA-F]{2}|[:/?@!$'()*,;])/)
    .map((part, index) => (index % 2 === 1 ? part : encode(part)))
    .join('')
}

/** The items of a list; `null` where it is none. */
function itemsOf(value: Value = null): readonly string[] | null {
  return isJsonArray(value) ? value.filter((item) => item !== null).map(serializedText) : null
}

function entriesOf(value: { readonly [key: string]: Json }): readonly (readonly [string, Json])[] {
  return Object.entries(value).filter(([, one]) => one !== null)
}

/** A number that is kept as it was written is an object to JavaScript. */
function hasParts(value: Value): value is JsonObject {
  return isJsonObject(value) && rawNumberText(value) === null
}

/** A value that has no form of its own where it stands is JSON. */
export function serializedText(value: Value): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
}
