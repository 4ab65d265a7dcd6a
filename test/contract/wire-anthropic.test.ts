import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/domain/json.ts'
import { createAnthropic } from '../../src/models/anthropic/anthropic.ts'
import { type CutOptions, recordings, wireCases } from '../support/wire.ts'
import { items, replay } from '../support/wire-replay.ts'

const cuts: readonly CutOptions[] = [{ cut: 'whole' }, { cut: 'random', seed: 11 }, { cut: 3 }]

describe('MOD-2 recorded traffic of anthropic', () => {
  if (!recordings) it.skip('is not replayed: WIRE_RECORDINGS names no folder of recordings')

  for (const wireCase of wireCases('anthropic')) {
    it.for(cuts)(`${wireCase.name} (MOD-2, MOD-3, MOD-7, MOD-8), cut: $cut`, (cut) =>
      replay(wireCase, cut, { create, expectRequest }),
    )
  }
})

function create(baseUrl: string) {
  return createAnthropic({ apiKey: 'key', baseUrl })
}

/** A later request must carry the signed thinking, the calls and their results, as the recording client sent them. */
function expectRequest(sent: JsonObject, recorded: JsonObject): void {
  expect(toolTraffic(sent)).toEqual(toolTraffic(recorded))
  expect(items(sent.messages).map(({ role }) => role)).toEqual(
    items(recorded.messages).map(({ role }) => role),
  )
}

function toolTraffic(body: JsonObject): readonly JsonObject[] {
  return items(body.messages)
    .flatMap(({ content }) => items(content))
    .flatMap(({ cache_control: _mark, ...block }): JsonObject[] => {
      if (block.type === 'text') return []
      return [
        block.type === 'tool_result' ? { is_error: false, ...block, content: resultText(block) } : block,
      ]
    })
}

function resultText({ content = '' }: JsonObject): string {
  return typeof content === 'string'
    ? content
    : items(content)
        .map(({ text }) => text)
        .join('')
}
