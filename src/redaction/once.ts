import type { Json } from '../domain/json.ts'
import type { Redactor } from '../domain/redaction.ts'

type OfWhole = Pick<Redactor, 'text' | 'value'>

/** Characters of texts that are remembered, besides the last one, whatever its length. */
const maxChars = 262_144

/**
 * Redacts each text and each object once, however many rows and events repeat it, until `known` gives another value: then more is found. Data
 * that was given must not change.
 */
export function once({ text, value }: OfWhole, known: () => unknown): OfWhole {
  let memory = empty(known())
  const current = () => {
    if (memory.known !== known() || memory.chars > maxChars) memory = empty(known())
    return memory
  }

  function ofText(given: string): string {
    // Where the text itself makes more known, this memory is read no more.
    const results = current()
    const before = results.texts.get(given)
    if (before !== undefined) return before
    const shown = text(given)
    results.texts.set(given, shown)
    results.chars += given.length
    return shown
  }

  function ofValue(given: Json): Json {
    if (typeof given === 'string') return ofText(given)
    if (typeof given !== 'object' || given === null) return value(given)
    const { values } = current()
    const before = values.get(given)
    if (before !== undefined) return before
    const shown = value(given)
    values.set(given, shown)
    return shown
  }

  return { text: ofText, value: ofValue }
}

function empty(known: unknown) {
  return { known, texts: new Map<string, string>(), values: new WeakMap<object, Json>(), chars: 0 }
}
