import { describe, expect, it } from 'vitest'
import { isJsonObject, type Json } from '../../src/domain/json.ts'
import { toAnthropicRequest } from '../../src/models/anthropic/anthropic-request.ts'
import { toGoogleRequest, unsupportedByGoogle } from '../../src/models/google/google-request.ts'

import { modelRequest, serving, streamed } from '../support/model-call.ts'
import { providerRows } from '../support/provider-rows.ts'
import { collect } from '../support/wire.ts'

const tools = [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object' } }]

/** Where each API has it, and how it spells it. */
const spelled: Readonly<
  Record<
    string,
    { readonly path: readonly string[]; readonly as: Readonly<Record<'auto' | 'none' | 'required', Json>> }
  >
> = {
  openai: { path: ['tool_choice'], as: { auto: 'auto', none: 'none', required: 'required' } },
  'openai-chat': { path: ['tool_choice'], as: { auto: 'auto', none: 'none', required: 'required' } },
  anthropic: { path: ['tool_choice', 'type'], as: { auto: 'auto', none: 'none', required: 'any' } },
  google: {
    path: ['toolConfig', 'functionCallingConfig', 'mode'],
    as: { auto: 'AUTO', none: 'NONE', required: 'ANY' },
  },
  vertex: {
    path: ['toolConfig', 'functionCallingConfig', 'mode'],
    as: { auto: 'AUTO', none: 'NONE', required: 'ANY' },
  },
}

describe.each(providerRows)('whether $name must call a tool', ({ name, open, text, model }) => {
  it.for(['auto', 'none', 'required'] as const)('LOOP-8 MOD-1 %s goes over the wire', async (toolChoice) => {
    const server = await serving([streamed(text('Hi'))])
    // Rests from thinking: who thinks cannot be held to a tool by Anthropic.
    const request = modelRequest({
      model,
      tools,
      toolChoice,
      reasoningEffort: name === 'anthropic' ? 'NONE' : null,
    })
    await collect(open(server.baseUrl).stream(request))
    const { path, as } = spelled[name] ?? { path: [], as: { auto: null, none: null, required: null } }
    const sent = path.reduce<Json | undefined>(
      (body, key) => (isJsonObject(body) ? body[key] : undefined),
      server.requests[0]?.body ?? {},
    )
    expect(sent).toBe(as[toolChoice])
  })
})

describe('a tool that must be called', () => {
  it.for([
    ['claude-sonnet-4-5', null, 'any'],
    ['claude-sonnet-4-5', 'HIGH', 'auto'],
    ['claude-sonnet-5', 'NONE', 'any'],
    ['claude-sonnet-5', null, 'auto'],
    ['claude-opus-5-5', 'NONE', 'auto'],
  ] as const)(
    'MOD-1 %s with effort %s is asked as %s: a model that thinks is not forced',
    ([model, reasoningEffort, type]) => {
      const request = modelRequest({ model, tools, toolChoice: 'required', reasoningEffort })
      expect(toAnthropicRequest(request).tool_choice).toEqual({ type })
    },
  )

  it('MOD-1 comes before the answer in a schema, where Gemini takes one of the two', () => {
    const responseFormat = { name: 'answer', schema: { type: 'object' } }
    const request = modelRequest({ model: 'gemini-2.5-flash', tools, toolChoice: 'required', responseFormat })
    expect(toGoogleRequest(request, 'google').config).not.toHaveProperty('responseJsonSchema')
    expect(unsupportedByGoogle(request)).toEqual(['responseFormat'])
  })
})
