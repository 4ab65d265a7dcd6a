import { randomUUID } from 'node:crypto'
import { isJsonObject, type JsonObject } from '../../src/domain/json.ts'
import { type Answered, type FakeVendor, serveVendor, unknownField } from './batch-api-server.ts'

interface StoredBatch {
  readonly name: string
  readonly displayName: string
  readonly requests: readonly JsonObject[]
  state: string
  responses: readonly JsonObject[]
}

/** Gemini's batch mode with inline requests, as its reference has it. It does not repeat the metadata of a request. */
export async function serveGoogleBatches(): Promise<
  FakeVendor & { readonly batches: readonly StoredBatch[] }
> {
  const batches: StoredBatch[] = []
  const fake = await serveVendor({
    handle: ({ route, url, headers, body }, { isFast, answer }) => {
      if (headers['x-goog-api-key'] !== 'google-test') return refuse(400, 'API key not valid.')
      if (route === 'POST /v1beta/models/:model:batchGenerateContent') {
        const fault = faultOf(body)
        if (fault !== null) return refuse(400, fault)
        const made = toBatch(Object(body).batch)
        batches.push(made)
        return { status: 200, body: shown(made) }
      }
      if (route === 'GET /v1beta/batches') {
        const size = Number(url.searchParams.get('pageSize') ?? 10)
        if (size > 100) return refuse(400, 'pageSize is too large.')
        return { status: 200, body: { operations: batches.toReversed().slice(0, size).map(shown) } }
      }
      const batch = batches.find(({ name }) => url.pathname.startsWith(`/v1beta/${name}`))
      if (!batch) return refuse(404, 'Requested entity was not found.')
      if (route === 'GET /v1beta/batches/:id') {
        if (isFast && batch.state === 'BATCH_STATE_RUNNING') {
          batch.state = 'BATCH_STATE_SUCCEEDED'
          batch.responses = batch.requests.map(({ request, metadata }) =>
            toResponse(answer(isJsonObject(request) ? request : {}, String(Object(metadata).key))),
          )
        }
        return { status: 200, body: shown(batch) }
      }
      if (route === 'POST /v1beta/batches/:id:cancel') {
        batch.state = 'BATCH_STATE_CANCELLED'
        return { status: 200, body: {} }
      }
      if (route === 'DELETE /v1beta/batches/:id') return { status: 200, body: {} }
      return refuse(404, `Not found: ${route}`)
    },
    toRoute: (method, path) =>
      `${method} ${path.replace(/models\/[^:]+/, 'models/:model').replace(/batches\/[\w-]+/, 'batches/:id')}`,
    refuse,
  })
  return Object.assign(fake, { batches })
}

function toBatch(batch: JsonObject): StoredBatch {
  const { requests } = Object(Object(batch.inputConfig).requests)
  return {
    ...{ name: `batches/${randomUUID()}`, displayName: String(batch.displayName), requests, responses: [] },
    state: 'BATCH_STATE_RUNNING',
  }
}

function toResponse(answered: ReturnType<FakeVendor['answer']>): JsonObject {
  if (answered === null) return { error: { code: 1, message: 'The batch was cancelled.' } }
  if (answered.status === 200) return { response: answered.body }
  return { error: { code: 3, message: 'Invalid argument.' } }
}

function shown({ name, displayName, state, responses }: StoredBatch): JsonObject {
  const done = state !== 'BATCH_STATE_RUNNING'
  const type = 'type.googleapis.com/google.ai.generativelanguage.v1main'
  return {
    name,
    metadata: {
      '@type': `${type}.GenerateContentBatch`,
      name,
      displayName,
      state,
      createTime: new Date().toISOString(),
    },
    done,
    ...(done && {
      response: {
        '@type': `${type}.GenerateContentBatchOutput`,
        inlinedResponses: { inlinedResponses: responses },
      },
    }),
  }
}

const requestFields = [
  'model',
  'contents',
  'systemInstruction',
  'tools',
  'toolConfig',
  'generationConfig',
  'safetySettings',
]

function faultOf(body: JsonObject | null): string | null {
  const batch = body?.batch
  if (!body || !isJsonObject(batch)) return 'Invalid JSON payload received.'
  const unknown =
    unknownField(body, ['batch']) ?? unknownField(batch, ['displayName', 'inputConfig', 'priority'])
  if (unknown !== undefined) return `Invalid JSON payload received. Unknown name "${unknown}".`
  if (typeof batch.displayName !== 'string') return 'displayName is required.'
  const items: unknown = Object(Object(batch.inputConfig).requests).requests
  if (!Array.isArray(items) || items.length === 0) return 'inputConfig is required.'
  for (const item of items) {
    const { request } = Object(item)
    if (!isJsonObject(request)) return 'request is required.'
    const other = unknownField(item, ['request', 'metadata']) ?? unknownField(request, requestFields)
    if (other !== undefined) return `Invalid JSON payload received. Unknown name "${other}".`
    if (!Array.isArray(request.contents)) return 'contents is required.'
  }
  return null
}

function refuse(code: number, message: string): Answered {
  return {
    status: code,
    body: { error: { code, message, status: code === 404 ? 'NOT_FOUND' : 'INVALID_ARGUMENT' } },
  }
}
