import {
  type AssistantMessage,
  type AssistantPart,
  type Message,
  type ToolCallPart,
  type ToolMessage,
  type UserMessage,
  withNote,
} from '../../domain/message.ts'
import { filesBehind, withoutFilesBehind } from './place-files.ts'
import { argumentsAsObject, fitName, renderCalls } from './repair-calls.ts'
import { alternate, continueMessage, joinTurns } from './repair-turns.ts'
import { calledName, type NameRule, type TranscriptRules } from './transcript-rules.ts'

/**
 * A history as a provider takes it (MOD-7): calls have one result each and right behind them, turns follow the rules, and only the
 * provider's own state is left. No text of a user is lost or changes its place, and a repaired history is not changed by another repair. An
 * addition to a history changes no call id before it, so that a provider's cache continues to fit.
 */
export function repairTranscript(messages: readonly Message[], rules: TranscriptRules): readonly Message[] {
  const repaired = pairResults(messages.map(withNote), rules).flatMap((exchange) =>
    repairExchange(exchange, rules),
  )
  const turns = inTurns(repaired, rules)
  return turns.length === 0 ? [continueMessage] : turns
}

function inTurns(messages: readonly Message[], rules: TranscriptRules): readonly Message[] {
  switch (rules.turns) {
    case 'FREE':
      return messages
    case 'ALTERNATING':
      return alternate(messages)
    case 'JOINED':
      return joinTurns(messages, rules.behindResults)
    default:
      return rules.turns satisfies never
  }
}

/** A message with the results of its calls. */
interface Exchange {
  readonly message: Exclude<Message, ToolMessage>
  readonly slots: readonly Slot[]
}

interface Slot {
  readonly call: ToolCallPart
  /** The call's id before it was made unique. */
  readonly originalId: string
  result: ToolMessage | null
}

/** A result belongs to the latest answer before it that has its call; without such a call, or as a second one, it is dropped. */
function pairResults(messages: readonly Message[], rules: TranscriptRules): readonly Exchange[] {
  const toUniqueId = createUniqueIds(rules.callId)
  const waiting = new Map<string, Slot[]>()
  const exchanges: Exchange[] = []
  for (const message of messages) {
    if (message.role === 'tool') {
      const slot = waiting.get(message.callId)?.shift()
      if (slot) slot.result = message
      continue
    }
    const exchange =
      message.role === 'assistant' ? openSlots(message, toUniqueId, rules) : { message, slots: [] }
    for (const [id, slots] of Map.groupBy(exchange.slots, (slot) => slot.originalId)) waiting.set(id, slots)
    exchanges.push(exchange)
  }
  return exchanges
}

function openSlots(
  message: AssistantMessage,
  toUniqueId: (callId: string) => string,
  rules: TranscriptRules,
): Exchange {
  const slots: Slot[] = []
  const parts = message.parts.map((part) => {
    if (part.type !== 'tool-call') return part
    const call = {
      ...part,
      callId: toUniqueId(part.callId),
      name: fitName(part.name || 'unknown', calledName),
      arguments: rules.arguments === 'OBJECT' ? argumentsAsObject(part.arguments) : part.arguments,
    }
    slots.push({ call, originalId: part.callId, result: null })
    return call
  })
  return { message: { ...message, parts }, slots }
}

/** Gives each call an id that no call before it has: the first keeps its own where the rule allows it. */
function createUniqueIds(rule: NameRule): (callId: string) => string {
  const usedIds = new Set<string>()
  const counts = new Map<string, number>()
  return (callId) => {
    const original = callId || 'call'
    let id: string
    do {
      const count = (counts.get(original) ?? 0) + 1
      counts.set(original, count)
      id = fitName(original, rule, count === 1 ? '' : `_${count}`)
    } while (usedIds.has(id))
    usedIds.add(id)
    return id
  }
}

function repairExchange({ message, slots }: Exchange, rules: TranscriptRules): readonly Message[] {
  switch (message.role) {
    case 'system':
      if (!isSayable(message.text, rules)) return []
      return [rules.systemNotes === 'OWN_ROLE' ? message : toNote(message.text)]
    case 'user':
      if (isSayable(message.text, rules)) return [message]
      return message.files?.length ? [{ ...message, text: '' }] : []
    case 'assistant': {
      const parts = repairParts(message.parts, rules)
      const results = slots.map((slot) => toResult(slot, rules))
      const behind = filesBehind(message, results, rules)
      if (parts.length === 0) return behind
      const shown = results.map((result) => withoutFilesBehind(result, rules))
      return [...renderCalls({ ...message, parts }, shown, rules.calls), ...behind]
    }
    default:
      return message satisfies never
  }
}

/** For providers that take no system message inside a history, it becomes part of the user's turn. */
function toNote(text: string): UserMessage {
  return { role: 'user', text: `<system-note>\n${text}\n</system-note>` }
}

function repairParts(parts: readonly AssistantPart[], rules: TranscriptRules): readonly AssistantPart[] {
  const kept = parts.flatMap((part) => repairPart(part, rules))
  if (rules.lastReasoning === 'KEPT') return kept
  return kept.slice(0, kept.findLastIndex((part) => part.type !== 'reasoning') + 1)
}

/** Reasoning is nothing to a provider that did not sign it. */
function repairPart(part: AssistantPart, rules: TranscriptRules): readonly AssistantPart[] {
  if (part.type === 'refusal') return isSayable(part.text, rules) ? [part] : []
  const { state, ...stateless } = part
  const isOwn = state?.provider === rules.provider
  const own = isOwn ? part : stateless
  switch (own.type) {
    case 'reasoning':
      return isOwn ? [own] : []
    case 'text':
      return isSayable(own.text, rules) || (isOwn && rules.text === 'CHARACTER_OR_SIGNATURE') ? [own] : []
    case 'tool-call':
      return [own]
    case 'file':
      return isOwn && rules.madeFiles === 'INSIDE' ? [own] : []
    default:
      return own satisfies never
  }
}

function isSayable(text: string, rules: TranscriptRules): boolean {
  return (rules.text === 'VISIBLE_CHARACTER' ? text.trim() : text) !== ''
}

function toResult({ call: { callId, name }, result }: Slot, rules: TranscriptRules): ToolMessage {
  if (result === null)
    return { role: 'tool', callId, name, text: 'Error: the call was not executed.', isError: true }
  const instead = result.files?.length ? '(a file)' : '(no output)'
  return { ...result, callId, name, text: isSayable(result.text, rules) ? result.text : instead }
}
