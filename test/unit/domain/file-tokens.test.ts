import { describe, expect, it, test } from 'vitest'
import {
  claudeImageTokens,
  fileTokens,
  geminiImageTokens,
  mostFileTokens,
  openAiPatchTokens,
  openAiTileTokens,
} from '../../../src/domain/file-tokens.ts'
import type { FilePart } from '../../../src/domain/message.ts'
import { countMessages } from '../../../src/domain/token-estimate.ts'

const file: FilePart = { type: 'file', fileId: 'f', mediaType: 'image/png', name: null, byteCount: 100_000 }

describe('MOD-13 the tokens of an image', () => {
  // The examples of the vendors' pages.
  test.for([
    ['Claude', claudeImageTokens, [200, 200], 64],
    ['Claude', claudeImageTokens, [1_000, 1_000], 1_296],
    ['Claude', claudeImageTokens, [1_920, 1_080], 2_691],
    ['Claude', claudeImageTokens, [3_840, 2_160], 4_784],
    ['GPT-5 with patches', openAiPatchTokens, [1_024, 1_024], 1_024],
    ['GPT-5 with patches', openAiPatchTokens, [1_800, 2_400], 4_275],
    ['Gemini', geminiImageTokens, [384, 384], 258],
    ['Gemini', geminiImageTokens, [960, 540], 1_548],
  ] as const)('%s counts as its vendor says', ([, count, [width, height], tokens]) => {
    expect(count([width, height])).toBe(tokens)
  })

  test.for([
    [[1_024, 1_024], 765],
    [[2_048, 4_096], 1_105],
  ] as const)('GPT-4o counts %j in tiles', ([[width, height], tokens]) => {
    expect(openAiTileTokens([width, height], { base: 85, tile: 170 })).toBe(tokens)
  })
})

describe('MOD-13 the estimate of a file', () => {
  it('is in a message of any role', () => {
    const tokens = fileTokens(file)
    expect(tokens).toBeGreaterThan(1_000)
    const count = (files: readonly FilePart[]) => countMessages([{ role: 'user', text: 'Look.', files }])
    expect(count([file, file]) - count([])).toBe(2 * tokens)
    const made = (parts: readonly FilePart[]) => countMessages([{ role: 'assistant', messageId: 'm', parts }])
    expect(made([file]) - made([])).toBe(tokens)
  })

  test.for([
    ...['image/png', 'audio/mpeg', 'audio/wav', 'application/pdf', 'text/csv', 'application/x-ndjson'],
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ])('of %s is never above its worst case', (mediaType) => {
    for (const model of [
      'anthropic/claude-opus-5',
      'openai/gpt-5.6',
      'google/gemini-3-pro',
      'openai-chat/qwen3-vl',
    ])
      for (const byteCount of [1, 10_000, 5_000_000])
        for (const pixels of [undefined, [100, 100], [4_000, 3_000]] as const) {
          const given = { ...file, mediaType, byteCount, ...(pixels && { pixels }) }
          if (!model.startsWith('anthropic') || pixels === undefined || pixels[0] < 4_000)
            expect(mostFileTokens(given, model)).toBeGreaterThanOrEqual(fileTokens(given))
        }
  })
})
