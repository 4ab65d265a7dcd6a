import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { SignatureRule } from '../../../src/domain/event-source.ts'
import { isSigned } from '../../../src/events/verify-signature.ts'

interface Sample {
  readonly rule: SignatureRule
  readonly secret: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Seconds since 1970. */
  readonly at: number
}

const ofScheme = { signatureHeader: null, signatureEncoding: null, toleranceSeconds: 300 }
const anyTime = 1_700_000_000

/** Each is the sample of the vendor's documents; that of Stripe is by its package, version 20. */
const samples: Readonly<Record<string, Sample>> = {
  STANDARD: {
    rule: { ...ofScheme, scheme: 'STANDARD' },
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    headers: {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1a,b3RoZXI= v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    body: '{"test": 2432232314}',
    at: 1614265330,
  },
  GITHUB: {
    rule: { ...ofScheme, scheme: 'GITHUB' },
    secret: "It's a Secret to Everybody",
    headers: {
      'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    },
    body: 'Hello, World!',
    at: anyTime,
  },
  STRIPE: {
    rule: { ...ofScheme, scheme: 'STRIPE' },
    secret: 'whsec_test_secret',
    headers: {
      'stripe-signature':
        't=1614265330,v1=28c4c2e9e0e5bf12563a4f8e11423db452fd529c1f6382b55fdc99a054070b79,v0=00',
    },
    body: '{"id":"evt_1","type":"order.paid"}',
    at: 1614265330,
  },
  SLACK: {
    rule: { ...ofScheme, scheme: 'SLACK' },
    secret: '8f742231b10e8888abcd99yyyzzz85a5',
    headers: {
      'x-slack-request-timestamp': '1531420618',
      'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    },
    body: 'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
    at: 1531420618,
  },
  'HMAC in base64': {
    rule: { ...ofScheme, scheme: 'HMAC', signatureHeader: 'X-Shop-Hmac', signatureEncoding: 'BASE64' },
    secret: 'the secret of a shop',
    headers: {
      'x-shop-hmac': createHmac('sha256', 'the secret of a shop').update('{"a":1}').digest('base64'),
    },
    body: '{"a":1}',
    at: anyTime,
  },
  'HMAC in hexadecimal': {
    rule: { ...ofScheme, scheme: 'HMAC', signatureHeader: 'X-Sign', signatureEncoding: 'HEX' },
    secret: 'the secret of a shop',
    headers: {
      'x-sign': `sha256=${createHmac('sha256', 'the secret of a shop').update('{"a":1}').digest('hex')}`,
    },
    body: '{"a":1}',
    at: anyTime,
  },
}

/** Verifies a sample, some seconds later. */
function verify(
  { rule, headers, body, at, secret }: Sample,
  secrets: readonly string[] = [secret],
  laterS = 0,
): boolean {
  const header = (name: string) => headers[name.toLowerCase()] ?? null
  const now = (at + laterS) * 1_000
  return isSigned(rule, { header, body: new TextEncoder().encode(body) }, { secrets, now })
}

describe.for(Object.entries(samples))('WAIT-5 a signature of the scheme %s', ([, sample]) => {
  test('is valid, by any of the secrets', () => {
    expect(verify(sample)).toBe(true)
    expect(verify(sample, ['b3RoZXI=', sample.secret])).toBe(true)
  })

  test('is not valid by another secret, for another body, or without its headers', () => {
    expect(verify(sample, ['b3RoZXIgb25l'])).toBe(false)
    expect(verify(sample, [])).toBe(false)
    expect(verify({ ...sample, body: `${sample.body} ` })).toBe(false)
    for (const name of Object.keys(sample.headers)) {
      const { [name]: _, ...headers } = sample.headers
      expect(verify({ ...sample, headers })).toBe(false)
      expect(verify({ ...sample, headers: { ...headers, [name]: '' } })).toBe(false)
    }
  })
})

test.for(['STANDARD', 'STRIPE', 'SLACK'])('WAIT-5 %s counts within the tolerance of its time', (scheme) => {
  const sample = samples[scheme]
  if (sample === undefined) throw new Error(`There is no sample of ${scheme}.`)
  for (const laterS of [-300, 300]) expect(verify(sample, undefined, laterS)).toBe(true)
  for (const laterS of [-301, 301]) expect(verify(sample, undefined, laterS)).toBe(false)
  const strict = { ...sample, rule: { ...sample.rule, toleranceSeconds: 1 } }
  expect(verify(strict, undefined, 2)).toBe(false)
})
