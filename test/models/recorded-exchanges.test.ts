import { describe, expect, onTestFinished, test } from 'vitest'
import { createExchangeRecorder } from '../../src/domain/model-exchange.ts'
import { answered, failureOf, modelRequest, serving, streamed } from '../support/model-call.ts'
import { providerRows } from '../support/provider-rows.ts'
import { serveBytes } from '../support/serve-bytes.ts'
import { collect } from '../support/wire.ts'

const apiKey = 'a-key-that-nobody-may-read'

const paths: Readonly<Record<string, RegExp>> = {
  openai: /^\/v1\/responses$/,
  'openai-chat': /^\/v1\/chat\/completions$/,
  anthropic: /^\/v1\/messages$/,
  google: /^\/v1beta\/models\/a-model:streamGenerateContent\?alt=sse$/,
  vertex: /a-model:streamGenerateContent\?alt=sse$/,
}

describe.each(providerRows)('MOD-9 the exchange of $name', ({ name, open, text }) => {
  const body = text('Hel', 'lo')
  const create = (baseUrl: string) => open(baseUrl, apiKey)

  test('is recorded as it was sent and received, without the key', async () => {
    const server = await serving([streamed(body)])
    const recorder = createExchangeRecorder()
    const request = modelRequest({ systemPrompt: 'Be brief.', recorder })
    await collect(create(server.baseUrl).stream(request))
    const exchange = recorder.exchange()
    const [received] = server.requests
    expect(exchange?.request).toMatchObject({ method: 'POST', path: received?.path })
    expect(exchange?.request.path).toMatch(paths[name] ?? 'no path')
    expect(JSON.parse(exchange?.request.body ?? '')).toEqual(received?.body)
    expect(exchange?.request.body).toContain('Be brief.')
    expect(exchange?.response).toMatchObject({ status: 200, body, isTruncated: false })
    // It was sent, or else the absence of it would say nothing.
    expect(JSON.stringify(received?.headers)).toContain(apiKey)
    expect(JSON.stringify(exchange)).not.toContain(apiKey)
  })

  test('is recorded where the provider refuses, even if the refusal repeats the key', async () => {
    const message = `Incorrect API key provided: ${apiKey}.`
    const server = await serving([answered(401, { error: { message, type: 'invalid_request_error' } })])
    const recorder = createExchangeRecorder()
    await failureOf(create(server.baseUrl).stream(modelRequest({ recorder })))
    const exchange = recorder.exchange()
    expect(exchange?.response).toMatchObject({ status: 401 })
    expect(exchange?.response?.body).toContain('Incorrect API key provided: [redacted].')
    expect(JSON.stringify(exchange)).not.toContain(apiKey)
  })

  test('has no response where the connection is refused', async () => {
    const gone = await serveBytes(() => undefined)
    await gone.close()
    const recorder = createExchangeRecorder()
    await failureOf(create(gone.baseUrl).stream(modelRequest({ recorder })))
    expect(recorder.exchange()).toMatchObject({ request: { method: 'POST' }, response: null })
  })

  test('ends where the reader stopped', async () => {
    const abort = new AbortController()
    const begun = body.slice(0, Math.floor(body.length / 2))
    const server = await serveBytes((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(begun)
    })
    onTestFinished(() => server.close())
    const recorder = createExchangeRecorder()
    const read = collect(create(server.baseUrl).stream(modelRequest({ recorder, signal: abort.signal })))
    await expect.poll(() => recorder.exchange()?.response?.body).toBe(begun)
    abort.abort(new Error('Enough.'))
    await expect(read).rejects.toThrow('Enough.')
    expect(recorder.exchange()?.response).toMatchObject({ body: begun, isTruncated: false })
  })

  test('is that of its own call, whatever others are asked at the same time', async () => {
    const server = await serving([streamed(body), streamed(body), streamed(body)])
    const provider = create(server.baseUrl)
    const words = ['first', 'second', 'third']
    const recorders = words.map(() => createExchangeRecorder())
    await Promise.all(
      words.map((text, index) =>
        collect(
          provider.stream(modelRequest({ messages: [{ role: 'user', text }], recorder: recorders[index] })),
        ),
      ),
    )
    for (const [index, text] of words.entries()) {
      const sent = recorders[index]?.exchange()?.request.body ?? ''
      expect(words.filter((word) => sent.includes(word))).toEqual([text])
    }
  })
})
