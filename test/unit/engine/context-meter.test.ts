import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import type { Message } from '../../../src/domain/message.ts'
import { countRequest } from '../../../src/engine/context/count-tokens.ts'
import { createContextMeter } from '../../../src/engine/context-meter.ts'
import type { Asked } from '../../../src/engine/model-call.ts'

function asking(messages: readonly Message[], systemPrompt = 'Be brief.'): Asked {
  return {
    systemPrompt,
    messages,
    tools: [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object' } }],
    toolChoice: 'auto',
    temperature: null,
    maxOutputTokens: null,
    reasoningEffort: null,
    responseFormat: null,
  }
}

const said = (text: string) => ({ role: 'user', text }) as const
const first = said('A question of some length, to be answered at leisure.')
const more = said('And another one.')

describe('the context meter', () => {
  test('CTX-1 begins with an estimate', () => {
    const asked = asking([first])
    expect(createContextMeter().estimate('m', asked)).toBe(countRequest(asked))
  })

  test('CTX-1 goes on from what the provider counted of the last request', () => {
    const meter = createContextMeter()
    meter.learn('m', asking([first]), 1_000)
    const added = meter.estimate('m', asking([first, more])) - 1_000
    expect(added).toBe(countRequest({ ...asking([more]), systemPrompt: null, tools: [] }))
    expect(meter.estimate('other', asking([first, more]))).toBeLessThan(1_000)
  })

  test('CTX-1 forgets it where the request does not go on from there', () => {
    const meter = createContextMeter()
    meter.learn('m', asking([first]), 1_000)
    for (const asked of [asking([more]), asking([first], 'Be long.'), asking([said(first.text), more])])
      expect(meter.estimate('m', asked)).toBe(countRequest(asked))
  })

  test('CTX-1 does not believe a server that counts next to nothing', () => {
    const meter = createContextMeter()
    const asked = asking([said('word '.repeat(1_000))])
    meter.learn('m', asked, 1)
    expect(meter.estimate('m', asked)).toBeGreaterThanOrEqual(countRequest(asked) / 2)
    meter.learn('none', asked, 0)
    expect(meter.estimate('none', asked)).toBe(countRequest(asked))
  })

  test.prop([fc.string(), fc.nat({ max: 50 })])(
    'CTX-1 tokens are whole, whatever is believed of a server',
    (text, inputTokens) => {
      const meter = createContextMeter()
      const asked = asking([said(text)])
      meter.learn('m', asked, inputTokens)
      expect(Number.isInteger(meter.estimate('m', asked))).toBe(true)
    },
  )

  test.prop([fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 })])(
    'LIM-9 the worst case is no less than a token for each byte that is sent',
    (texts) => {
      const worst = createContextMeter().worst('m', asking(texts.map(said)))
      expect(worst).toBeGreaterThanOrEqual(Buffer.byteLength(texts.join('')))
    },
  )

  test('LIM-9 the worst case after an answer is what was counted, and a token for each byte since', () => {
    const meter = createContextMeter()
    meter.learn('m', asking([first]), 1_000)
    const worst = meter.worst('m', asking([first, more]))
    expect(worst).toBeGreaterThanOrEqual(1_000 + Buffer.byteLength(more.text))
    expect(worst).toBeLessThan(1_000 + 1_000 + 400)
  })
})
