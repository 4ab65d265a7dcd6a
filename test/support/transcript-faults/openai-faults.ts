import { z } from 'zod'
import type { JsonObject } from '../../../src/domain/json.ts'
import { isSealedBy } from '../hostile-history.ts'
import { repeated, shapeFaults } from './shape-faults.ts'

const callId = z
  .string()
  .min(1)
  .max(64, 'string too long')
  .refine((id) => id.isWellFormed(), 'no low surrogate in string')
const words = z.string().min(1)
const url = z.string().regex(/^data:\w+\/[\w.+-]+;base64,[A-Za-z0-9+/]+={0,2}$/, 'invalid data URL')
const content = z.union([
  words,
  z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('input_text'), text: words }),
        z.strictObject({
          type: z.literal('input_image'),
          image_url: url,
          detail: z.enum(['auto', 'low', 'high']),
        }),
        z.strictObject({ type: z.literal('input_file'), filename: words, file_data: url }),
      ]),
    )
    .min(1),
])
const said = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('user'), content }),
  z.strictObject({ role: z.literal('developer'), content: words }),
  z.strictObject({
    role: z.literal('assistant'),
    content: words,
    phase: z.enum(['commentary', 'final_answer']).optional(),
  }),
])
const called = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('reasoning'),
    id: z.string(),
    summary: z.array(z.strictObject({ type: z.literal('summary_text'), text: z.string() })),
    encrypted_content: z
      .string()
      .refine((seal) => isSealedBy('openai', seal), 'Encrypted content could not be decrypted'),
  }),
  z.strictObject({
    type: z.literal('function_call'),
    call_id: callId,
    name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/, 'string does not match pattern'),
    arguments: z.string(),
  }),
  z.strictObject({
    type: z.literal('function_call_output'),
    call_id: callId,
    output: z.union([z.string(), content]),
  }),
])
const item = z.union([said, called])
type Item = z.infer<typeof item>

/**
 * Faults that the Responses API would refuse in the input of a request, by its reference, its guides on function calling and reasoning
 * (platform.openai.com/docs), and the sentences of its errors.
 */
export function openAiFaults({ input }: JsonObject): readonly string[] {
  const parsed = z.array(item).min(1).safeParse(input)
  if (!parsed.success) return shapeFaults(parsed.error)
  const items = parsed.data
  return [
    ...repeated(items.flatMap(callOf)).map((id) => `duplicate function call ${id}`),
    ...repeated(items.flatMap(outputOf)).map((id) => `duplicate output for function call ${id}`),
    ...items.flatMap((each, at) => itemFaults(each, at, items)),
  ]
}

function itemFaults(each: Item, at: number, items: readonly Item[]): readonly string[] {
  if ('role' in each) return []
  switch (each.type) {
    case 'reasoning':
      return isFollowed(at, items) ? [] : [`reasoning ${each.id} without its required following item`]
    case 'function_call':
      return isAnsweredAtOnce(each.call_id, at, items)
        ? []
        : [`no tool output found for function call ${each.call_id}`]
    case 'function_call_output':
      return items.slice(0, at).flatMap(callOf).includes(each.call_id)
        ? []
        : [`no tool call found for function call output ${each.call_id}`]
    default:
      return each satisfies never
  }
}

/** More reasoning may follow; at its end must be what the model said or called. */
function isFollowed(at: number, items: readonly Item[]): boolean {
  const next = items.slice(at + 1).find((each) => 'role' in each || each.type !== 'reasoning')
  if (next === undefined) return false
  return 'role' in next ? next.role === 'assistant' : next.type === 'function_call'
}

/** Nothing that others said stands between a call and its output. */
function isAnsweredAtOnce(id: string, at: number, items: readonly Item[]): boolean {
  const rest = items.slice(at + 1)
  const output = rest.findIndex((each) => outputOf(each).includes(id))
  return (
    output !== -1 && rest.slice(0, output).every((each) => !('role' in each) || each.role === 'assistant')
  )
}

function callOf(each: Item): readonly string[] {
  return 'type' in each && each.type === 'function_call' ? [each.call_id] : []
}

function outputOf(each: Item): readonly string[] {
  return 'type' in each && each.type === 'function_call_output' ? [each.call_id] : []
}
