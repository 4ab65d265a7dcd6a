import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createVertex } from '../../src/models/google/google.ts'
import { answer } from '../fixtures/streams/google.ts'
import { failureOf, modelRequest, serving, streamed, thrownBy } from '../support/model-call.ts'
import { type ByteServer, serveBytes } from '../support/serve-bytes.ts'
import { collect } from '../support/wire.ts'

const nowhere = '127.0.0.1:9'
let folder: string
let tokens: ByteServer
let reply: { status: number; body: string } | 'silence'
const subjects: string[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rungraph-adc-'))
  subjects.length = 0
  reply = { status: 200, body: tokenOf('fresh', 3_600) }
  tokens = await serveBytes((request, response) => {
    subjects.push(`${request.method} ${request.url}`)
    if (reply === 'silence') return
    response.writeHead(reply.status, { 'content-type': 'application/json' })
    response.end(reply.body)
  })
  // The machine's own credentials are out of reach.
  vi.stubEnv('CLOUDSDK_CONFIG', join(folder, 'gcloud'))
  vi.stubEnv('GCE_METADATA_HOST', nowhere)
  vi.stubEnv('METADATA_SERVER_DETECTION', 'none')
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', join(folder, 'credentials.json'))
  await writeFile(join(folder, 'subject'), 'a-subject-token')
  await writeFile(
    join(folder, 'credentials.json'),
    JSON.stringify({
      type: 'external_account',
      audience: '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q',
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      token_url: `${tokens.baseUrl}/v1/token`,
      credential_source: { file: join(folder, 'subject') },
    }),
  )
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await tokens.close()
  await rm(folder, { recursive: true })
})

function tokenOf(access_token: string, expires_in: number): string {
  const issued_token_type = 'urn:ietf:params:oauth:token-type:access_token'
  return JSON.stringify({ access_token, expires_in, issued_token_type, token_type: 'Bearer' })
}

function vertex(baseUrl = `http://${nowhere}`) {
  return createVertex({ project: 'a-project', location: 'global', baseUrl })
}

describe('Vertex AI with Application Default Credentials', () => {
  it('MOD-1 exchanges them for a token once, and sends it to the project and the location', async () => {
    const hello = streamed(answer([[{ text: 'Hi' }]]))
    const server = await serving([hello, hello])
    const model = vertex(server.baseUrl)
    expect(await collect(model.stream(modelRequest({ model: 'gemini-3-flash-preview' })))).toMatchObject({
      text: 'Hi',
    })
    await collect(model.stream(modelRequest({ model: 'gemini-3-flash-preview' })))
    expect(subjects).toEqual(['POST /v1/token'])
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer fresh',
      'Bearer fresh',
    ])
    expect(server.requests[0]?.headers).not.toHaveProperty('x-goog-api-key')
    expect(server.requests[0]?.path).toBe(
      '/v1beta1/projects/a-project/locations/global/publishers/google/models/gemini-3-flash-preview:streamGenerateContent?alt=sse',
    )
  })

  it('MOD-1 does not look for them before it is asked', () => {
    vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', join(folder, 'missing.json'))
    expect(vertex().name).toBe('vertex')
  })

  it.for([
    ['there are none', ''],
    ['their file is missing', 'missing.json'],
    ['their file is of another kind', 'subject'],
  ] as const)('MOD-3 %s: AUTH', async ([_why, file]) => {
    vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', file && join(folder, file))
    expect(await failureOf(vertex().stream(modelRequest()))).toMatchObject({ kind: 'AUTH', retryable: false })
  })

  it.for([
    [
      400,
      '{"error":"invalid_grant","error_description":"Token has been expired or revoked."}',
      'AUTH',
      false,
    ],
    [403, '{"error":"access_denied"}', 'AUTH', false],
    [503, 'Try later.', 'OVERLOADED', true],
  ] as const)(
    'MOD-3 a token endpoint that answers HTTP %i with %s is %s',
    async ([status, body, kind, retryable]) => {
      reply = { status, body }
      expect(await failureOf(vertex().stream(modelRequest()))).toMatchObject({ kind, retryable })
    },
  )

  it('MOD-3 a token endpoint that is not there is a lost connection', async () => {
    await tokens.close()
    expect(await failureOf(vertex().stream(modelRequest()))).toMatchObject({
      kind: 'NETWORK',
      retryable: true,
    })
    tokens = await serveBytes(() => {})
  })

  it('MOD-1 a call that was stopped before it began asks for no token', async () => {
    const reason = new Error('stop')
    expect(await thrownBy(vertex().stream(modelRequest({ signal: AbortSignal.abort(reason) })))).toBe(reason)
    expect(subjects).toEqual([])
  })

  it('MOD-1 an abort while the token is waited for is the reason of the abort', async () => {
    reply = 'silence'
    const controller = new AbortController()
    const reason = new Error('stop')
    const thrown = thrownBy(vertex().stream(modelRequest({ signal: controller.signal })))
    await vi.waitFor(() => expect(subjects).toHaveLength(1), { timeout: 10_000 })
    controller.abort(reason)
    expect(await thrown).toBe(reason)
  })
})
