import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import { type Redactor, redacted } from '../../../src/domain/redaction.ts'
import { createRedactor } from '../../../src/redaction/create-redactor.ts'
import { cpuMs } from '../../support/cpu-time.ts'
import { propertyTrials } from '../../support/trials.ts'

const canaries = [
  'canary-7f3a9c',
  'p&ss/w+rd "é" 🦊\\',
  'abcdefgh[',
  '918273645546',
  '{"a":"canary"}',
] as const

const redactor = createRedactor({ values: [...canaries, 'short', redacted.slice(0, 9)] })

/** Bits of text that mean something to a redactor, so that any row of them is a hard case. */
const bit = fc.oneof(
  fc.constantFrom(
    ...[
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"',
      "'",
      '\\',
      '\\"',
      '\\n',
      '\\u',
      '\\u00',
      '\\u0063',
      '\n',
      ' ',
      '=',
      '==',
      '=>',
      '@',
      '/',
    ],
    ...[
      '"password"',
      'password',
      'api_key',
      'Authorization',
      'Cookie:',
      'token',
      'secret=',
      '"a":',
      'null',
      'true',
    ],
    ...[
      'https://u',
      '://',
      'sk-',
      'AKIA',
      'eyJhbGciOi',
      '.',
      'Bearer ',
      '-----BEGIN RSA PRIVATE KEY-----',
      '-----END ',
    ],
    ...[
      'a1B2c3D4e5F6g7H8i9J0',
      'ABCDEFGH23456723',
      '12',
      '-3.5e7',
      redacted,
      '[redac',
      'hunter2',
      '\ud800',
      '\udc00',
    ],
    ...canaries,
  ),
  fc.constantFrom(...canaries).map((canary) => JSON.stringify(canary).slice(1, -1)),
  fc.string({ maxLength: 4 }),
)

const hardText = fc.array(bit, { maxLength: 14 }).map((bits) => bits.join(''))

/** Texts that hold secrets by their looks. */
const hardPlain = fc.constantFrom(
  'password=hunter2',
  'x: {"secret":"hunter2"}',
  'postgres://u:hunter2@h',
  'sk-a1B2c3D4e5F6g7H8i9J0',
)

/** Data in which secrets stand anywhere. */
const { data } = fc.letrec<{ data: Json; leaf: Json }>((tie) => ({
  data: fc.oneof(
    { maxDepth: 3 },
    tie('leaf'),
    fc.array(tie('data'), { maxLength: 3 }),
    fc.dictionary(
      fc.oneof(
        fc.constantFrom('password', 'apiKey', 'set-cookie', 'token', 'a', 'b', 'é"'),
        canaryText(),
        hardText,
      ),
      tie('data'),
      { maxKeys: 3 },
    ),
    tie('data').map((inner) => JSON.stringify(inner)),
  ),
  leaf: fc.oneof(fc.constantFrom(null, true, 12, 918273645546, 1.5, ''), canaryText(), hardText),
}))

function canaryText(): fc.Arbitrary<string> {
  const planted = fc.tuple(
    fc.string({ maxLength: 3 }),
    fc.constantFrom('canary-7f3a9c', '918273645546'),
    fc.string({ maxLength: 3 }),
  )
  return fc.oneof(
    fc.string({ maxLength: 6 }),
    planted.map((parts) => parts.join('')),
    hardPlain,
  )
}

function inPieces(text: string, cuts: readonly number[], { stream }: Redactor): string {
  const opened = stream()
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length].toSorted((a, b) => a - b)
  const given = places.slice(1).map((place, index) => opened.push(text.slice(places[index], place)))
  return given.join('') + opened.end()
}

const cuts = fc.array(fc.nat({ max: 5_000 }), { maxLength: 8 })

const runs = propertyTrials(3_000)

/** Values that were once redacted differently as a value and within JSON as text. */
const onceUnlike: readonly Json[] = [
  { '': { '[canary-7f3a9c ': null } },
  ['\\ucanary-7f3a9c', { '\\u0918273645546': 'C:\\canary-7f3a9c' }],
  { [`${'a'.repeat(3_000)}canary-7f3a9c`]: 1, [`${'a'.repeat(3_000)}918273645546`]: 2 },
]

describe('a redactor', () => {
  test.prop([hardText, cuts], runs)(
    'TAS-7 EVT-4 gives the same for pieces as for the whole, whatever the cuts',
    (text, places) => {
      expect(inPieces(text, places, redactor)).toBe(redactor.text(text))
    },
  )

  test.prop([hardText], runs)('TAS-7 EVT-4 gives the same letter by letter', (text) => {
    const each = Array.from({ length: text.length }, (_, place) => place)
    expect(inPieces(text, each, redactor)).toBe(redactor.text(text))
  })

  test.prop([hardText], runs)('TAS-7 leaves redacted text as it is, and shows no known value', (text) => {
    const once = redactor.text(text)
    expect(redactor.text(once)).toBe(once)
    for (const canary of canaries) expect(once).not.toContain(canary)
  })

  test.prop([data], runs)('TAS-7 leaves redacted data as it is, the same object', (value) => {
    const once = redactor.value(value)
    expect(redactor.value(once)).toBe(once)
  })

  test.prop([data, cuts], { ...runs, examples: onceUnlike.map((value) => [value, [1, 12, 17]]) })(
    'TAS-7 gives the same for JSON as text as for its value',
    (value, places) => {
      fc.pre(typeof value === 'object' && value !== null)
      const text = JSON.stringify(value)
      const shown = redactor.value(JSON.parse(text))
      expect(JSON.parse(redactor.text(text))).toEqual(shown)
      expect(JSON.parse(redactor.text(JSON.stringify(value, null, 2)))).toEqual(shown)
      expect(JSON.parse(inPieces(text, places, redactor))).toEqual(shown)
    },
  )

  test.each([
    [
      'a name that is JSON',
      { '{"token":"abc","password":"hunter2"}': 1 },
      `{"token":"abc","password":"${redacted}"}`,
    ],
    ['a name that looks like broken JSON', { '[canary-7f3a9c ': 1 }, `["${redacted}" `],
    ['a name that is text', { 'password=hunter2 ': 1 }, `password=${redacted} `],
  ])('TAS-7 reads the text of %s as that of any string', (_kind, given, right) => {
    expect(redactor.value(given)).toEqual({ [right]: 1 })
    expect(redactor.value(Object.keys(given))).toEqual([right])
    expect(redactor.text(JSON.stringify(given))).toBe(JSON.stringify({ [right]: 1 }))
    expect(redactor.text(JSON.stringify(Object.keys(given)))).toBe(JSON.stringify([right]))
  })

  test.prop([data, fc.constantFrom(...canaries)], runs)(
    'TAS-7 lets no known value through, however deep it stands',
    (value, canary) => {
      const planted = { a: [value, { [`x${canary}y`]: canary, [`z${canary}`]: `${canary}!`, b: value }] }
      const shown = redactor.value(planted)
      expect(everyText(shown).filter((text) => canaries.some((one) => text.includes(one)))).toEqual([])
      expect(everyText(redactor.value(JSON.stringify(planted))).join()).not.toContain('canary-7f3a9c')
    },
  )

  test.prop([fc.string({ minLength: 8, unit: 'grapheme' }), fc.string(), fc.string()], runs)(
    'TAS-7 knows a value as JSON, base64 and URLs write it, wherever it stands',
    (secret, before, after) => {
      fc.pre(!redacted.includes(secret))
      const { text } = createRedactor({ values: [secret] })
      const written = [
        (whole: string) => whole,
        (whole: string) => JSON.stringify(whole),
        (whole: string) => JSON.stringify({ a: JSON.stringify([whole]) }),
        (whole: string) => encodeURIComponent(whole.toWellFormed()),
        (whole: string) => new URLSearchParams({ q: whole }).toString(),
      ]
      for (const write of written) {
        fc.pre(write(`${before} ${after}`).includes(secret) === false)
        expect(text(write(`${before}${secret}${after}`))).toContain(redacted)
      }
      expect(text(Buffer.from(`${before}${secret}${after}`).toString('base64'))).toContain(redacted)
      expect(text(Buffer.from(`${before}${secret}${after}`).toString('base64url'))).toContain(redacted)
    },
    // Each run makes a redactor of its own: on a busy machine that is many seconds in all.
    120_000,
  )

  test.each([
    ['an escape in JSON', '{"a":"\\u0063anary-7f3a9c \\\\u"}', `{"a":"${redacted} \\\\u"}`],
    ['a marker in the place of a number', `{"a":${redacted}}`, `{"a":${redacted}}`],
    ['a format right after another', 'AKIAABCDEFGH23456723sk-a1B2c3D4e5F6g7H8i9J0', `${redacted}${redacted}`],
  ])('TAS-7 EVT-4 reads %s, also letter by letter', (_name, given, right) => {
    expect(redactor.text(given)).toBe(right)
    expect(redactor.text(right)).toBe(right)
    expect(
      inPieces(
        given,
        Array.from(given, (_, place) => place),
        redactor,
      ),
    ).toBe(right)
  })

  test('TAS-7 leaves JSON within text JSON, where a backslash stands before a value', () => {
    const given = JSON.stringify({ a: 'C:\\canary-7f3a9c' })
    expect(redactor.own.text(`log ${given}`)).toBe(`log {"a":"C:\\\\${redacted}"}`)
  })

  test('TAS-7 keeps two names apart that were two secrets', () => {
    const given = { 'canary-7f3a9c': 1, '918273645546x': 2, [redacted]: 3 }
    expect(Object.keys(redactor.value(given) ?? {})).toHaveLength(3)
  })

  test('TAS-7 shows text that surely is no secret at once', () => {
    const opened = redactor.stream()
    expect(opened.push('It is a quick brown fo')).toBe('It is a quick brown fo')
    expect(opened.push('x that has a password: hun')).toBe('x that has a password: ')
    expect(opened.push('ter2 and a can')).toBe(`${redacted} and a `)
    expect(opened.push('dle ')).toBe('candle ')
  })

  test.each([
    ['words', 'The quick brown fox. '],
    ['JSON', '{"a":[{"b":"c\\n"},12]},'],
    ['brackets', '[{'],
    ['backslashes', '\\\\"'],
    ['beginnings', 'eyJ-eyJ_sk-AKIA://a:b'],
    ['private keys without an end', '-----BEGIN PRIVATE KEY-----'],
    ['a name', 'password_'],
    ['values', 'password=x '],
    ['runs', 'eyJhbGciOiJIUzI1NiJ9'],
    ['names that become one', '"canary-7f3a9c":1,', '{'],
  ])('TAS-7 reads a megabyte of %s in one go', { timeout: 20_000 }, (_name, part, before = '') => {
    const given = before + part.repeat(Math.ceil(2 ** 20 / part.length))
    expect(redactor.text(given).length).toBeLessThanOrEqual(given.length * 2)
  })

  test('TAS-7 reads JSON of many strings in time that grows with its length', { timeout: 120_000 }, () => {
    const elapsedOf = (count: number) => {
      const given = JSON.stringify({ password: 'Tr0ub4dor-9x', rows: Array(count).fill('one more row') })
      const startedAt = cpuMs()
      redactor.text(given)
      return cpuMs() - startedAt
    }
    elapsedOf(50_000)
    expect(elapsedOf(400_000)).toBeLessThan(24 * elapsedOf(50_000))
  })
})

function everyText(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return [String(value)]
  return [...Object.keys(value), ...Object.values(value).flatMap((item: Json) => everyText(item))]
}
