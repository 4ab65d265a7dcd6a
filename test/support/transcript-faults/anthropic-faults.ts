import { z } from 'zod'
import type { JsonObject } from '../../../src/domain/json.ts'
import { isSealedBy } from '../hostile-history.ts'
import { repeated, shapeFaults } from './shape-faults.ts'

const words = z.string().regex(/\S/, 'text content blocks must contain non-whitespace text')
const id = z.string().regex(/^[a-zA-Z0-9_-]+$/, 'String should match pattern')
const text = z.strictObject({ type: z.literal('text'), text: words })
const data = z.base64().min(1)
const image = z.strictObject({
  type: z.literal('image'),
  source: z.strictObject({
    type: z.literal('base64'),
    media_type: z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
    data,
  }),
})
const document = z.strictObject({
  type: z.literal('document'),
  source: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('base64'), media_type: z.literal('application/pdf'), data }),
    z.strictObject({ type: z.literal('text'), media_type: z.literal('text/plain'), data: words }),
  ]),
  title: z.string().min(1).max(500),
})
const toolUse = z.strictObject({
  type: z.literal('tool_use'),
  id,
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/, 'String should match pattern'),
  input: z.record(z.string(), z.json()),
})
const toolResult = z
  .strictObject({
    type: z.literal('tool_result'),
    tool_use_id: id,
    content: z.union([z.string(), z.array(z.union([text, image, document])).min(1)]),
    is_error: z.boolean(),
  })
  .refine(
    (block) => !block.is_error || typeof block.content === 'string',
    'when `is_error` is true, all content must be type `text`',
  )
  .refine((block) => block.content !== '' || !block.is_error, 'content cannot be empty if `is_error` is true')
const sealed = z
  .string()
  .refine((seal) => isSealedBy('anthropic', seal), 'Invalid `signature` in `thinking` block')
const thinking = z.strictObject({ type: z.literal('thinking'), thinking: z.string(), signature: sealed })
const redacted = z.strictObject({ type: z.literal('redacted_thinking'), data: sealed })

const turn = z.discriminatedUnion('role', [
  z.strictObject({
    role: z.literal('user'),
    content: z.array(z.union([text, image, document, toolResult])).min(1),
  }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.array(z.discriminatedUnion('type', [text, toolUse, thinking, redacted])).min(1),
  }),
])
type Turn = z.infer<typeof turn>

/**
 * Faults that the Messages API would refuse in the messages of a request, by its reference, its pages on tool use and extended thinking
 * (platform.claude.com/docs), and the sentences of its errors.
 */
export function anthropicFaults({ messages }: JsonObject): readonly string[] {
  const parsed = z.array(turn).min(1).safeParse(messages)
  if (!parsed.success) return shapeFaults(parsed.error)
  const turns = parsed.data
  return [
    ...(turns[0]?.role === 'user' ? [] : ['messages: first message must use the user role']),
    ...(turns.at(-1)?.role === 'user' ? [] : ['the conversation must end with a user message']),
    ...repeated(turns.flatMap(callIdsOf)).map((callId) => `tool_use ids must be unique: ${callId}`),
    ...turns.flatMap((next, index) => turnFaults(next, turns[index - 1])),
    ...turns.flatMap((last, index) => (index === turns.length - 1 ? danglingCalls(last) : [])),
  ]
}

function turnFaults(turn: Turn, before: Turn | undefined): readonly string[] {
  if (turn.role === before?.role) return ['roles must alternate between user and assistant']
  if (turn.role === 'assistant') {
    const isOpen = turn.content.at(-1)?.type.includes('thinking')
    return isOpen ? ['the final block in an assistant message cannot be thinking'] : []
  }
  const kinds = turn.content.map(({ type }) => type)
  const called = before === undefined ? [] : callIdsOf(before)
  const answered = turn.content.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []))
  return [
    ...(kinds.lastIndexOf('tool_result') < answered.length ? [] : ['tool_result blocks must come first']),
    ...called.filter((each) => !answered.includes(each)).map((each) => `no tool_result for tool_use ${each}`),
    ...answered.filter((each) => !called.includes(each)).map((each) => `unexpected tool_use_id ${each}`),
    ...repeated(answered).map((each) => `each tool_use must have a single result: ${each}`),
  ]
}

function callIdsOf({ content }: Turn): readonly string[] {
  return content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
}

function danglingCalls(last: Turn): readonly string[] {
  return callIdsOf(last).map((each) => `no tool_result for tool_use ${each}`)
}
