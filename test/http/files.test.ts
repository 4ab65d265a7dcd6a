import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { Client } from '../../src/client/index.ts'
import { parseGlobalId } from '../../src/graphql/global-id.ts'
import { createAddressGuard } from '../../src/net/address-guard.ts'
import { createFetchFile } from '../../src/net/guarded-fetch.ts'
import { at, textAt } from '../graphql/open-graph.ts'
import { forFile, forTest } from '../support/for-file.ts'
import { startS3 } from '../support/s3-server.ts'
import { pngOf } from '../support/sample-files.ts'
import { serveBytes } from '../support/serve-bytes.ts'
import { commonParts, createTwin } from '../support/tenants/twins.ts'
import { openTenants, read } from '../support/tenants/two-tenants.ts'

const settings = { RUNGRAPH_REQUESTS_PER_MINUTE: '100000' }
const tenants = forFile(await openTenants(settings, commonParts([])))
const twin = await createTwin(tenants, 'alphamark')
const stranger = await tenants.createTenant('omegamark')
const of = (key: string) => ({ url: tenants.url, key })
const picture = pngOf(3, 2, 'http')

interface Sent {
  readonly query: string
  readonly variables: object
  readonly map?: object
  readonly files?: Readonly<Record<string, Blob>>
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

async function sendForm({ query, variables, map = {}, files = {}, key = twin.key, headers = {} }: Sent) {
  const form = new FormData()
  form.set('operations', JSON.stringify({ query, variables }))
  form.set('map', JSON.stringify(map))
  for (const [name, file] of Object.entries(files)) form.set(name, file)
  const authorization = key === null ? {} : { authorization: `Bearer ${key}` }
  return fetch(`${tenants.url}/graphql`, {
    method: 'POST',
    body: form,
    headers: { ...authorization, ...headers },
  })
}

const uploadQuery = `mutation ($input: UploadFileInput!) {
  uploadFile(input: $input) {
    __typename
    ... on File { id name mediaType byteCount sha256 width height url createdBy }
    ... on Error { code message }
  }
}`

async function upload(file: Blob, key = twin.key) {
  const variables = { input: { file: null } }
  const answer = await sendForm({
    query: uploadQuery,
    variables,
    map: { 0: ['variables.input.file'] },
    files: { 0: file },
    key,
  })
  return at(await answer.json(), 'data.uploadFile')
}

const png = (name = 'chart.png') => new File([Uint8Array.from(picture)], name, { type: 'image/png' })

describe('FILE-5 an upload', () => {
  test('of a multipart request is stored, and read at its signed address without a key', async () => {
    const file = await upload(png())
    expect(file).toMatchObject({
      ...{ name: 'chart.png', mediaType: 'image/png', byteCount: picture.byteLength, width: 3, height: 2 },
      sha256: createHash('sha256').update(picture).digest('hex'),
    })
    const address = `${tenants.url}${textAt(file, 'url')}`
    const answer = await fetch(address, {
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    })
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': "inline; filename*=UTF-8''chart.png",
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(picture))).toBe(true)
    const changed = address.replace(/.{8}$/, 'AAAAAAAA')
    expect((await fetch(changed)).status).toBe(403)
    expect((await fetch(address, { method: 'PUT', body: 'x' })).status).toBe(405)
    const etag = answer.headers.get('etag') ?? ''
    expect((await fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  test('with a run is one of its messages, and nothing of it is reachable for another project', async () => {
    const client = new Client({ url: `${tenants.url}/graphql`, token: twin.key })
    const started = await client.trigger({
      agent: 'talker',
      input: 'Look.',
      files: [{ upload: png('own.png') }],
    })
    const query = `query ($id: ID!) { run(id: $id) { messages(first: 1) { nodes { parts {
      __typename ... on FilePart { fileId fileName mediaType byteCount file { id name } }
    } } } } }`
    await client.result(started.id)
    const { run } = await read(of(twin.key), query, { id: started.id })
    const part = at(run, 'messages.nodes.0.parts.1')
    expect(part).toMatchObject({ __typename: 'FilePart', fileName: 'own.png', file: { name: 'own.png' } })
    const fileId = textAt(part, 'fileId')
    const foreign = of(stranger.key)
    expect(
      await read(foreign, 'query ($id: ID!) { file(id: $id) { id } node(id: $id) { id } }', { id: fileId }),
    ).toEqual({
      file: null,
      node: null,
    })
  })

  test('needs a header that no form of another page can send, and a map that fits', async () => {
    const variables = { input: { file: null } }
    const fits = { query: uploadQuery, variables, map: { 0: ['variables.input.file'] }, files: { 0: png() } }
    const problemOf = async (sent: Sent) => at(await (await sendForm(sent)).json(), 'errors.0.message')
    expect(await problemOf({ ...fits, map: {} })).toMatch('leads the part "0" nowhere')
    expect(await problemOf({ ...fits, map: { 0: ['variables.__proto__.x'] } })).toMatch('no variable is null')
    expect(await problemOf({ ...fits, map: { 1: ['variables.input.file'] } })).toMatch('which is no part')
    expect(await problemOf({ ...fits, files: {} })).toMatch('which is no part')
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, place) => [place, new Blob(['x'])]))
    expect(await problemOf({ ...fits, files: many })).toMatch('more than 20 files')
    const unnamed = await sendForm({ ...fits, key: null })
    expect(unnamed.status).toBe(401)
    const json = await fetch(`${tenants.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${twin.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: uploadQuery, variables: { input: { file: { data: 'x' } } } }),
    })
    expect(await json.text()).toMatch('Upload takes a file of a multipart request')
  })

  test('to a signed address takes the announced bytes once', async () => {
    const announce = async (byteCount: number, mediaType = 'image/png') =>
      (
        await read(
          of(twin.key),
          `mutation ($input: CreateFileUploadInput!) { createFileUpload(input: $input) {
            ... on FileUpload { fileId url expiresAt } ... on Error { code message } } }`,
          { input: { byteCount, mediaType, name: '../up.png' } },
        )
      ).createFileUpload
    const announced = await announce(picture.byteLength)
    const url = `${tenants.url}${textAt(announced, 'url')}`
    const put = (body: Uint8Array) => fetch(url, { method: 'PUT', body: Uint8Array.from(body) })
    expect((await put(picture.subarray(1))).status).toBe(400)
    expect((await put(Buffer.concat([picture, picture]))).status).toBe(413)
    const stored = await put(picture)
    expect(stored.status).toBe(201)
    expect(await stored.json()).toEqual({ id: textAt(announced, 'fileId') })
    expect((await put(picture)).status).toBe(201)
    expect(await (await put(pngOf(3, 2, 'httq'))).json()).toMatchObject({ error: { code: 'FILE_UPLOADED' } })
    const twice = `${tenants.url}${textAt(await announce(picture.byteLength), 'url')}`
    const puts = [1, 2, 3].map(() => fetch(twice, { method: 'PUT', body: Uint8Array.from(picture) }))
    expect((await Promise.all(puts)).map(({ status }) => status)).toEqual([201, 201, 201])
    const { file } = await read(of(twin.key), 'query ($id: ID!) { file(id: $id) { name mediaType } }', {
      id: textAt(announced, 'fileId'),
    })
    expect(file).toEqual({ name: 'up.png', mediaType: 'image/png' })
    expect(await announce(200 * 1024 * 1024)).toMatchObject({ code: 'FILE_TOO_LARGE' })
    expect(await announce(9, 'video/mp4')).toMatchObject({ code: 'FILE_REFUSED' })
  })
})

describe('FILE-5 the address that triggers runs takes a form', () => {
  const address = `${tenants.url}/api/projects/alphamark/agents/talker/trigger?wait=false`
  const authorization = `Bearer ${twin.key}`

  async function send(
    parts: readonly (readonly [string, string | Blob])[],
    headers: object = { authorization },
  ) {
    const form = new FormData()
    for (const [name, value] of parts) form.append(name, value)
    const answer = await fetch(address, { method: 'POST', body: form, headers: { ...headers } })
    return { status: answer.status, body: await answer.json() }
  }

  test('with the input, options and files, which are those of the first message', async () => {
    const options = JSON.stringify({ tags: ['by-form'] })
    const parts = [
      ['input', 'Look at these.'],
      ['options', options],
      ['files', png('one.png')],
      ['files', new Blob(['a,b'], { type: 'text/csv' })],
    ] as const
    const key = { authorization, 'idempotency-key': 'form-1' }
    const { status, body } = await send(parts, key)
    expect([status, body.input]).toEqual([202, 'Look at these.'])
    const query = 'query ($id: ID!) { run(id: $id) { tags } }'
    expect(await read(of(twin.key), query, { id: body.id })).toEqual({ run: { tags: ['by-form'] } })
    const named = await tenants.prisma.runFile.findMany({
      where: { rootId: parseGlobalId(body.id)?.id ?? '' },
      select: { file: { select: { name: true, mediaType: true } } },
    })
    expect(named.map(({ file }) => [file.name, file.mediaType]).toSorted()).toEqual([
      [null, 'text/csv'],
      ['one.png', 'image/png'],
    ])
    expect((await send(parts, key)).body.id).toBe(body.id)
    const others = [
      ['input', 'Look at these.'],
      ['files', png('two.png')],
    ] as const
    expect(await send(others, key)).toMatchObject({
      status: 422,
      body: { error: { code: 'IDEMPOTENCY_CONFLICT' } },
    })
  })

  const refused: readonly [string, readonly (readonly [string, string | Blob])[], object, string][] = [
    [
      'a part of another name',
      [
        ['input', 'Hi'],
        ['picture', png()],
      ],
      { path: ['picture'] },
      'is no part of this form',
    ],
    [
      'a text of another name',
      [
        ['input', 'Hi'],
        ['maxSteps', '5'],
      ],
      { path: ['maxSteps'] },
      'is no part',
    ],
    ['no input', [['files', png()]], { path: ['input'] }, 'input is missing'],
    [
      'options that are none',
      [
        ['input', 'Hi'],
        ['options', '[]'],
      ],
      { path: ['options'] },
      'must be an object',
    ],
    [
      'an unknown option',
      [
        ['input', 'Hi'],
        ['options', '{"step":1}'],
      ],
      { path: ['step'] },
      'is no option of a run',
    ],
    [
      'a file of no type',
      [
        ['input', 'Hi'],
        ['files', new Blob(['MZ\0\0'])],
      ],
      { code: 'FILE_REFUSED' },
      'media type',
    ],
  ]
  test.for(refused)('but not with %s', async ([, parts, error, message]) => {
    expect(await send(parts)).toMatchObject({
      body: { error: { ...error, message: expect.stringContaining(message) } },
    })
  })

  test('but not from a page of elsewhere, nor with more files than a message has', async () => {
    const { status, body } = await send([['input', 'Hi']], { origin: tenants.url })
    expect([status, body.error.code]).toEqual([401, 'UNAUTHENTICATED'])
    const many = Array.from({ length: 30 }, (_, nth) => ['files', png(`${nth}.png`)] as const)
    expect(await send([['input', 'Hi'], ...many])).toMatchObject({
      body: { error: { message: expect.stringContaining('more than 20 files') } },
    })
  })
})

test('FILE-8 a file in a bucket is uploaded, read and deleted as any other, and not read while the bucket is away', async () => {
  const s3 = await startS3()
  const server = forTest(await openTenants(s3.settings))
  const tenant = await server.createTenant('bucketmark')
  const asking = { url: server.url, key: tenant.key }
  const announced = { mediaType: 'image/png', byteCount: picture.byteLength, name: 'up.png' }
  const { createFileUpload: announcement } = await read(
    asking,
    'mutation ($input: CreateFileUploadInput!) { createFileUpload(input: $input) { ... on FileUpload { fileId url } } }',
    { input: announced },
  )
  const put = { method: 'PUT', body: Uint8Array.from(picture), headers: {} }
  expect((await fetch(`${server.url}${textAt(announcement, 'url')}`, put)).status).toBe(201)
  expect(await s3.list()).toEqual([expect.stringContaining(`files/${tenant.project.id}/`)])
  const { node } = await read(asking, 'query ($id: ID!) { node(id: $id) { ... on File { url } } }', {
    id: textAt(announcement, 'fileId'),
  })
  const address = `${server.url}${textAt(node, 'url')}`
  expect(Buffer.from(await (await fetch(address)).arrayBuffer()).equals(picture)).toBe(true)
  await server.prisma.file.updateMany({ data: { createdAt: new Date(0) } })
  await server.app.applyRetention()
  expect([await s3.list(), await server.prisma.fileErasure.count()]).toEqual([[], 0])
  await s3.close()
  const refused = await fetch(`${server.url}${textAt(announcement, 'url')}`, put)
  expect([refused.status, await refused.json()]).toMatchObject([
    503,
    { error: { code: 'FILES_UNAVAILABLE' } },
  ])
})

test('FILE-5 a URL is fetched within the rules: no address of the own network, no error, no large file', async () => {
  const trigger = async (url: string) =>
    (
      await read(
        of(twin.key),
        'mutation ($input: TriggerRunInput!) { triggerRun(input: $input) { __typename ... on Error { code message } } }',
        { input: { agent: 'talker', input: 'Look.', files: [{ url }] } },
      )
    ).triggerRun
  for (const url of [
    'http://127.0.0.1:9/x',
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
    'nonsense',
  ])
    expect(await trigger(url), url).toMatchObject({ code: 'FILE_UNREACHABLE' })

  const server = forTest(
    await serveBytes((request, response) => {
      if (request.url === '/moved') response.writeHead(302, { location: '/chart.png?v=1' }).end()
      else if (request.url === '/missing') response.writeHead(404).end()
      else response.writeHead(200, { 'content-type': 'image/png; x=y' }).end(picture)
    }),
  )
  const guard = createAddressGuard({ allowPrivate: ['127.0.0.1'] })
  const fetchFile = createFetchFile(guard)
  const signal = AbortSignal.timeout(10_000)
  const base = server.baseUrl
  expect(await fetchFile(`${base}/moved`, { maxBytes: 10_000, signal })).toMatchObject({
    name: 'chart.png',
    mediaType: 'image/png; x=y',
    data: Buffer.from(picture),
  })
  await expect(fetchFile(`${base}/missing`, { maxBytes: 10_000, signal })).rejects.toMatchObject({
    code: 'TARGET_UNREACHABLE',
  })
  await expect(fetchFile(`${base}/chart.png`, { maxBytes: 10, signal })).rejects.toMatchObject({
    message: expect.stringContaining('more than 10 bytes'),
  })
})

test('FILE-5 an upload needs a key that may trigger runs, or a token that may do so', async () => {
  const mutation =
    'mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { ... on CreatedAccessToken { token } ... on Error { message } } }'
  const input = { subject: 'reader', sessionKey: 'read', abilities: ['READ'] }
  const token = textAt(await read(of(twin.key), mutation, { input }), 'createAccessToken.token')
  for (const key of [await twin.keyOf('viewer', 'VIEWER'), token])
    expect(await upload(png('refused.png'), key)).toMatchObject({ code: 'FORBIDDEN' })
  expect(await tenants.prisma.file.count({ where: { name: 'refused.png' } })).toBe(0)
})

test('FILE-5 an access token names and reads the files of its scope alone', async () => {
  const tokenFor = async (sessionKey: string) =>
    textAt(
      await read(
        of(twin.key),
        'mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { ... on CreatedAccessToken { token } ... on Error { message } } }',
        {
          input: { subject: `of ${sessionKey}`, sessionKey, abilities: ['READ', 'TRIGGER'], agent: 'talker' },
        },
      ),
      'createAccessToken.token',
    )
  const [ann, bob] = [await tokenFor('ann'), await tokenFor('bob')]
  const id = textAt(await upload(png('anns.png'), ann), 'id')
  const query = 'query ($id: ID!) { file(id: $id) { name url } }'
  expect(at(await read(of(ann), query, { id }), 'file.name')).toBe('anns.png')
  expect(await read(of(bob), query, { id })).toEqual({ file: null })
  const trigger = async (key: string) =>
    (
      await read(
        of(key),
        'mutation ($input: TriggerRunInput!) { triggerRun(input: $input) { __typename ... on Error { code } } }',
        { input: { input: 'Look.', files: [{ id }] } },
      )
    ).triggerRun
  expect(await trigger(bob)).toMatchObject({ code: 'NOT_FOUND' })
  expect(await trigger(ann)).toEqual({ __typename: 'Run' })
  const own = textAt(await upload(png('admins.png')), 'id')
  expect(await read(of(ann), query, { id: own })).toEqual({ file: null })
})
