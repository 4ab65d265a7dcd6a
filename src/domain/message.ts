import { z } from 'zod'
import { about, declared, object } from './declared.ts'
import type { Json } from './json.ts'

/** Opaque state that a provider needs back unchanged, such as a signature or an encrypted item. It is sent to that provider only. */
export interface ProviderState {
  readonly provider: string
  readonly data: Json
}

export const textPart = object('TextPart', 'Text of a message.', { text: about('The text.', z.string()) })
export interface TextPart extends Readonly<z.infer<typeof textPart>> {
  readonly type: 'text'
  readonly state?: ProviderState
}

export const refusalPart = object('RefusalPart', 'Explanation of the model that it refuses to answer.', {
  text: about('The explanation.', z.string()),
})
export interface RefusalPart extends Readonly<z.infer<typeof refusalPart>> {
  readonly type: 'refusal'
}

export const reasoningPart = object(
  'ReasoningPart',
  'Reasoning of the model, as far as the provider shows it.',
  { text: about('The reasoning. Empty if the provider hides it.', z.string()) },
)
export interface ReasoningPart extends Readonly<z.infer<typeof reasoningPart>> {
  readonly type: 'reasoning'
  readonly state?: ProviderState
}

export const toolCallPart = object('ToolCallPart', 'Tool call that the model requested.', {
  callId: about('Id of the call, which its result repeats.', z.string()),
  name: about('Name of the tool.', z.string()),
  arguments: about('Arguments as the model wrote them: JSON text, which may be invalid.', z.string()),
})
export interface ToolCallPart extends Readonly<z.infer<typeof toolCallPart>> {
  readonly type: 'tool-call'
  readonly state?: ProviderState
}

/** A file of a message, such as an image. Its bytes are in the store of files, and never in a log. */
export const filePart = object('FilePart', 'File of a message: an image, audio, video or a document.', {
  fileId: about('Global id of the file.', z.string().register(declared, { scalar: 'ID', idOf: 'File' })),
  mediaType: about('Media type of the file, such as `image/png`.', z.string()),
  /** `null`: it has none. */
  name: z.string().nullable(),
  byteCount: about('Size of the file, in bytes.', z.int()),
})
export interface FilePart extends Readonly<z.infer<typeof filePart>> {
  readonly type: 'file'
  /** Width and height of an image, in pixels; absent where they are not known. */
  readonly pixels?: readonly [width: number, height: number]
  /** Of a file that the model made. */
  readonly state?: ProviderState
}

export type AssistantPart = TextPart | RefusalPart | ReasoningPart | ToolCallPart | FilePart

export interface SystemMessage {
  readonly role: 'system'
  readonly text: string
}
export interface UserMessage {
  readonly role: 'user'
  readonly text: string
  /** Files behind the text. */
  readonly files?: readonly FilePart[]
  /** The engine's own text in the place of a user's, such as a reminder; absent for messages of a person or caller. */
  readonly byEngine?: true
  /** The engine's own text that opens the next iteration of a loop. */
  readonly opensIteration?: true
  /** When it entered the history, in milliseconds since 1970; absent where it is of an earlier version. */
  readonly at?: number
  /** Words of the engine for the model that stand behind the text, such as the time; never stored. */
  readonly note?: string
}
export interface AssistantMessage {
  readonly role: 'assistant'
  readonly messageId: string
  readonly parts: readonly AssistantPart[]
  /** It ended at the output limit: its continuation, if any, is in the next answer. */
  readonly truncated?: true
}
/** CTX-3 */
export const toolResultPart = object('ToolResultPart', 'Result of a tool call, as the model receives it.', {
  callId: about('Id of the call.', z.string()),
  name: about('Name of the tool.', z.string()),
  text: about('Result as text: the whole result, or its start and its end if it is large.', z.string()),
  isError: about('Whether the call failed.', z.boolean()),
})
export interface ToolMessage extends Readonly<z.infer<typeof toolResultPart>> {
  readonly role: 'tool'
  /** The whole result, for `read_output`: the id of the action that gave it. */
  readonly reference?: string
  /** Files of the result, behind its text. */
  readonly files?: readonly FilePart[]
  /** As those of a `UserMessage`. */
  readonly at?: number
  readonly note?: string
}

/** One entry of a conversation, in no provider's dialect. */
export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage

/** Whether a text has nothing to read: no characters, or only such as show nothing, like a zero-width space. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cf}]/u.test(text)
}

/** The visible text of an answer: its text parts joined; a refusal's words where it has no other. */
export function textOf(message: AssistantMessage): string {
  const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  return text === '' ? message.parts.map((part) => (part.type === 'refusal' ? part.text : '')).join('') : text
}

/** The text with its note behind it, as a model reads it. */
export function withNote(message: Message): Message {
  if (message.role !== 'user' && message.role !== 'tool') return message
  const { note, ...own } = message
  return note === undefined ? message : { ...own, text: `${own.text}\n\n[${note}]` }
}

export function reasoningOf(message: AssistantMessage): string {
  return message.parts
    .flatMap((part) => (part.type === 'reasoning' && part.text !== '' ? [part.text] : []))
    .join('\n')
}

/** The files that the model made. */
export function madeFilesOf(message: AssistantMessage): readonly FilePart[] {
  return message.parts.filter((part) => part.type === 'file')
}

/** The files that go to the model with a message. */
export function filesOf(message: Message): readonly FilePart[] {
  if (message.role === 'assistant') return madeFilesOf(message)
  return message.role === 'system' ? [] : (message.files ?? [])
}

export function toolCallsOf(message: AssistantMessage): readonly ToolCallPart[] {
  return message.parts.filter((part) => part.type === 'tool-call')
}
