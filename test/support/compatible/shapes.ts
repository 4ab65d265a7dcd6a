import type { Json, JsonObject } from '../../../src/domain/json.ts'

/** Content of one turn of a fake server. */
export interface Said {
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly { readonly name: string; readonly arguments: string }[]
  readonly finish: 'stop' | 'tool_calls' | 'length'
}

/** Format in which a server streams an answer: README.md of the recordings, points 12 and 13. */
export interface Shape {
  /** Field of the reasoning; `null`: none. */
  readonly reasoning: 'reasoning_content' | 'reasoning' | 'details' | 'parts' | null
  readonly calls: 'FRAGMENTS' | 'WHOLE' | 'WITHOUT_INDEX'
  readonly id: (number: number) => string
  /** `STOP`: beside calls too (TGI). `NONE`: there is none (Snowflake). */
  readonly finish: 'USUAL' | 'STOP' | 'NONE'
  readonly usage: 'LAST_CHUNK' | 'WITH_CHOICES' | 'X_GROQ' | 'REASONING_BESIDE' | 'NONE'
  readonly isSigned?: true
  readonly more?: JsonObject
}

/** The events of an answer, in a server's shape. */
export function toStream(said: Said, shape: Shape, promptTokens: number, number: number): string {
  const usage = usageOf(said, shape, promptTokens)
  const last = { ...chunk({}, finishOf(said, shape)), ...(shape.usage === 'WITH_CHOICES' ? { usage } : {}) }
  const chunks: JsonObject[] = [
    chunk({ role: 'assistant', content: '' }),
    ...reasoningDeltas(said.reasoning, shape).map((delta) => chunk(delta)),
    ...pieces(said.text).map((content) =>
      chunk({ content: shape.reasoning === 'parts' ? [{ type: 'text', text: content }] : content }),
    ),
    ...said.calls
      .flatMap((call, index) => callDeltas(call, { index, shape, number }))
      .map((delta) => chunk(delta)),
    ...(shape.finish === 'NONE' ? [] : [last]),
    ...(shape.usage === 'LAST_CHUNK' || shape.usage === 'REASONING_BESIDE' ? [{ choices: [], usage }] : []),
    ...(shape.usage === 'X_GROQ' ? [{ choices: [], x_groq: { usage } }] : []),
  ]
  return [...chunks.map((each) => JSON.stringify({ ...each, ...shape.more })), '[DONE]']
    .map((data) => `data: ${data}\n\n`)
    .join('')
}

function chunk(delta: JsonObject, finish: string | null = null): JsonObject {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finish }],
  }
}

function finishOf({ finish }: Said, shape: Shape): string {
  return shape.finish === 'STOP' && finish === 'tool_calls' ? 'stop' : finish
}

function reasoningDeltas(reasoning: string, { reasoning: field }: Shape): readonly JsonObject[] {
  return pieces(reasoning).map((text): JsonObject => {
    if (field === null) return {}
    if (field === 'parts') return { content: [{ type: 'thinking', thinking: [{ type: 'text', text }] }] }
    if (field === 'details')
      return { reasoning: text, reasoning_details: [{ type: 'reasoning.text', text, index: 0 }] }
    return { [field]: text }
  })
}

function callDeltas(
  call: Said['calls'][number],
  { index, shape, number }: { readonly index: number; readonly shape: Shape; readonly number: number },
): readonly JsonObject[] {
  const signed =
    shape.isSigned && index === 0 ? { extra_content: { google: { thought_signature: 'signed here' } } } : {}
  const id = shape.id(number * 10 + index)
  const whole = { id, type: 'function', function: call, ...signed }
  if (shape.calls === 'WITHOUT_INDEX') return [{ tool_calls: [whole] }]
  if (shape.calls === 'WHOLE') return [{ tool_calls: [{ ...whole, index }] }]
  const head = { ...whole, index, function: { name: call.name, arguments: '' } }
  const tail = pieces(call.arguments).map((text) => ({
    index,
    id: null,
    function: { name: null, arguments: text },
  }))
  return [head, ...tail].map((piece): JsonObject => ({ tool_calls: [piece] }))
}

function usageOf(said: Said, { usage }: Shape, prompt: number): Json {
  const output = said.text.length + said.calls.length * 10 + 1
  const reasoning = said.reasoning.length
  if (usage === 'REASONING_BESIDE')
    return {
      prompt_tokens: prompt,
      completion_tokens: output,
      total_tokens: prompt + output + reasoning,
      completion_tokens_details: { reasoning_tokens: reasoning },
    }
  return {
    prompt_tokens: prompt,
    completion_tokens: output + reasoning,
    total_tokens: prompt + output + reasoning,
  }
}

function pieces(text: string): readonly string[] {
  return text.match(/.{1,7}/gs) ?? []
}
