import { expect, test } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import { once } from '../../../src/redaction/once.ts'

const secret = 'hunter2'

/** Counts the texts and values that are read. */
function counted() {
  let known = {}
  const read: Json[] = []
  const shown = (text: string) => text.replaceAll(secret, '[redacted]')
  const redactor = once(
    {
      text: (text) => {
        read.push(text)
        return shown(text)
      },
      value: (value) => {
        read.push(value)
        const text = shown(JSON.stringify(value))
        return text === JSON.stringify(value) ? value : JSON.parse(text)
      },
    },
    () => known,
  )
  return { redactor, read, learn: () => (known = {}) }
}

test('TAS-7 a text and an object are read once, whether they hold a secret or not', () => {
  const { redactor, read } = counted()
  const given = { note: secret }
  for (let times = 0; times < 3; times++) {
    expect(redactor.text('plain')).toBe('plain')
    expect(redactor.text(`It is ${secret}.`)).toBe('It is [redacted].')
    expect(redactor.value(`It is ${secret}.`)).toBe('It is [redacted].')
    expect(redactor.value(given)).toEqual({ note: '[redacted]' })
  }
  expect(read).toHaveLength(3)
  expect(redactor.value({ ...given })).toEqual({ note: '[redacted]' })
  expect(read).toHaveLength(4)
})

test('TAS-7 both are read again once more values are known', () => {
  const { redactor, read, learn } = counted()
  const given = { note: 'plain' }
  const readAll = () => [redactor.text('plain'), redactor.value(given)]
  readAll()
  learn()
  readAll()
  readAll()
  expect(read).toHaveLength(4)
})

test('the texts that are remembered are bounded', () => {
  const { redactor, read } = counted()
  const texts = Array.from({ length: 8 }, (_, n) => String(n).repeat(100_000))
  for (const text of texts) redactor.text(text)
  redactor.text(texts.at(-1) ?? '')
  expect(read).toHaveLength(8)
  redactor.text(texts[0] ?? '')
  expect(read).toHaveLength(9)
})
