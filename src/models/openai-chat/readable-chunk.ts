import type { z } from 'zod'
import { isJsonObject } from '../../domain/json.ts'
import { isNothing, numberIn, textIn, unreadablePart } from '../loose-values.ts'
import { type ChatChunk, chatChunk } from './openai-chat-chunk.ts'

type Path = readonly PropertyKey[]

/** Each round replaces what the one before reported: a field within a field. */
const maxRounds = 4

/**
 * Reads an event. What has another type than it should is read where that is clear (`"12"` for a count, a number for an id), and else counts
 * as absent, so that no side matter costs the answer. @throws ModelError where a part of the answer itself cannot be read
 */
export function readChunk(event: unknown): ChatChunk {
  let value: unknown = event ?? {}
  for (let round = 0; round < maxRounds; round++) {
    const { success, data, error } = chatChunk.safeParse(value)
    if (success) return data
    // From the last: an item that is left out moves those behind it.
    for (const issue of error.issues.toReversed()) value = replaced(value, issue.path, issue)
  }
  throw unreadablePart('an event')
}

/** The value with that at a path replaced; `undefined` leaves it out. */
function replaced(value: unknown, path: Path, issue: z.core.$ZodIssue): unknown {
  const [key, ...rest] = path
  if (key === undefined) return readAs(value, issue)
  if (Array.isArray(value)) {
    const item = replaced(value[Number(key)], rest, issue)
    return value.toSpliced(Number(key), 1, ...(item === undefined ? [] : [item]))
  }
  if (!isJsonObject(value)) return value
  return { ...value, [key]: replaced(value[String(key)], rest, issue) }
}

/** The parts of an answer. A list's items are named for it. */
const essential: readonly PropertyKey[] = [
  ...['choices', 'delta', 'message', 'content', 'text', 'tool_calls', 'function', 'function_call', 'name'],
  'custom',
]

function readAs(value: unknown, issue: z.core.$ZodIssue): unknown {
  const names = issue.path.filter((part) => typeof part === 'string')
  const name = names.at(-1) ?? 'an event'
  const read = isNothing(value) ? undefined : readableAs(value, issue, name)
  const isLost = read === undefined && !isNothing(value) && (names.length === 0 || essential.includes(name))
  if (isLost)
    throw unreadablePart(`\`${names.join('.')}\` is ${Array.isArray(value) ? 'a list' : `a ${typeof value}`}`)
  return read
}

function readableAs(value: unknown, issue: z.core.$ZodIssue, name: string): unknown {
  if (issue.code === 'invalid_union') return alternativeOf(value, name)
  if (issue.code !== 'invalid_type') return undefined
  switch (issue.expected) {
    case 'string':
      // The first value of an enumeration, in every piece.
      return name === 'finish_reason' && (value === 0 || typeof value === 'object')
        ? undefined
        : textIn(value)
    case 'number':
      return numberIn(value)
    case 'array':
      return isJsonObject(value) ? [value] : undefined
    case 'object':
      if (typeof value !== 'string') return undefined
      if (name === 'delta' || name === 'message') return { content: value }
      return name === 'function' ? { name: value } : undefined
    default:
      return undefined
  }
}

/** Content, thinking and arguments come in several types. */
function alternativeOf(value: unknown, name: string): unknown {
  if (name === 'content' && Array.isArray(value)) return value.flatMap(partOf)
  return name === 'arguments' || name === 'input' ? JSON.stringify(value) : textIn(value)
}

function partOf(part: unknown): readonly object[] {
  if (!isJsonObject(part)) return typeof part === 'string' ? [{ text: part }] : []
  const { text, thinking } = part
  return [{ ...part, text: textIn(text), thinking: textIn(thinking) }]
}
