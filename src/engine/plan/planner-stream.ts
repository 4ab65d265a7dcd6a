/** Parts of a planner's turn that are shown while it is written. */
interface PlannerText {
  readonly type: 'text' | 'reasoning'
  readonly text: string
}

/**
 * Reads the `reasoning` and the `answer` out of a planner's turn while it is streamed. It reads each character once; parsers that complete
 * the JSON at every increment take the square of its length, and refuse text that models write around it.
 */
interface PlannerStream {
  /** Adds an increment and returns the text that it adds to either part; the rest of the JSON is not shown. */
  push(increment: string): readonly PlannerText[]
}

/** Whether a text may be a turn by its first character, also in a block of Markdown or behind loud thoughts; else it is plain words. */
export function beginsAsTurn(text: string): boolean {
  return /^\s*[{`<]/.test(text)
}

/** The members of the turn that are words. */
const shownMembers = new Map<string, PlannerText['type']>([
  ['reasoning', 'reasoning'],
  ['answer', 'text'],
])

const escapes = new Map([...'"\\/'].map((sign) => [sign, sign]))

for (const [sign, character] of Object.entries({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }))
  escapes.set(sign, character)

type Role = PlannerText['type'] | 'key' | 'skipped'

export function createPlannerStream(): PlannerStream {
  const preface = createPlannerPreface()
  let depth = 0
  /** The text that is being read; `null` between texts. */
  let role: Role | null = null
  let escaping = ''
  let key = ''
  let isKeyNext = false
  let isOver = false
  let found: PlannerText[] = []

  function show(type: PlannerText['type'], text: string): void {
    const last = found.at(-1)
    if (last?.type === type) found[found.length - 1] = { type, text: last.text + text }
    else found.push({ type, text })
  }

  function take(character: string): void {
    if (role === 'key') key += character
    else if (role === 'text' || role === 'reasoning') show(role, character)
  }

  function readInText(sign: string): void {
    if (escaping !== '') {
      escaping += sign
      const character = unescaped(escaping)
      if (character === null) return
      take(character)
      escaping = ''
    } else if (sign === '\\') escaping = sign
    else if (sign === '"') role = null
    else take(sign)
  }

  function beginText(): void {
    if (depth !== 1) role = 'skipped'
    else if (isKeyNext) {
      role = 'key'
      key = ''
    } else {
      role = shownMembers.get(key) ?? 'skipped'
      // A field that is written twice is shown once.
      key = ''
    }
  }

  function readBetween(sign: string): void {
    switch (sign) {
      case '"':
        beginText()
        return
      case '{':
      case '[':
        depth += 1
        isKeyNext = depth === 1
        return
      case '}':
      case ']':
        depth -= 1
        isOver = depth === 0
        return
      case ',':
        isKeyNext = depth === 1
        return
      case ':':
        if (depth === 1) isKeyNext = false
    }
  }

  return {
    push(increment) {
      found = []
      for (const sign of preface.push(increment)) {
        if (isOver) break
        if (role === null) readBetween(sign)
        else readInText(sign)
      }
      return found
    },
  }
}

/** The same for the last words of a planner, which may be plain: those are shown as they come. */
export function createLastTurnStream(): PlannerStream {
  const turn = createPlannerStream()
  let start = ''
  let isPlain: boolean | null = null
  return {
    push(increment) {
      const text = isPlain === null ? start + increment : increment
      if (isPlain === null && text.trim() === '') {
        start = text
        return []
      }
      isPlain ??= !beginsAsTurn(text)
      return isPlain ? [{ type: 'text', text }] : turn.push(text)
    },
  }
}

/** The character of a whole escape; `null` where more of it is to come, nothing where it is none. */
function unescaped(written: string): string | null {
  if (!written.startsWith('\\u')) return escapes.get(written.slice(1)) ?? ''
  if (written.length < 6) return null
  const code = Number.parseInt(written.slice(2), 16)
  return Number.isNaN(code) ? '' : String.fromCharCode(code)
}

const opening = '<think>'

const closing = '</think>'

/**
 * Finds where the JSON of a planner's turn begins: after the thoughts and the text of the model before it. Reads each character once: of the
 * text before, it keeps a few letters, in which a mark may have begun.
 */
export function createPlannerPreface() {
  let held = ''
  let isThinking = false
  let isOver = false

  function passBy(text: string): string {
    const brace = createFinder(text, '{')
    const thought = createFinder(text, opening)
    for (let at = 0; ; ) {
      if (isThinking) {
        const end = text.indexOf(closing, at)
        if (end < 0) return hold(text, at, closing)
        isThinking = false
        at = end + closing.length
      }
      const begin = brace.from(at)
      const think = thought.from(at)
      isThinking = think >= 0 && (begin < 0 || think < begin)
      if (isThinking) at = think + opening.length
      else if (begin < 0) return hold(text, at, opening)
      else {
        isOver = true
        return text.slice(begin)
      }
    }
  }

  function hold(text: string, at: number, mark: string): '' {
    held = text.slice(Math.max(at, text.length - mark.length + 1))
    return ''
  }

  return {
    /** The text from the JSON on, as far as it came with this increment; nothing where it has not begun. */
    push: (increment: string) => (isOver ? increment : passBy(held + increment)),
  }
}

/** Reads no part of the text twice, if the positions only grow. */
function createFinder(text: string, wanted: string) {
  let found = text.indexOf(wanted)
  return {
    from(at: number): number {
      if (found >= 0 && found < at) found = text.indexOf(wanted, at)
      return found
    },
  }
}
