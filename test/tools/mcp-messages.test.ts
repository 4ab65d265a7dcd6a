import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/domain/clock.ts'
import type { McpServer } from '../../src/tools/mcp/mcp-server.ts'
import { createRelisting } from '../../src/tools/mcp/relisting.ts'
import { forEachTest } from '../support/for-file.ts'
import { failureOf } from './call-tool.ts'
import { call, McpFixture, until } from './mcp-fixture.ts'

const rawProgram = join(import.meta.dirname, 'mcp-raw-process.ts')

const fixture = forEachTest(() => McpFixture.open())

const stdio = (environment: Readonly<Record<string, string>>): Promise<McpServer> =>
  fixture.connect(fixture.stdio(environment, {}, rawProgram))

/** A server that gives this text as its answer to a call. */
async function answering(text: string, over: Over): Promise<McpServer> {
  if (over === 'stdio') return stdio({ ANSWER: text })
  const tools = [{ name: 'pay', inputSchema: { type: 'object' } }]
  const answers = { 'tools/list': () => ({ tools }), 'tools/call': () => text }
  const server = await fixture.answering({ answers, isStreaming: over === 'events' })
  return fixture.connect(fixture.at(server.url))
}

type Over = 'HTTP' | 'events' | 'stdio'
const transports: readonly Over[] = ['HTTP', 'events', 'stdio']

const done = '{"content":[{"type":"text","text":"paid"}]}'

describe('an answer that is not as JSON-RPC has it', () => {
  const rows: readonly (readonly [string, string, unknown])[] = [
    [
      'its result stands beside an error of null',
      `{"jsonrpc":"2.0","id":$id,"result":${done},"error":null}`,
      'paid',
    ],
    [
      'its error stands beside a result of null',
      '{"jsonrpc":"2.0","id":$id,"result":null,"error":{"code":7,"message":"No money."}}',
      /^No money\.$/,
    ],
    ['its result is null', '{"jsonrpc":"2.0","id":$id,"result":null}', ''],
    ['its result is a text', '{"jsonrpc":"2.0","id":$id,"result":"paid"}', 'paid'],
    ['it does not name its version', `{"id":$id,"result":${done}}`, 'paid'],
    ['it has a member of its own', `{"jsonrpc":"2.0","id":$id,"result":${done},"took":7}`, 'paid'],
    ['its id is a text', `{"jsonrpc":"2.0","id":"$id","result":${done}}`, 'paid'],
    ['its error is a text', '{"jsonrpc":"2.0","id":$id,"error":"No money."}', /^No money\.$/],
    ['its error has no code', '{"jsonrpc":"2.0","id":$id,"error":{"message":"No money."}}', /^No money\.$/],
    [
      'the code of its error is a text',
      '{"jsonrpc":"2.0","id":$id,"error":{"code":"E7","message":"No money"}}',
      /^No money \(code E7\)$/,
    ],
    [
      'its error has more to say',
      '{"jsonrpc":"2.0","id":$id,"error":{"code":7,"message":"No money","data":{"detail":"You have 3."}}}',
      /^No money: You have 3\.$/,
    ],
  ]

  it.for(transports.flatMap((over) => rows.map((row) => [over, ...row] as const)))(
    'TAS-5 TAS-6 is read over %s where %s',
    async ([over, _what, text, right]) => {
      const server = await answering(text, over)
      if (right instanceof RegExp) {
        const { code, message } = await failureOf(() => call(server, 'test__pay'))
        expect([code, message]).toEqual(['TOOL_FAILED', expect.stringMatching(right)])
      } else expect(await call(server, 'test__pay')).toBe(right)
    },
  )

  it('TAS-6 begins with nulls, a mark of its encoding and a banner', async () => {
    const BEGINNING =
      '{"serverInfo":null,"instructions":null,"capabilities":{"tools":{"listChanged":null},"prompts":null}}'
    const BANNER = '\uFEFF{"level":"info"}\nWelcome!\n[1]\n\uFEFF'
    const server = await stdio({ BEGINNING, BANNER, ANSWER: `{"id":$id,"result":${done}}` })
    expect(await call(server, 'test__look')).toBe('paid')
    expect(fixture.reports).toEqual([])
    expect(fixture.notes.filter((note) => note.includes('says: Welcome!'))).toHaveLength(1)
  })

  it.each(['Ready on stdio. ', '> ', '[info] {a} '])(
    'TAS-6 begins with a banner that does not end its line, which is told: %s',
    async (BANNER) => {
      const server = await stdio({ BANNER, ANSWER: `{"id":$id,"result":${done}}` })
      expect(await call(server, 'test__look')).toBe('paid')
      expect(fixture.reports).toEqual([])
      expect(fixture.notes.join()).toContain(`says: ${BANNER.trim()}`)
    },
  )
})

describe('a process of a server that lives on', () => {
  it.each(['writes no more', 'reads no more'])('TAS-5 TAS-6 and %s is begun anew', async (INSTEAD) => {
    const ANSWER = `{"id":$id,"result":${done}}`
    const server = await stdio({ INSTEAD, ANSWER })
    const first = await call(server, 'test__pid')
    const paid = failureOf(() => call(server, 'test__pay'))
    if (INSTEAD === 'reads no more') await until(() => fixture.notes.some((note) => note.endsWith('Closed.')))
    // Where it reads no more, this call finds out.
    expect(await call(server, 'test__look')).toBe('paid')
    expect((await paid).code).toBe('OUTCOME_UNKNOWN')
    expect(await call(server, 'test__pid')).not.toBe(first)
  })
})

describe('a server that says at every list that its tools changed', () => {
  it('TAS-6 is asked less and less often, and once for all that it says meanwhile', async () => {
    const pauses: number[] = []
    const ended = new AbortController()
    let lists = 0
    const changed = createRelisting({
      list: async () => {
        lists += 1
        for (let again = 0; again < 5; again += 1) changed()
      },
      clock: {
        ...systemClock,
        sleep: async (ms) => {
          if (pauses.push(ms) === 12) ended.abort()
        },
      },
      signal: ended.signal,
      onFault: (error) => expect(error).toBeUndefined(),
    })
    changed()
    await until(() => ended.signal.aborted)
    expect(pauses).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 51_200, 60_000, 60_000])
    expect(lists).toBe(12)
  })
})
