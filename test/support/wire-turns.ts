import { z } from 'zod'
import type { Json, JsonObject } from '../../src/domain/json.ts'
import { type AssistantMessage, type Message, toolCallsOf } from '../../src/domain/message.ts'
import type { ToolSpec } from '../../src/domain/model.ts'
import type { WireExchange } from './wire.ts'

/** A recorded request in our terms: as much of it as an adapter is asked with. */
interface RecordedTurn {
  readonly model: string
  readonly systemPrompt: string | null
  readonly messages: readonly Message[]
  readonly tools: readonly ToolSpec[]
}

/** Translates a recorded request; its assistant turns are `answers`, as our own adapter parsed them. */
export function recordedTurn(exchange: WireExchange, answers: readonly AssistantMessage[]): RecordedTurn {
  const body = exchange.request.body ?? {}
  const read = exchange.provider === 'anthropic' ? readAnthropic : readGoogle
  return { ...unknownTurn, ...read(body, answers) }
}

/** Turn for a failure whose request was not published, or was wrong on purpose. */
const unknownTurn: RecordedTurn = {
  model: 'some-model',
  systemPrompt: null,
  messages: [{ role: 'user', text: 'Hello' }],
  tools: [],
}

const blocks = z.union([
  z.string().transform((text): JsonObject[] => [{ type: 'text', text }]),
  z.array(z.record(z.string(), z.json())),
])
const anthropicBody = z.object({
  model: z.string(),
  system: blocks.optional(),
  messages: z.array(z.object({ role: z.string(), content: blocks })),
  tools: z
    .array(
      z.object({
        name: z.string(),
        description: z.string().default(''),
        input_schema: z.record(z.string(), z.json()).optional(),
      }),
    )
    .default([]),
})

function readAnthropic(recorded: JsonObject, answers: readonly AssistantMessage[]): Partial<RecordedTurn> {
  const body = anthropicBody.safeParse(recorded).data
  if (body === undefined) return {}
  const ours = [...answers]
  return {
    model: body.model,
    systemPrompt: body.system === undefined ? null : wordsOf(body.system),
    messages: body.messages.flatMap(({ role, content }): readonly Message[] => {
      if (role === 'assistant') return ours.splice(0, 1)
      return content.map((block) =>
        block.type === 'tool_result' ? toResult(block) : { role: 'user', text: String(block.text) },
      )
    }),
    tools: body.tools.flatMap(({ name, description, input_schema: inputSchema }) =>
      inputSchema === undefined ? [] : [{ name, description, inputSchema }],
    ),
  }
}

function toResult(block: JsonObject): Message {
  const text = wordsOf(blocks.parse(block.content ?? ''))
  return { role: 'tool', callId: String(block.tool_use_id), name: '', text, isError: block.is_error === true }
}

const parts = z.array(z.record(z.string(), z.json())).default([])
const googleBody = z.object({
  systemInstruction: z.object({ parts }).optional(),
  contents: z.array(z.object({ role: z.string().default('user'), parts })),
  tools: z
    .array(
      z.object({
        functionDeclarations: z
          .array(
            z.object({
              name: z.string(),
              description: z.string().default(''),
              parameters: z.record(z.string(), z.json()).default({}),
            }),
          )
          .default([]),
      }),
    )
    .default([]),
})

function readGoogle(recorded: JsonObject, answers: readonly AssistantMessage[]): Partial<RecordedTurn> {
  const body = googleBody.safeParse(recorded).data
  if (body === undefined) return {}
  const ours = [...answers]
  const callIds = answers.flatMap((answer) => toolCallsOf(answer).map((call) => call.callId)).values()
  return {
    systemPrompt: body.systemInstruction === undefined ? null : wordsOf(body.systemInstruction.parts),
    messages: body.contents.flatMap((content): readonly Message[] => {
      if (content.role === 'model') return ours.splice(0, 1)
      return content.parts.map((part) =>
        part.functionResponse === undefined
          ? { role: 'user', text: String(part.text) }
          : toResponse(part.functionResponse, callIds.next().value ?? ''),
      )
    }),
    tools: body.tools
      .flatMap((tool) => tool.functionDeclarations)
      .map(({ name, description, parameters: inputSchema }) => ({ name, description, inputSchema })),
  }
}

const response = z.object({ name: z.string(), response: z.record(z.string(), z.json()) })

function toResponse(recorded: Json, callId: string): Message {
  const { name, response: values } = response.parse(recorded)
  return { role: 'tool', callId, name, text: String(Object.values(values)[0]), isError: false }
}

function wordsOf(list: readonly JsonObject[]): string {
  return list.map((block) => String(block.text ?? '')).join('')
}
