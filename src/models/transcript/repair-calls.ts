import { parseRawObject } from '../../domain/exact-numbers.ts'
import { sha256 } from '../../domain/hash.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { AssistantMessage, Message, ToolCallPart, ToolMessage } from '../../domain/message.ts'
import type { NameRule, TranscriptRules } from './transcript-rules.ts'

/** A name as a rule has it. `suffix` distinguishes names that would be equal. */
export function fitName(name: string, { refused, maxLength, exactLength }: NameRule, suffix = ''): string {
  if (exactLength !== undefined) return fitExactly(name, exactLength, suffix)
  const allowed = refused === null ? name : name.replaceAll(refused, '_')
  if (maxLength === null) return allowed + suffix
  return allowed.slice(0, maxLength - suffix.length).toWellFormed() + suffix
}

function fitExactly(name: string, length: number, suffix: string): string {
  if (suffix === '' && name.length === length && /^[a-zA-Z0-9]+$/.test(name)) return name
  const digest = sha256(`${name}\n${suffix}`, 'base64')
  // 44 characters, of which more than nine are letters and digits whatever was hashed.
  return digest
    .replaceAll(/[^a-zA-Z0-9]/g, '')
    .padEnd(length, '0')
    .slice(0, length)
}

/** Arguments as an object; those that the model cut off, or made of another kind, are shown to it unchanged. */
export function argumentsInObject(text: string): JsonObject {
  return parseRawObject(text) ?? { INVALID_JSON: text }
}

/** The same as the text of a JSON object. */
export function argumentsAsObject(text: string): string {
  if (text.trim() === '') return '{}'
  return parseRawObject(text) ? text : JSON.stringify(argumentsInObject(text))
}

/** An answer with its results, as the rule has calls; the results are in the order of the calls. */
export function renderCalls(
  answer: AssistantMessage,
  results: readonly ToolMessage[],
  rule: TranscriptRules['calls'],
): readonly Message[] {
  if (rule === 'TOGETHER' || results.length === 0) return [answer, ...results]
  const calls = answer.parts.filter((part) => part.type === 'tool-call')
  return rule === 'IN_WORDS' ? inWords(answer, calls, results) : oneByOne(answer, calls, results)
}

function inWords(
  answer: AssistantMessage,
  calls: readonly ToolCallPart[],
  results: readonly ToolMessage[],
): readonly Message[] {
  const before = answer.parts.some((part) => part.type === 'text') ? '\n\n' : ''
  const calledTools = calls
    .map(({ name, arguments: args }) => `I call the tool ${name} with ${args}`)
    .join('\n')
  const parts = answer.parts.filter((part) => part.type !== 'tool-call')
  return [
    { ...answer, parts: [...parts, { type: 'text', text: before + calledTools }] },
    {
      role: 'user',
      text: results.map(({ name, text }) => `Result of the tool ${name}:\n${text}`).join('\n\n'),
    },
  ]
}

function oneByOne(
  answer: AssistantMessage,
  calls: readonly ToolCallPart[],
  results: readonly ToolMessage[],
): readonly Message[] {
  const otherParts = answer.parts.filter((part) => part.type !== 'tool-call')
  return results.flatMap((result, index): readonly Message[] => {
    const call = calls[index]
    return call === undefined
      ? []
      : [{ ...answer, parts: [...(index === 0 ? otherParts : []), call] }, result]
  })
}
