import type { Json } from '../domain/json.ts'
import type { Redactor } from '../domain/redaction.ts'

type OfWhole = Pick<Redactor, 'text' | 'value'>

/**
 * Redacts each text and each object once, however many rows and events repeat it, until `known` gives another value: then more is found. Data
 * that was given must not change.
 */
export function once({ text, value }: OfWhole, known: () => unknown): OfWhole {
  let knownThen = known()
  let texts = new Texts()
  let values = new WeakMap<object, Json>()

  /** Forgets the results that were made when less was known. */
  function refresh(): void {
    if (knownThen === known()) return
    knownThen = known()
    texts = new Texts()
    values = new WeakMap()
  }

  function ofText(given: string): string {
    refresh()
    const before = texts.get(given)
    if (before !== undefined) return before
    const shown = text(given)
    // A secret that was found in it is looked for in all that comes after, this text included.
    if (knownThen === known()) texts.set(given, shown)
    return shown
  }

  function ofValue(given: Json): Json {
    if (typeof given === 'string') return ofText(given)
    if (typeof given !== 'object' || given === null) return value(given)
    refresh()
    const before = values.get(given)
    if (before !== undefined) return before
    const shown = value(given)
    if (knownThen === known()) values.set(given, shown)
    return shown
  }

  return { text: ofText, value: ofValue }
}

/** When texts of more characters were remembered, those before them are forgotten; so a long text stays for a while too. */
const maxChars = 131_072

/** The results of the last texts. */
class Texts {
  #last = new Map<string, string>()
  #before = new Map<string, string>()
  #chars = 0

  get(text: string): string | undefined {
    return this.#last.get(text) ?? this.#before.get(text)
  }

  set(text: string, shown: string): void {
    if (this.#chars > maxChars) {
      this.#before = this.#last
      this.#last = new Map()
      this.#chars = 0
    }
    this.#last.set(text, shown)
    this.#chars += text.length
  }
}
