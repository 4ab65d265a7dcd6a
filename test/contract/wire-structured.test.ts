import { describe, expect, it } from 'vitest'
import { isJsonObject, type Json, type JsonObject } from '../../src/domain/json.ts'
import { forTest } from '../support/for-file.ts'
import { modelRequest } from '../support/model-call.ts'
import { openProvider } from '../support/provider-rows.ts'
import { collect, recordings, serveExchanges, wireCases } from '../support/wire.ts'

/** Where a request has the schema, the recorded one and our own; the API of Anthropic has moved it since. */
const recorded = [
  { wire: 'openai-chat', name: 'openai-chat', theirs: ['response_format', 'json_schema'] },
  { wire: 'openai-responses', name: 'openai', theirs: ['text', 'format'] },
  {
    wire: 'anthropic',
    name: 'anthropic',
    theirs: ['output_format'],
    ours: ['output_config', 'format'],
  },
  { wire: 'google', name: 'google', theirs: ['generationConfig'] },
  { wire: 'vertex', name: 'vertex', theirs: ['generationConfig'] },
] as const

/** Fields of the schema that the recording clients send; other settings and descriptions are their own. */
const told = ['type', 'name', 'strict', 'schema', 'responseMimeType', 'responseJsonSchema', 'responseSchema']

describe.each(recorded)('MOD-2 recorded structured output of $wire', ({ wire, name, theirs, ...place }) => {
  if (!recordings) it.skip('is not replayed: WIRE_RECORDINGS names no folder of recordings')

  for (const wireCase of wireCases(wire).filter((one) => one.name.endsWith('-structured-stream'))) {
    it(`${wireCase.name}: the schema is asked for as recorded, and the answer is its JSON text`, async () => {
      const [exchange] = wireCase.exchanges
      if (exchange === undefined) throw new Error(`${wireCase.name} has no exchange.`)
      const asked = within(exchange.request.body ?? {}, theirs)
      const server = forTest(await serveExchanges([exchange]))
      const { answer, text } = await collect(
        openProvider(name, server.baseUrl).stream(
          modelRequest({
            model: String(exchange.request.body?.model ?? 'gemini-2.5-flash'),
            responseFormat: { name: String(asked.name ?? 'answer'), schema: schemaOf(asked) },
          }),
        ),
      )
      const sent = within(server.requests[0]?.body ?? {}, 'ours' in place ? place.ours : theirs)
      expect(sent).toMatchObject(only(asked))
      expect(text).toBe(exchange.expect.text)
      expect(answer.finishReason).toBe('STOP')
      expect(() => JSON.parse(text)).not.toThrow()
    })
  }
})

function within(body: JsonObject, path: readonly string[]): JsonObject {
  return path.reduce<JsonObject>((value, key) => asObject(value[key]), body)
}

function schemaOf({ schema, responseJsonSchema, responseSchema }: JsonObject): JsonObject {
  return asObject(schema ?? responseJsonSchema ?? responseSchema)
}

function asObject(value: Json | undefined): JsonObject {
  if (isJsonObject(value)) return value
  throw new Error(`Not an object: ${JSON.stringify(value)}`)
}

function only(format: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(format).filter(([key]) => told.includes(key)))
}
