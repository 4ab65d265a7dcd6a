import { z } from 'zod'
import type { JsonObject } from '../../../src/domain/json.ts'
import { isSealedBy } from '../hostile-history.ts'
import { shapeFaults } from './shape-faults.ts'

const name = z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/, 'Invalid function name')
const id = z.string().min(1).optional()
const object = z.record(z.string(), z.json())
const blob = z.strictObject({ mimeType: z.string().regex(/^\w+\/[\w.+-]+$/), data: z.base64().min(1) })
const ofResult = z.strictObject({
  inlineData: blob.extend({ mimeType: z.enum(['image/png', 'image/jpeg', 'image/webp', 'application/pdf']) }),
})
const part = z.union([
  z.strictObject({ inlineData: blob, thoughtSignature: z.string().optional() }),
  z.strictObject({
    text: z.string(),
    thought: z.boolean().optional(),
    thoughtSignature: z.string().optional(),
  }),
  z.strictObject({
    functionCall: z.strictObject({ id, name, args: object }),
    thoughtSignature: z.string().optional(),
  }),
  z.strictObject({
    functionResponse: z.strictObject({
      id,
      name,
      response: object,
      parts: z.array(ofResult).min(1).optional(),
    }),
  }),
])
type Part = z.infer<typeof part>
const turn = z.strictObject({ role: z.enum(['user', 'model']), parts: z.array(part).min(1) })
type Turn = z.infer<typeof turn>

const skipped = 'skip_thought_signature_validator'

/**
 * Faults that `generateContent` would refuse in the contents of a request, by its pages on function calling and thought signatures
 * (ai.google.dev/gemini-api/docs) and the sentences of its errors. Gemini 3 requires signed calls.
 */
export function googleFaults(
  { contents }: JsonObject,
  { provider, wantsSignedCalls }: { readonly provider: string; readonly wantsSignedCalls: boolean },
): readonly string[] {
  const parsed = z.array(turn).min(1, 'contents is not specified').safeParse(contents)
  if (!parsed.success) return shapeFaults(parsed.error)
  const turns = parsed.data
  return [
    ...(turns[0]?.role === 'user' ? [] : ['multiturn requests must begin with a user turn']),
    ...(turns.at(-1)?.role === 'user' ? [] : ['multiturn requests must end with a user role']),
    ...turns.flatMap(({ role }, at) => (role === turns[at - 1]?.role ? ['turns must alternate'] : [])),
    ...turns.flatMap(({ parts }) => parts.flatMap((each) => partFaults(each, provider))),
    ...turns.flatMap((each, at) => callFaults(each, turns[at + 1])),
    ...turns.flatMap((each, at) => responseFaults(each, turns[at - 1])),
    ...(wantsSignedCalls ? turns.flatMap(signatureFaults) : []),
  ]
}

function partFaults(part: Part, provider: string): readonly string[] {
  const signature = 'thoughtSignature' in part ? part.thoughtSignature : undefined
  const isTrue = signature === undefined || signature === skipped || isSealedBy(provider, signature)
  const isEmpty = 'text' in part && part.text === '' && signature === undefined
  return [
    ...(isTrue ? [] : ['corrupted thought signature']),
    ...(isEmpty ? ['the request has an empty text parameter'] : []),
  ]
}

function callFaults({ role, parts }: Turn, next: Turn | undefined): readonly string[] {
  const calls = parts.flatMap((each) => ('functionCall' in each ? [each.functionCall] : []))
  if (calls.length === 0) return []
  if (role === 'user') return ['a function call must be in a model turn']
  const responses = responsesOf(next)
  if (responses.length !== calls.length) {
    return ['the number of function response parts must equal the number of function call parts']
  }
  const isPaired = calls.every(
    (call, at) => call.name === responses[at]?.name && call.id === responses[at]?.id,
  )
  const ids = calls.flatMap((call) => call.id ?? [])
  return [
    ...(isPaired ? [] : ['function responses must match their calls']),
    ...(new Set(ids).size === ids.length ? [] : ['function call ids must be unique']),
  ]
}

function responseFaults(turn: Turn, before: Turn | undefined): readonly string[] {
  const isAnswer = before?.parts.some((each) => 'functionCall' in each)
  const responses = responsesOf(turn)
  if (responses.length > 0 && (turn.role === 'model' || !isAnswer)) {
    return ['a function response turn must come immediately after a function call turn']
  }
  const isBehind = turn.parts.slice(responses.length).some((each) => 'functionResponse' in each)
  return isBehind ? ['function responses must come before other parts'] : []
}

function responsesOf(turn: Turn | undefined) {
  return turn?.parts.flatMap((each) => ('functionResponse' in each ? [each.functionResponse] : [])) ?? []
}

function signatureFaults({ parts }: Turn): readonly string[] {
  const first = parts.find((each) => 'functionCall' in each)
  return first !== undefined && first.thoughtSignature === undefined
    ? ['function call is missing a thought_signature']
    : []
}
