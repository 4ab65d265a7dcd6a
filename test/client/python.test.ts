import { execFile, execFileSync } from 'node:child_process'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { root } from '../checks/run-command.ts'
import { type ServedEngine, serveEngine } from '../http/serve-engine.ts'
import { testTool } from '../support/engine.ts'
import { answer, createLiveModel } from '../support/live-model.ts'
import { postJson } from '../support/post-json.ts'
import { openScriptedServer } from './scripted-server.ts'

const run = promisify(execFile)
const builder = ['python3', '/usr/bin/python3'].find((python) => {
  try {
    execFileSync(python, ['-c', 'import ensurepip, setuptools, venv, wheel'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})
const missing =
  builder === undefined
    ? ': no Python that builds wheels (Debian: python3-venv python3-setuptools python3-wheel)'
    : ''

describe.skipIf(builder === undefined)(`the Python client${missing}`, () => {
  const live = createLiveModel()
  let open: ServedEngine
  let folder: string
  let slug: string

  beforeAll(async () => {
    ;[open, folder] = await Promise.all([
      serveEngine({ providers: [live], tools: [testTool('pay', async () => 'Paid.')] }),
      mkdtemp(join(tmpdir(), 'rungraph-python-')),
    ])
    slug = (await open.engine.define(() => ({}), { model: 'live/clerk', tools: ['pay'] })).slug
    await Promise.all([installWheel(), requireApproval()])
  })
  afterAll(async () => {
    await open.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Builds the wheel from a copy, as the build leaves files behind, and installs it into an environment without a network. */
  async function installWheel(): Promise<void> {
    const source = join(folder, 'source')
    await cp(join(root, 'src/client/python'), source, { recursive: true })
    const build = 'from setuptools import build_meta; build_meta.build_wheel("../out")'
    await Promise.all([
      run(builder ?? '', ['-c', build], { cwd: source }),
      run(builder ?? '', ['-m', 'venv', join(folder, 'venv')]),
    ])
    const [wheel = ''] = await readdir(join(folder, 'out'))
    expect(wheel).toBe('rungraph-0.1.0-py3-none-any.whl')
    await run(join(folder, 'venv/bin/pip'), ['install', '--no-index', join(folder, 'out', wheel)])
  }

  async function requireApproval(): Promise<void> {
    const input = { type: 'TOOL', target: 'pay', permission: 'REQUIRE_APPROVAL' }
    const query = 'mutation($input: SavePolicyInput!) { savePolicy(input: $input) { __typename } }'
    await postJson(open.endpoint, { query, variables: { input } })
  }

  /** Output of a program that uses the installed package. */
  async function python(program: string, url: string): Promise<unknown> {
    const text = `import json\nfrom rungraph import *\nclient = Client(${JSON.stringify(url)})\n${program}`
    const env = { PATH: process.env.PATH }
    const { stdout } = await run(join(folder, 'venv/bin/python'), ['-c', text], { cwd: folder, env })
    return JSON.parse(stdout)
  }

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
import rungraph.client as module
slept = []
module.time.sleep = slept.append
for retries, at_least in ((0, 0), (5_000, 0), (0, 30), (0, 900)):
    module._pause(retries, at_least)
deltas = ((0, "👋 Hel"), (6, "lo"), (0, "👋 Hel"), (6, "lo"), (3, "Bye"))
text, texts = "", []
for offset, more in deltas:
    text = module._appended(text, SimpleNamespace(offset=offset, text=more))
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
