import { text } from 'node:stream/consumers'
import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parseJson } from '../../src/domain/exact-numbers.ts'
import type { Message } from '../../src/domain/message.ts'
import type { ModelProvider } from '../../src/domain/model.ts'
import { createWrittenLines } from '../../src/domain/written-lines.ts'
import { createAnthropic } from '../../src/models/anthropic/anthropic.ts'
import { createGoogle } from '../../src/models/google/google.ts'
import { answer as ofAnthropic, textBlock } from '../fixtures/streams/anthropic.ts'
import { answer as ofGoogle } from '../fixtures/streams/google.ts'
import { modelRequest, serving, streamed } from '../support/model-call.ts'
import { collect } from '../support/wire.ts'
import { WebServer } from '../tools/web-server.ts'

const large = '9007199254740993'

const called: readonly Message[] = [
  { role: 'user', text: 'Hello' },
  {
    role: 'assistant',
    messageId: 'm',
    parts: [{ type: 'tool-call', callId: 'call-1', name: 'order', arguments: `{"id":${large},"n":[1e400]}` }],
  },
  { role: 'tool', callId: 'call-1', name: 'order', text: 'Ordered.', isError: false },
]

describe('MOD-1 numbers that JavaScript does not hold', () => {
  test('come from Gemini with all their digits, however the stream is cut', async () => {
    const args = { id: 1, list: [2], text: large, price: 0.1 }
    const body = ofGoogle([[{ functionCall: { name: 'order', args } }]])
      .replace('"id":1', `"id":${large}`)
      .replace('[2]', `[-${large},1e400]`)
    for (const cut of [undefined, { cut: 1 }, { cut: 7 }]) {
      const { baseUrl } = await serving([streamed(body)], cut)
      const { answer } = await collect(createGoogle({ apiKey: 'key', baseUrl }).stream(modelRequest()))
      const [part] = answer.message.parts
      expect(part?.type === 'tool-call' && parseJson(part.arguments)).toEqual({
        id: large,
        list: [`-${large}`, '1e400'],
        text: large,
        price: 0.1,
      })
    }
  })

  test.each<[name: string, stream: string, create: (baseUrl: string) => ModelProvider]>([
    [
      'Anthropic',
      ofAnthropic([textBlock(0, 'Hi')]),
      (baseUrl) => createAnthropic({ apiKey: 'key', baseUrl }),
    ],
    ['Gemini', ofGoogle([[{ text: 'Hi' }]]), (baseUrl) => createGoogle({ apiKey: 'key', baseUrl })],
  ])('go back to %s as the model wrote them', async (_name, stream, create) => {
    const bodies: string[] = []
    // The servers of other tests read JSON, as numbers of JavaScript.
    const server = await new WebServer(async (request, response) => {
      bodies.push(await text(request))
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(stream)
    }).open()
    onTestFinished(() => server.close())
    await collect(create(server.url('')).stream(modelRequest({ messages: called })))
    expect(bodies).toEqual([expect.stringContaining(`{"id":${large},"n":[1e400]}`)])
  })
})

describe('a stream of JSON', () => {
  const line = fc
    .array(
      fc.oneof(
        fc.bigInt({ min: 0n, max: 10n ** 25n }).map(String),
        fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text)),
      ),
    )
    .map((items) => `{"items":[${items.join(',')}]}`)

  property.prop([fc.array(line), fc.nat(40)])(
    'is read by a library as we read it, wherever the network cuts it',
    (lines, size) => {
      const whole = Buffer.from(lines.map((one) => `${one}\n`).join(''))
      const reader = createWrittenLines('JSON')
      const read: Uint8Array[] = []
      for (let at = 0; at < whole.length; at += size + 1)
        read.push(reader.push(whole.subarray(at, at + size + 1)))
      const said = Buffer.concat([...read, reader.end()]).toString()
      expect(
        said
          .split('\n')
          .slice(0, -1)
          .map((one) => JSON.parse(one)),
      ).toEqual(lines.map(parseJson))
    },
  )

  test('of events is changed in its data alone', () => {
    const events = `id: ${large}\nevent: e${large}\n: ${large}\ndata: {"id":${large}}\n\ndata:[${large}\ndata: ,"${large}"]\n\n`
    const reader = createWrittenLines('EVENT_STREAM')
    const said = Buffer.concat([reader.push(Buffer.from(events)), reader.end()]).toString()
    expect(said).toBe(
      `id: ${large}\nevent: e${large}\n: ${large}\ndata: {"id":"${large}"}\n\ndata:["${large}"\ndata: ,"${large}"]\n\n`,
    )
  })
})
