import {
  type Content,
  type FunctionCall,
  FunctionCallingConfigMode,
  type FunctionDeclaration,
  type GenerateContentConfig,
  type GenerateContentParameters,
  type Part,
} from '@google/genai'
import {
  type AssistantMessage,
  type AssistantPart,
  type FilePart,
  type Message,
  type ProviderState,
  type ToolCallPart,
  type ToolMessage,
  toolCallsOf,
} from '../../domain/message.ts'
import type { ModelRequest, RequestOption, ToolSpec } from '../../domain/model.ts'
import { noFiles, type SentFile, type SentFiles, textWithName } from '../files/sent-files.ts'
import { unsupportedOptionsOf } from '../request-options.ts'
import { argumentsInObject } from '../transcript/repair-calls.ts'
import { repairTranscript } from '../transcript/repair-transcript.ts'
import { toTurns } from '../transcript/repair-turns.ts'
import { transcriptRules } from '../transcript/transcript-rules.ts'
import { geminiHeedsEffort, generationOf, toThinkingConfig } from './google-thinking.ts'

/** One turn as `generateContent` takes it. `provider` is the one whose signatures go back. */
export function toGoogleRequest(
  request: ModelRequest,
  provider: 'google' | 'vertex',
  files: SentFiles = noFiles,
): GenerateContentParameters {
  const { model } = request
  const isStrict = generationOf(model) >= 3
  // Results have files since Gemini 3.
  const resultFiles = isStrict ? 'INSIDE' : 'BEHIND'
  const messages = repairTranscript(request.messages, { ...transcriptRules[provider], resultFiles })
  const dialect = { ownIds: ownIdsOf(messages), isStrict, files }
  return { model, contents: toContents(messages, dialect), config: toConfig(request) }
}

function toConfig(request: ModelRequest): GenerateContentConfig {
  const { systemPrompt, temperature, maxOutputTokens } = request
  return {
    // Otherwise the SDK retries where a stream breaks off: only one place retries (MOD-4).
    automaticContinuation: false,
    ...(systemPrompt ? { systemInstruction: systemPrompt } : {}),
    ...(temperature === null ? {} : { temperature }),
    ...(maxOutputTokens === null ? {} : { maxOutputTokens }),
    ...toThinkingConfig(request),
    ...toToolsAndFormat(request),
  }
}

/**
 * Before Gemini 3: "Function calling with a response mime type: 'application/json' is unsupported". There the tools
 * come first; where none may be called they are not declared, which is the same as the mode NONE.
 */
function toToolsAndFormat(request: ModelRequest): GenerateContentConfig {
  const { tools, toolChoice, responseFormat } = request
  const hasTools = tools.length > 0 && !(isEither(request) && toolChoice === 'none')
  return {
    ...(responseFormat !== null && takesFormat(request)
      ? { responseMimeType: 'application/json', responseJsonSchema: responseFormat.schema }
      : {}),
    ...(hasTools
      ? {
          tools: [{ functionDeclarations: tools.map(toDeclaration) }],
          toolConfig: { functionCallingConfig: { mode: callingModes[toolChoice] } },
        }
      : {}),
  }
}

const callingModes = {
  auto: FunctionCallingConfigMode.AUTO,
  none: FunctionCallingConfigMode.NONE,
  required: FunctionCallingConfigMode.ANY,
} as const satisfies Record<ModelRequest['toolChoice'], FunctionCallingConfigMode>

function isEither({ model, tools, responseFormat }: ModelRequest): boolean {
  return generationOf(model) < 3 && tools.length > 0 && responseFormat !== null
}

function takesFormat(request: ModelRequest): boolean {
  return !(isEither(request) && request.toolChoice !== 'none')
}

/** Returns the options of the request that its model does not support. */
export function unsupportedByGoogle(request: ModelRequest): readonly RequestOption[] {
  return unsupportedOptionsOf(request, {
    temperature: true,
    reasoningEffort: geminiHeedsEffort(request),
    responseFormat: takesFormat(request),
  })
}

function toDeclaration({ name, description, inputSchema }: ToolSpec): FunctionDeclaration {
  return { name, description, parametersJsonSchema: inputSchema }
}

interface Dialect {
  /** Ids that were made up here for calls without one, and that are not sent. */
  readonly ownIds: ReadonlySet<string>
  /** Gemini 3 and later: "Function call is missing a thought_signature in functionCall parts." */
  readonly isStrict: boolean
  readonly files: SentFiles
}

function ownIdsOf(messages: readonly Message[]): ReadonlySet<string> {
  const calls = messages.flatMap((message) =>
    message.role === 'assistant'
      ? toolCallsOf(message).filter((call) => call.callId.startsWith(`${message.messageId}-`))
      : [],
  )
  return new Set(calls.map((call) => call.callId))
}

function toContents(messages: readonly Message[], dialect: Dialect): Content[] {
  const turns = toTurns(messages, (message) => toParts(message, dialect))
  return turns.map(({ isModel, parts }) =>
    isModel ? { role: 'model', parts } : { role: 'user', parts: responsesFirst(parts) },
  )
}

/** The responses of parallel calls stand together: files that one cannot have within it come behind all of them. */
function responsesFirst(parts: readonly Part[]): Part[] {
  const isResponse = (part: Part) => part.functionResponse !== undefined
  return [...parts.filter(isResponse), ...parts.filter((part) => !isResponse(part))]
}

function toParts(message: Message, dialect: Dialect): Part[] {
  switch (message.role) {
    case 'system':
      return [{ text: message.text }]
    case 'user':
      return [
        ...(message.text === '' ? [] : [{ text: message.text }]),
        ...(message.files ?? []).map((file) => toFile(dialect.files(file))),
      ]
    case 'assistant':
      return toModelParts(message, dialect)
    case 'tool':
      return toResponse(message, dialect)
    default:
      return message satisfies never
  }
}

/**
 * The value that Google's page on thought signatures gives for calls that another model made
 * (ai.google.dev/gemini-api/docs/thought-signatures). Of parallel calls only the first has a signature.
 */
const skipValidator = 'skip_thought_signature_validator'

function toModelParts({ parts }: AssistantMessage, dialect: Dialect): Part[] {
  const sent = parts.flatMap((part) => toPart(part, dialect))
  const firstCall = sent.find((part) => part.functionCall !== undefined)
  if (dialect.isStrict && firstCall !== undefined) firstCall.thoughtSignature ??= skipValidator
  return sent
}

/** A signature goes back on the part that it came on, be that empty; thoughts without one say nothing to the model. */
function toPart(part: AssistantPart, dialect: Dialect): Part[] {
  switch (part.type) {
    case 'text': {
      const signature = signatureOf(part.state)
      return part.text === '' && !signature ? [] : [{ text: part.text, ...signature }]
    }
    case 'refusal':
      return [{ text: part.text }]
    case 'reasoning': {
      const signature = signatureOf(part.state)
      return signature ? [{ text: part.text, thought: true, ...signature }] : []
    }
    case 'tool-call':
      return [{ functionCall: toCall(part, dialect), ...signatureOf(part.state) }]
    case 'file':
      return [toMadeFile(part, dialect)]
    default:
      return part satisfies never
  }
}

function signatureOf(state: ProviderState | undefined): { thoughtSignature: string } | null {
  return typeof state?.data === 'string' ? { thoughtSignature: state.data } : null
}

function toCall({ callId, name, arguments: text }: ToolCallPart, dialect: Dialect): FunctionCall {
  return { ...toId(callId, dialect), name, args: argumentsInObject(text) }
}

function toId(callId: string, { ownIds }: Dialect): { id: string } | null {
  return ownIds.has(callId) ? null : { id: callId }
}

/** "Use "output" key to specify function output and "error" key to specify error details" */
function toResponse({ callId, name, text, isError, files = [] }: ToolMessage, dialect: Dialect): Part[] {
  const response = isError ? { error: text } : { output: text }
  const sent = files.map(dialect.files)
  const inside = sent.filter(isOfResult)
  const parts = inside.map((file) => ({ inlineData: inlineOf(file) }))
  return [
    {
      functionResponse: { ...toId(callId, dialect), name, response, ...(parts.length > 0 && { parts }) },
    },
    ...sent.filter((file) => !isOfResult(file)).map(toFile),
  ]
}

type BinaryFile = Extract<SentFile, { base64: string }>

/** A result may have images and PDF; other files stand behind it (ai.google.dev/gemini-api/docs/function-calling, November 2026). */
function isOfResult(file: SentFile): file is BinaryFile {
  return file.form === 'IMAGE' || file.form === 'PDF'
}

function toFile(file: SentFile): Part {
  if (file.form === 'NOTE') return { text: file.text }
  return file.form === 'TEXT' ? { text: textWithName(file) } : { inlineData: inlineOf(file) }
}

/** "audio/mp3" is the name in the documentation. */
function inlineOf({ mediaType, base64 }: BinaryFile): { mimeType: string; data: string } {
  return { mimeType: mediaType === 'audio/mpeg' ? 'audio/mp3' : mediaType, data: base64 }
}

/** A file that the model made goes back as it came. A signature on a line of text would be of nothing. */
function toMadeFile(file: FilePart, dialect: Dialect): Part {
  const part = toFile(dialect.files(file))
  return part.inlineData ? { ...part, ...signatureOf(file.state) } : part
}
