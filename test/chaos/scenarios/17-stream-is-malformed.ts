import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { chunk, usageChunk } from '../../fixtures/streams/openai-chat.ts'
import type { Scenario } from '../scenario.ts'
import { type Answer, finish, inTurns, type Reply, says, send } from '../servers/replies.ts'

const words = 'Grüße, 世界, 👋!'
const again = 'Once more.'
/** A worker that reads all of this at once has room for the largest line, a few times, and no more. */
const mostMemoryBytes = 600 * 1024 * 1024

interface Case {
  readonly reply: Reply
  /** Answer of the run: the text of this answer, or that of the next attempt. */
  readonly text: string
}

const cases: Readonly<Record<string, Case>> = {
  'split characters': whole((text) => [...Buffer.from(text)].map((byte) => Buffer.from([byte]))),
  CRLF: whole((text) => text.replaceAll('\n', '\r\n')),
  CR: whole((text) => text.replaceAll('\n', '\r')),
  'a byte order mark': whole((text) => `\ufeff${text}`),
  'no blank line at the end': whole((text) => text.trimEnd()),
  'no [DONE]': whole((text) => text.replace('data: [DONE]\n\n', '')),
  'no space after data:': whole((text) => text.replaceAll('data: ', 'data:')),
  'unknown events': whole(
    (text) => `: hello\n\nevent: ping\ndata: {"type":"ping"}\n\nid: 7\nretry: 10\n\n${text}`,
  ),
  'a line of 10 MB': whole((text) => `${said({ ...chunk({}), padding: 'x'.repeat(10_000_000) })}${text}`),
  'NUL and half a character': {
    reply: ends((answer) => send(answer, chunk({ content: 'a\u0000b\ud800c' }))),
    text: 'ab\ufffdc',
  },
  'bytes that are no UTF-8': {
    reply: ends((answer) => {
      const [head = '', tail = ''] = said(chunk({ content: 'a|b' })).split('|')
      answer.write(Buffer.concat([Buffer.from(head), Buffer.from([0xff]), Buffer.from(tail)]))
    }),
    text: 'a\ufffdb',
  },
  'broken JSON': broken('data: {"choices":[{"delta":{"content":"lo\n\n'),
  'half an event': broken('data: {"choices":[{"delta":{"cont'),
  'an error inside': broken('data: {"error":{"message":"The server is overloaded.","code":503}}\n\n'),
  'no end': broken(''),
}

export default {
  number: 17,
  title: 'providers stream what is malformed',
  promises: ['MOD-2', 'MOD-3', 'MOD-4', 'MOD-6'],
  async run({ stage, note }) {
    const agent = await stage.createAgent()
    const played = await Promise.all(
      Object.entries(cases).map(async ([name, { reply, text }]) => {
        const run = await stage.trigger({ agent, model: inTurns([reply, says(again)]) })
        return { name, text, run, ended: await run.untilStopped(30_000) }
      }),
    )
    for (const { name, ended } of played) note(`${name}: ${ended.status} ${ended.summary}`)
    assert.deepEqual(
      played.map(({ name, ended }) => [name, ended.status, ended.summary]),
      played.map(({ name, text }) => [name, 'COMPLETED', text]),
    )
    for (const { name, text, run } of played) {
      // The shown text of an answer that broke off is void, and the next one is streamed whole.
      const discarded = run.eventsOf('AttemptDiscarded')
      assert.equal(
        discarded.length,
        text === again && name !== 'an error inside' ? 1 : discarded.length,
        name,
      )
      const void_ = new Set(discarded.map(({ messageId }) => messageId))
      const kept = run.eventsOf('TextDelta').filter(({ messageId }) => !void_.has(messageId))
      assert.equal(kept.map((delta) => delta.text).join(''), text, name)
    }
    for (const worker of stage.cluster.workers) {
      const bytes = await worker.memoryBytes()
      assert.ok(bytes < mostMemoryBytes, `${worker.name} has ${Math.round(bytes / 2 ** 20)} MiB`)
    }
  },
} satisfies Scenario

/** A whole answer, whose bytes come otherwise than they should. */
function whole(distort: (text: string) => string | readonly Buffer[]): Case {
  const text = [
    said(chunk({ role: 'assistant', content: '' })),
    ...(words.match(/.{1,4}/gu) ?? []).map((content) => said(chunk({ content }))),
    said(chunk({}, 'stop')),
    said(usageChunk()),
    'data: [DONE]\n\n',
  ].join('')
  const distorted = distort(text)
  return {
    text: words,
    reply: async (answer) => {
      for (const piece of typeof distorted === 'string' ? [distorted] : distorted) {
        answer.write(piece)
        await setImmediate() // so that each leaves by itself
      }
      answer.end()
    },
  }
}

/** The beginning of an answer, then this, and nothing more. */
function broken(text: string): Case {
  return {
    text: again,
    reply: (answer) => {
      send(answer, chunk({ content: 'lost ' }))
      answer.write(text)
      answer.end()
    },
  }
}

function ends(begin: (answer: Answer) => void): Reply {
  return (answer) => {
    begin(answer)
    finish(answer, 'stop')
  }
}

function said(piece: object): string {
  return `data: ${JSON.stringify(piece)}\n\n`
}
