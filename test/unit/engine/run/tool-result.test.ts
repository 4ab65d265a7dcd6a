import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import type { Json } from '../../../../src/domain/json.ts'
import type { ActionRow } from '../../../../src/domain/run-log.ts'
import { shownOutput, truncateOutput } from '../../../../src/engine/run/action-result.ts'
import { oneRowEach } from '../../../support/log-rows.ts'
import { unkeptSecrets } from '../../../support/no-secrets.ts'

const reference = '01999999-0000-7000-8000-000000000001'

const secrets = unkeptSecrets()

function action(output: Json): ActionRow {
  const [row] = oneRowEach('project', { runId: 'run' }).actions
  if (!row) throw new Error('There is one row of each.')
  return { ...row, id: reference, output }
}

const mark =
  /\n\[(\d+) characters in all; (\d+) to (\d+) are left out\. Read on: read_output (\{"reference":"[^"]+","offset":\d+\})\]\n/

const small = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc.string({ unit: fc.constantFrom('😀', 'a', '\n'), maxLength: 100 }),
)

const large = fc.oneof(
  fc
    .array(fc.string({ unit: 'binary', minLength: 20, maxLength: 80 }), { minLength: 60 })
    .map((parts) => parts.join('\n')),
  fc.string({ unit: fc.constantFrom('😀', 'a', '\n'), minLength: 1_001 }),
)

const maxChars = fc.integer({ min: 200, max: 1_000 })

describe('a result in the context', () => {
  test.prop([small, maxChars])(
    'CTX-3 a text that fits is shown as it is, without a reference',
    (output, most) => {
      expect(shownOutput(action(output), most, secrets)).toEqual({ text: output })
    },
  )

  test.prop([large, maxChars])(
    'CTX-3 a large one is its head and its tail, whole characters that fit, and the mark gives the size of the rest',
    (output, most) => {
      const shown = shownOutput(action(output), most, secrets)
      expect(shown.reference).toBe(reference)
      expect(shown.text.length).toBeLessThanOrEqual(most)
      const [head = '', length, from, to, call = '', tail = ''] = shown.text.split(mark)
      expect(Number(length)).toBe(output.length)
      expect(output.slice(0, Number(from))).toBe(head)
      expect(output.slice(Number(to))).toBe(tail)
      expect(JSON.parse(call)).toEqual({ reference, offset: head.length })
      expect([head.isWellFormed(), tail.isWellFormed()]).toEqual([true, true])
    },
  )

  test('CTX-3 head and tail are whole lines where lines are short', () => {
    const output = Array.from({ length: 1_000 }, (_, index) => `line ${index}`).join('\n')
    const [head = '', , , , , tail = ''] = shownOutput(action(output), 1_000, secrets).text.split(mark)
    expect(head).toMatch(/^line 0\n.*line \d+\n$/s)
    expect(tail).toMatch(/^line \d+\n.*line 999$/s)
    expect(head.length).toBeGreaterThan(tail.length)
  })

  test('CTX-3 other values than text are shown as JSON', () => {
    expect(shownOutput(action({ sum: 3 }), 200, secrets)).toEqual({ text: '{"sum":3}' })
    expect(shownOutput(action(['x'.repeat(500)]), 200, secrets).text).toMatch(
      /^\["x+\n\[504 characters in all/,
    )
  })

  test.prop([fc.oneof(small, large), maxChars])(
    'CTX-3 a row whose output was released is shown as the whole one was',
    (output, most) => {
      const whole = action(output)
      const light = truncateOutput(whole, most, secrets)
      expect(shownOutput(light, most, secrets)).toEqual(shownOutput(whole, most, secrets))
      expect(JSON.stringify(light.output).length).toBeLessThanOrEqual(most * 6 + 2)
      expect(light === whole).toBe(output.length <= most)
    },
  )
})
