import { randomUUID } from 'node:crypto'
import { isJsonObject, type Json, type JsonObject } from '../../src/domain/json.ts'
import { type Answered, type FakeVendor, serveVendor, unknownField } from './batch-api-server.ts'

interface StoredBatch {
  readonly id: string
  readonly requests: readonly JsonObject[]
  readonly createdAt: string
  status: 'in_progress' | 'canceling' | 'ended'
  results: readonly JsonObject[]
}

/** Anthropic's Message Batches, as their reference has them. */
export async function serveAnthropicBatches(): Promise<
  FakeVendor & { readonly batches: readonly StoredBatch[] }
> {
  const batches: StoredBatch[] = []
  const fake = await serveVendor({
    handle: ({ route, url, headers, body }, { isFast, answer }) => {
      if (headers.authorization !== 'Bearer sk-ant-test')
        return refuse(401, 'authentication_error', 'invalid x-api-key')
      if (!headers['anthropic-version'])
        return refuse(400, 'invalid_request_error', 'anthropic-version: header is required')
      const id = url.pathname.split('/')[4] ?? ''
      const batch = batches.find((one) => one.id === id)
      if (route === 'POST /v1/messages/batches') {
        const fault = faultOf(body)
        if (fault !== null || !body) return refuse(400, 'invalid_request_error', fault ?? 'No body.')
        const requests = Array.isArray(body.requests) ? body.requests.filter(isJsonObject) : []
        const createdAt = new Date().toISOString()
        const made: StoredBatch = {
          id: `msgbatch_${randomUUID()}`,
          requests,
          createdAt,
          status: 'in_progress',
          results: [],
        }
        batches.push(made)
        return { status: 200, body: shown(made) }
      }
      if (route === 'GET /v1/messages/batches') {
        if (isFast) for (const each of batches) end(each, answer)
        const data = batches.toReversed().map(shown)
        return { status: 200, body: { data, has_more: false, first_id: null, last_id: null } }
      }
      if (!batch) return refuse(404, 'not_found_error', `Message batch ${id} not found.`)
      if (route === 'GET /v1/messages/batches/:id') {
        if (batch.status === 'canceling' || isFast) end(batch, answer)
        return { status: 200, body: shown(batch) }
      }
      if (route === 'POST /v1/messages/batches/:id/cancel') {
        if (batch.status === 'ended') return refuse(400, 'invalid_request_error', 'The batch has ended.')
        batch.status = 'canceling'
        return { status: 200, body: shown(batch) }
      }
      if (route === 'GET /v1/messages/batches/:id/results') {
        if (batch.status !== 'ended') return refuse(404, 'not_found_error', 'No results yet.')
        const body = batch.results.map((line) => JSON.stringify(line)).join('\n')
        return { status: 200, body, type: 'application/x-jsonl' }
      }
      if (route === 'DELETE /v1/messages/batches/:id')
        return { status: 200, body: { id, type: 'message_batch_deleted' } }
      return refuse(404, 'not_found_error', `Not found: ${route}`)
    },
    toRoute: (method, path) => `${method} ${path.replace(/msgbatch_[\w-]+/, ':id')}`,
    refuse: (status, message) => refuse(status, 'api_error', message),
  })
  return Object.assign(fake, { batches })
}

function end(batch: StoredBatch, answer: FakeVendor['answer']): void {
  if (batch.status === 'ended') return
  const isCancelled = batch.status === 'canceling'
  batch.status = 'ended'
  batch.results = batch.requests
    .map(({ custom_id = null, params }) => ({
      custom_id,
      result: isCancelled
        ? { type: 'canceled' }
        : resultOf(answer(isJsonObject(params) ? params : {}, String(custom_id))),
    }))
    .toReversed()
}

function resultOf(answered: ReturnType<FakeVendor['answer']>): Json {
  if (answered === null) return { type: 'expired' }
  if (answered.status === 200) return { type: 'succeeded', message: answered.body }
  return { type: 'errored', error: answered.body }
}

function shown({ id, status, requests, createdAt, results }: StoredBatch): JsonObject {
  const count = (type: string) => results.filter(({ result }) => Object(result).type === type).length
  const processing = requests.length - results.length
  return {
    ...{ id, type: 'message_batch', processing_status: status, created_at: createdAt, ended_at: null },
    request_counts: {
      ...{ processing, succeeded: count('succeeded'), errored: count('errored') },
      ...{ canceled: count('canceled'), expired: count('expired') },
    },
    // Of another server: the key must not be sent there.
    results_url: status === 'ended' ? `http://127.0.0.1:9/${id}/results` : null,
  }
}

const paramFields = [
  ...['model', 'max_tokens', 'messages', 'system', 'tools', 'tool_choice', 'thinking', 'output_config'],
  ...['cache_control', 'metadata', 'stop_sequences', 'service_tier', 'top_k', 'top_p', 'temperature'],
]

function faultOf(body: JsonObject | null): string | null {
  if (body === null) return 'The body must be JSON.'
  const unknown = unknownField(body, ['requests'])
  if (unknown !== undefined) return `${unknown}: Extra inputs are not permitted`
  const { requests } = body
  if (!Array.isArray(requests) || requests.length === 0) return 'requests: at least one is required'
  const ids = new Set<unknown>()
  for (const request of requests) {
    if (!isJsonObject(request) || !isJsonObject(request.params)) return 'requests: params: Field required'
    const other = unknownField(request, ['custom_id', 'params']) ?? unknownField(request.params, paramFields)
    if (other !== undefined) return `requests: ${other}: Extra inputs are not permitted`
    const { custom_id: id } = request
    if (typeof id !== 'string' || !/^[a-zA-Z0-9_-]{1,64}$/.test(id)) return 'requests: custom_id: invalid'
    if (ids.has(id)) return 'requests: custom_id: must be unique'
    ids.add(id)
    if (typeof request.params.max_tokens !== 'number') return 'requests: params: max_tokens: Field required'
  }
  return null
}

function refuse(status: number, type: string, message: string): Answered {
  return { status, body: { type: 'error', error: { type, message } } }
}
