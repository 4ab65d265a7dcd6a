import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import type { Json } from '../../../../src/domain/json.ts'
import { limitResult } from '../../../../src/engine/run/limit-result.ts'

const json = fc.oneof(
  fc.jsonValue({ stringUnit: 'binary' }),
  fc.string({ unit: 'binary', maxLength: 500 }),
  fc.string({ unit: fc.constantFrom('😀', 'ü', '"', '\\', '\n', '\u0007', 'a'), maxLength: 500 }),
)

function sizeOf(output: Json): number {
  return Buffer.byteLength(JSON.stringify(output))
}

/** The text before the mark, the mark, and the text after it. */
function partsOf(output: Json): readonly string[] {
  return String(output).split(/\n(\[cut: the result had \d+ bytes; at most \d+ are kept\])\n/)
}

describe('the limit of a result', () => {
  test.prop([json, fc.integer({ min: 128, max: 600 })])(
    'LIM-12 the kept part never exceeds the limit, and the true size is given',
    (value, maxBytes) => {
      // fast-check's type of a JSON value is wider by undefined only.
      const output = JSON.parse(JSON.stringify(value)) as Json
      const limited = limitResult(output, maxBytes)
      expect(sizeOf(limited.output)).toBeLessThanOrEqual(maxBytes)
      expect(limited.bytes).toBe(sizeOf(output))
    },
  )

  test.prop([json, fc.integer({ min: 128, max: 600 })])(
    'LIM-12 a result that fits is unchanged, and a cut one is a true beginning and end around a mark',
    (value, maxBytes) => {
      const output = JSON.parse(JSON.stringify(value)) as Json
      const limited = limitResult(output, maxBytes)
      if (sizeOf(output) <= maxBytes) {
        expect(limited.output).toBe(output)
        return
      }
      const whole = typeof output === 'string' ? output : JSON.stringify(output)
      const [head = '', mark, tail = ''] = partsOf(limited.output)
      expect(mark).toBe(`[cut: the result had ${limited.bytes} bytes; at most ${maxBytes} are kept]`)
      expect(whole.startsWith(head)).toBe(true)
      expect(whole.endsWith(tail)).toBe(true)
      expect(head.length + tail.length).toBeLessThan(whole.length)
      expect([head.isWellFormed(), tail.isWellFormed()]).toEqual([true, true])
    },
  )

  test('LIM-12 as much is kept as fits', () => {
    const { output } = limitResult('a'.repeat(10_000), 1_000)
    expect(sizeOf(output)).toBe(1_000)
  })

  test('LIM-12 a character of two units is kept whole or not at all, at both ends', () => {
    for (let maxBytes = 150; maxBytes < 160; maxBytes++) {
      const [head, , tail] = partsOf(limitResult('😀'.repeat(500), maxBytes).output)
      expect(head).toMatch(/^(😀)+$/u)
      expect(tail).toMatch(/^(😀)+$/u)
    }
  })

  test('LIM-12 a limit below the mark itself still ends, with the mark alone', () => {
    for (const maxBytes of [1, 10, 40]) {
      expect(limitResult('x'.repeat(1_000), maxBytes).output).toMatch(/^\n\[cut: [^\]]*\]\n$/)
    }
  })

  test('LIM-12 the size of a text is counted across the parts that it is counted in', () => {
    const text = `${'a'.repeat(65_535)}😀${'"'.repeat(65_535)}😀`
    expect(limitResult(text, 1_000_000)).toEqual({ output: text, bytes: sizeOf(text) })
  })

  test('LIM-12 fifty megabytes are cut without growing anything', () => {
    const { output, bytes } = limitResult('ü'.repeat(25 * 1024 * 1024), 1024 * 1024)
    expect(bytes).toBe(50 * 1024 * 1024 + 2)
    expect(sizeOf(output)).toBeLessThanOrEqual(1024 * 1024)
  })
})
