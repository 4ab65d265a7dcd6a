import type {
  ResponseCreateParamsStreaming,
  ResponseInputFile,
  ResponseInputImage,
  ResponseInputItem,
  ResponseInputText,
  Tool,
} from 'openai/resources/responses/responses'
import { z } from 'zod'
import type { AssistantPart, FilePart, Message, ProviderState } from '../../domain/message.ts'
import type { ModelRequest, ToolSpec } from '../../domain/model.ts'
import { noFiles, type SentFile, type SentFiles, textWithName } from '../files/sent-files.ts'
import { repairTranscript } from '../transcript/repair-transcript.ts'
import { type TranscriptRules, transcriptRules } from '../transcript/transcript-rules.ts'
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

interface ResponsesOptions {
  /** Asks to be shown the reasoning, of models that are known to show it. Default: false. */
  readonly reasoningSummary?: boolean
  /** Default: INSIDE, as OpenAI takes them. */
  readonly resultFiles?: TranscriptRules['resultFiles']
  /** Default: each is a line. */
  readonly files?: SentFiles
}

/** One turn as the Responses API takes it. Nothing is stored there: reasoning comes encrypted and is sent back. */
export function toResponsesRequest(
  request: ModelRequest,
  { reasoningSummary = false, resultFiles = 'INSIDE', files = noFiles }: ResponsesOptions = {},
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
    input: repairTranscript(request.messages, { ...transcriptRules.openai, resultFiles }).flatMap((message) =>
      toItems(message, files),
    ),
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

function toItems(message: Message, files: SentFiles): ResponseInputItem[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'developer', content: message.text }]
    case 'user':
      return [{ role: 'user', content: withFiles(message, files) }]
    case 'assistant':
      return message.parts.flatMap(toItem)
    case 'tool':
      return [{ type: 'function_call_output', call_id: message.callId, output: withFiles(message, files) }]
    default:
      return message satisfies never
  }
}

type Content = ResponseInputText | ResponseInputImage | ResponseInputFile

/** The text alone, or a list of it and the files. */
function withFiles(
  { text, files = [] }: { readonly text: string; readonly files?: readonly FilePart[] },
  sent: SentFiles,
): string | Content[] {
  if (files.length === 0) return text
  return [...(text === '' ? [] : [textContent(text)]), ...files.map((file) => toContent(sent(file)))]
}

function textContent(text: string): ResponseInputText {
  return { type: 'input_text', text }
}

/** Text is sent as such: of a table the API would show the model a summary. */
function toContent(file: SentFile): Content {
  if (file.form === 'NOTE') return textContent(file.text)
  if (file.form === 'TEXT') return textContent(textWithName(file))
  const { form, mediaType, name, base64 } = file
  const url = `data:${mediaType};base64,${base64}`
  if (form === 'IMAGE') return { type: 'input_image', image_url: url, detail: 'auto' }
  return { type: 'input_file', filename: name, file_data: url }
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
    case 'file':
      // They stand in a message of the user.
      return []
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
