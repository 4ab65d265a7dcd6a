import { describe, expect, test } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import type { ToolMessage } from '../../../src/domain/message.ts'
import type { ModelRequest } from '../../../src/domain/model.ts'
import { TaskComplete, type Tool } from '../../../src/domain/tool.ts'
import { toGlobalId } from '../../../src/graphql/global-id.ts'
import { createServer } from '../../../src/http/serve/server.ts'
import { type Script, type ScriptedTurn, sequence } from '../../../src/models/scripted.ts'
import { createRedactor } from '../../../src/redaction/create-redactor.ts'
import { createReads } from '../../../src/store/read/create-reads.ts'
import { createFakeClock } from '../../../src/testing/fake-clock.ts'
import { readOutputTool } from '../../../src/tools/read-output.ts'
import { at } from '../../graphql/open-graph.ts'
import { createSubscriber } from '../../http/subscriber.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createDoomed } from '../../support/doomed.ts'
import { createTestEngine, type TestEngine, testTool } from '../../support/engine.ts'
import { engineForFile } from '../../support/for-file.ts'
import { gateTo } from '../../support/gate-to.ts'
import { nothingKnown } from '../../support/graphql-options.ts'
import { postJson } from '../../support/post-json.ts'
import { defaultServer } from '../../support/server-facts.ts'
import { watchStandstills } from '../../support/standstill.ts'

const book = Array.from({ length: 5_000 }, (_, index) => `line ${index} of the book`).join('\n')

/** To redact it at once takes half a second or more. */
const wall = 'password: hunter2x9 '.repeat(250_000)

/** More than a result may have. */
const floodLines = 60_000

const letGo = Promise.withResolvers<void>()

const tools: readonly Tool[] = [
  testTool('book', async () => book),
  testTool('page', async () => 'a page'),
  testTool('table', async () => Array.from({ length: 5_000 }, (_, row) => ({ row }))),
  testTool('stream', async () => lines(5_000)),
  testTool('flood', async () => lines(floodLines)),
  testTool('wall', async () => wall),
  testTool('answer', async () => {
    throw new TaskComplete(book)
  }),
  testTool('torn', async () => torn()),
  testTool('odd', async () => odd()),
  testTool('hanging', async () => ({
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise<IteratorResult<string>>(() => undefined),
      return: async () => {
        letGo.resolve()
        return { done: true, value: undefined }
      },
    }),
  })),
  readOutputTool,
]

const given = tools.map(({ name }) => name).filter((name) => name !== 'read_output')

async function* lines(count: number) {
  for (let index = 0; index < count; index++) yield `line ${index} of the stream\n`
}

async function* torn() {
  yield 'a'
  throw new Error('The line is dead.')
}

async function* odd() {
  yield { rows: [1] }
  yield { rows: new Response('2') }
}

const clock = createFakeClock()

const asked: ModelRequest[] = []

const { database, engine } = await engineForFile({
  tools,
  clock,
  leaseMs: 600_000,
  replace: (services) => ({ ...services, models: watched(services.models) }),
})

/** Models that keep what they are asked. */
function watched(models: TestEngine['services']['models']): TestEngine['services']['models'] {
  return {
    ...models,
    profiles: (name) =>
      models.profiles(name).map((provider) => ({
        ...provider,
        stream: (request) => {
          asked.push(request)
          return provider.stream(request)
        },
      })),
  }
}

const call = (name: string, args: Json = {}): ScriptedTurn => ({ toolCalls: [{ name, arguments: args }] })

/** Plays a script with the tools but `read_output`, and gives the results that the model read and the stored ones. */
async function play(
  script: Script,
  { redaction, ...trigger }: { readonly sessionKey?: string; readonly redaction?: 'STRICT' } = {},
) {
  asked.length = 0
  const agent = { tools: given, ...(redaction && { redaction }) }
  const run = await engine.run(script, { agent, trigger })
  const stored = await database.prisma.message.findMany({
    where: { runId: run.runId, role: 'TOOL' },
    orderBy: { position: 'asc' },
  })
  const actions = await database.prisma.action.findMany({
    where: { runId: run.runId },
    orderBy: [{ step: { number: 'asc' } }, { position: 'asc' }],
  })
  const [action] = actions
  const [message] = messagesOf(stored)
  if (!action || !message) throw new Error('No tool was called.')
  return { run, action, actions, message, messages: messagesOf(stored) }
}

/** The column is JSON; what the engine writes there of a tool is a tool message. */
function messagesOf(rows: readonly { readonly content: unknown }[]): readonly ToolMessage[] {
  return rows.map(({ content }) => content as ToolMessage)
}

/** The reference that the last shown result gives. */
function referenceIn(messages: ModelRequest['messages']): string {
  const shown = messages.findLast((message) => message.role === 'tool' && message.reference !== undefined)
  return /"reference":"([^"]+)"/.exec(shown?.role === 'tool' ? shown.text : '')?.[1] ?? 'none'
}

describe('a large result', () => {
  test('CTX-3 is stored once, and stands in message, history and context as head, tail and reference', async () => {
    const { action, message, run } = await play(sequence(call('book'), { text: 'Read.' }))
    expect(action.output).toBe(book)
    expect(message.reference).toBe(action.id)
    expect(message.text.length).toBeLessThanOrEqual(16_000)
    expect(message.text).toMatch(/^line 0 of the book\n/)
    expect(message.text).toMatch(/line 4999 of the book$/)
    expect(message.text).toContain(`[${book.length} characters in all; `)
    expect(asked.at(-1)?.messages.at(-1)).toEqual(message)
    // The tests of the graph show what a reader of the log gets in the place of `null`.
    expect(run.of('ActionCompleted')).toMatchObject([{ actionId: action.id, output: null }])
    const log = await database.prisma.event.findMany({ where: { runId: run.runId }, select: { data: true } })
    expect(JSON.stringify(log)).not.toContain('line 2500 of the book')
  })

  test('CTX-3 in JSON is shown as its text, and read on in as the same', async () => {
    const { action, message } = await play(sequence(call('table'), { text: 'Read.' }))
    const text = JSON.stringify(action.output)
    expect(message.text.startsWith(text.slice(0, 5_000))).toBe(true)
    expect(message.text).toContain(`[${text.length} characters in all; `)
  })

  test('CTX-3 is the limit of the agent', async () => {
    const run = await engine.run(sequence(call('book'), { text: 'Read.' }), {
      agent: { tools: given, maxToolResultChars: 500_000 },
    })
    const { content } = await database.prisma.message.findFirstOrThrow({
      where: { runId: run.runId, role: 'TOOL' },
    })
    expect(content).toMatchObject({ text: book })
    expect(content).not.toHaveProperty('reference')
  })

  test('CTX-3 a small one is unchanged, in message and event', async () => {
    const { message, run } = await play(sequence(call('page'), { text: 'Read.' }))
    expect(message).toMatchObject({ text: 'a page', isError: false })
    expect(message).not.toHaveProperty('reference')
    expect(run.of('ActionCompleted')).toMatchObject([{ output: 'a page' }])
  })

  test('LIM-12 TAS-7 of megabytes of text is redacted and cut while other work continues', async () => {
    // In processor time of this thread: by the clock, others on the machine may hold it up for as long.
    const watch = watchStandstills()
    expect(createRedactor({ values: [] }).text(wall)).not.toContain('hunter2x9')
    const atOnce = watch.take()
    const { action } = await play(sequence(call('wall'), { text: 'I read it.' }), { redaction: 'STRICT' })
    const longest = watch.take()
    watch.close()
    expect(longest.cpuMs).toBeLessThan(atOnce.cpuMs / 2)
    const output = String(action.output)
    expect(output).not.toContain('hunter2x9')
    expect(output).toContain(`[cut: the result had ${wall.length + 2} bytes; at most`)
    expect(Buffer.byteLength(JSON.stringify(output))).toBeLessThanOrEqual(1024 * 1024)
  })

  test('LOOP-3 CTX-3 an answer is whole, however long', async () => {
    const { run } = await play(sequence(call('answer')))
    expect(run.row.summary).toBe(book)
    expect(run.of('FinalAnswer')).toEqual([{ text: book }])
  })
})

describe('read_output', () => {
  test('CTX-3 is offered from where the history shows a reference on, though the agent does not name it', async () => {
    await play(sequence(call('page'), call('book'), call('page'), { text: 'Read.' }))
    const offered = asked.map((request) => request.tools.some(({ name }) => name === 'read_output'))
    expect(offered).toEqual([false, false, true, true])
  })

  test('CTX-3 reads on where the shown part ends, part by part, to the end', async () => {
    const script: Script = ({ messages }) => {
      const last = messages.findLast((message) => message.role === 'tool')
      if (last?.role !== 'tool') return call('book')
      const next = /"offset":(\d+)|go on with offset (\d+)\]/.exec(last.text)
      const offset = next?.[1] ?? next?.[2]
      if (offset === undefined) return { text: 'Read.' }
      return call('read_output', { reference: referenceIn(messages), offset: Number(offset) })
    }
    const { messages, actions } = await play(script)
    const [head = ''] = (messages[0]?.text ?? '').split('\n[')
    const parts = messages.slice(1).map(({ text }) => text.slice(text.indexOf('\n') + 1))
    expect(`${head}${parts.join('')}`).toBe(book)
    expect(messages.slice(1).every((message) => message.reference === undefined)).toBe(true)
    expect(messages.every(({ text }) => text.length <= 16_000)).toBe(true)
    expect(actions.slice(1).every(({ status, effect }) => status === 'SUCCEEDED' && effect === 'read')).toBe(
      true,
    )
  })

  test('CTX-3 finds text, in a result of an earlier run of the session too', async () => {
    const sessionKey = 'a session'
    await play(sequence(call('book'), { text: 'Read.' }), { sessionKey })
    const script: Script = ({ turn, messages }) =>
      turn === 0
        ? call('read_output', { reference: referenceIn(messages), query: 'LINE 2500 of' })
        : { text: 'Found.' }
    const { message } = await play(script, { sessionKey })
    expect(asked[0]?.tools.map(({ name }) => name)).toContain('read_output')
    expect(message).toMatchObject({ isError: false })
    expect(message.text).toMatch(
      /^\[found in \d+ characters; no more after them\]\n@\d+: line 2499 of the book\nline 2500 of the book\nline 2501 of the book$/,
    )
  })

  test('CTX-3 refuses an id that is no result of the run or its session', async () => {
    const { action: foreign } = await play(sequence(call('book'), { text: 'Read.' }))
    for (const reference of [foreign.id, '01999999-0000-7000-8000-000000000001', "'; drop", '']) {
      const { action } = await play(sequence(call('read_output', { reference }), { text: 'I go on.' }))
      expect(action).toMatchObject({ status: 'FAILED', errorCode: 'OUTPUT_UNKNOWN', output: null })
    }
  })
})

describe('a streamed result', () => {
  test('LIM-12 CTX-3 is stored as its text, and shown as any other', async () => {
    const { action, message } = await play(sequence(call('stream'), { text: 'Read.' }))
    expect(action.output).toMatch(
      /^line 0 of the stream\n(line \d+ of the stream\n){4998}line 4999 of the stream\n$/,
    )
    expect(message.reference).toBe(action.id)
  })

  test('LIM-12 beyond the limit keeps its ends, with its true size said', async () => {
    const { action } = await play(sequence(call('flood'), { text: 'Read.' }))
    const output = String(action.output)
    expect(Buffer.byteLength(JSON.stringify(output))).toBeLessThanOrEqual(1024 * 1024)
    expect(output).toMatch(/^line 0 of the stream\n/)
    expect(output.endsWith(`line ${floodLines - 1} of the stream\n`)).toBe(true)
    const bytes =
      2 + Array.from({ length: floodLines }, (_, n) => `line ${n} of the stream\\n`).join('').length
    expect(output).toContain(`\n[cut: the result had ${bytes} bytes; at most 1048576 are kept]\n`)
    expect(action.audit).toMatchObject({ resultBytes: bytes })
  })

  test('TAS-4 that fails in its middle is an error result', async () => {
    const { action } = await play(sequence(call('torn'), { text: 'I go on.' }))
    expect(action).toMatchObject({ errorCode: 'TOOL_FAILED', error: 'The line is dead.', output: null })
  })

  test('TAS-4 with a piece that cannot be shown is an error that says what to return', async () => {
    const { action } = await play(sequence(call('odd'), { text: 'I go on.' }))
    expect(action).toMatchObject({
      errorCode: 'TOOL_FAILED',
      error: expect.stringMatching(/A piece of its stream .* at \/rows, a Response, .*response\.json\(\)/),
    })
  })

  test('LIM-12 that gives nothing in time is abandoned', async () => {
    const runId = await engine.trigger(sequence(call('hanging'), { text: 'I go on.' }), {
      agent: { tools: given },
    })
    await clock.sleeperOf(60_000)
    await clock.advance(60_000)
    await letGo.promise
    expect((await engine.finished(runId)).of('ActionFailed')).toMatchObject([{ errorCode: 'TOOL_TIMEOUT' }])
  })
})

test('CTX-3 EVT-1 EVT-2 every reader gets the whole output, live or later, over every transport', async () => {
  const server = createServer({
    host: '127.0.0.1',
    port: 0,
    connectionsPerAddress: 1_000,
    authenticator: gateTo({ id: engine.project.id, slug: 'test' }, database.pool),
    prisma: database.prisma,
    reads: createReads(database),
    operations: engine.operations,
    log: engine.services.log,
    priceOf: () => null,
    server: defaultServer,
    catalogue: nothingKnown,
    tools: engine.services.tools,
    report: () => undefined,
  })
  const { url } = await server.listen()
  const subscriber = createSubscriber(`${url}/graphql`)
  try {
    const fields = 'seq __typename ... on ActionCompleted { output }'
    const runId = await engine.trigger(
      sequence(call('page'), call('book'), call('page'), { text: 'Read.' }),
      {
        agent: { tools: given },
      },
    )
    const variables = { id: toGlobalId('Run', runId) }
    const subscription = `subscription($id: ID!) { runEvents(runId: $id) { ${fields} } }`
    const overSocket = async () =>
      (await subscriber.collect(subscription, variables)).map(({ data }) => at(data, 'runEvents'))
    const post = (query: string, accept: string) =>
      postJson(`${url}/graphql`, { query, variables }, { headers: { accept } })
    const overStream = async () =>
      [...(await (await post(subscription, 'text/event-stream')).text()).matchAll(/^data: (.+)$/gm)].map(
        ([, data = '']) => at(JSON.parse(data), 'data.runEvents'),
      )
    const history = `query($id: ID!) { run(id: $id) { events(first: 100) { edges { node { ${fields} } } } } }`
    const live = await Promise.all([overSocket(), overStream()])
    const later = await Promise.all([overSocket(), overStream()])
    const read: unknown = await (await post(history, 'application/json')).json()
    const events = at(read, 'data.run.events.edges.*.node')
    for (const followed of [...live, ...later]) expect(followed).toEqual(events)
    expect(events).toEqual(
      expect.arrayContaining([
        { seq: expect.any(Number), __typename: 'ActionCompleted', output: book },
        { seq: expect.any(Number), __typename: 'ActionCompleted', output: 'a page' },
      ]),
    )
  } finally {
    await subscriber.dispose()
    await server.close()
  }
})

test('DUR-1 CTX-3 a run whose process died shows a large result as the one before would have', async () => {
  const own = await createTestDatabase()
  // It dies before the checkpoint that tells the model of the result.
  const doomed = createDoomed(
    (commit) => commit.messages?.some(({ message }) => message.role === 'tool') ?? false,
  )
  const first = await createTestEngine(own, { tools, replace: doomed.replace })
  try {
    const runId = await first.trigger(sequence(call('book'), { text: 'Read.' }))
    await doomed.dead
    const second = await createTestEngine(own, { tools, scripts: first.scripts })
    try {
      await first.die()
      const { row } = await second.finished(runId)
      expect(row).toMatchObject({ status: 'COMPLETED', summary: 'Read.', recoveries: 1 })
      const action = await own.prisma.action.findFirstOrThrow({ where: { runId } })
      const message = await own.prisma.message.findFirstOrThrow({ where: { runId, role: 'TOOL' } })
      expect(action).toMatchObject({ output: book, attempt: 1 })
      expect(message.content).toMatchObject({
        reference: action.id,
        text: expect.stringContaining(`[${book.length} characters in all; `),
      })
    } finally {
      await second.close()
    }
  } finally {
    doomed.bury()
    await first.close()
    await own.drop()
  }
})
