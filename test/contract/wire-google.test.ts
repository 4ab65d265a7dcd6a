import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../src/domain/json.ts'
import { isJsonObject } from '../../src/domain/json.ts'
import type { ModelProvider } from '../../src/domain/model.ts'
import { createGoogle, createVertex } from '../../src/models/google/google.ts'
import { type CutOptions, recordings, wireCases } from '../support/wire.ts'
import { items, replay } from '../support/wire-replay.ts'

const apis = [
  { provider: 'google', create: (baseUrl) => createGoogle({ apiKey: 'key', baseUrl }) },
  {
    provider: 'vertex',
    create: (baseUrl) => createVertex({ project: 'p', location: 'europe-west4', apiKey: 'key', baseUrl }),
  },
] as const satisfies readonly { provider: string; create: (baseUrl: string) => ModelProvider }[]

const cuts: readonly CutOptions[] = [{ cut: 'whole' }, { cut: 'random', seed: 11 }, { cut: 3 }]

describe.each(apis)('MOD-2 recorded traffic of $provider', ({ provider, create }) => {
  if (!recordings) it.skip('is not replayed: WIRE_RECORDINGS names no folder of recordings')

  for (const wireCase of wireCases(provider)) {
    it.for(cuts)(`${wireCase.name} (MOD-2, MOD-3, MOD-7, MOD-8), cut: $cut`, (cut) =>
      replay(wireCase, cut, { create, expectRequest }),
    )
  }
})

/** A later request must carry the signatures, the calls and their results, as the recording client sent them. */
function expectRequest(sent: JsonObject, recorded: JsonObject): void {
  expect(toolTraffic(sent)).toEqual(toolTraffic(recorded))
  expect(items(sent.contents).map(({ role }) => role)).toEqual(
    items(recorded.contents).map(({ role }) => role),
  )
}

/** Without ids, which the recording client made up where the server gave none; signatures as bytes, for their base64 has two alphabets. */
function toolTraffic(body: JsonObject) {
  return items(body.contents)
    .flatMap(({ parts }) => items(parts))
    .map(({ functionCall: call, functionResponse: result, thoughtSignature: signature }) => ({
      ...(isJsonObject(call) ? { name: call.name, args: call.args ?? {} } : {}),
      ...(isJsonObject(result) ? { name: result.name, result: firstValue(result.response) } : {}),
      ...(typeof signature === 'string'
        ? { signature: Buffer.from(signature, 'base64').toString('hex') }
        : {}),
    }))
    .filter((part) => Object.keys(part).length > 0)
}

function firstValue(response: Json | undefined): Json | undefined {
  return isJsonObject(response) ? Object.values(response)[0] : undefined
}
