import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { isJsonObject, type JsonObject } from '../../src/domain/json.ts'
import { type Message, toolCallsOf } from '../../src/domain/message.ts'
import { repairTranscript } from '../../src/models/transcript/repair-transcript.ts'
import { hostileHistory, sealBy } from '../support/hostile-history.ts'
import {
  anthropic,
  compatibleChat,
  google,
  openAi,
  openAiChat,
  type TranscriptTarget,
  transcriptTargets,
  userTexts,
} from '../support/transcript-targets.ts'
import { propertyTrials } from '../support/trials.ts'

describe.each(transcriptTargets)('any history for $api', ({ rules, bodyOf, faultsOf }) => {
  test.prop([hostileHistory], propertyTrials(500))('MOD-7 is accepted by its rules', (history) => {
    expect(faultsOf(bodyOf(history))).toEqual([])
  })

  test.prop([hostileHistory], propertyTrials(200))('MOD-7 is repaired once and for all', (history) => {
    const repaired = repairTranscript(history, rules)
    expect(repairTranscript(repaired, rules)).toEqual(repaired)
  })

  test.prop([hostileHistory], propertyTrials(200))(
    'MOD-7 keeps every word of the user, in order',
    (history) => {
      const said = history.flatMap((each) =>
        each.role === 'user' && each.text.trim() !== '' ? [each.text] : [],
      )
      expect(restWithin(said, userTexts(bodyOf(history)).join('\n\n'))).toEqual([])
    },
  )

  test.prop([hostileHistory], propertyTrials(200))(
    'MOD-7 keeps every call and its arguments, in order',
    (history) => {
      const argumentsOf = (messages: readonly Message[]) => callsOf(messages).map((call) => call.arguments)
      const written = argumentsOf(history)
      expect(argumentsOf(repairTranscript(history, rules))).toEqual(
        rules.arguments === 'OBJECT' ? written.map(asObject) : written,
      )
    },
  )

  test.prop([hostileHistory, fc.nat({ max: 16 })], propertyTrials(200))(
    'MOD-7 gives a call the same id however the history goes on',
    (history, length) => {
      const idsOf = (messages: readonly Message[]) =>
        callsOf(repairTranscript(messages, rules)).map((call) => call.callId)
      const before = idsOf(history.slice(0, length))
      expect(idsOf(history).slice(0, before.length)).toEqual(before)
    },
  )
})

function callsOf(messages: readonly Message[]) {
  return messages.flatMap((each) => (each.role === 'assistant' ? toolCallsOf(each) : []))
}

/** Arguments that are no JSON object are shown to the model within one. */
function asObject(args: string): string {
  if (args.trim() === '') return '{}'
  try {
    if (isJsonObject(JSON.parse(args))) return args
  } catch {
    // Cut off.
  }
  return JSON.stringify({ INVALID_JSON: args })
}

/** The rest of `wanted` after its items were found in a text one behind the other. */
function restWithin(wanted: readonly string[], text: string): readonly string[] {
  let from = 0
  return wanted.filter((item) => {
    const at = text.indexOf(item, from)
    if (at >= 0) from = at + item.length
    return at < 0
  })
}

/** Bodies as they would be without a repair, each with the fault that it is refused for. */
const refused: readonly (readonly [TranscriptTarget, string, JsonObject, string])[] = [
  ...anthropicBodies(),
  ...googleBodies(),
  ...openAiBodies(),
  ...chatBodies(),
]

describe('the validator of histories', () => {
  it.each(refused.map(([target, what, body, fault]) => ({ api: target.api, what, target, body, fault })))(
    'MOD-7 knows that $api refuses $what',
    ({ target, body, fault }) => {
      expect(target.faultsOf(body)).toContainEqual(expect.stringContaining(fault))
    },
  )

  test.prop([hostileHistory, fc.nat()], propertyTrials(300))(
    'MOD-7 misses a result that is taken away, whatever the history and the API',
    (history, choice) => {
      fc.pre(callsOf(history).length > 0)
      for (const { api, bodyOf, faultsOf } of transcriptTargets) {
        const body = bodyOf(history)
        expect([api, faultsOf(withoutResult(body, choice))]).not.toEqual([api, []])
      }
    },
  )
})

/** The body without one of its results. */
function withoutResult(body: JsonObject, choice: number): JsonObject {
  const results: unknown[] = []
  JSON.stringify(body, (_key, value: unknown) => {
    if (isResult(value)) results.push(value)
    return value
  })
  const gone = results[choice % results.length]
  const drop = (_key: string, value: unknown) =>
    Array.isArray(value) ? value.filter((item) => item !== gone) : value
  return JSON.parse(JSON.stringify(body, drop))
}

function isResult(value: unknown): boolean {
  if (!isJsonObject(value)) return false
  const { type, role, functionResponse } = value
  return (
    type === 'tool_result' ||
    type === 'function_call_output' ||
    role === 'tool' ||
    functionResponse !== undefined
  )
}

function anthropicBodies() {
  const hello = { role: 'user', content: [{ type: 'text', text: 'Hello' }] }
  const toolUse = { type: 'tool_use', id: 'a', name: 'look', input: {} }
  const result = { type: 'tool_result', tool_use_id: 'a', content: 'A tree.', is_error: false }
  const thinking = { type: 'thinking', thinking: 'Hm.', signature: sealBy('anthropic') }
  const text = { type: 'text', text: 'Hi' }
  const says = (...content: JsonObject[]) => ({ role: 'assistant', content })
  const told = (...content: JsonObject[]) => ({ role: 'user', content })
  return rows(anthropic, 'messages', [
    ['an empty history', [], '>=1 items'],
    ['an answer as the first turn', [says(text), hello], 'must use the user role'],
    ['an answer as the last turn', [hello, says(text)], 'must end with a user message'],
    ['two answers in a row', [hello, says(text), says(text), hello], 'must alternate'],
    ['an empty turn', [hello, says(), hello], '>=1 items'],
    ['blank text', [told({ type: 'text', text: ' \n' })], 'non-whitespace text'],
    ['a call without its result', [hello, says(toolUse), hello], 'no tool_result'],
    ['a call at the end', [hello, says(toolUse)], 'no tool_result'],
    ['a result too late', [hello, says(toolUse), hello, says(text), told(result)], 'unexpected tool_use_id'],
    ['a result without a call', [told(result)], 'unexpected tool_use_id'],
    ['two results of a call', [hello, says(toolUse), told(result, result)], 'single result'],
    ['words before a result', [hello, says(toolUse), told(text, result)], 'must come first'],
    ['an id twice', [hello, says(toolUse, toolUse), told(result, result)], 'must be unique'],
    ['an odd id', [hello, says({ ...toolUse, id: 'a.b' }), hello], 'match pattern'],
    ['an error without words', [told({ ...result, content: '', is_error: true })], 'cannot be empty'],
    ['thinking at the end of a turn', [hello, says(text, thinking), hello], 'cannot be thinking'],
    [
      'thinking of another provider',
      [hello, says({ ...thinking, signature: sealBy('google') }, text), hello],
      'Invalid `signature`',
    ],
  ])
}

function googleBodies() {
  const hello = { role: 'user', parts: [{ text: 'Hello' }] }
  const call = {
    functionCall: { id: 'a', name: 'look', args: {} },
    thoughtSignature: 'skip_thought_signature_validator',
  }
  const response = { functionResponse: { id: 'a', name: 'look', response: { output: 'A tree.' } } }
  const says = (...parts: JsonObject[]) => ({ role: 'model', parts })
  const told = (...parts: JsonObject[]) => ({ role: 'user', parts })
  const text = { text: 'Hi' }
  const other = { functionResponse: { ...response.functionResponse, name: 'think' } }
  return rows(google, 'contents', [
    ['an empty history', [], 'not specified'],
    ['an answer as the first turn', [says(text), hello], 'begin with a user turn'],
    ['an answer as the last turn', [hello, says(text)], 'end with a user role'],
    ['two turns of the user in a row', [hello, hello], 'must alternate'],
    ['an empty turn', [hello, says(), hello], '>=1 items'],
    ['empty text', [told({ text: '' })], 'empty text parameter'],
    ['a call without its response', [hello, says(call), hello], 'number of function response parts'],
    ['two responses to a call', [hello, says(call), told(response, response)], 'number of function response'],
    ['a response to another function', [hello, says(call), told(other)], 'must match their calls'],
    ['a response without a call', [told(response)], 'immediately after a function call turn'],
    ['words before a response', [hello, says(call), told(text, response)], 'before other parts'],
    [
      'an unsigned call',
      [hello, says({ functionCall: call.functionCall }), told(response)],
      'thought_signature',
    ],
    [
      'a signature of another provider',
      [hello, says({ text: 'Hi', thoughtSignature: sealBy('vertex') }), hello],
      'corrupted thought signature',
    ],
  ])
}

function openAiBodies() {
  const hello = { role: 'user', content: 'Hello' }
  const call = { type: 'function_call', call_id: 'a', name: 'look', arguments: '{}' }
  const output = { type: 'function_call_output', call_id: 'a', output: 'A tree.' }
  const seal = { encrypted_content: sealBy('openai') }
  const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], ...seal }
  const foreign = { ...reasoning, encrypted_content: sealBy('openai-chat') }
  return rows(openAi, 'input', [
    ['an empty history', [], '>=1 items'],
    ['an empty message', [{ role: 'user', content: '' }], '0.content: Too small'],
    ['a call without its output', [hello, call], 'no tool output found'],
    ['an output behind other words', [hello, call, hello, output], 'no tool output found'],
    ['an output without a call', [hello, output], 'no tool call found'],
    ['an output before its call', [output, call], 'no tool call found'],
    ['two outputs of a call', [call, output, output], 'duplicate output'],
    ['an id twice', [call, output, call, output], 'duplicate function call'],
    ['a long id', [{ ...call, call_id: 'x'.repeat(65) }], 'string too long'],
    ['a name with a dot', [{ ...call, name: 'a.b' }], 'does not match pattern'],
    ['reasoning that nothing follows', [hello, reasoning], 'required following item'],
    ['reasoning before the user’s words', [reasoning, hello], 'required following item'],
    ['reasoning of another provider', [foreign, call, output], 'could not be decrypted'],
  ])
}

function chatBodies() {
  const hello = { role: 'user', content: 'Hello' }
  const toolCall = { id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }
  const calls = { role: 'assistant', content: null, tool_calls: [toolCall] }
  const result = { role: 'tool', tool_call_id: 'a', content: 'A tree.' }
  const note = { role: 'system', content: 'One step is left.' }
  const longId = { ...calls, tool_calls: [{ ...toolCall, id: 'x'.repeat(41) }] }
  const foreign = { ...calls, reasoning_details: [{ data: sealBy('anthropic') }] }
  return rows(openAiChat, 'messages', [
    ['an empty history', [], '>=1 items'],
    [
      'an answer without words and calls',
      [hello, { role: 'assistant', content: '' }],
      '1.content: Too small',
    ],
    ['a call without its result', [hello, calls, hello], '0 tool messages respond'],
    ['a system message before a result', [hello, calls, note, result], '0 tool messages respond'],
    ['two results of a call', [hello, calls, result, result], '2 tool messages respond'],
    ['a result without a call', [hello, result], 'response to a preceding message'],
    ['an id twice', [calls, result, calls, result], 'duplicate tool call'],
    ['a long id', [longId], 'string too long'],
    ['reasoning of another provider', [foreign, result], 'Invalid reasoning details'],
  ]).concat(strictBodies())
}

function strictBodies() {
  const hello = { role: 'user', content: 'Hello' }
  const says = { role: 'assistant', content: 'Hi' }
  const called = (id: string, args: string) => ({
    role: 'assistant',
    content: '',
    tool_calls: [{ id, type: 'function', function: { name: 'look', arguments: args } }],
  })
  const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'A tree.' })
  const id = 'abcdefgh1'
  return rows(compatibleChat, 'messages', [
    ['a later system message', [hello, { role: 'system', content: 'Note.' }], 'at the beginning'],
    ['two turns of the user', [hello, hello], 'Unexpected role user after role user'],
    ['two answers in a row', [hello, says, says, hello], 'Unexpected role assistant'],
    ['an answer at the end', [hello, says], 'Unexpected role end after role assistant'],
    ['an answer at the start', [says, hello], 'Unexpected role assistant after role start'],
    ['a user behind results', [hello, called(id, '{}'), result(id), hello], 'role user after role tool'],
    ['an odd id', [hello, called('call_1', '{}'), result('call_1')], 'with a length of 9'],
    ['arguments that were cut', [hello, called(id, '{"a":'), result(id)], 'must be a JSON object'],
    ['arguments that are a list', [hello, called(id, '[]'), result(id)], 'must be a JSON object'],
    ['blank words', [{ role: 'user', content: ' ' }], 'must not be empty'],
  ])
}

function rows(
  target: TranscriptTarget,
  field: string,
  bodies: readonly (readonly [what: string, list: readonly JsonObject[], fault: string])[],
) {
  return bodies.map(([what, list, fault]) => [target, what, { [field]: list }, fault] as const)
}
