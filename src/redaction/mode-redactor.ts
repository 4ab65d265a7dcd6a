import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../domain/json.ts'
import { type Redactor, redacted, type Sign } from '../domain/redaction.ts'
import { beginningSource } from './credential-formats.ts'
import { isCredentialName, looksLikeCredential, mayHoldName, nameWords } from './credential-names.ts'
import { maxSecretChars } from './cursor.ts'
import type { KnownValues } from './known-values.ts'
import { isMarker, type NamesInUse, uniqueName } from './marker.ts'
import type { Surroundings } from './read-json.ts'
import { openText } from './read-text.ts'

interface RedactorParts extends Pick<Surroundings, 'mode' | 'sign'> {
  /** Returns the values that are known at the time of the call. */
  readonly known: () => KnownValues
}

/** Finds secrets by one mode. */
export function redactorOf({ mode, known, sign: signAny }: RedactorParts): Redactor {
  const sign: Sign = (secret, kind, origin) =>
    secret.length > maxSecretChars ? redacted : signAny(secret, kind, origin)
  const isNaming = mode === 'STRICT' || mode === 'NAMED'
  const isKnown = (value: string) => known().isIn(value)
  const suspicious = suspects[mode]
  const mayHold = (text: string) =>
    text.length >= leastChars &&
    !(isId(text) && !isKnown(text)) &&
    (isKnown(text) || (suspicious.test(text) && (!isNaming || other.test(text) || mayHoldName(text))))
  const open = () => openText({ mode, known, mayHold, sign })

  function text(input: string): string {
    if (!mayHold(input)) return input
    const stream = open()
    return stream.push({ text: input, written: null }) + stream.end()
  }

  return {
    text,
    value: valueRedactor({ mode, sign, text, isKnown, isNaming, isPlain: (text) => !mayHold(text) }),
    stream: () => {
      const stream = open()
      return { push: (piece) => stream.push({ text: piece, written: null }), end: stream.end }
    },
  }
}

const id = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether it is a UUID as the engine makes them: of its own data, most texts are. */
function isId(text: string): boolean {
  return text.length === 36 && id.test(text)
}

/** The shortest text that holds a secret is `\`, and the text that a known value is read as. */
const leastChars = 2

/** Markers, and escapes that may hide other letters. A newline or a quote hides none. */
const hiding = '[\\ufffe\\uffff]|\\[redacted|\\\\[u/\\\\]'

/** A text that holds nothing of this holds no credential that is known by its format. */
const formats = `://[^\\s/?#"'\`<>]*@|${beginningSource}`

const other = new RegExp(`${hiding}|${formats}`)

/** The source of a pattern whose letters may be capitals: Node.js 22 knows no flags of a part. */
function anyCase(source: string): string {
  return source.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)
}

/** A text in which nothing of this is found, and no known value, holds no secret. It is one pattern: most texts are tested by it alone. */
const suspects: Readonly<Record<Surroundings['mode'], RegExp>> = {
  OWN: new RegExp(hiding),
  VALUES: other,
  NAMED: new RegExp(`${hiding}|${formats}|${anyCase(nameWords)}`),
  STRICT: new RegExp(`${hiding}|${formats}|${anyCase(nameWords)}`),
}

interface ValueRedactorOptions extends Pick<Surroundings, 'mode' | 'sign'> {
  readonly text: (text: string) => string
  /** Whether a known value is in a text. */
  readonly isKnown: (text: string) => boolean
  /** Whether the value under a credential's name is a secret. */
  readonly isNaming: boolean
  /** Whether nothing is in a text. As the name of a field it is no credential's, then. */
  readonly isPlain: (text: string) => boolean
}

/** Takes the secrets out of data, as reading its JSON does. Gives the same object where nothing in it is a secret. */
function valueRedactor({ mode, sign, text, isKnown, isNaming, isPlain }: ValueRedactorOptions) {
  /** `under`: the credential's name that the value is under, directly or in an array. */
  function redact(value: Json, under: string | null): Json {
    if (typeof value === 'string') return textUnder(value, under)
    if (typeof value === 'number') {
      const isHidden = (under !== null && mode === 'STRICT') || isKnown(String(value))
      return isHidden ? sign(String(value), 'number', 'VALUE') : value
    }
    if (isJsonArray(value)) return redactArray(value, under)
    return isJsonObject(value) ? redactObject(value) : value
  }

  function redactArray(array: readonly Json[], under: string | null): readonly Json[] {
    let items: Json[] | null = null
    for (const [place, value] of array.entries()) {
      const item = redact(value, under)
      if (item !== value) items ??= array.slice(0, place)
      items?.push(item)
    }
    return items ?? array
  }

  function textUnder(value: string, under: string | null): string {
    if (under !== null && isSecret(value, under)) return sign(value, 'text', 'NAME')
    return isPlain(value) ? value : text(value)
  }

  function isSecret(value: string, under: string): boolean {
    if (value === '' || isMarker(value)) return false
    return mode === 'STRICT' || looksLikeCredential(under, value)
  }

  /** Most objects hold no secret: nothing is made of them before one is found. */
  function redactObject(object: JsonObject): JsonObject {
    let items: Json[] | null = null
    let place = 0
    for (const name of Object.keys(object)) {
      const value = object[name] ?? null
      const isPlainName = isPlain(name)
      const item = redact(value, isNaming && !isPlainName && isCredentialName(name) ? name : null)
      if (!isPlainName || item !== value) items ??= Object.values(object).slice(0, place)
      items?.push(item)
      place += 1
    }
    return items ? changed(object, Object.entries(object), items) : object
  }

  /** The same object where nothing is changed after all: most names that may hold a secret do not. */
  function changed(
    object: JsonObject,
    entries: readonly (readonly [name: string, value: Json])[],
    items: readonly Json[],
  ): JsonObject {
    const inUse: NamesInUse = new Map()
    const names = entries.map(([name]) => uniqueName(text(name), inUse))
    if (entries.every(([name, value], n) => name === names[n] && value === items[n])) return object
    return Object.fromEntries(names.map((name, n) => [name, items[n] ?? null]))
  }

  return (value: Json) => redact(value, null)
}
