import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import type { Message } from '../../../../src/domain/message.ts'
import { createContextMeter } from '../../../../src/engine/context/context-meter.ts'
import { countRequest } from '../../../../src/engine/context/count-tokens.ts'
import type { Asked } from '../../../../src/engine/model-call.ts'

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

  test('CTX-1 continues from the count of the provider for the last request', () => {
    const meter = createContextMeter()
    meter.learn('m', asking([first]), 1_000)
    const added = meter.estimate('m', asking([first, more])) - 1_000
    expect(added).toBe(countRequest({ ...asking([more]), systemPrompt: null, tools: [] }))
    expect(meter.estimate('other', asking([first, more]))).toBeLessThan(1_000)
  })

  test('CTX-1 applies to any other request of the model too', () => {
    const meter = createContextMeter()
    const long = asking([said('word '.repeat(10_000))])
    meter.learn('m', long, Math.round(0.8 * countRequest(long)))
    const short = asking([said('word '.repeat(2_000))], 'Be long.')
    expect(meter.estimate('m', short)).toBeCloseTo(0.8 * countRequest(short), -1)
    expect(meter.estimate('other', short)).toBe(countRequest(short))
  })

  test('CTX-1 its measurements outlive the process', () => {
    const meter = createContextMeter()
    const asked = asking([said('word '.repeat(10_000))])
    meter.learn('m', asked, 30_000)
    meter.overflowed('other', asked)
    const restored = createContextMeter(JSON.parse(JSON.stringify(meter.measures())))
    expect(restored.estimate('m', asked)).toBe(30_000)
    expect(restored.learntRoom('other')).toBe(meter.learntRoom('other'))
  })

  test('CTX-1 a large fixed addition of the provider is not taken for a ratio', () => {
    const meter = createContextMeter()
    meter.learn('m', asking([first]), 3_000)
    const grown = asking([first, said('word '.repeat(4_000))])
    expect(meter.estimate('m', grown)).toBeLessThan(3_000 + 1.6 * countRequest(grown))
  })

  test('CTX-1 does not believe a server that counts next to nothing', () => {
    const meter = createContextMeter()
    const asked = asking([said('word '.repeat(1_000))])
    meter.learn('m', asked, 1)
    expect(meter.estimate('m', asked)).toBeGreaterThanOrEqual(countRequest(asked) / 4)
    meter.learn('none', asked, 0)
    expect(meter.estimate('none', asked)).toBe(countRequest(asked))
  })

  test('CTX-1 a request that was answered raises the size that an overflow taught', () => {
    const meter = createContextMeter()
    const asked = asking([said('word '.repeat(1_000))])
    expect(meter.overflowed('m', asked)).toBeLessThan(countRequest(asked))
    meter.learn('m', asked, countRequest(asked))
    expect(meter.learntRoom('m')).toBe(countRequest(asked))
  })

  const sizes = fc.integer({ min: 0, max: 60_000 })
  test.prop([sizes, fc.double({ min: 0.05, max: 5, noNaN: true }), sizes, sizes])(
    'CTX-1 the measure is consistent: a text cut to a size takes no more',
    (counted, ratio, size, tokens) => {
      const meter = createContextMeter({
        m: { counted: { reported: Math.round(counted * ratio), estimated: counted }, room: null },
      })
      // A request of which the count is known: each `a ` is one token.
      const asked = (count: number) => asking([said('a '.repeat(count))])
      const count = countRequest(asked(size))
      const isWithin = count <= meter.toCount('m', tokens)
      expect(meter.estimate('m', asked(size)) <= tokens).toBe(isWithin)
    },
  )

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

  test('LIM-9 the worst case after an answer is the counted tokens, and a token for each byte since', () => {
    const meter = createContextMeter()
    meter.learn('m', asking([first]), 1_000)
    const worst = meter.worst('m', asking([first, more]))
    expect(worst).toBeGreaterThanOrEqual(1_000 + Buffer.byteLength(more.text))
    expect(worst).toBeLessThan(1_000 + 1_000 + 400)
  })
})
