import {
  type RunRedactor,
  type RunRedactorOptions,
  redacted,
  type ServerRedactor,
} from '../domain/redaction.ts'
import { type KnownValues, knownValues, leastValueChars } from './known-values.ts'
import { redactorOf } from './mode-redactor.ts'
import { once } from './once.ts'

interface RedactorOptions {
  /** Texts that are secrets wherever they stand; those of less than 8 characters are not searched. */
  readonly values: readonly string[]
}

/**
 * A redactor (TAS-7) for three kinds of secrets: the given values, also as JSON, base64 and URLs write them; credentials of a well-known
 * format; and values under a name such as `password`, by its mode. JSON as text is redacted as its value would be, names as any text in it;
 * only where JSON's own marks and escapes make up a given value, more of the text is removed. The time that it takes grows with the text
 * and with nothing else.
 *
 * A stream holds back at most 2,100 characters of text that turns out to be no start line, token or password, 8,192 of a value under a
 * credential's name; the longest given value where that is longer.
 */
export function createRedactor({ values }: RedactorOptions): ServerRedactor {
  const known = knownValues(values)
  const plain = () => redacted
  const lately = recent(values, known)
  return {
    ...redactorOf({ mode: 'STRICT', known: lately.known, sign: plain }),
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

  const redactor = redactorOf({
    mode,
    known: () => known,
    sign: (secret, kind, origin) => {
      if (origin === 'NAME') learn([secret])
      return sign(secret, kind, origin)
    },
  })

  return {
    ...redactor,
    ...once(redactor, () => known),
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

/** Whether a value is rare enough to be redacted: short values, numbers and plain words also occur in other texts. */
function isRare(value: string): boolean {
  if (value.length < leastValueChars || value.length > maxLearntChars || value.includes('[redacted'))
    return false
  if (/^[\d.,:+-]*$/.test(value)) return false
  return value.length >= 16 || !/^(?:[a-z]+|[A-Z]+|[A-Z][a-z]+)$/.test(value)
}
