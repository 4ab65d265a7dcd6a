import { z } from 'zod'
import { isJsonObject, type Json, type JsonObject } from '../../../src/domain/json.ts'

/** Refusal of a request by a server. */
export interface Refusal {
  readonly status: number
  readonly body: Json
}

/** Rule that a server applies to the body of a request; `null`: the body obeys it. */
export type Rule = (body: Body, raw: JsonObject) => Refusal | null

const message = z.looseObject({
  role: z.string(),
  content: z.json().optional(),
  tool_call_id: z.string().optional(),
  tool_calls: z
    .array(
      z.looseObject({
        id: z.string(),
        type: z.string(),
        function: z.object({ name: z.string(), arguments: z.string() }),
      }),
    )
    .optional(),
})
export const requestBody = z.looseObject({
  model: z.string(),
  messages: z.array(message),
  tools: z.array(z.json()).optional(),
})
export type Body = z.infer<typeof requestBody>
export type FakeMessage = z.infer<typeof message>

/** OpenAI's form of an error, as most servers write it. */
export function refuse(status: number, text: string, more: JsonObject = {}): Refusal {
  return { status, body: { error: { message: text, type: 'invalid_request_error', code: null, ...more } } }
}

function every(
  test: (message: FakeMessage, at: number, all: readonly FakeMessage[]) => boolean,
  refusal: Refusal,
): Rule {
  return ({ messages }) => (messages.every(test) ? null : refusal)
}

/** "System and developer messages": Qwen 3.5's template; vLLM answers 400, llama.cpp 500. */
export const systemIsFirst = (status: number): Rule =>
  every(
    ({ role }, at) => role !== 'system' || at === 0,
    refuse(status, 'System message must be at the beginning.'),
  )

/** The same: "No user query found in messages". */
export const hasUser: Rule = ({ messages }) =>
  messages.some(({ role }) => role === 'user') ? null : refuse(400, 'No user query found in messages.')

/** "System and developer messages": DeepSeek, DashScope. */
export const noDeveloper: Rule = every(
  ({ role }) => role !== 'developer',
  refuse(400, 'unknown variant `developer`, expected one of `system`, `user`, `assistant`, `tool`'),
)

/** "Alternation": templates that know no system role ("Old Mistral instruct templates know no system role at all"). */
export const noSystem: Rule = every(
  ({ role }) => role !== 'system',
  refuse(400, 'Only user and assistant roles are supported!'),
)

const alternating = 'Conversation roles must alternate user/assistant/user/assistant/...'

/** "Alternation": Gemma 3, where `tool` messages break it as well. */
export const alternatesWholly = (status: number, type: string): Rule =>
  every(
    (each, _at, all) => {
      const turns = all.filter(({ role }) => role !== 'system')
      const index = turns.indexOf(each)
      return index < 0 || (each.role === 'user') === (index % 2 === 0)
    },
    refuse(status, alternating, { type, code: status }),
  )

/** "Alternation": Mistral Small 3.1, which does not count results and answers with calls. */
export const alternatesCounted = (status: number): Rule =>
  every(
    (each, _at, all) => {
      const counted = all.filter(
        ({ role, tool_calls }) => role === 'user' || (role === 'assistant' && !tool_calls),
      )
      const index = counted.indexOf(each)
      return index < 0 || (each.role === 'user') === (index % 2 === 0)
    },
    refuse(status, alternating),
  )

/** "Alternation": Mistral's API; Devstral refuses user after tool. */
export const noUserBehindResults: Rule = every(
  ({ role }, at, all) => role !== 'user' || all[at - 1]?.role !== 'tool',
  refuse(400, "Unexpected role 'user' after role 'tool'", {
    type: 'invalid_request_message_order',
    code: '3230',
  }),
)

/** "Alternation": Mistral's API, vLLM with the Mistral tokenizer. */
export const lastIsUserOrTool: Rule = ({ messages }) =>
  ['user', 'tool'].includes(messages.at(-1)?.role ?? '')
    ? null
    : refuse(
        400,
        'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant',
        {
          type: 'invalid_request_message_order',
          code: '3230',
        },
      )

/** "Alternation": llama.cpp. */
export const notTwoAnswersLast: Rule = ({ messages }) =>
  messages.slice(-2).every(({ role }) => role === 'assistant') && messages.length > 1
    ? refuse(400, 'Cannot have 2 or more assistant messages at the end of the list.')
    : null

/** "Tool calls in history": Mistral's API. */
export const idsOfNine: Rule = ({ messages }) => {
  const odd = messages.flatMap(idsOf).find((id) => !/^[a-zA-Z0-9]{9}$/.test(id))
  return odd === undefined
    ? null
    : refuse(400, `Tool call id was ${odd} but must be a-z, A-Z, 0-9, with a length of 9.`, {
        type: 'invalid_function_call',
        code: '3280',
      })
}

/** "The strictest common request", rule 8: unique in the conversation (Command-R7B skips a result whose id was seen before). */
export const idsAreUnique: Rule = ({ messages }) => {
  const ids = messages.flatMap((each) => (each.tool_calls ?? []).map(({ id }) => id))
  return new Set(ids).size === ids.length ? null : refuse(400, 'Tool call ids must be unique.')
}

/** "Tool calls in history": bad JSON in history; each server has its own words. */
export const argumentsAreObjects = (refusal: Refusal): Rule =>
  every(({ tool_calls = [] }) => tool_calls.every((call) => isObjectText(call.function.arguments)), refusal)

/** "Tool calls in history": "Missing result for a call: OpenAI's own text". */
export const callsHaveResults: Rule = ({ messages }) => {
  const isAnswered = messages.every(({ tool_calls = [] }, at) =>
    tool_calls.every(({ id }, index) => messages[at + 1 + index]?.tool_call_id === id),
  )
  const called = messages.flatMap(({ tool_calls = [] }) => tool_calls).length
  const results = messages.filter(({ role }) => role === 'tool').length
  return isAnswered && called === results
    ? null
    : refuse(
        400,
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.",
      )
}

/** "Tool calls in history": the template of Llama 3.1. */
export const oneCallAtATime: Rule = every(
  ({ tool_calls = [] }) => tool_calls.length <= 1,
  refuse(400, 'This model only supports single tool-calls at once!'),
)

/** "Tool calls in history": "content OR tool_calls must exist" (llama.cpp), null is refused by Ollama without calls. */
export const saysSomething: Rule = every(
  ({ content, tool_calls }) => tool_calls !== undefined || (typeof content === 'string' && content !== ''),
  refuse(400, 'invalid message content type: <nil>'),
)

/** "Tool calls in history": "Tool result content: strings everywhere". */
export const resultsAreText: Rule = every(
  ({ role, content }) => role !== 'tool' || (typeof content === 'string' && content !== ''),
  refuse(400, 'tool message content must be a string'),
)

/** "Tool calls in history": TGI keeps the calls only beside no content. */
export const noContentBesideCalls: Rule = every(
  ({ content, tool_calls }) => tool_calls === undefined || content === null || content === undefined,
  refuse(422, 'the calls are lost beside the content'),
)

/** "Parameters": unknown fields in the body are refused. `refusal` gets the name of the first. */
export const knowsOnly =
  (fields: readonly string[], refusal: (field: string) => Refusal): Rule =>
  (_body, raw) => {
    const odd = Object.keys(raw).find((field) => !fields.includes(field))
    return odd === undefined ? null : refusal(odd)
  }

/** "Reasoning: must it be sent back?": fields of messages that a server refuses. */
export const knowsOnlyInMessages =
  (fields: readonly string[], refusal: (field: string) => Refusal): Rule =>
  ({ messages }) => {
    const odd = messages.flatMap((each) => Object.keys(each)).find((field) => !fields.includes(field))
    return odd === undefined ? null : refusal(odd)
  }

export const plainMessage = ['role', 'content', 'tool_calls', 'tool_call_id'] as const

/** "Reasoning": DeepSeek in thinking mode. */
export const deepSeekReasoning: Rule = every(
  ({ role, reasoning_content }) => role !== 'assistant' || typeof reasoning_content === 'string',
  refuse(400, 'The `reasoning_content` in the thinking mode must be passed back to the API.'),
)

/** "Reasoning": Kimi with thinking. */
export const kimiReasoning: Rule = ({ messages }) => {
  const at = messages.findIndex(
    ({ tool_calls, reasoning_content }) =>
      tool_calls && !(typeof reasoning_content === 'string' && reasoning_content !== ''),
  )
  return at < 0
    ? null
    : refuse(
        400,
        `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${at}`,
      )
}

/** "Reasoning": Gemini's endpoint; the body of its error is an array around the object. */
export const geminiSignatures: Rule = ({ messages }) => {
  const isSigned = messages.every(
    ({ tool_calls }) => tool_calls === undefined || signatureOf(tool_calls[0]) !== null,
  )
  const message = 'Function call is missing a thought_signature in functionCall parts.'
  return isSigned
    ? null
    : { status: 400, body: [{ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }] }
}

function signatureOf(call: { readonly [key: string]: unknown } | undefined): string | null {
  const extra = call?.extra_content
  const google = isJsonObject(extra) ? extra.google : undefined
  const signature = isJsonObject(google) ? google.thought_signature : undefined
  const isKnown = signature === 'signed here' || signature === 'skip_thought_signature_validator'
  return isKnown ? signature : null
}

/** "Parameters": vLLM 400, Mistral 422. */
export const toolsNotEmpty: Rule = ({ tools }) =>
  tools?.length === 0 ? refuse(400, '`tools` must not be an empty array.') : null

/** "Parameters": vLLM and SGLang. */
export const choiceNeedsTools: Rule = ({ tools, tool_choice }) =>
  tool_choice !== undefined && tools === undefined
    ? refuse(400, 'When using `tool_choice`, `tools` must be set.')
    : null

/** "Parameters": `tool_choice` is one of these words. */
export const choiceIsOneOf =
  (words: readonly string[], text: string): Rule =>
  ({ tool_choice }) =>
    tool_choice === undefined || (typeof tool_choice === 'string' && words.includes(tool_choice))
      ? null
      : refuse(400, text)

/** "Parameters", `temperature`. */
export const temperatureIs =
  (isTaken: (value: number) => boolean, text: string): Rule =>
  ({ temperature }) =>
    typeof temperature !== 'number' || isTaken(temperature) ? null : refuse(400, text)

/** "The strictest common request", rule 14: no references in schemas (Qwen hosts). */
export const noReferences: Rule = ({ tools }) =>
  JSON.stringify(tools ?? []).includes('"$ref"') ? refuse(400, 'schemas with $ref are not supported') : null

function idsOf({ tool_calls = [], tool_call_id }: FakeMessage): readonly string[] {
  return [...tool_calls.map(({ id }) => id), ...(tool_call_id === undefined ? [] : [tool_call_id])]
}

function isObjectText(text: string): boolean {
  try {
    return isJsonObject(JSON.parse(text))
  } catch {
    return false
  }
}
