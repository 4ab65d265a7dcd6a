import type Anthropic from '@anthropic-ai/sdk'
import type { MessageBatch } from '@anthropic-ai/sdk/resources/messages'
import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import type { ModelError } from '../../domain/model.ts'
import type { BatchApi, BatchLook, BatchResult } from '../../domain/model-batch.ts'
import { jsonLines } from '../json-lines.ts'

/** So many batches are looked through for one that another process may have sent. */
const maxListed = 200

/** Clocks of the provider and of the database differ less. */
const clockSkewMs = 300_000

/**
 * Anthropic's Message Batches. Its own bounds are 100,000 requests and 256 MB; these keep a batch in memory. A batch has no name of ours, and
 * shows the ids of its requests only when it has ended: one that may be ours is waited for until then.
 */
export function createAnthropicBatches(
  client: Anthropic,
  toModelError: (error: unknown) => ModelError,
): BatchApi {
  const rethrow = (error: unknown): never => {
    throw toModelError(error)
  }

  /** By its id: the address in a batch may lead to another server, which must not get the key. */
  async function* linesOf(batchId: string, signal: AbortSignal): AsyncGenerator<JsonObject> {
    try {
      const path = `/v1/messages/batches/${encodeURIComponent(batchId)}/results`
      const headers = { accept: 'application/binary' }
      const response = await client.get<Response>(path, { signal, headers, __binaryResponse: true })
      yield* jsonLines(response.body)
    } catch (error) {
      throw toModelError(error)
    }
  }

  async function* resultsOf(batchId: string, signal: AbortSignal): AsyncGenerator<BatchResult> {
    for await (const line of linesOf(batchId, signal)) yield* resultOf(line)
  }

  async function firstIdOf(batchId: string, signal: AbortSignal): Promise<unknown> {
    for await (const { custom_id } of linesOf(batchId, signal)) return custom_id
    return null
  }

  return {
    maxRequests: 10_000,
    maxBytes: 32 * 1024 * 1024,

    async send({ requests }, signal) {
      const body = { requests: requests.map(({ id, request }) => toRequest(id, request)) }
      const sent = client.post<MessageBatch>('/v1/messages/batches', { body, signal })
      return (await sent.catch(rethrow)).id
    },

    async find({ createdAt, requestIds }, signal) {
      const since = createdAt.getTime() - clockSkewMs
      let isUnknown = false
      let listed = 0
      try {
        for await (const batch of client.messages.batches.list({ limit: 100 }, { signal })) {
          if (Date.parse(batch.created_at) < since || ++listed > maxListed) break
          if (countOf(batch) !== requestIds.length) continue
          if (batch.processing_status !== 'ended') {
            isUnknown = true
            continue
          }
          const firstId = await firstIdOf(batch.id, signal)
          if (requestIds.some((id) => id === firstId)) return batch.id
        }
      } catch (error) {
        throw toModelError(error)
      }
      return isUnknown ? 'unknown' : null
    },

    async look({ providerBatchId }, signal): Promise<BatchLook> {
      const batch = await client.messages.batches.retrieve(providerBatchId, null, { signal }).catch(rethrow)
      if (batch.processing_status !== 'ended') return { kind: 'running' }
      return { kind: 'ended', results: resultsOf(providerBatchId, signal) }
    },

    async cancel(batchId, signal) {
      await client.messages.batches.cancel(batchId, null, { signal }).catch(rethrow)
    },

    async forget(batchId, signal) {
      await client.messages.batches.delete(batchId, null, { signal }).catch(rethrow)
    },
  }
}

function toRequest(custom_id: string, { stream: _stream, ...params }: JsonObject) {
  return { custom_id, params }
}

function countOf({ request_counts: counts }: MessageBatch): number {
  return counts.processing + counts.succeeded + counts.errored + counts.canceled + counts.expired
}

/** A request that was cancelled, or that expired, is not charged. */
function resultOf({ custom_id: id, result }: JsonObject): readonly BatchResult[] {
  if (typeof id !== 'string' || !isJsonObject(result)) return []
  if (result.type === 'succeeded') return [{ id, response: { status: 200, body: result.message ?? null } }]
  if (result.type !== 'errored' || !isJsonObject(result.error)) return [{ id, response: null }]
  const { error } = result.error
  const type = isJsonObject(error) ? String(error.type) : ''
  return [{ id, response: { status: statuses[type] ?? 500, body: result.error } }]
}

/** The statuses under which the Messages API gives its errors. */
const statuses: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
}
