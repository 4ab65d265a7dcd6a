import { type Schema, Validator } from '@cfworker/json-schema'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from '../../src/http/rest/openapi.ts'
import { at, textAt } from '../graphql/open-graph.ts'
import { forFile } from '../support/for-file.ts'
import { pngOf } from '../support/sample-files.ts'
import { commonParts, createTwin } from '../support/tenants/twins.ts'
import { openTenants, read } from '../support/tenants/two-tenants.ts'
import { openServer } from './open-server.ts'

const settings = { RUNGRAPH_REQUESTS_PER_MINUTE: '100000' }
const tenants = forFile(await openTenants(settings, commonParts([])))
const twin = await createTwin(tenants, 'alphamark')
const other = await createTwin(tenants, 'omegamark')
const viewer = await twin.keyOf('a viewer', 'VIEWER')

const note = JSON.stringify([{ name: 'note', arguments: { text: 'a' } }])
const finished = textAt(await twin.run({ agent: 'talker', input: 'Hello' }), 'id')
const theirs = await other.run({ agent: 'careful', input: note })

interface Call {
  readonly method?: string
  /** A text is sent as it is. */
  readonly body?: FormData | string | object
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly project?: string
}

async function ask(
  path: string,
  { method, body, key = twin.key, headers, project = 'alphamark' }: Call = {},
) {
  const isJson = body !== undefined && !(body instanceof FormData)
  const sent = isJson && typeof body !== 'string' ? JSON.stringify(body) : body
  const response = await fetch(`${tenants.url}/api/projects/${project}/${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(isJson && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...((typeof sent === 'string' || sent instanceof FormData) && { body: sent }),
  })
  const text = await response.text()
  const answer: unknown = text === '' ? null : JSON.parse(text)
  return { status: response.status, headers: response.headers, body: answer }
}

const waiting = async () => {
  const run = await twin.run({ agent: 'careful', input: note })
  return { run: textAt(run, 'id'), gate: textAt(run, 'gates.0.id') }
}
const openGate = await waiting()

const form = () => {
  const body = new FormData()
  body.set('file', new Blob([Uint8Array.from(pngOf(3, 2, 'rest'))], { type: 'image/png' }), 'picture.png')
  return body
}
const uploaded = textAt((await ask('files', { body: form() })).body, 'id')

/** Runs that requests change: new ones, or the same again where the request is refused. */
interface Maker {
  readonly waiting: () => Promise<{ readonly run: string; readonly gate: string }>
  readonly paused: () => Promise<string>
}
const fresh: Maker = { waiting, paused }
const kept: Maker = { waiting: async () => openGate, paused: async () => openGate.run }

/** A request of each operation, which a caller with every right makes once. */
const requests: Readonly<Record<string, (make: Maker) => Promise<readonly [path: string, call?: Call]>>> = {
  listAgents: async () => ['agents?first=2&search=a'],
  getAgent: async () => ['agents/talker'],
  triggerRun: async () => ['agents/talker/trigger', { body: { input: 'Hello', tags: ['rest'] } }],
  listRuns: async () => ['runs?status=COMPLETED&status=WAITING&agent=talker&orderBy=DURATION&direction=ASC'],
  getRun: async () => [`runs/${finished}`],
  listSteps: async () => [`runs/${openGate.run}/steps?first=5`],
  listMessages: async () => [`runs/${openGate.run}/messages`],
  listEvents: async () => [`runs/${openGate.run}/events?first=100`],
  getRunUsage: async () => [`runs/${finished}/usage`],
  getUsage: async () => ['usage?groupBy=AGENT&groupBy=MODEL&since=2020-01-01T00:00:00Z'],
  listGates: async () => ['gates?status=OPEN'],
  getGate: async () => [`gates/${openGate.gate}`],
  resolveGate: async (make) => [
    `gates/${(await make.waiting()).gate}/resolve`,
    { body: { decision: 'APPROVE' } },
  ],
  abortRun: async (make) => [`runs/${(await make.waiting()).run}/abort`, { body: { reason: 'Enough.' } }],
  resumeRun: async (make) => [`runs/${await make.paused()}/resume`, { body: { maxSteps: 5 } }],
  retryRun: async () => [`runs/${finished}/retry`, { method: 'POST' }],
  forkRun: async () => [`runs/${finished}/fork`, { body: { afterStep: 0, input: 'Again' } }],
  steerRun: async (make) => [`runs/${(await make.waiting()).run}/steer`, { body: { message: 'Mind this.' } }],
  rateRun: async () => [`runs/${finished}/rating`, { method: 'PUT', body: { score: 1, labels: ['good'] } }],
  sendEvent: async () => ['events', { body: { name: 'order.paid', data: { id: 7 }, key: 'once' } }],
  uploadFile: async () => ['files', { body: form() }],
  createFileUpload: async () => ['file-uploads', { body: { byteCount: 10, mediaType: 'text/plain' } }],
  getFile: async () => [`files/${uploaded}`],
}

async function paused(): Promise<string> {
  return textAt(await twin.run({ agent: 'talker', input: note, maxSteps: 1 }), 'id')
}

const document = openApiDocument()
const operations = Object.entries(Object(document.paths)).flatMap(([path, methods]) =>
  Object.entries(Object(methods)).map(([method, operation]) => ({
    ...{ path, method, operation, name: textAt(operation, 'operationId') },
  })),
)

/** What the document says of an answer of an operation with this status. */
function schemaOf(operation: unknown, status: number): Schema {
  const responses = Object(at(operation, 'responses'))
  const found = responses[String(status)]
  if (found === undefined) throw new Error(`The document has no ${status}.`)
  const { $ref } = found
  const response = $ref === undefined ? found : Object(document.components).responses[$ref.split('/').at(-1)]
  return { ...response.content['application/json'].schema, components: document.components }
}

function problemsOf(body: unknown, schema: Schema): readonly string[] {
  const { errors } = new Validator(schema, '2020-12').validate(body)
  return errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`)
}

describe('API-55 each operation below /api/', () => {
  test('has a request here', () => {
    expect(operations.map(({ name }) => name).sort()).toEqual(Object.keys(requests).sort())
  })

  test.for(operations)('$name answers as the document says', async ({ name, operation }) => {
    const [path, call] = (await requests[name]?.(fresh)) ?? ['']
    const { status, body } = await ask(path, call)
    expect([status < 300, body]).toEqual([true, expect.anything()])
    expect(problemsOf(body, schemaOf(operation, status))).toEqual([])
  })
})

describe('API-55 the callers of the addresses below /api/', () => {
  const named = Object.entries(requests)
  const changing = new Set(
    'triggerRun resolveGate abortRun resumeRun retryRun forkRun steerRun rateRun'.split(' '),
  )
  const isChange = (name: string) => changing.has(name) || /^(send|upload|create)/.test(name)

  test.for(named)('%s needs a key, the project of the key, and the role', async ([name, request]) => {
    const [path, call] = await request(kept)
    expect(await ask(path, { ...call, key: null })).toMatchObject({
      ...{ status: 401, body: { error: { code: 'UNAUTHENTICATED' } } },
    })
    for (const project of ['omegamark', 'nobody'])
      expect(await ask(path, { ...call, project })).toMatchObject({
        status: 404,
        body: { error: { code: 'NOT_FOUND', message: `No project "${project}" that this caller may use.` } },
      })
    const { status, body } = await ask(path, { ...call, key: viewer })
    expect([name, status]).toEqual([name, isChange(name) ? 403 : 200])
    if (isChange(name)) expect(textAt(body, 'error.code')).toBe('FORBIDDEN')
  })

  test('reach no object of another project, whichever of its ids they name', async () => {
    const [run, gate] = [textAt(theirs, 'id'), textAt(theirs, 'gates.0.id')]
    for (const [name, request] of named) {
      const [path, call] = await request(kept)
      const foreign = path.replace(/(?<=runs\/)\w+/, run).replace(/(?<=gates\/)\w+/, gate)
      if (foreign === path) continue
      const unknown = foreign
        .replace(/[0-9a-f](?=\/|\?|$)/, '')
        .replace(/(?<=_)\w+/, (id) => id.padEnd(32, '0'))
      const answers = [
        await ask(foreign, call),
        await ask(unknown, call),
        await ask(path.replace(/(?<=\/)[^/?]+/, 'x'), call),
      ]
      expect([name, answers.map(({ status }) => status)]).toEqual([name, [404, 404, 404]])
    }
    expect(await ask(`runs?ids=${run}`)).toMatchObject({ status: 200, body: { items: [] } })
    expect(JSON.stringify((await ask('gates')).body)).not.toContain(gate)
  })

  test('may be the holders of a token, within its scope and abilities', async () => {
    const { run, gate } = await waiting()
    const create = `mutation ($input: CreateAccessTokenInput!) {
      createAccessToken(input: $input) { ... on CreatedAccessToken { token } ... on Error { message } }
    }`
    const input = { subject: 'ann', runId: run, abilities: ['READ', 'ABORT'] }
    const key = textAt(
      await read({ url: tenants.url, key: twin.key }, create, { input }),
      'createAccessToken.token',
    )
    const readable = ['', '/steps', '/messages', '/events'].map((end) => `runs/${run}${end}`)
    for (const path of [...readable, `gates/${gate}`, 'runs', 'gates'])
      expect([path, (await ask(path, { key })).status]).toEqual([path, 200])
    expect((await ask('runs', { key })).body).toMatchObject({ items: [{ id: run }] })
    expect((await ask(`runs/${finished}`, { key })).status).toBe(404)
    for (const path of ['agents', 'usage', 'agents/talker'])
      expect([path, (await ask(path, { key })).status]).toEqual([path, 403])
    const decided = await ask(`gates/${gate}/resolve`, { key, body: { decision: 'APPROVE' } })
    expect(decided).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } })
    expect((await ask(`runs/${run}/abort`, { key, method: 'POST' })).status).toBe(200)
  })
})

describe('API-55 answers below /api/', () => {
  test('come in pages, with the next one as a cursor and as a link', async () => {
    const ids: unknown[] = []
    let path: string | null = 'runs?first=3&agent=talker'
    for (let pages = 0; path !== null; pages++) {
      const { headers, body }: Awaited<ReturnType<typeof ask>> = await ask(path)
      ids.push(...Object(at(body, 'items.*.id')))
      const next = /^<(\?.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
      expect(at(body, 'nextCursor')).toBe(next === undefined ? null : new URLSearchParams(next).get('after'))
      path = next === undefined ? null : `runs${next}`
      expect(pages).toBeLessThan(50)
    }
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(
      Number(at(await twin.read(`{ runs(filter: { agent: "talker" }) { totalCount } }`), 'runs.totalCount')),
    )
  })

  test('have an ETag, by which an unchanged one is not sent again', async () => {
    const { headers } = await ask('agents/talker')
    const etag = headers.get('etag') ?? ''
    expect(await ask('agents/talker', { headers: { 'if-none-match': etag } })).toMatchObject({
      status: 304,
      body: null,
    })
    expect((await ask('agents/helper', { headers: { 'if-none-match': etag } })).status).toBe(200)
  })

  test('have a HEAD, whose answer is that of GET without the body', async () => {
    for (const path of ['agents/talker', `runs/${openGate.run}`]) {
      const [got, head] = [await ask(path), await ask(path, { method: 'HEAD' })]
      expect(head).toMatchObject({ status: 200, body: null })
      for (const name of ['etag', 'content-type', 'content-length'])
        expect(head.headers.get(name), name).toBe(got.headers.get(name))
    }
    const headers = { accept: 'text/event-stream' }
    expect((await ask(`runs/${openGate.run}`, { method: 'HEAD', headers })).status).toBe(200)
    const refused = await ask('runs', { method: 'DELETE' })
    expect(refused.headers.get('allow')).toBe('GET, HEAD')
  })

  test('approve a call, and refuse a second decision', async () => {
    const { run, gate } = await waiting()
    const body = { decision: 'REVISE', arguments: { text: 'b' }, note: 'Better.' }
    expect((await ask(`gates/${gate}/resolve`, { body })).body).toMatchObject({
      ...{ id: gate, note: 'Better.', resolution: { arguments: { text: 'b' } } },
    })
    expect(await ask(`gates/${gate}/resolve`, { body })).toMatchObject({ status: 409 })
    const ended = await ask(`runs/${run}?wait=20`)
    expect(ended.body).toMatchObject({ status: 'COMPLETED' })
  })
})

describe('API-55 below /api/ a request that is wrong is refused with the place', () => {
  const gate = () => `gates/${openGate.gate}/resolve`
  const steer = () => `runs/${openGate.run}/steer`
  const bodyOf = (depth: number) =>
    `{"decision":"ANSWER","answer":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`

  test.for<[string, () => string, Call, number, string, string[]?]>([
    ['an unknown parameter', () => 'runs?limit=3', {}, 400, 'INVALID_INPUT', ['limit']],
    ['a page that is too large', () => 'runs?first=101', {}, 400, 'INVALID_INPUT'],
    ['no number', () => 'runs?first=3e1', {}, 400, 'INVALID_INPUT', ['first']],
    ['a number that is none', () => 'runs?first=99999999999', {}, 400, 'INVALID_INPUT', ['first']],
    ['no status', () => 'runs?status=DONE', {}, 400, 'INVALID_INPUT', ['status', '0']],
    ['a parameter twice', () => 'runs?agent=a&agent=b', {}, 400, 'INVALID_INPUT', ['agent']],
    ['a name that every object has', () => 'runs?__proto__=1', {}, 400, 'INVALID_INPUT', ['__proto__']],
    ['no cursor', () => 'runs?after=x', {}, 400, 'CURSOR_INVALID'],
    ['no time', () => 'runs?createdAfter=yesterday', {}, 400, 'INVALID_INPUT', ['createdAfter']],
    ['a broken escape', () => 'runs/%ff/steps', {}, 404, 'NOT_FOUND'],
    ['a NUL', () => 'agents/%00', {}, 404, 'NOT_FOUND'],
    ['a folder up', () => 'runs/..%2f..%2fagents/steps', {}, 404, 'NOT_FOUND'],
    ['an id of another kind', () => `runs/${openGate.gate}/steps`, {}, 404, 'NOT_FOUND'],
    ['another method', () => 'runs', { method: 'DELETE' }, 405, 'REQUEST_MALFORMED'],
    ['no address', () => 'nothing', {}, 404, 'REQUEST_MALFORMED'],
    ['no JSON', gate, { body: '{"decision":' }, 400, 'INVALID_INPUT'],
    ['a list', gate, { body: [] }, 400, 'INVALID_INPUT'],
    ['no body', gate, { method: 'POST' }, 400, 'INVALID_INPUT', ['decision']],
    ['an unknown field', gate, { body: { decision: 'APPROVE', id: 'x' } }, 400, 'INVALID_INPUT', ['id']],
    ['a decision that is none', gate, { body: { decision: 'MAYBE' } }, 400, 'INVALID_INPUT', ['decision']],
    ['a decision for another gate', gate, { body: { decision: 'ANSWER', answer: {} } }, 400, 'INVALID_INPUT'],
    ['data that is too deep', gate, { body: bodyOf(10_000) }, 400, 'OPERATION_TOO_LARGE'],
    [
      'a number that would be another',
      gate,
      { body: '{"decision":"ANSWER","answer":{"a":9007199254740993}}' },
      400,
      'INVALID_INPUT',
    ],
    ['a text of another type', steer, { body: { message: 7 } }, 400, 'INVALID_INPUT', ['message']],
    ['a file within JSON', steer, { body: { message: 'a', files: [{ upload: 'x' }] } }, 400, 'INVALID_INPUT'],
    [
      'a body of a form',
      steer,
      { body: '{}', headers: { 'content-type': 'text/plain' } },
      415,
      'REQUEST_MALFORMED',
    ],
    [
      'a compressed body',
      steer,
      { body: '{}', headers: { 'content-encoding': 'gzip' } },
      415,
      'REQUEST_MALFORMED',
    ],
    ['a body that is too large', steer, { body: { message: 'a'.repeat(2 ** 21) } }, 413, 'INPUT_TOO_LARGE'],
    ['JSON in place of a file', () => 'files', { body: {} }, 415, 'REQUEST_MALFORMED'],
    [
      'a key for what takes none',
      steer,
      { body: { message: 'a' }, headers: { 'idempotency-key': 'k' } },
      400,
      'REQUEST_MALFORMED',
    ],
  ])('%s', async ([, path, call, status, code, place]) => {
    const { body, ...answer } = await ask(path(), call)
    expect([answer.status, body]).toMatchObject([status, { error: { code, ...(place && { path: place }) } }])
  })

  test('within the limits of operations', async () => {
    const limited = await openServer({ operationLimits: { cost: 100 } })
    try {
      const statusOf = async (first: number) =>
        (await fetch(`${limited.url}/api/projects/${limited.graph.project.slug}/runs?first=${first}`)).status
      expect([await statusOf(5), await statusOf(100)]).toEqual([200, 400])
    } finally {
      await limited.close()
    }
  })
})
