import { runBounds } from '../../domain/agent.ts'
import { isMarked } from '../../domain/context-view.ts'
import { invalid } from '../../domain/errors.ts'
import type { AssistantMessage, Message } from '../../domain/message.ts'
import type { ForkRun } from '../../domain/operations.ts'
import type { RecordedHistory, StateEdits } from '../../domain/run-history.ts'
import { checkText } from '../check-input.ts'
import { checkInputText, checkObject } from './run-input.ts'

type GivenEdits = Pick<ForkRun, 'context' | 'messages' | 'dropFrom'>
type OwnMessage = RecordedHistory['own'][number]

const maxEdited = 100

/** Checks what can be judged before the run is read (RUN-13). @throws INVALID_INPUT, INPUT_TOO_LARGE */
export function checkEdits({ context, messages = [], dropFrom }: GivenEdits): void {
  if (context === null) throw invalid('context', 'is null. Give an object, or leave it out.')
  checkObject('context', context)
  if (messages.length > maxEdited)
    throw invalid('messages', `has ${messages.length} messages; the maximum is ${maxEdited}.`)
  const seen = new Set<number>()
  for (const [index, { position, text }] of messages.entries()) {
    const field = `messages[${index}]`
    if (seen.has(position)) throw invalid(`${field}.position`, `is ${position}, as that of another one.`)
    seen.add(position)
    checkText(`${field}.text`, text, runBounds.maxInputBytes)
    if (dropFrom !== undefined && position >= dropFrom)
      throw invalid(`${field}.position`, `is ${position}, and \`dropFrom\` drops that message.`)
  }
}

/** What was changed of the state, for those who read the log of the fork; `null`: nothing was. */
export function editsOf({ context, messages = [], dropFrom }: GivenEdits): StateEdits | null {
  if (context === undefined && messages.length === 0 && dropFrom === undefined) return null
  const positions = messages.map(({ position }) => position).toSorted((a, b) => a - b)
  return { context: context !== undefined, messages: positions, droppedFrom: dropFrom ?? null }
}

/** The history with changed messages. @throws INVALID_INPUT naming a change for which there is no message */
export function editedHistory(
  history: RecordedHistory,
  { messages = [], dropFrom }: GivenEdits,
  hasInput: boolean,
): RecordedHistory {
  const texts = new Map<number, string>()
  for (const [index, { position, text }] of messages.entries()) {
    const entry = entryAt(position, `messages[${index}].position`, history)
    checkReplaceable(entry, text, `messages[${index}]`)
    texts.set(position, text)
  }
  const left = dropFrom === undefined ? history.own : withoutTail(dropFrom, history, hasInput)
  if (texts.size === 0) return { ...history, own: left }
  const own = left.map((entry) => {
    const text = texts.get(entry.position)
    return text === undefined ? entry : { ...entry, message: withText(entry.message, text) }
  })
  return { ...history, own }
}

/** @throws INVALID_INPUT naming the positions that there are */
function entryAt(position: number, field: string, { own, view }: RecordedHistory): OwnMessage {
  const entry = own.find((one) => one.position === position)
  const first = own.at(0)?.position ?? 0
  const last = own.at(-1)?.position ?? -1
  if (!entry)
    throw invalid(
      field,
      own.length === 0
        ? `is ${position}; the fork takes over no message of the run. Give an \`input\`, or fork after a step.`
        : `is ${position}; the fork takes over the messages ${first} to ${last} of the run.`,
    )
  if (isMarked(entry, view.covered) || view.kept.some((kept) => isSame(kept, entry)))
    throw invalid(
      field,
      `is ${position}; a compaction covers that message, so no change of it reaches the model.`,
    )
  return entry
}

function isSame(a: Pick<OwnMessage, 'runId' | 'position'>, b: Pick<OwnMessage, 'runId' | 'position'>) {
  return a.runId === b.runId && a.position === b.position
}

function checkReplaceable({ message, position }: OwnMessage, text: string, field: string): void {
  if (message.role === 'system')
    throw invalid(`${field}.position`, `is ${position}, the system prompt. Give \`systemPrompt\`.`)
  if (message.role === 'user') checkInputText(`${field}.text`, text)
  if (message.role === 'assistant' && text.trim() === '' && !hasCalls(message))
    throw invalid(`${field}.text`, 'is empty. An answer says something; drop it with `dropFrom`.')
}

function hasCalls({ parts }: AssistantMessage): boolean {
  return parts.some(({ type }) => type === 'tool-call')
}

/** The messages before a position, if a model can go on from there. */
function withoutTail(dropFrom: number, history: RecordedHistory, hasInput: boolean): readonly OwnMessage[] {
  const first = entryAt(dropFrom, 'dropFrom', history)
  const left = history.own.filter(({ position }) => position < dropFrom)
  const last = left.at(-1)
  if (!last || isMarked(last, history.view.covered))
    throw invalid(
      'dropFrom',
      `is ${dropFrom}; nothing would be left that the model is shown. Fork from the start.`,
    )
  if (first.message.role === 'tool')
    throw invalid(
      'dropFrom',
      `is ${dropFrom}, a result of a tool, whose call would be left without it. Give the position of the message with the call.`,
    )
  if (last.message.role === 'assistant' && !hasInput)
    throw invalid(
      'dropFrom',
      `is ${dropFrom}; an answer of the model would be the last message. Give an \`input\` to go on with, or drop that answer, too.`,
    )
  return left
}

/** The message with another text. What its provider wants to have back of the former one is left out. */
function withText(message: Message, text: string): Message {
  switch (message.role) {
    case 'system':
      return message
    case 'user':
      return { ...message, text }
    case 'tool': {
      const { reference: _, ...result } = message
      return { ...result, text }
    }
    case 'assistant': {
      const calls = message.parts.filter(({ type }) => type === 'tool-call' || type === 'file')
      // A call may need the reasoning that led to it; another text has none.
      const reasoning = hasCalls(message) ? message.parts.filter(({ type }) => type === 'reasoning') : []
      const said = text === '' ? [] : [{ type: 'text', text } as const]
      return { ...message, parts: [...reasoning, ...said, ...calls] }
    }
    default:
      return message satisfies never
  }
}
