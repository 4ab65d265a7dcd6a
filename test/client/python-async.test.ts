import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { TcpProxy } from '../chaos/servers/tcp-proxy.ts'
import { type ServedEngine, serveEngine } from '../http/serve-engine.ts'
import { testTool } from '../support/engine.ts'
import { answer, createLiveModel } from '../support/live-model.ts'
import { type InstalledPython, installPython, withoutPython } from './installed-python.ts'
import { openScriptedServer } from './scripted-server.ts'

const words = Array.from({ length: 300 }, (_, place) => `word${place} 👋 `)
const title = `the Python client for asyncio${withoutPython ? `: ${withoutPython}` : ''}`

describe.skipIf(withoutPython)(title, () => {
  const live = createLiveModel()
  let open: ServedEngine
  let python: InstalledPython
  let slug: string

  beforeAll(async () => {
    ;[open, python] = await Promise.all([
      serveEngine({ providers: [live], tools: [testTool('pay', async () => 'Paid.')] }),
      installPython(),
    ])
    slug = (await open.engine.define(() => ({}), { model: 'live/clerk', tools: ['pay'] })).slug
  }, 300_000)
  afterAll(async () => {
    await open.close()
    await python.close()
  })

  /** Says all words, at most fifty a second. */
  function speak(): void {
    live.plays.clerk = async function* (request) {
      for (const text of words) {
        yield { type: 'text', text }
        await setTimeout(20)
      }
      yield answer(request, words.join(''))
    }
  }

  test('LIB-6 LIB-8 both clients have every event once and in order, whenever the connection is cut', async () => {
    speak()
    const proxy = await TcpProxy.open(Number(new URL(open.url).port))
    onTestFinished(() => proxy.close())
    const url = `http://127.0.0.1:${proxy.port}/graphql`
    const following = Promise.all([
      python.run(
        `run = client.trigger(agent="${slug}", input="Speak.")
events = list(client.follow(run.id))
${summary}
print(json.dumps(told(events) + [client.result(run.id).status]))`,
        url,
      ),
      python.runAsync(
        `${summary}
run = await client.trigger(agent="${slug}", input="Speak.")
events = [event async for event in client.follow(run.id)]
print(json.dumps(told(events) + [(await client.result(run.id)).status]))`,
        url,
      ),
    ])
    let isDone = false
    void following.finally(() => {
      isDone = true
    })
    let cuts = 0
    for (; !isDone; cuts += 1) {
      await setTimeout(900)
      proxy.cut()
      await setTimeout(50)
      proxy.restore()
    }
    for (const told of await following)
      expect(told).toEqual([expect.toSatisfy(isGapless), words.join(''), 'RunCompleted', 'COMPLETED'])
    expect(cuts).toBeGreaterThan(4)
  })

  test('LIB-8 follows a hundred runs in one thread, decides about nothing twice, and aborts', async () => {
    live.plays.clerk = async function* (request) {
      yield { type: 'text', text: 'Done.' }
      yield answer(request, 'Done.')
    }
    const body = `import threading
async def one(number):
    run = await client.trigger(agent="${slug}", input=f"Number {number}.")
    texts = [text async for text in client.text(run.id)]
    return [(await client.result(run.id)).summary, texts[-1]]
results = await asyncio.gather(*(one(number) for number in range(100)))
codes = []
async def refused(call):
    try:
        await call
    except RungraphError as error:
        codes.append([error.code, error.retryable])
await refused(client.trigger(agent="${slug}", input=""))
await refused(client.query("{ nonsense }"))
await refused(client.abort(id="none"))
await refused(client.follow("none").__anext__())
print(json.dumps([len(results), sorted(set(map(tuple, results))), codes]))`
    const [count, distinct, codes] = (await python.runAsync(body, open.endpoint)) as unknown[]
    expect([count, distinct]).toEqual([100, [['Done.', 'Done.']]])
    expect(codes).toEqual(
      ['INVALID_INPUT', 'GRAPHQL_VALIDATION_FAILED', 'INVALID_ID', 'INVALID_ID'].map((code) => [code, false]),
    )
  })

  test('LIB-8 a cancelled task ends at once, and its run can be aborted', async () => {
    live.plays.clerk = async function* (request) {
      yield { type: 'text', text: 'Wait' }
      await new Promise((resolve) => request.signal.addEventListener('abort', resolve))
    }
    const body = `import time
run = await client.trigger(agent="${slug}", input="Wait.")
async def follow():
    async for text in client.text(run.id):
        seen.set()
seen = asyncio.Event()
task = asyncio.create_task(follow())
await seen.wait()
start = time.monotonic()
task.cancel()
try:
    await task
except asyncio.CancelledError:
    pass
seconds = time.monotonic() - start
await client.abort(id=run.id, reason="enough")
print(json.dumps([seconds, (await client.result(run.id)).status]))`
    expect(await python.runAsync(body, open.endpoint)).toEqual([
      expect.toSatisfy((seconds: number) => seconds < 1),
      'CANCELLED',
    ])
  })

  test('LIB-8 counts a connection as broken on which nothing comes, before and in the midst of a response', async () => {
    const body = `heads = iter((b"", b"HTTP/1.1 200 OK\\r\\ncontent-length: 9\\r\\n\\r\\nhalf"))
async def serve(reader, writer):
    writer.write(next(heads))
    await reader.read()
    writer.close()
async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
    port = server.sockets[0].getsockname()[1]
    client = AsyncClient(f"http://127.0.0.1:{port}/", timeout=0.3)
    said = []
    for _ in range(2):
        try:
            await client.mutate("{ x }")
        except RungraphError as error:
            said.append([error.code, str(error)])
print(json.dumps(said))`
    const late = ['CONNECTION_FAILED', 'The connection to the server failed: nothing came in time.']
    expect(await python.runAsync(body, open.endpoint)).toEqual([late, late])
  })

  test('LIB-8 asks an async function for another token, and continues after the last event', async () => {
    const server = await openScriptedServer([
      [1, 'expired'],
      [2, 'garbage'],
      { status: 503 },
      [3, 'half'],
      [4, 'break'],
      [5, 'complete'],
    ])
    onTestFinished(() => server.close())
    const body = `tokens = []
async def token(refused):
    tokens.append(refused)
    return "t" + str(len(tokens))
client = AsyncClient(client._connection._url, token)
seqs = [data["runEvents"]["seq"] async for data in client.subscribe("subscription { runEvents }")]
print(json.dumps([seqs, tokens]))`
    expect(await python.runAsync(body, server.url)).toEqual([
      [1, 2, 3, 4, 5],
      [null, 't1'],
    ])
    expect(server.asked.map(({ token, after }) => `${token} ${after}`)).toEqual([
      ...['t1 undefined', 't2 c1', 't2 c2', 't2 c2', 't2 c3', 't2 c4'],
    ])
  })

  test('LIB-8 EVT-10 raises that events of a cursor are lost, and what no retry can repair', async () => {
    const lost = { errors: [{ message: 'It is not there.', extensions: { code: 'CURSOR_INVALID' } }] }
    const server = await openScriptedServer([[lost], [1, 2, lost], { status: 404 }])
    onTestFinished(() => server.close())
    const body = `seqs, codes = [], []
for _ in range(2):
    try:
        async for data in client.subscribe("subscription { runEvents }"):
            seqs.append(data["runEvents"]["seq"])
    except RungraphError as error:
        codes.append(error.code)
for url, headers in ((client._connection._url, {"x": "a\\r\\nb: c"}), ("ftp://127.0.0.1/", {})):
    try:
        await AsyncClient(url, headers=headers).query("{ x }")
    except ValueError:
        codes.append("refused")
try:
    await AsyncClient(client._connection._url, "rg_secret\\n").query("{ x }")
except RungraphError as error:
    codes.append([error.code, "secret" in str(error)])
print(json.dumps([seqs, codes]))`
    expect(await python.runAsync(body, server.url)).toEqual([
      [1, 2],
      ['CURSOR_INVALID', 'INVALID_RESPONSE', 'refused', 'refused', ['UNAUTHENTICATED', false]],
    ])
    expect(server.asked.map(({ after }) => after)).toEqual([undefined, undefined, undefined])
  })
})

/** The numbers of the events, the text that their deltas make, and the name of the last one. */
const summary = `def told(events):
    deltas = [event for event in events if isinstance(event, TextDelta)]
    return [[event.seq for event in events], "".join(event.text for event in deltas), type(events[-1]).__name__]`

function isGapless(seqs: readonly number[]): boolean {
  return seqs.length > 10 && seqs.every((seq, at) => seq === at + 1)
}
