import { z } from 'zod'
import type { JsonObject } from '../../src/domain/json.ts'
import {
  type AssistantMessage,
  type AssistantPart,
  type Message,
  toolCallsOf,
} from '../../src/domain/message.ts'
import type { ToolSpec } from '../../src/domain/model.ts'

/** A recorded request in our terms: as much of it as an adapter is asked with. */
export interface RecordedRequest {
  readonly model: string
  readonly systemPrompt: string | null
  readonly messages: readonly Message[]
  readonly tools: readonly ToolSpec[]
}

/** Translates a request's body, recorded or our own. */
export function fromOpenAiBody(body: JsonObject): RecordedRequest {
  return 'input' in body ? fromResponses(body) : fromChat(body)
}

/** The recorded messages, with `answers` (as our own adapter parsed them) in place of the last assistant messages. */
export function withAnswers(
  messages: readonly Message[],
  answers: readonly AssistantMessage[],
): readonly Message[] {
  const last = messages
    .flatMap((message, index) => (message.role === 'assistant' ? [index] : []))
    .slice(-answers.length)
  return messages.map((message, index) => {
    const answer = last.includes(index) ? answers[last.indexOf(index)] : undefined
    return message.role === 'assistant' && answer !== undefined && isRetold(message, answer)
      ? answer
      : message
  })
}

/** Some recording clients send back a forced tool call as plain text: such a conversation is not ours to correct. */
function isRetold(message: AssistantMessage, answer: AssistantMessage): boolean {
  return toolCallsOf(message).length === toolCallsOf(answer).length
}

const words = z
  .union([
    z.string(),
    z
      .array(z.object({ text: z.string().default('') }))
      .transform((parts) => parts.map((part) => part.text).join('')),
  ])
  .nullish()
  .transform((text) => text ?? '')
const schema = z
  .record(z.string(), z.json())
  .nullish()
  .transform((found) => found ?? { type: 'object' })
const named = z.object({
  name: z.string().default('builtin'),
  description: z.string().nullish(),
  parameters: schema,
})

const chatBody = z.object({
  model: z.string().default('unknown'),
  messages: z
    .array(
      z.object({
        role: z.string(),
        content: words,
        tool_call_id: z.string().optional(),
        tool_calls: z
          .array(
            z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }),
          )
          .optional(),
      }),
    )
    .default([]),
  tools: z.array(z.object({ function: named })).default([]),
})

function fromChat(recorded: unknown): RecordedRequest {
  const body = chatBody.parse(recorded)
  const [first, ...rest] = body.messages
  const hasSystem = first !== undefined && isSystem(first.role)
  const messages = (hasSystem ? rest : body.messages).map((message): Message => {
    const { role, content: text, tool_call_id: callId = '' } = message
    if (isSystem(role)) return { role: 'system', text }
    if (role === 'tool') return { role, callId, name: '', text, isError: false }
    if (role !== 'assistant') return { role: 'user', text }
    const calls = (message.tool_calls ?? []).map(({ id, function: called }): AssistantPart => {
      return { type: 'tool-call', callId: id, ...called }
    })
    return { role, messageId: '', parts: [{ type: 'text', text }, ...calls] }
  })
  return {
    model: body.model,
    systemPrompt: hasSystem ? first.content : null,
    messages,
    tools: body.tools.map((tool) => toSpec(tool.function)),
  }
}

const responsesBody = z.object({
  model: z.string().default('unknown'),
  instructions: z.string().nullish(),
  input: z.union([
    z.string().transform((content) => [{ role: 'user', content, type: undefined }]),
    z.array(
      z.object({
        type: z.string().optional(),
        role: z.string().optional(),
        content: words,
        call_id: z.string().optional(),
        name: z.string().optional(),
        arguments: z.string().optional(),
        output: words,
      }),
    ),
  ]),
  tools: z.array(named).default([]),
})

type ResponsesItem = Exclude<z.infer<typeof responsesBody>['input'][number], { type: undefined }>

function fromResponses(recorded: unknown): RecordedRequest {
  const body = responsesBody.parse(recorded)
  const messages: Message[] = []
  for (const item of body.input) {
    const message = fromItem(item)
    const last = messages.at(-1)
    // One answer is recorded as several items.
    if (last?.role === 'assistant' && message.role === 'assistant') {
      messages[messages.length - 1] = { ...last, parts: [...last.parts, ...message.parts] }
    } else messages.push(message)
  }
  return {
    model: body.model,
    systemPrompt: body.instructions ?? null,
    messages,
    tools: body.tools.map(toSpec),
  }
}

function fromItem(item: Partial<ResponsesItem>): Message {
  const { type, role = '', content: text = '', call_id: callId = '', name = '' } = item
  if (type === 'function_call_output')
    return { role: 'tool', callId, name, text: item.output ?? '', isError: false }
  if (type === 'function_call') {
    return assistant({ type: 'tool-call', callId, name, arguments: item.arguments ?? '' })
  }
  if (type === 'reasoning') return assistant({ type: 'reasoning', text: '' })
  if (role === 'assistant') return assistant({ type: 'text', text })
  return isSystem(role) ? { role: 'system', text } : { role: 'user', text }
}

function assistant(part: AssistantPart): AssistantMessage {
  return { role: 'assistant', messageId: '', parts: [part] }
}

function isSystem(role: string): boolean {
  return role === 'system' || role === 'developer'
}

function toSpec({ name, description, parameters }: z.infer<typeof named>): ToolSpec {
  return { name, description: description ?? '', inputSchema: parameters }
}
