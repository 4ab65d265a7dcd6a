import type {
  ResponseCreateParamsStreaming,
  ResponseInputItem,
  Tool,
} from 'openai/resources/responses/responses'
import { z } from 'zod'
import type { AssistantPart, Message, ProviderState } from '../../domain/message.ts'
import type { ModelRequest, ToolSpec } from '../../domain/model.ts'
import { repairTranscript } from '../transcript/repair-transcript.ts'
import { transcriptRules } from '../transcript/transcript-rules.ts'
import { openAiModel } from './openai-models.ts'
import { type OpenAiSettings, openAiSettings } from './openai-settings.ts'
import { isStrictSchema } from './openai-strict-schema.ts'

const reasoningItem = z.object({
  type: z.literal('reasoning'),
  id: z.string(),
  summary: z.array(z.object({ type: z.literal('summary_text'), text: z.string() })),
  encrypted_content: z.string(),
})

const messageState = z.object({ phase: z.enum(['commentary', 'final_answer']) })

/**
 * One turn as the Responses API takes it. Nothing is stored there: reasoning comes encrypted and is sent back.
 * `reasoningSummary` asks to be shown the reasoning, of models that are known to show it.
 */
export function toResponsesRequest(
  request: ModelRequest,
  { reasoningSummary = false }: { readonly reasoningSummary?: boolean } = {},
): ResponseCreateParamsStreaming {
  const { maxOutputTokens, systemPrompt, tools } = request
  const model = openAiModel(request.model)
  const { effort, temperature, responseFormat } = openAiSettings(request)
  return {
    model: request.model,
    stream: true,
    store: false,
    ...(model.encryptsReasoning ? { include: ['reasoning.encrypted_content'] } : {}),
    ...toReasoning(effort, reasoningSummary && model.summarizes && effort !== 'none'),
    ...toTextFormat(responseFormat),
    ...(systemPrompt === null ? {} : { instructions: systemPrompt }),
    ...(tools.length === 0 ? {} : { tools: tools.map(toTool), tool_choice: request.toolChoice }),
    ...(temperature === null ? {} : { temperature }),
    ...(maxOutputTokens === null ? {} : { max_output_tokens: maxOutputTokens }),
    // What grows stands last.
    input: repairTranscript(request.messages, transcriptRules.openai).flatMap(toItems),
  }
}

function toReasoning(
  effort: OpenAiSettings['effort'],
  isShown: boolean,
): Pick<ResponseCreateParamsStreaming, 'reasoning'> {
  if (effort === null && !isShown) return {}
  return {
    reasoning: { ...(effort === null ? {} : { effort }), ...(isShown ? { summary: 'auto' as const } : {}) },
  }
}

function toTextFormat(format: OpenAiSettings['responseFormat']): Pick<ResponseCreateParamsStreaming, 'text'> {
  if (format === null) return {}
  const { name, schema } = format
  return { text: { format: { type: 'json_schema', name, schema, strict: isStrictSchema(schema) } } }
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

/** Returns the state that this provider gave earlier, if it can read it. */
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
