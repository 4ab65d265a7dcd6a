import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { root } from '../checks/run-command.ts'
import { type ServedEngine, serveEngine } from '../http/serve-engine.ts'
import { testTool } from '../support/engine.ts'
import { answer, createLiveModel } from '../support/live-model.ts'
import { postJson } from '../support/post-json.ts'
import { type InstalledPython, installPython, withoutPython } from './installed-python.ts'
import { openScriptedServer } from './scripted-server.ts'

describe.skipIf(withoutPython)(`the Python client${withoutPython ? `: ${withoutPython}` : ''}`, () => {
  const live = createLiveModel()
  let open: ServedEngine
  let installed: InstalledPython
  let slug: string

  beforeAll(async () => {
    ;[open, installed] = await Promise.all([
      serveEngine({ providers: [live], tools: [testTool('pay', async () => 'Paid.')] }),
      installPython(),
    ])
    slug = (await open.engine.define(() => ({}), { model: 'live/clerk', tools: ['pay'] })).slug
    await requireApproval()
  }, 300_000)
  afterAll(async () => {
    await open.close()
    await installed.close()
  })

  async function requireApproval(): Promise<void> {
    const input = { type: 'TOOL', target: 'pay', permission: 'REQUIRE_APPROVAL' }
    const query = 'mutation($input: SavePolicyInput!) { savePolicy(input: $input) { __typename } }'
    await postJson(open.endpoint, { query, variables: { input } })
  }

  const python = (program: string, url: string) => installed.run(program, url)

  test('LIB-6 the wheel has the version of the package', async () => {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    expect(basename(installed.wheel)).toBe(`rungraph-${version}-py3-none-any.whl`)
  })

  test('LIB-6 triggers a run, decides about its gate, and has its result', async () => {
    live.plays.clerk = async function* (request) {
      const isPaid = request.messages.some(({ role }) => role === 'tool')
      if (isPaid) yield { type: 'text', text: 'It is paid 👋.' }
      yield isPaid ? answer(request, 'It is paid 👋.') : answer(request, '', [{ name: 'pay', arguments: {} }])
    }
    const program = `
run = client.trigger(agent="${slug}", input="Pay.")
seqs, gates = [], []
for event in client.follow(run.id):
    seqs.append(event.seq)
    if isinstance(event, GateOpened):
        gates.append(event.gate.action.name)
        client.resolve_gate(id=event.gate_id, decision="APPROVE")
result = client.result(run.id)
print(json.dumps([seqs, gates, type(event).__name__, result.status, result.summary, list(client.text(run.id))[-1]]))`
    const printed = await python(program, open.endpoint)
    const seqs = expect.toSatisfy((all: number[]) => all.length > 5 && all.every((seq, at) => seq === at + 1))
    expect(printed).toEqual([seqs, ['pay'], 'RunCompleted', 'COMPLETED', 'It is paid 👋.', 'It is paid 👋.'])
  })

  test('LIB-6 aborts a run, and raises refusals of the server', async () => {
    live.plays.clerk = async function* (request) {
      yield { type: 'text', text: 'Wait' }
      await new Promise((resolve) => request.signal.addEventListener('abort', resolve))
    }
    const program = `
codes = []
for call in (lambda: client.trigger(agent="${slug}", input=""), lambda: client.query("{ nonsense }"), lambda: next(client.follow("none"))):
    try:
        call()
    except RungraphError as error:
        codes.append([error.code, error.retryable])
run = client.trigger(agent="${slug}", input="Wait.", session_key="s")
for text in client.text(run.id):
    break
client.abort(id=run.id, reason="enough")
print(json.dumps([codes, client.result(run.id).status]))`
    const refused = ['INVALID_INPUT', 'GRAPHQL_VALIDATION_FAILED', 'INVALID_ID'].map((code) => [code, false])
    expect(await python(program, open.endpoint)).toEqual([refused, 'CANCELLED'])
  })

  test('LIB-6 FILE-1 sends lists of inputs with both clients, and says which fields an input has', async () => {
    live.plays.clerk = async function* (request) {
      yield answer(request, 'Seen.')
    }
    const upload = `mutation { createFileUpload(input: { mediaType: "text/plain", byteCount: 5, name: "a.txt" }) { ... on FileUpload { fileId url } } }`
    const files = `import urllib.request
from rungraph.schema import FileInput
def upload_of(data):
    upload = data["createFileUpload"]
    address = client_url.replace("/graphql", upload["url"])
    urllib.request.urlopen(urllib.request.Request(address, b"Hello", {"content-type": "text/plain"}, method="PUT")).close()
    return upload["fileId"]
client_url = client._connection._url
refused = []
def refuse(files):
    try:
        input_of("TriggerRunInput", {"files": files})
    except TypeError as error:
        refused.append(str(error))
from rungraph.retries import input_of
for wrong in ([{"upload": b"Hello"}], ["file_1"]):
    refuse(wrong)
document = '${upload}'
read = """query($id: ID!) { run(id: $id) { messages(first: 1) { nodes { parts { ... on FilePart { fileName } } } } } }"""`
    const body = (wait: string) => `${files}
id = upload_of(${wait}client.mutate(document))
names = []
for given in ([{"id": id}], (FileInput(id=id),), None):
    run = ${wait}client.trigger(agent="${slug}", input="Look.", files=given, origin={"account_id": "a"})
    ${wait}client.result(run.id)
    data = ${wait}client.query(read, {"id": run.id})
    names.append([part for part in data["run"]["messages"]["nodes"][0]["parts"] if part])
print(json.dumps([names, refused]))`
    const file = [{ fileName: 'a.txt' }]
    const told = [
      [file, file, []],
      ['FileInput has no field upload; it has id, url', 'FileInput is a dict with id, url, not str'],
    ]
    expect(await python(body(''), open.endpoint)).toEqual(told)
    expect(await installed.runAsync(body('await '), open.endpoint)).toEqual(told)
  })

  test('LIB-6 refuses a token with a line break, and shows it in no error', async () => {
    const program = `
try:
    Client(client._connection._url, "rg_secret\\n").query("{ __typename }")
except RungraphError as error:
    print(json.dumps([error.code, str(error)]))`
    expect(await python(program, open.endpoint)).toEqual([
      'UNAUTHENTICATED',
      expect.not.stringContaining('rg_secret'),
    ])
  })

  test('LIB-6 pauses ten seconds at most, unless the server asks for more, and adds no delta twice', async () => {
    const program = `
from types import SimpleNamespace
from rungraph.retries import appended, pause_of
slept = [pause_of(*case) for case in ((0, 0), (5_000, 0), (0, 30), (0, 900))]
deltas = ((0, "👋 Hel"), (6, "lo"), (0, "👋 Hel"), (6, "lo"), (3, "Bye"))
text, texts = "", []
for offset, more in deltas:
    text = appended(text, SimpleNamespace(offset=offset, text=more))
    texts.append(text)
print(json.dumps([slept, texts]))`
    const within = (least: number, most: number) =>
      expect.toSatisfy((seconds: number) => seconds >= least && seconds <= most)
    expect(await python(program, open.endpoint)).toEqual([
      [within(0.25, 0.5), within(5, 10), within(30, 30), within(60, 60)],
      ['👋 Hel', '👋 Hello', '👋 Hello', '👋 Hello', '👋 Bye'],
    ])
  })

  test('LIB-6 asks for another token when the server refuses one, and continues after the last event', async () => {
    const server = await openScriptedServer([
      [1, 'expired'],
      [2, 'garbage'],
      { status: 503 },
      [3, 'half'],
      [4, 'complete'],
    ])
    onTestFinished(() => server.close())
    const program = `
tokens = []
def token(refused):
    tokens.append(refused)
    return "t" + str(len(tokens))
client = Client(client._connection._url, token)
print(json.dumps([[data["runEvents"]["seq"] for data in client.subscribe("subscription { runEvents }")], tokens]))`
    expect(await python(program, server.url)).toEqual([
      [1, 2, 3, 4],
      [null, 't1'],
    ])
    expect(server.asked.map(({ token, after }) => `${token} ${after}`)).toEqual([
      ...['t1 undefined', 't2 c1', 't2 c2', 't2 c2', 't2 c3'],
    ])
  })

  test('LIB-6 EVT-10 raises that events of a cursor are lost, and starts again where it has no cursor', async () => {
    const lost = { errors: [{ message: 'It is not there.', extensions: { code: 'CURSOR_INVALID' } }] }
    const server = await openScriptedServer([[lost], [1, 2, lost]])
    onTestFinished(() => server.close())
    const program = `
seqs, code = [], None
try:
    for data in client.subscribe("subscription { runEvents }"):
        seqs.append(data["runEvents"]["seq"])
except RungraphError as error:
    code = error.code
print(json.dumps([seqs, code]))`
    expect(await python(program, server.url)).toEqual([[1, 2], 'CURSOR_INVALID'])
    expect(server.asked.map(({ after }) => after)).toEqual([undefined, undefined])
  })
})
