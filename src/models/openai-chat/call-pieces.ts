import { parseRawObject } from '../../domain/exact-numbers.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { ToolCallDelta } from './openai-chat-chunk.ts'

/** A tool call as it comes in. */
export interface CallDraft {
  readonly callId: string
  /** The server's own id, where it gives one. */
  readonly id: string | null
  readonly index: number | null
  name: string
  arguments: string
  /** Extra content that Gemini's endpoint needs back with the call. */
  extra: JsonObject | null
  /** Begun by the name of the call before alone, which some servers repeat: arguments show that it is a call of its own. */
  readonly mayBeRepeated: boolean
}

/**
 * Whether a piece with a call's index begins another: some servers give every call the index 0, or none. Only a piece
 * that names its function can: old vLLM gives each piece a new id, and others repeat id and name in every piece. Without ids, another name
 * or whole arguments before it show it.
 */
export function isAnother(known: CallDraft, { index, id, function: named }: ToolCallDelta): boolean {
  if (!named?.name) return false
  if (id && known.id !== null) return id !== known.id
  if (id || index == null) return !id || isWhole(known.arguments)
  if (known.name !== '' && named.name !== known.name) return true
  const args = argumentsText(named.arguments).trim()
  return isWhole(known.arguments) && (args === '' || (args.startsWith('{') && !emptyObject.test(args)))
}

/** Some servers stream the name in pieces: `rec_`, `once`. */
export function hasRestOfName(
  known: CallDraft,
  { id, function: named }: ToolCallDelta,
  tools: readonly string[],
): boolean {
  const isOther = Boolean(id) && known.id !== null && id !== known.id
  return !isOther && isRestOfName(known, named?.name ?? '', tools)
}

/** Whether two names are those of no tool, and one behind the other the name of a tool, or its beginning. */
export function isRestOfName(
  { name, arguments: args }: CallDraft,
  rest: string,
  tools: readonly string[],
): boolean {
  if (name === '' || rest === '' || args !== '' || tools.includes(name) || tools.includes(rest)) return false
  return tools.some((tool) => tool.startsWith(name + rest))
}

/** Whether the whole call, or its arguments, come once more, as some gateways end with them. */
export function isRepeated(known: CallDraft, { id, function: named }: ToolCallDelta): boolean {
  const isSame = named?.name ? Boolean(id) && id === known.id && named.name === known.name : true
  // Compared first: to parse what has come so far for each piece would take the square of its length.
  return isSame && known.arguments === argumentsText(named?.arguments) && isWhole(known.arguments)
}

/** Whether a text is an object to its end. */
export function isWhole(args: string): boolean {
  return args.trimEnd().endsWith('}') && parseRawObject(args) !== null
}

/** PHP writes an empty one as a list. */
export const emptyObject = /^\s*(?:\{\s*\}|\[\s*\])\s*$/

/** The arguments of a piece. */
export function argumentsText(args: NonNullable<ToolCallDelta['function']>['arguments']): string {
  return typeof args === 'object' && args !== null ? JSON.stringify(args) : (args ?? '')
}
