import { createPlannerPreface } from './planner-preface.ts'

/** What of a planner's turn is shown while it is written. */
export interface PlannerText {
  readonly type: 'text' | 'reasoning'
  readonly text: string
}

/**
 * Reads the `reasoning` and the `answer` out of a planner's turn while it comes in. It goes over each character once; parsers that
 * complete the JSON at every increment take the square of its length, and refuse what models write around it.
 */
export interface PlannerStream {
  /** What the increment adds to either; nothing else of the JSON. */
  push(increment: string): readonly PlannerText[]
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
      // What is written twice is shown once.
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

/** The character of a whole escape; `null` where more of it is to come, nothing where it is none. */
function unescaped(written: string): string | null {
  if (!written.startsWith('\\u')) return escapes.get(written.slice(1)) ?? ''
  if (written.length < 6) return null
  const code = Number.parseInt(written.slice(2), 16)
  return Number.isNaN(code) ? '' : String.fromCharCode(code)
}
