import { z } from 'zod'
import type { JsonObject } from '../../../src/domain/json.ts'
import { isSealedBy } from '../hostile-history.ts'
import { repeated, shapeFaults } from './shape-faults.ts'

const words = z.string().min(1)
const details = z.array(
  z.looseObject({
    data: z.string().refine((seal) => isSealedBy('openai-chat', seal), 'Invalid reasoning details'),
  }),
)

const url = z.string().regex(/^data:\w+\/[\w.+-]+;base64,[A-Za-z0-9+/]+={0,2}$/, 'invalid data URL')
const parts = z
  .array(
    z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('text'), text: words }),
      z.strictObject({ type: z.literal('image_url'), image_url: z.strictObject({ url }) }),
      z.strictObject({
        type: z.literal('input_audio'),
        input_audio: z.strictObject({ data: z.base64().min(1), format: z.enum(['wav', 'mp3']) }),
      }),
      z.strictObject({ type: z.literal('file'), file: z.strictObject({ filename: words, file_data: url }) }),
    ]),
  )
  .min(1)

/** OpenAI's own servers bound the ids of calls to 40 characters; others do not. */
function schemaOf(maxIdLength: number) {
  const callId = z
    .string()
    .min(1)
    .max(maxIdLength, 'string too long')
    .refine((id) => id.isWellFormed(), 'no low surrogate in string')
  const call = z.strictObject({
    id: callId,
    type: z.literal('function'),
    function: z.strictObject({
      name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/, 'string does not match pattern'),
      arguments: z.string(),
    }),
  })
  const calling = z.strictObject({
    role: z.literal('assistant'),
    content: z.string().nullable(),
    tool_calls: z.array(call).min(1),
    reasoning: z.string().optional(),
    reasoning_content: z.string().optional(),
    reasoning_details: details.optional(),
  })
  const said = z.union([
    z.strictObject({ role: z.enum(['system', 'assistant']), content: words }),
    z.strictObject({ role: z.literal('user'), content: z.union([words, parts]) }),
  ])
  const answered = z.strictObject({ role: z.literal('tool'), tool_call_id: callId, content: z.string() })
  return z.array(z.union([calling, said, answered])).min(1)
}
type Message = z.infer<ReturnType<typeof schemaOf>>[number]

/**
 * Faults that Chat Completions would refuse in the messages of a request, by its reference and its guide on function calling
 * (platform.openai.com/docs), and the sentences of its errors.
 */
export function openAiChatFaults(
  { messages }: JsonObject,
  { maxIdLength }: { readonly maxIdLength: number },
): readonly string[] {
  const parsed = schemaOf(maxIdLength).safeParse(messages)
  if (!parsed.success) return shapeFaults(parsed.error)
  const list = parsed.data
  return [
    ...repeated(list.flatMap(callIdsOf)).map((id) => `duplicate tool call ${id}`),
    ...list.flatMap((message, at) => callFaults(message, list.slice(at + 1))),
    ...list.flatMap((message, at) => resultFaults(message, list.slice(0, at))),
  ]
}

/** "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'." */
function callFaults(message: Message, after: readonly Message[]): readonly string[] {
  const end = after.findIndex(({ role }) => role !== 'tool')
  const answered = (end === -1 ? after : after.slice(0, end)).flatMap(resultIdOf)
  return callIdsOf(message).flatMap((id) => {
    const count = answered.filter((each) => each === id).length
    return count === 1 ? [] : [`${count} tool messages respond to the tool_call_id ${id}`]
  })
}

/** "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'." */
function resultFaults(message: Message, before: readonly Message[]): readonly string[] {
  const caller = before.findLast(({ role }) => role !== 'tool')
  const called = caller === undefined ? [] : callIdsOf(caller)
  return resultIdOf(message).flatMap((id) =>
    called.includes(id) ? [] : [`tool message ${id} must be a response to a preceding message`],
  )
}

function callIdsOf(message: Message): readonly string[] {
  return 'tool_calls' in message ? message.tool_calls.map(({ id }) => id) : []
}

function resultIdOf(message: Message): readonly string[] {
  return 'tool_call_id' in message ? [message.tool_call_id] : []
}
