import { isJsonObject, type Json, type JsonObject } from '../domain/json.ts'
import {
  type Redactor,
  type RunRedactor,
  type RunRedactorOptions,
  redacted,
  type ServerRedactor,
} from '../domain/redaction.ts'
import {
  credentialNameSource,
  credentialWordSource,
  isCredentialName,
  looksLikeCredential,
  type NamesInUse,
  uniqueName,
} from './credential-names.ts'
import { shapeSource } from './credential-shapes.ts'
import { type KnownValues, knownValues, leastValueChars } from './known-values.ts'
import { isMarker, mark } from './marker.ts'
import { plainPiece } from './piece.ts'
import type { Surroundings, TextStream } from './scan-mode.ts'
import { TextScanner } from './text-scanner.ts'

interface RedactorOptions {
  /** Texts that are secrets wherever they stand; those of less than 8 characters are not searched. */
  readonly values: readonly string[]
}

/**
 * A redactor (TAS-7) for three kinds of secrets: the given values, also as JSON, base64 and URLs write them; credentials of a
 * well-known shape; and what stands under a name such as `password`, by its mode. JSON as text comes out as its value does, names as
 * any text in it; only where JSON's own marks and escapes make up a given value, more of the text goes. The time that it takes grows
 * with the text and with nothing else.
 *
 * A stream holds back at most 2,048 characters of text that no name of an object, start line, token or password turns out to be of,
 * 8,192 of what stands under a credential's name; the longest given value where that is longer.
 */
export function createRedactor({ values }: RedactorOptions): ServerRedactor {
  const known = knownValues(values)
  const plain = () => redacted
  const lately = recent(values, known)
  const strict = redactorOf({ mode: 'STRICT', known: lately.known, sign: plain })
  return {
    ...strict,
    own: redactorOf({ mode: 'OWN', known: () => known, sign: plain }),
    within: (options) => runRedactor(values, known, options, lately.add),
  }
}

/** So many of the values that runs learnt last are kept out of the log of the process too. */
const maxRecent = 200

function recent(values: readonly string[], initial: KnownValues) {
  const added = new Set<string>()
  let known: KnownValues | null = initial
  return {
    add(value: string): void {
      added.delete(value)
      added.add(value)
      const [oldest] = added
      if (added.size > maxRecent && oldest !== undefined) added.delete(oldest)
      known = null
    },
    // Made when something is logged, not for each value.
    known: (): KnownValues => {
      known ??= knownValues([...values, ...added])
      return known
    },
  }
}

function runRedactor(
  values: readonly string[],
  initial: KnownValues,
  { mode, sign }: RunRedactorOptions,
  onLearnt: (value: string) => void,
): RunRedactor {
  const learnt = new Set<string>()
  let known = initial
  let size = 0

  function learn(found: readonly string[]): void {
    const before = size
    for (const value of found) {
      if (learnt.size >= maxLearnt || learnt.has(value) || initial.isIn(value) || !isRare(value)) continue
      learnt.add(value)
      onLearnt(value)
      size = learnt.size
    }
    if (size > before) known = knownValues([...values, ...learnt])
  }

  return {
    ...redactorOf({
      mode,
      known: () => known,
      sign: (secret, kind, origin) => {
        if (origin === 'NAME') learn([secret])
        return sign(secret, kind, origin)
      },
    }),
    learn,
    learnCut(text) {
      const before = size
      learn(known.cutBy(text))
      return size > before
    },
    get learnt() {
      return size
    },
  }
}

/** So many values are learnt in one run at most. */
const maxLearnt = 200

const maxLearntChars = 512

/** What is short, a number or a plain word stands in other texts too. */
function isRare(value: string): boolean {
  if (value.length < leastValueChars || value.length > maxLearntChars || value.includes('[redacted'))
    return false
  if (/^[\d.,:+-]*$/.test(value)) return false
  return value.length >= 16 || !/^(?:[a-z]+|[A-Z]+|[A-Z][a-z]+)$/.test(value)
}

interface Parts extends Pick<Surroundings, 'mode' | 'sign'> {
  readonly known: () => KnownValues
}

function redactorOf({ mode, known, sign }: Parts): Redactor {
  const mayHold = (text: string) => {
    if (text.includes('[redacted') || text.includes(mark)) return true
    if (text.length < leastChars) return false
    return hiding.test(text) || known().isIn(text) || (mode !== 'OWN' && isSuspicious(text))
  }
  const open = () => textStream(0, { mode, known, mayHold, sign })

  function text(input: string): string {
    if (!mayHold(input)) return input
    const stream = open()
    return stream.push(plainPiece(input)) + stream.end()
  }

  const number = (value: number) => sign(String(value), 'number', 'VALUE')
  const secret = (value: string) => sign(value, 'text', 'NAME')
  const isKnown = (value: string) => known().isIn(value)
  const rules: Rules = { text, number, secret, isKnown, name: rememberNames(text, mode), mode }
  return {
    text,
    value: (value) => redactValue(value, null, rules),
    stream: () => {
      const stream = open()
      return { push: (piece) => stream.push(plainPiece(piece)), end: () => stream.end() }
    },
  }
}

/** The shortest text that holds a secret is `://:x@`, unless what is known is a mark in it already. */
const leastChars = 6

/** Escapes that other letters may stand behind. A newline or a quote hides none. */
const hiding = /\\[u/\\]/

/** In a text that holds nothing of all this, and no escapes, there are no credentials. */
function isSuspicious(text: string): boolean {
  return shapes.test(text) || (words.test(text) && names.test(text))
}

const shapes = new RegExp(`://|${shapeSource}`)

const names = new RegExp(credentialNameSource, 'i')

/** What stands in every name: the longer pattern takes many times as long on a text that holds none of it. */
const words = new RegExp(credentialWordSource, 'i')

interface Around extends Pick<Surroundings, 'mode' | 'mayHold' | 'sign'> {
  readonly known: () => KnownValues
}

/** First known values, then those that are recognised by their form. */
function textStream(level: number, around: Around): TextStream {
  const values = around.known().stream(around.sign)
  const scanner = new TextScanner({ ...around, level, strings: () => textStream(level + 1, around) })
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
function rememberNames(text: (text: string) => string, mode: Surroundings['mode']): (name: string) => Name {
  const isNaming = mode === 'STRICT' || mode === 'NAMED'

  const remembered = new Map<string, Name>()
  return (name) => {
    const known = remembered.get(name)
    if (known) return known
    const found = { shown: text(name), isSecret: isNaming && isCredentialName(name) }
    // What a name shows changes with what is known.
    if (found.shown !== name) return found
    if (remembered.size >= maxRemembered) remembered.clear()
    if (name.length <= maxRememberedChars) remembered.set(name, found)
    return found
  }
}

interface Rules {
  readonly mode: Surroundings['mode']
  readonly name: (name: string) => Name
  readonly text: (text: string) => string
  readonly number: (value: number) => string
  /** The mark for a secret that was recognised by its name. */
  readonly secret: (value: string) => string
  readonly isKnown: (text: string) => boolean
}

/** `under`: the credential's name that it stands under, as it is or in an array. */
function redactValue(value: Json, under: string | null, rules: Rules): Json {
  if (typeof value === 'string')
    return under !== null && isSecret(value, under, rules) ? rules.secret(value) : rules.text(value)
  if (typeof value === 'number') {
    const isHidden = (under !== null && rules.mode === 'STRICT') || rules.isKnown(String(value))
    return isHidden ? rules.number(value) : value
  }
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => redactValue(item, under, rules))
    return items.some((item, place) => item !== value[place]) ? items : value
  }
  return isJsonObject(value) ? redactObject(value, rules) : value
}

function isSecret(value: string, under: string, { mode }: Rules): boolean {
  if (value === '' || isMarker(value)) return false
  return mode === 'STRICT' || looksLikeCredential(under, value)
}

function redactObject(object: JsonObject, rules: Rules): JsonObject {
  const names: NamesInUse = new Map()
  let isChanged = false
  const entries = Object.entries(object).map(([name, value]) => {
    const { shown, isSecret } = rules.name(name)
    const unique = shown.includes(redacted) ? uniqueName(shown, names) : shown
    const item = redactValue(value, isSecret ? name : null, rules)
    isChanged ||= unique !== name || item !== value
    return [unique, item] as const
  })
  return isChanged ? Object.fromEntries(entries) : object
}
