import { isJsonObject, type Json, type JsonObject } from '../domain/json.ts'
import { type Redactor, redacted, type Sign } from '../domain/redaction.ts'
import { beginningSource } from './credential-formats.ts'
import { isCredentialName, looksLikeCredential, mayHoldName } from './credential-names.ts'
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
  const mayHold = (text: string) =>
    text.length >= leastChars &&
    (hiding.test(text) ||
      isKnown(text) ||
      (mode !== 'OWN' && formats.test(text)) ||
      (isNaming && mayHoldName(text)))
  const open = () => openText({ mode, known, mayHold, sign })

  function text(input: string): string {
    if (!mayHold(input)) return input
    const stream = open()
    return stream.push({ text: input, written: null }) + stream.end()
  }

  return {
    text,
    value: valueRedactor({ mode, sign, text, isKnown, isNaming }),
    stream: () => {
      const stream = open()
      return { push: (piece) => stream.push({ text: piece, written: null }), end: stream.end }
    },
  }
}

/** The shortest text that holds a secret is `\`, and the text that a known value is read as. */
const leastChars = 2

/** Markers, and escapes that may hide other letters. A newline or a quote hides none. */
const hiding = /[\ufffe\uffff]|\[redacted|\\[u/\\]/

/** A text that holds nothing of this holds no credential that is known by its format. */
const formats = new RegExp(`://[^\\s/?#"'\`<>]*@|${beginningSource}`)

interface ValueRedactorOptions extends Pick<Surroundings, 'mode' | 'sign'> {
  readonly text: (text: string) => string
  /** Whether a known value is in a text. */
  readonly isKnown: (text: string) => boolean
  /** Whether the value under a credential's name is a secret. */
  readonly isNaming: boolean
}

/** Takes the secrets out of data, as reading its JSON does. Gives the same object where nothing in it is a secret. */
function valueRedactor({ mode, sign, text, isKnown, isNaming }: ValueRedactorOptions) {
  /** `under`: the credential's name that the value is under, directly or in an array. */
  function redact(value: Json, under: string | null): Json {
    if (typeof value === 'string')
      return under !== null && isSecret(value, under) ? sign(value, 'text', 'NAME') : text(value)
    if (typeof value === 'number') {
      const isHidden = (under !== null && mode === 'STRICT') || isKnown(String(value))
      return isHidden ? sign(String(value), 'number', 'VALUE') : value
    }
    if (Array.isArray(value)) {
      const items = value.map((item: Json) => redact(item, under))
      return items.some((item, index) => item !== value[index]) ? items : value
    }
    return isJsonObject(value) ? redactObject(value) : value
  }

  function isSecret(value: string, under: string): boolean {
    if (value === '' || isMarker(value)) return false
    return mode === 'STRICT' || looksLikeCredential(under, value)
  }

  function redactObject(object: JsonObject): JsonObject {
    const inUse: NamesInUse = new Map()
    let isChanged = false
    const entries = Object.entries(object).map(([name, value]) => {
      const unique = uniqueName(text(name), inUse)
      const item = redact(value, isNaming && isCredentialName(name) ? name : null)
      isChanged ||= unique !== name || item !== value
      return [unique, item] as const
    })
    return isChanged ? Object.fromEntries(entries) : object
  }

  return (value: Json) => redact(value, null)
}
