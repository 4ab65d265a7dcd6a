import { isJsonObject, type Json, type JsonObject } from '../json.ts'
import { type Redactor, redacted } from '../redaction.ts'
import { credentialNameSource, credentialWordSource, isCredentialName } from './credential-names.ts'
import { shapeSource } from './credential-shapes.ts'
import type { TextStream } from './json-mode.ts'
import { type KnownValues, knownValues } from './known-values.ts'
import { mark } from './marker.ts'
import { plainPiece } from './piece.ts'
import { TextScanner } from './text-scanner.ts'
import { type NamesInUse, uniqueName } from './unique-name.ts'

export interface RedactorOptions {
  /** Texts that are secrets wherever they stand; those of less than 8 characters are not looked for. */
  readonly values: readonly string[]
}

/**
 * A redactor (TAS-7) for three kinds of secrets: the given values, also as JSON, base64 and URLs write them; credentials of a
 * well-known shape; and what stands under a name such as `password`, in data as in text that shows data. JSON as text comes out as
 * its value does, names as any text in it; only where JSON's own marks and escapes make up a given value, more of the text goes. The
 * time that it takes grows with the text and with nothing else.
 *
 * A stream holds back at most 2,048 characters of text that no name of an object, token or password turns out to be of; the
 * longest given value where that is longer.
 */
export function createRedactor({ values }: RedactorOptions): Redactor {
  const known = knownValues(values)
  const mayHold = (text: string) =>
    text.includes(mark) ||
    (text.length >= leastChars && (text.includes('\\') || isSuspicious(text) || known.isIn(text)))

  function text(given: string): string {
    if (!mayHold(given)) return given
    const stream = textStream(0, known, mayHold)
    return stream.push(plainPiece(given)) + stream.end()
  }

  const rules: Rules = { text, isKnown: known.isIn, name: rememberNames(text) }

  return {
    text,
    value: (value) => redactValue(value, false, rules),
    stream: () => {
      const stream = textStream(0, known, mayHold)
      return { push: (piece) => stream.push(plainPiece(piece)), end: () => stream.end() }
    },
  }
}

/** The shortest text that holds a secret is `://:x@`, unless what is known is a mark in it already. */
const leastChars = 6

/** In a text that holds nothing of all this, and no escapes, there are no credentials. */
function isSuspicious(text: string): boolean {
  return shapes.test(text) || (words.test(text) && names.test(text))
}

const shapes = new RegExp(`://|\\[redacted\\]|${shapeSource}`)
const names = new RegExp(credentialNameSource, 'i')
/** What stands in every name: the longer pattern takes many times as long on a text that holds none of it. */
const words = new RegExp(credentialWordSource, 'i')

/** First what is known, then what can be told by its looks. */
function textStream(level: number, known: KnownValues, mayHold: (text: string) => boolean): TextStream {
  const values = known.stream()
  const scanner = new TextScanner({ level, mayHold, strings: () => textStream(level + 1, known, mayHold) })
  return {
    push: (piece) => scanner.push(values.push(piece)),
    end: () => scanner.push(values.end()) + scanner.end(),
  }
}

/** A name of a field: what is shown of it, and whether a credential stands under it. */
interface Name {
  readonly shown: string
  readonly isSecret: boolean
}

const maxRemembered = 2_000
const maxRememberedChars = 64

/** The same few names come again and again: what they are is worked out once, for so many at a time. */
function rememberNames(text: (text: string) => string): (name: string) => Name {
  const remembered = new Map<string, Name>()
  return (name) => {
    const known = remembered.get(name)
    if (known) return known
    const found = { shown: text(name), isSecret: isCredentialName(name) }
    if (remembered.size >= maxRemembered) remembered.clear()
    if (name.length <= maxRememberedChars) remembered.set(name, found)
    return found
  }
}

interface Rules {
  readonly name: (name: string) => Name
  readonly text: (text: string) => string
  readonly isKnown: (text: string) => boolean
}

/** `isSecret`: it stands under the name of a credential, as it is or in an array. */
function redactValue(value: Json, isSecret: boolean, rules: Rules): Json {
  if (typeof value === 'string') return isSecret && value !== '' ? redacted : rules.text(value)
  if (typeof value === 'number') return isSecret || rules.isKnown(String(value)) ? redacted : value
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => redactValue(item, isSecret, rules))
    return items.some((item, place) => item !== value[place]) ? items : value
  }
  return isJsonObject(value) ? redactObject(value, rules) : value
}

function redactObject(object: JsonObject, rules: Rules): JsonObject {
  const names: NamesInUse = new Map()
  let isChanged = false
  const entries = Object.entries(object).map(([name, value]) => {
    const { shown, isSecret } = rules.name(name)
    const unique = shown.includes(redacted) ? uniqueName(shown, names) : shown
    const item = redactValue(value, isSecret, rules)
    isChanged ||= unique !== name || item !== value
    return [unique, item] as const
  })
  return isChanged ? Object.fromEntries(entries) : object
}
