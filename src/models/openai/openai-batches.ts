import { toFile } from 'openai'
import type { Batch as OpenAiBatch } from 'openai/resources/batches'
import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import type { BatchApi, BatchLook, BatchResult, BatchToSend } from '../../domain/model-batch.ts'
import { jsonLines } from '../json-lines.ts'
import { createPlainClient, type OpenAiServer, toModelError } from './openai-client.ts'

/** The key in the metadata of a batch under which our id of it stands. */
const ownId = 'rungraph_batch'

/** So many batches are looked through for one that another process may have sent. */
const maxListed = 1_000

/** Clocks of the provider and of the database differ less. */
const clockSkewMs = 3_600_000

/**
 * OpenAI's Batch API: a file of requests to one endpoint, and files of its results and errors. Its own bounds are 50,000 requests and 200 MB;
 * these keep a batch in memory. Answers come within the one window that there is, or are not charged.
 */
export function createOpenAiBatches(
  server: OpenAiServer,
  endpoint: '/v1/responses' | '/v1/chat/completions',
): BatchApi {
  const client = createPlainClient(server)

  async function* resultsOf(
    { output_file_id, error_file_id }: OpenAiBatch,
    signal: AbortSignal,
  ): AsyncGenerator<BatchResult> {
    for (const fileId of [output_file_id, error_file_id]) {
      if (!fileId) continue
      const { body } = await client.files.content(fileId, { signal }).catch(rethrow)
      try {
        for await (const line of jsonLines(body)) yield* resultOf(line)
      } catch (error) {
        throw toModelError(error)
      }
    }
  }

  return {
    maxRequests: 10_000,
    maxBytes: 32 * 1024 * 1024,

    async send({ id, requests }, signal) {
      try {
        const file = await toFile(Buffer.from(linesOf(requests, endpoint)), `${id}.jsonl`, {
          type: 'application/jsonl',
        })
        const { id: input_file_id } = await client.files.create({ file, purpose: 'batch' }, { signal })
        const metadata = { [ownId]: id }
        const body = { input_file_id, endpoint, completion_window: '24h', metadata } as const
        return (await client.batches.create(body, { signal })).id
      } catch (error) {
        throw toModelError(error)
      }
    },

    async find({ id, createdAt }, signal) {
      const since = (createdAt.getTime() - clockSkewMs) / 1_000
      let listed = 0
      try {
        for await (const batch of client.batches.list({ limit: 100 }, { signal })) {
          if (batch.metadata?.[ownId] === id) return batch.id
          // The newest come first.
          if (batch.created_at < since || ++listed >= maxListed) return null
        }
      } catch (error) {
        throw toModelError(error)
      }
      return null
    },

    async look({ providerBatchId }, signal): Promise<BatchLook> {
      const batch = await client.batches.retrieve(providerBatchId, { signal }).catch(rethrow)
      switch (batch.status) {
        case 'failed':
          return { kind: 'failed', why: faultsOf(batch) }
        case 'completed':
        case 'expired':
        case 'cancelled':
          return { kind: 'ended', results: resultsOf(batch, signal) }
        default:
          return { kind: 'running' }
      }
    },

    async cancel(batchId, signal) {
      await client.batches.cancel(batchId, { signal }).catch(rethrow)
    },

    async forget(batchId, signal) {
      const batch = await client.batches.retrieve(batchId, { signal }).catch(rethrow)
      for (const fileId of [batch.input_file_id, batch.output_file_id, batch.error_file_id])
        if (fileId) await client.files.delete(fileId, { signal }).catch(rethrow)
    },
  }
}

function rethrow(error: unknown): never {
  throw toModelError(error)
}

/** A request in a batch is not streamed. */
function linesOf(requests: BatchToSend['requests'], url: string): string {
  return requests
    .map(({ id, request: { stream: _stream, stream_options: _options, ...body } }) =>
      JSON.stringify({ custom_id: id, method: 'POST', url, body }),
    )
    .join('\n')
}

/** A line without a response is about a request that was not answered: its batch expired or was cancelled. */
function resultOf({ custom_id: id, response, error }: JsonObject): readonly BatchResult[] {
  if (typeof id !== 'string') return []
  if (isJsonObject(response) && typeof response.status_code === 'number')
    return [{ id, response: { status: response.status_code, body: response.body ?? null } }]
  if (!isJsonObject(error) || error.code === 'batch_expired' || error.code === 'batch_cancelled')
    return [{ id, response: null }]
  return [{ id, response: { status: 400, body: { error } } }]
}

function faultsOf({ errors }: OpenAiBatch): string {
  const words = (errors?.data ?? []).flatMap(({ message, line }) =>
    message ? [line ? `${message} (line ${line})` : message] : [],
  )
  return words.length === 0 ? 'the provider did not take the batch' : words.slice(0, 5).join(' ')
}
