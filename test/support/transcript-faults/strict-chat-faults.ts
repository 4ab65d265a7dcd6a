import { z } from 'zod'
import type { JsonObject } from '../../../src/domain/json.ts'

const messages = z.array(
  z.looseObject({
    role: z.string(),
    content: z.union([z.string(), z.array(z.json())]).nullish(),
    tool_call_id: z.string().optional(),
    tool_calls: z
      .array(z.object({ id: z.string(), function: z.object({ arguments: z.string() }) }))
      .optional(),
  }),
)
type Message = z.infer<typeof messages>[number]

/**
 * Faults in the messages of a request that at least one compatible server refuses. A request without them is accepted by all.
 */
export function strictChatFaults(body: JsonObject): readonly string[] {
  const list = messages.parse(body.messages)
  return [
    ...list.flatMap((message, at) => systemFaults(message, at)),
    ...turnFaults(list.filter(({ role }) => role !== 'system')),
    ...list.flatMap(contentFaults),
    ...list.flatMap(callFaults),
  ]
}

/** Rule 1. */
function systemFaults({ role }: Message, at: number): readonly string[] {
  if (role === 'developer') return [`unknown variant developer at ${at}`]
  return role === 'system' && at > 0 ? ['System message must be at the beginning.'] : []
}

/** Rules 2 to 5: which role may stand behind which. */
const after: Readonly<Record<string, readonly string[]>> = {
  start: ['user'],
  user: ['assistant', 'end'],
  calls: ['tool'],
  assistant: ['user'],
  tool: ['tool', 'assistant', 'calls', 'end'],
}

function turnFaults(turns: readonly Message[]): readonly string[] {
  const names = ['start', ...turns.map((turn) => (turn.tool_calls ? 'calls' : turn.role)), 'end']
  return names.slice(1).flatMap((name, index) => {
    const before = names[index] ?? ''
    const isAllowed = after[before]?.includes(name) || (before === 'user' && name === 'calls')
    return isAllowed ? [] : [`Unexpected role ${name} after role ${before}`]
  })
}

/** Rules 7 and 9. */
function contentFaults({ role, content, tool_calls }: Message): readonly string[] {
  if (tool_calls) return typeof content === 'string' ? [] : ['content beside calls must be a string']
  // Files of a user: only there a list is taken.
  if (Array.isArray(content)) return role === 'user' ? [] : [`content of ${role} must be a string`]
  return content?.trim() ? [] : [`content of ${role} must not be empty`]
}

/** Rules 6 and 8. */
function callFaults({ tool_calls = [] }: Message): readonly string[] {
  return tool_calls.flatMap(({ id, function: { arguments: args } }) => [
    ...(/^[a-zA-Z0-9]{9}$/.test(id)
      ? []
      : [`Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`]),
    ...(isObject(args) ? [] : ['function.arguments must be a JSON object']),
  ])
}

function isObject(text: string): boolean {
  try {
    return z.record(z.string(), z.json()).safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}
