import { describe, expect, it, test } from 'vitest'
import { redacted } from '../../../src/domain/redaction.ts'
import { createRedactor } from '../../../src/redaction/create-redactor.ts'

const { text, value } = createRedactor({ values: [] })

/** Put together, so that no scanner takes the tests for a leak. */
const run = (length: number) => 'a1B2c3D4e5F6g7H8i9J0'.repeat(20).slice(0, length)

const capitals = 'ABCDEFGH23456723'

describe('TAS-7 a credential of a well-known shape is redacted', () => {
  it.each([
    ['OpenAI', `sk-${run(48)}`],
    ['OpenAI, of a project', `sk-proj-${run(60)}_${run(60)}`],
    ['Anthropic', `sk-ant-api03-${run(80)}-${run(10)}AA`],
    ['Google', `AIza${run(35)}`],
    ['a Google OAuth token', `ya29.${run(60)}`],
    ['a Google client secret', `GOCSPX-${run(28)}`],
    ['AWS', `AKIA${capitals}`],
    ['AWS, for a session', `ASIA${capitals}`],
    ['GitHub', `ghp_${run(36)}`],
    ['GitHub, of an app', `ghs_${run(36)}`],
    ['GitHub, fine-grained', `github_pat_${run(22)}_${run(59)}`],
    ['GitLab', `glpat-${run(20)}`],
    ['Slack', `xoxb-${'1'.repeat(12)}-${run(24)}`],
    ['Slack, of an app', `xapp-1-${run(30)}`],
    ['Stripe', `sk_live_${run(24)}`],
    ['Hugging Face', `hf_${run(34)}`],
    ['npm', `npm_${run(36)}`],
    ['Groq', `gsk_${run(52)}`],
    ['xAI', `xai-${run(80)}`],
    ['SendGrid', `SG.${run(22)}.${run(43)}`],
    ['Stripe, restricted', `rk_test_${run(24)}`],
    ['a JSON Web Token', `eyJ${run(30)}.eyJ${run(60)}.${run(43)}`],
  ])('%s', (_name, secret) => {
    expect(text(`It is ${secret}, they say.`).replace(`${redacted},`, redacted)).toBe(
      `It is ${redacted} they say.`,
    )
    expect(text(`{"a":["${secret}"]}`)).toBe(`{"a":["${redacted}"]}`)
    expect(value({ a: [secret, 1] })).toEqual({ a: [redacted, 1] })
  })

  test.each([
    ['an escape in text that is no JSON', `log "a\\nsk-${run(48)}"`, `log "a\\n${redacted}"`],
    ['another word', `task-sk-${run(48)}`, `task-${redacted}`],
    ['a marker', `${redacted}sk-${run(48)}`, `${redacted}${redacted}`],
    ['the name of a header', `HTTP/1.1 200 OK\nsk-${run(48)}: a`, `HTTP/1.1 200 OK\n${redacted}: a`],
  ])('after %s', (_name, given, right) => {
    expect(text(given)).toBe(right)
    expect(
      createRedactor({ values: [] })
        .within({ mode: 'NAMED', sign: () => redacted })
        .text(given),
    ).toBe(right)
  })

  it.each([
    'PRIVATE KEY',
    'RSA PRIVATE KEY',
    'OPENSSH PRIVATE KEY',
    'ENCRYPTED PRIVATE KEY',
    'PGP PRIVATE KEY BLOCK',
  ])('PEM: %s', (label) => {
    const pem = `-----BEGIN ${label}-----\n${`${run(64)}\n`.repeat(20)}-----END ${label}-----`
    expect(text(`a ${pem} b`)).toBe(`a ${redacted} b`)
    expect(text(JSON.stringify({ pem }))).toBe(`{"pem":"${redacted}"}`)
    expect(text(`log: ${JSON.stringify(pem)} end`)).toBe(`log: "${redacted}" end`)
    // One that is cut off.
    expect(text(`a ${pem.slice(0, 300)}`)).toBe(`a ${redacted}`)
  })

  it.each([
    [`Authorization: Bearer ${run(20)}`, `Authorization: ${redacted}`],
    ['Authorization: Basic dTpw', `Authorization: ${redacted}`],
    [`curl -H "authorization: Bearer ${run(8)}" x`, `curl -H "authorization: ${redacted}" x`],
    [`use Bearer ${run(20)} there`, `use Bearer ${redacted} there`],
    ['Cookie: a=1; b=2\nHost: x', `Cookie: ${redacted}\nHost: x`],
  ])('in a header: %s', (given, right) => {
    expect(text(given)).toBe(right)
  })

  it.each([
    ['postgres://user:hunter2@host:5432/db', `postgres://user:${redacted}@host:5432/db`],
    ['redis://:hunter2@host', `redis://:${redacted}@host`],
    ['at https://u:p@ss@host/a@b', `at https://u:${redacted}@host/a@b`],
    ['https://password:hunter2@host/a', `https://password:${redacted}@host/a`],
    ['{"url":"amqp:\\/\\/u:hunter2@host"}', `{"url":"amqp:\\/\\/u:${redacted}@host"}`],
    ['it says "amqp:\\/\\/u:hunter2@host"', `it says "amqp:\\/\\/u:${redacted}@host"`],
  ])('the password in a URL, and nothing else of it: %s', (given, right) => {
    expect(text(given)).toBe(right)
    expect(text(right)).toBe(right)
  })
})

describe('TAS-7 a value under a name of a credential is redacted', () => {
  const names = [
    ...['password', 'passwd', 'passphrase', 'secret', 'client_secret', 'api_key', 'apiKey', 'private_key'],
    ...['access_token', 'refresh_token', 'id_token', 'auth_token', 'authorization', 'cookie', 'set-cookie'],
    ...['session_token', 'credentials', 'DB_PASSWORD', 'X-Api-Key', 'aws_secret_access_key', 'PrivateKey'],
  ]

  it.each(names)('%s', (name) => {
    expect(value({ [name]: 'x' })).toEqual({ [name]: redacted })
    expect(value({ a: { [name]: 12 } })).toEqual({ a: { [name]: redacted } })
    expect(value({ [name]: ['x', 1, true] })).toEqual({ [name]: [redacted, redacted, true] })
    expect(text(`{"${name}": "x\\"y"}`)).toBe(`{"${name}": "${redacted}"}`)
    expect(text(`{"${name}":-1.5e3}`)).toBe(`{"${name}":"${redacted}"}`)
    expect(text(`{"${name}":["x",1,[2]],"a":"x"}`)).toBe(
      `{"${name}":["${redacted}","${redacted}",["${redacted}"]],"a":"x"}`,
    )
    expect(text(`so ${name}=x&y=1`)).toBe(`so ${name}=${redacted}&y=1`)
    expect(text(`so "${name}": "x y", z`)).toBe(`so "${name}": "${redacted}", z`)
    expect(text(`so {'${name}': 'x y'} z`)).toBe(`so {'${name}': '${redacted}'} z`)
    expect(text(`so \\"${name}\\":\\"x y\\", z`)).toBe(`so \\"${name}\\":\\"${redacted}\\", z`)
  })

  it.each([
    ['a hash of Ruby', '{"password" => "x y", "a" => 1}', `{"password" => "${redacted}", "a" => 1}`],
    ['a list', 'so password: ["x", "y"], z', `so password: ["${redacted}", "${redacted}"], z`],
    ['a value without quotes in JSON', '{"password": x, "a": 1}', `{"password": ${redacted}, "a": 1}`],
    ['JSON without a comma', '{"a":"b" "password":"x"}', `{"a":"b" "password":"${redacted}"}`],
    ['a name after an escape', 'log "a\\nCookie: a=b; c\\n"', `log "a\\nCookie: ${redacted}\\n"`],
    ['a scheme and its credential', 'authorization=Bearer x y', `authorization=${redacted} y`],
    ['quotes in quotes', 'so \\"password\\":\\"x\\\\\\"y\\", z', `so \\"password\\":\\"${redacted}\\", z`],
    ['a quote without an end', 'so password="x y\nz', `so password="${redacted}\nz`],
  ])('in %s', (_name, given, right) => {
    expect(text(given)).toBe(right)
    expect(text(right)).toBe(right)
  })

  it.each([
    'token',
    'nextPageToken',
    'maxTokens',
    'key',
    'keys',
    'tokens',
    'secretary',
    'passwords_count',
    'cookies',
    'mycookie',
    'grid_token',
  ])('and not what stands under %s', (name) => {
    const data = { [name]: 'CAUQAA', a: { [name]: 12 } }
    expect(value(data)).toBe(data)
    expect(text(JSON.stringify(data))).toBe(JSON.stringify(data))
    expect(text(`${name}=CAUQAA`)).toBe(`${name}=CAUQAA`)
  })

  it.each([
    'The password is wrong.',
    'password: null, secret: undefined',
    'if (password === other) password: string',
    '{"password":"","secret":null,"credentials":{"user":"u"}}',
    '{"properties":{"password":{"type":"string"}},"required":["password"]}',
    'See https://example.com:8080/a?b=c and mail a@b.c',
    'It is kept at secret://vault/a.',
    '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
    '.sk-folding-cube-spinner-loader { } .sk-circle-fade-dot-animation-delayed-once-more-and-again { }',
    'Basic understanding, the bearer of news, a task-management-system-of-yesterday',
  ])('where there is no value, nothing is: %s', (given) => {
    expect(text(given)).toBe(given)
  })

  test('also in broken JSON, in lines of JSON, and in JSON within JSON', () => {
    expect(text('{"a":1,"password":"x')).toBe(`{"a":1,"password":"${redacted}`)
    expect(text('{a:1,"password":"x y"}')).toBe(`{a:1,"password":"${redacted}"}`)
    expect(text('{"secret":1}\n{"secret":2}')).toBe(`{"secret":"${redacted}"}\n{"secret":"${redacted}"}`)
    const inner = JSON.stringify({ password: 'x"y', n: { secret: 5 } })
    const shown = JSON.stringify({ password: redacted, n: { secret: redacted } })
    expect(text(JSON.stringify({ inner }))).toBe(JSON.stringify({ inner: shown }))
    expect(text(JSON.stringify({ a: [JSON.stringify({ inner })] }))).toBe(
      JSON.stringify({ a: [JSON.stringify({ inner: shown })] }),
    )
  })

  test('other text than secrets keeps its escapes', () => {
    const given = '{"\\u0061":"\\/\\u00e9\\ud800 \\t","secret":"x","n":1.50}'
    expect(text(given)).toBe(given.replace('"x"', `"${redacted}"`))
  })
})

test('TAS-7 a value without secrets comes back as the same object', () => {
  const data = { a: [1, 'x', null, { b: true }], c: { d: '\ud800' } }
  expect(value(data)).toBe(data)
  expect(value([data, { password: 'x' }])).toEqual([data, { password: redacted }])
})
