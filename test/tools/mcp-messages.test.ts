import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/domain/clock.ts'
import type { McpServer } from '../../src/tools/mcp/mcp-server.ts'
import { createRelisting } from '../../src/tools/mcp/relisting.ts'
import { forEachTest, forFile } from '../support/for-file.ts'
import type { Answers } from './answering-mcp-server.ts'
import { failureOf } from './call-tool.ts'
import { call, McpFixture, until } from './mcp-fixture.ts'

const rawProgram = join(import.meta.dirname, 'mcp-raw-process.ts')

const fixture = forEachTest(() => McpFixture.open())

const stdio = (environment: Readonly<Record<string, string>>): Promise<McpServer> =>
  fixture.connect(fixture.stdio(environment, {}, rawProgram))

/** Servers of the whole file: one for each transport, whose answer to a call is the argument `answer`. */
const lasting = forFile(await McpFixture.open())

async function answering(over: Over): Promise<McpServer> {
  if (over === 'stdio') return lasting.connect(lasting.stdio({}, {}, rawProgram))
  const tools = [{ name: 'pay', inputSchema: { type: 'object' } }]
  const answers: Answers = {
    'tools/list': () => ({ tools }),
    'tools/call': ({ arguments: args }) => Object(args).answer,
  }
  const server = await lasting.answering({ answers, isStreaming: over === 'events' })
  return lasting.connect(lasting.at(server.url))
}

type Over = 'HTTP' | 'events' | 'stdio'
const transports: readonly Over[] = ['HTTP', 'events', 'stdio']
const answeringOver = await Promise.all(
  transports.map(async (over) => [over, await answering(over)] as const),
)

const done = '{"content":[{"type":"text","text":"paid"}]}'

/** All at once: the client waits for seconds whether such a server speaks the newer generation. */
const banners = forFile(await McpFixture.open())
const beginning = (environment: Readonly<Record<string, string>>) =>
  banners.connect(banners.stdio({ ...environment, ANSWER: `{"id":$id,"result":${done}}` }, {}, rawProgram))
const [withNulls, ...unended] = await Promise.all([
  beginning({
    BEGINNING:
      '{"serverInfo":null,"instructions":null,"capabilities":{"tools":{"listChanged":null},"prompts":null}}',
    BANNER: '\uFEFF{"level":"info"}\nWelcome!\n[1]\n\uFEFF',
  }),
  ...['Ready on stdio. ', '> ', '[info] {a} '].map(
    async (BANNER) => [BANNER, await beginning({ BANNER })] as const,
  ),
])

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

  it.for(answeringOver.flatMap(([over, server]) => rows.map((row) => [over, ...row, server] as const)))(
    'TAS-5 TAS-6 is read over %s where %s',
    async ([_over, _what, answer, right, server]) => {
      if (right instanceof RegExp) {
        const { code, message } = await failureOf(() => call(server, 'test__pay', { answer }))
        expect([code, message]).toEqual(['TOOL_FAILED', expect.stringMatching(right)])
      } else expect(await call(server, 'test__pay', { answer })).toBe(right)
    },
  )

  it('TAS-6 begins with nulls, a mark of its encoding and a banner, which are told', async () => {
    expect(await call(withNulls, 'test__look')).toBe('paid')
    expect(banners.notes.filter((note) => note.includes('says: Welcome!'))).toHaveLength(1)
    expect(banners.reports).toEqual([])
  })

  it.each(unended)(
    'TAS-6 begins with a banner that does not end its line, which is told: %s',
    async (banner, server) => {
      expect(await call(server, 'test__look')).toBe('paid')
      expect(banners.notes.join()).toContain(`says: ${banner.trim()}`)
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
