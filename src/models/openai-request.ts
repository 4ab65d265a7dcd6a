import type {
  ResponseCreateParamsStreaming,
  ResponseInputItem,
  Tool,
} from 'openai/resources/responses/responses'
import { z } from 'zod'
import type { AssistantPart, Message, ProviderState } from '../domain/message.ts'
import type { ModelRequest, ToolSpec } from '../domain/model.ts'
import { repairTranscript } from './repair-transcript.ts'
import { transcriptRules } from './transcript-rules.ts'

const reasoningItem = z.object({
  type: z.literal('reasoning'),
  id: z.string(),
  summary: z.array(z.object({ type: z.literal('summary_text'), text: z.string() })),
  encrypted_content: z.string(),
})
const messageState = z.object({ phase: z.enum(['commentary', 'final_answer']) })

/** One turn as the Responses API takes it. Nothing is stored there: reasoning comes encrypted and is sent back. */
export function toResponsesRequest(request: ModelRequest): ResponseCreateParamsStreaming {
  const { temperature, maxOutputTokens, systemPrompt, tools } = request
  return {
    model: request.model,
    input: repairTranscript(request.messages, transcriptRules.openai).flatMap(toItems),
    stream: true,
    store: false,
    ...(isReasoning(request.model) ? { include: ['reasoning.encrypted_content'] } : {}),
    ...(systemPrompt === null ? {} : { instructions: systemPrompt }),
    ...(tools.length === 0 ? {} : { tools: tools.map(toTool), tool_choice: request.toolChoice }),
    ...(temperature === null ? {} : { temperature }),
    ...(maxOutputTokens === null ? {} : { max_output_tokens: maxOutputTokens }),
  }
}

/** The others refuse `include`: "Encrypted content is not supported with this model." */
function isReasoning(model: string): boolean {
  return !/^(ft:)?(gpt-3\.5|gpt-4|chatgpt-)|^gpt-5-chat/.test(model)
}

function toItems(message: Message): ResponseInputItem[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'developer', content: message.text }]
    case 'user':
      return [{ role: 'user', content: message.text }]
    case 'assistant':
      return message.parts.flatMap(toItem)
    case 'tool':
      return [{ type: 'function_call_output', call_id: message.callId, output: message.text }]
    default:
      return message satisfies never
  }
}

function toItem(part: AssistantPart): ResponseInputItem[] {
  switch (part.type) {
    case 'text':
      return [{ role: 'assistant', content: part.text, ...stateOf(part.state, messageState) }]
    case 'refusal':
      return [{ role: 'assistant', content: part.text }]
    case 'reasoning': {
      const item = stateOf(part.state, reasoningItem)
      return item === undefined ? [] : [item]
    }
    case 'tool-call':
      return [{ type: 'function_call', call_id: part.callId, name: part.name, arguments: part.arguments }]
    default:
      return part satisfies never
  }
}

/** What this provider once gave to be sent back; nothing that it cannot read. */
function stateOf<State>(state: ProviderState | undefined, schema: z.ZodType<State>): State | undefined {
  return schema.safeParse(state?.data).data
}

/** Without `strict: false` the API rewrites the schema: optional properties become required. */
function toTool(tool: ToolSpec): Tool {
  return {
    type: 'function',
    name: tool.name,
    description: tool.description,
    parameters: tool.inputSchema,
    strict: false,
  }
}
