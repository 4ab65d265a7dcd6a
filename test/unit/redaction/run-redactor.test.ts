import { hash } from 'node:crypto'
import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import type { RedactionMode } from '../../../src/domain/redaction.ts'
import { createRedactor } from '../../../src/redaction/create-redactor.ts'
import { markerOf } from '../../../src/redaction/marker.ts'
import { propertyTrials } from '../../support/trials.ts'

/** A redactor of a run, and what gives back the texts that it redacted. */
function redactorOf(mode: RedactionMode, values: readonly string[] = []) {
  const secrets = new Map<string, string>()
  const redactor = createRedactor({ values }).within({
    mode,
    sign: (secret, kind) => {
      const id = hash('sha256', `${secret} ${kind}`).slice(0, 16)
      secrets.set(id, secret)
      return markerOf(id, kind === 'number')
    },
  })
  const reveal = (text: string): string =>
    text
      .replace(/(\\*)"\[redacted:([0-9a-f]{16})n\]\1"/g, (_, _slashes, id: string) => secrets.get(id) ?? '?')
      .replace(/\[redacted:([0-9a-f]{16})\]/g, (_, id: string) => reveal(secrets.get(id) ?? '?'))
  return { redactor, reveal, secrets }
}

const shown = (text: string) => text.replaceAll(/\[redacted:[0-9a-f]{16}n?\]/g, '[redacted]')

function show(mode: RedactionMode, given: Json): Json {
  return JSON.parse(shown(JSON.stringify(redactorOf(mode).redactor.value(given))))
}

const honest: readonly Json[] = [
  'Cookie: 200 g flour',
  'Cookie: 200 g flour\nSugar: 100 g',
  'const apiKey = getKey()',
  'const password = process.env.DB_PASSWORD',
  'The password is: please ask Ada.',
  '{"cookie": 12}',
  '{"cookie": "chocolate chip"}',
  { cookie: 12, password: true, secret: null },
  { cookie: 'oatmeal with raisins', password: 'The password must have 12 characters.' },
  { apiKey: 'getKey()', password: '${PASSWORD}', secret: 'process.env.SECRET', credentials: 'include' },
  { properties: { password: { type: 'string' } }, password: 'string', privateKey: './keys/id.pem' },
  'Authorization: by the board, on Monday',
  'Steps:\n1. GET the cookie\nCookie: a=b4567890',
]

describe('TAS-7 honest work is left as it is', () => {
  test.each(honest.map((given) => [JSON.stringify(given), given]))('NAMED leaves %s', (_name, given) => {
    const { redactor } = redactorOf('NAMED')
    expect(redactor.value(given)).toBe(given)
    if (typeof given !== 'string') expect(redactor.text(JSON.stringify(given))).toBe(JSON.stringify(given))
  })

  test('VALUES leaves secrets known only by a name, STRICT removes them from prose too', () => {
    const given = { password: 'hunter2-hunter2', note: 'password: hunter3-hunter3' }
    expect(show('VALUES', given)).toEqual(given)
    expect(show('NAMED', given)).toEqual({ ...given, password: '[redacted]' })
    expect(show('STRICT', given)).toEqual({ password: '[redacted]', note: 'password: [redacted]' })
  })
})

describe('TAS-7 a secret that only its name tells', () => {
  test.each([
    ['an argument', { password: 'hunter2' }, { password: '[redacted]' }],
    [
      'a list',
      { apiKeys: 1, api_key: ['k3y-1', 'k3y-2', 7] },
      { apiKeys: 1, api_key: ['[redacted]', '[redacted]', 7] },
    ],
    [
      'a header in an object',
      { headers: { Cookie: 'sid=a1b2c3', Accept: '*/*' } },
      { headers: { Cookie: '[redacted]', Accept: '*/*' } },
    ],
    ['an authorization', { Authorization: 'Basic dTpw' }, { Authorization: '[redacted]' }],
    ['JSON as text', '{"password":"hunter2"}', '{"password":"[redacted]"}'],
    ['a line of JSON', 'it is\n{"password":"hunter2"}', 'it is\n{"password":"[redacted]"}'],
    ['JSON in JSON', { body: '{"password":"hunt\\"er2"}' }, { body: '{"password":"[redacted]"}' }],
    ['a passphrase', { passphrase: 'correct horse battery staple' }, { passphrase: '[redacted]' }],
    [
      'an HTTP answer',
      'HTTP/1.1 200 OK\r\nSet-Cookie: sid=1; Path=/\r\nX: 1\r\n\r\nCookie: 200 g flour',
      'HTTP/1.1 200 OK\r\nSet-Cookie: [redacted]\r\nX: 1\r\n\r\nCookie: 200 g flour',
    ],
    [
      'an HTTP request as curl shows it',
      '* hi\n> GET /a?b HTTP/1.1\n> Authorization: Custom abc\n> X: 1\n> \n> Cookie: 1',
      '* hi\n> GET /a?b HTTP/1.1\n> Authorization: [redacted]\n> X: 1\n> \n> Cookie: 1',
    ],
  ] satisfies [string, Json, Json][])('is taken from %s', (_name, given, right) => {
    expect(show('NAMED', given)).toEqual(right)
  })

  test('is known by its value from then on, where it is long and rare', () => {
    const { redactor } = redactorOf('NAMED')
    const said = 'It is s3same-open, and Documentation.'
    expect(redactor.text(said)).toBe(said)
    redactor.value({ password: 's3same-open', secret: 'Documentation' })
    expect(shown(redactor.text(said))).toBe('It is [redacted], and Documentation.')
    expect(shown(redactor.text(Buffer.from('s3same-open').toString('base64')))).toContain('[redacted]')
  })

  test('is neither learnt as a number nor as a text with a mark', () => {
    const { redactor } = redactorOf('STRICT')
    redactor.value({ password: '918273645546', secret: 'x[redacted:0123456789abcdef]y' })
    expect(redactor.learnt).toBe(0)
  })

  test('is not kept where it has more than 64 KiB', () => {
    const { redactor, secrets } = redactorOf('STRICT')
    const secret = 'x1'.repeat(35_000)
    expect(redactor.value({ password: secret })).toEqual({ password: '[redacted]' })
    expect(redactor.text(JSON.stringify({ password: secret }))).toBe('{"password":"[redacted]"}')
    expect(secrets.size).toBe(0)
  })

  test('is the same in JSON where it holds a mark', () => {
    const given = { password: 'a[redacted]b' }
    expect(show('NAMED', given)).toEqual({ password: '[redacted]' })
    expect(show('NAMED', JSON.stringify(given))).toBe('{"password":"[redacted]"}')
    const { redactor } = redactorOf('NAMED', ['canary-7f3a9c'])
    const prose = { password: 'It is at C:\\canary-7f3a9c now' }
    expect(JSON.parse(shown(redactor.text(JSON.stringify(prose))))).toEqual({
      password: shown(redactor.text(prose.password)),
    })
  })

  test('is learnt within bounds', () => {
    const { redactor } = redactorOf('NAMED')
    redactor.learn(Array.from({ length: 1_000 }, (_, number) => `v4lue-number-${number}`))
    expect(redactor.learnt).toBe(200)
    redactor.learn(['short1', '1234567890', 'x'.repeat(600)])
    expect(redactor.learnt).toBe(200)
  })
})

const part = fc.constantFrom(
  ...[
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '"',
    '\\',
    '\\"',
    '\n',
    ' ',
    '=',
    '{"password":"',
    '"password":',
    '"hunter2-\\u0041b"',
  ],
  ...[
    '{"a":"{\\"secret\\":\\"x-123\\"}"}',
    'HTTP/1.1 200 OK\n',
    'Cookie: ',
    'Set-Cookie: a=b; c',
    'GET / HTTP/1.1\r\n',
    '\r\n',
  ],
  ...[
    'known-value-1',
    '918273645546',
    '{"n":918273645546}',
    'https://u:pw@h',
    'password=',
    'sk-a1B2c3D4e5F6g7H8i9J0',
    'Bearer ',
  ],
  ...[
    '[redacted]',
    '[redacted:0123456789abcdef]',
    '[redacted:',
    '-----BEGIN RSA PRIVATE KEY-----',
    '-----END ',
    'hunter2',
    'GE',
    '> ',
  ],
)

const hardText = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''))

const mode = fc.constantFrom<RedactionMode[]>('STRICT', 'NAMED', 'VALUES')

const known = ['known-value-1', '918273645546']

describe('TAS-7 EVT-4 the redactor of a run', () => {
  test.prop([hardText, mode, fc.array(fc.nat({ max: 300 }), { maxLength: 8 })], propertyTrials(3_000))(
    'gives of pieces what it gives of the whole, whatever the cuts',
    (text, by, cuts) => {
      const places = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length].toSorted((a, b) => a - b)
      const stream = redactorOf(by, known).redactor.stream()
      const given = places.slice(1).map((place, index) => stream.push(text.slice(places[index], place)))
      expect(given.join('') + stream.end()).toBe(redactorOf(by, known).redactor.text(text))
    },
  )

  test.each([
    'HTTP/1.1 200 OK\nSet-Cookie: id=a3fWa81kq; Secure',
    '< HTTP/2 200 \n< Set-Cookie: id=a3fWa81kq; Secure',
    'GET /x HTTP/1.1 \nCookie: id=a3fWa81kq',
  ])('tells a start line that comes letter by letter: %j', (text) => {
    const stream = redactorOf('NAMED', known).redactor.stream()
    const given = text.split('').map((letter) => stream.push(letter))
    const shown = given.join('') + stream.end()
    expect(shown).toBe(redactorOf('NAMED', known).redactor.text(text))
    expect(shown).not.toContain('a3fWa81kq')
  })

  test.prop([hardText, mode], propertyTrials(3_000))(
    'takes away nothing that its marks do not give back',
    (text, by) => {
      fc.pre(!text.includes('[redacted:') && !text.includes('redacted]'))
      const { redactor, reveal } = redactorOf(by, known)
      expect(reveal(redactor.text(text))).toBe(text)
    },
  )

  test.each([
    ['spaces', ' '],
    ['lines', 'a: b\n'],
    ['start lines', 'GET / HTTP/1.1\nCookie: a=b\n'],
    ['beginnings of start lines', 'GET \n'],
    ['candidates', '{"password":"'],
    ['headers', 'X-Y:1\n', 'HTTP/1.1 200 OK\n'],
  ])('reads a megabyte of %s in one go', { timeout: 20_000 }, (_name, line, before = '') => {
    const given = before + line.repeat(Math.ceil(2 ** 20 / line.length))
    expect(redactorOf('NAMED').redactor.text(given).length).toBeLessThanOrEqual(given.length * 3)
  })
})
