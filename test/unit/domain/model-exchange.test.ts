import { describe, expect, test } from 'vitest'
import { createExchangeRecorder, maxBodyBytes } from '../../../src/domain/model-exchange.ts'

const key = 'sk-a-key-of-a-provider'

function sentWith(headers: Record<string, string>, url = 'https://api.example.com/v1/chat', body = '{}') {
  const recorder = createExchangeRecorder()
  recorder.sent({ method: 'POST', url: new URL(url), headers: new Headers(headers), body })
  return recorder
}

describe('MOD-9 a recorded exchange', () => {
  test('is nothing where nothing was sent', () => {
    expect(createExchangeRecorder().exchange()).toBeNull()
  })

  test('has the request, and no response where none came', () => {
    const recorder = sentWith({ 'content-type': 'application/json' }, undefined, '{"model":"m"}')
    expect(recorder.exchange()).toEqual({
      request: {
        method: 'POST',
        path: '/v1/chat',
        headers: [{ name: 'content-type', value: 'application/json' }],
        body: '{"model":"m"}',
        bodyBytes: 13,
        isTruncated: false,
      },
      response: null,
    })
  })

  test.for([
    'authorization',
    'proxy-authorization',
    'x-api-key',
    'x-goog-api-key',
    'api-key',
    'ocp-apim-subscription-key',
    'cookie',
    'x-amz-security-token',
    'x-auth',
  ])('leaves out the header %s', (name) => {
    const exchange = sentWith({ [name]: `Bearer ${key}`, 'user-agent': 'an SDK' }).exchange()
    expect(exchange?.request.headers).toEqual([{ name: 'user-agent', value: 'an SDK' }])
  })

  test('keeps headers whose names only look alike', () => {
    const recorder = sentWith({ 'idempotency-key': 'message-1', 'x-ratelimit-remaining-tokens': '12' })
    expect(recorder.exchange()?.request.headers.map(({ name }) => name)).toEqual([
      'idempotency-key',
      'x-ratelimit-remaining-tokens',
    ])
  })

  test('hides a key of the URL, and a key that is repeated in the bodies, also as a URL writes it', () => {
    const odd = 'a key/with+marks='
    const url = `https://api.example.com/v1?key=${encodeURIComponent(odd)}&alt=sse`
    const recorder = sentWith({ 'x-api-key': key }, url, JSON.stringify({ text: `It is ${key}.` }))
    recorder.received({ status: 401, headers: new Headers({ 'x-echo': key, 'set-cookie': 'a=b' }) })
    recorder.read(Buffer.from(`Wrong key ${key.slice(0, 9)}`))
    recorder.read(Buffer.from(`${key.slice(9)}, or ${odd}, or ${encodeURIComponent(odd)}`))
    const exchange = recorder.exchange()
    expect(JSON.stringify(exchange)).not.toContain(key)
    expect(exchange?.request.path).toContain('alt=sse')
    expect(exchange?.request.path).not.toContain('marks')
    expect(exchange?.response).toMatchObject({
      status: 401,
      headers: [{ name: 'x-echo', value: '[redacted]' }],
      body: 'Wrong key [redacted], or [redacted], or [redacted]',
    })
  })

  test('cuts a body at its limit, within no character and no key', () => {
    const recorder = sentWith({ 'x-api-key': key })
    recorder.received({ status: 200, headers: new Headers() })
    const start = 'x'.repeat(maxBodyBytes - 5)
    const whole = Buffer.from(`${start}${key} and more ${'y'.repeat(100_000)}`)
    for (let at = 0; at < whole.length; at += 65_536) recorder.read(whole.subarray(at, at + 65_536))
    const cut = recorder.exchange()?.response
    expect(cut).toMatchObject({ bodyBytes: whole.length, isTruncated: true })
    expect(cut?.body).toBe(`${start}[reda`)
    expect(recorder.heldBytes()).toBeLessThan(maxBodyBytes + 20_000)

    const wide = sentWith({}, undefined, `${'x'.repeat(maxBodyBytes - 1)}é`).exchange()?.request
    expect(wide).toMatchObject({ bodyBytes: maxBodyBytes + 1, isTruncated: true })
    expect(wide?.body).toBe('x'.repeat(maxBodyBytes - 1))
  })

  test('has marks in the place of files, whole or cut off at the limit', () => {
    const file = Buffer.alloc(6_000_000, 1).toString('base64')
    const body = JSON.stringify({ image: `data:image/png;base64,${file}`, said: 'Look.' })
    const recorder = sentWith({}, undefined, body)
    recorder.received({ status: 200, headers: new Headers() })
    const answer = Buffer.from(`{"data":"${file.replaceAll('/', '\\/')}"}`)
    for (let at = 0; at < answer.length; at += 65_536) recorder.read(answer.subarray(at, at + 65_536))
    recorder.omit(file, '[a file]')
    expect(recorder.exchange()).toMatchObject({
      request: {
        body: '{"image":"data:image/png;base64,[a file]","said":"Look."}',
        ...{ bodyBytes: body.length, isTruncated: false },
      },
      response: { body: '{"data":"[a file]', bodyBytes: answer.length, isTruncated: true },
    })
  })

  test('is that of the last request, where one followed another', () => {
    const recorder = sentWith({}, undefined, 'first')
    recorder.received({ status: 500, headers: new Headers() })
    recorder.read(Buffer.from('no'))
    recorder.sent({
      method: 'POST',
      url: new URL('https://b.example/v2'),
      headers: new Headers(),
      body: 'second',
    })
    expect(recorder.exchange()).toMatchObject({ request: { path: '/v2', body: 'second' }, response: null })
  })
})
