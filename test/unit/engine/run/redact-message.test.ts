import { expect, test } from 'vitest'
import type { AssistantMessage } from '../../../../src/domain/message.ts'
import { redactMessage } from '../../../../src/engine/run/change-message.ts'
import { createRedactor } from '../../../../src/redaction/create-redactor.ts'

const redactor = createRedactor({ values: ['hunter2-hunter2'] })

const state = { provider: 'p', data: { signature: 's1gned' } }

const repeating = { provider: 'p', data: { thought: 'hunter2-hunter2' } }

const message = (...parts: AssistantMessage['parts']): AssistantMessage => ({
  role: 'assistant',
  messageId: 'm',
  parts,
})

test('TAS-7 an answer without secrets stays the same object, with the state that its provider wants back', () => {
  const given = message({ type: 'reasoning', text: 'Hm.', state }, { type: 'text', text: 'Hi', state })
  expect(redactMessage(given, redactor)).toBe(given)
})

test('TAS-7 a secret in two parts of the text is redacted as in one', () => {
  const given = message(
    { type: 'text', text: 'It is hunter2-', state },
    { type: 'text', text: 'hunter2, ok' },
  )
  expect(redactMessage(given, redactor)).toHaveProperty('parts', [
    { type: 'text', text: 'It is ', state },
    { type: 'text', text: '[redacted], ok' },
  ])
})

test('TAS-7 arguments, refusals, reasoning and the state of a provider are redacted', () => {
  const given = message(
    { type: 'reasoning', text: 'hunter2-hunter2', state: repeating },
    { type: 'reasoning', text: '', state },
    { type: 'refusal', text: 'Not hunter2-hunter2' },
    { type: 'tool-call', callId: 'c', name: 't', arguments: '{"password":"x","a":1}', state },
  )
  expect(redactMessage(given, redactor)).toHaveProperty('parts', [
    { type: 'reasoning', text: '[redacted]', state: { provider: 'p', data: { thought: '[redacted]' } } },
    { type: 'reasoning', text: '', state },
    { type: 'refusal', text: 'Not [redacted]' },
    { type: 'tool-call', callId: 'c', name: 't', arguments: '{"password":"[redacted]","a":1}', state },
  ])
})
