import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import type { Message } from '../../../../src/domain/message.ts'
import { countAhead, countMessages, countText } from '../../../../src/domain/token-estimate.ts'

const message = fc.string({ unit: 'binary' }).map((text): Message => ({ role: 'user', text }))

describe('the estimate of tokens', () => {
  test.prop([fc.array(message), message])('CTX-1 a message more never lowers it', (messages, next) => {
    expect(countMessages([...messages, next])).toBeGreaterThan(countMessages(messages))
  })

  test('CTX-1 dense text is not taken for words', () => {
    const hex = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'.repeat(10)
    expect(countText(hex)).toBeGreaterThan(hex.length / 2.2)
    const thai = 'ภาษาไทยเป็นภาษาที่มีระดับเสียงของคำแน่นอนหรือวรรณยุกต์'
    expect(countText(thai)).toBeGreaterThan(thai.length / 2.6)
    expect(countText('3f2504e0-4f89-11d3-9a0c-0305e82c3301')).toBeGreaterThan(15)
  })

  test('CTX-1 prose keeps its price', () => {
    const prose = 'The quick brown fox jumps over the lazy dog, and then it sleeps. '.repeat(20)
    expect(countText(prose)).toBeGreaterThan(250)
    expect(countText(prose)).toBeLessThan(380)
  })

  test('CTX-1 a long text is counted in pieces that cut no word', () => {
    const line = 'The quick brown fox jumps over the lazy dog.\n'
    const alone = countText(line)
    expect(Math.abs(countText(line.repeat(10_000)) - alone * 10_000)).toBeLessThan(alone * 100)
  })

  test('CTX-1 messages are counted ahead with interruptions, and once', () => {
    const long: Message = { role: 'user', text: 'Some words of a long message. '.repeat(10_000) }
    const short: Message = { role: 'user', text: 'Few words.' }
    const yields = () => [...countAhead([long, short])].length
    expect(yields()).toBeGreaterThan(5)
    expect(yields()).toBe(0)
    expect([...countAhead([{ ...short }, { ...short }])]).toEqual([])
    expect(countMessages([long, short])).toBe(countMessages([{ ...long }, { ...short }]))
  })

  test.each([
    ['one letter', 'a'],
    ['emoji', '😀'],
    ['half surrogates', '\ud83d'],
    ['blanks', ' '],
    ['digits and letters', 'a1'],
    ['digits', '1'],
    ['quotes', '":'],
  ])('CTX-1 a million of %s is neither nothing nor beyond its worst case', (_name, unit) => {
    const text = unit.repeat(1_000_000 / unit.length)
    expect(countText(text)).toBeGreaterThan(10_000)
    expect(countText(text)).toBeLessThanOrEqual(Buffer.byteLength(text))
  })
})
