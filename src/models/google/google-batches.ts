import { tryParseRawJson } from '../../domain/exact-numbers.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { BatchApi, BatchLook, BatchResult } from '../../domain/model-batch.ts'
import { fetchProvider } from '../provider-fetch.ts'
import { toTransportError } from '../transport-errors.ts'
import { googleRefusal } from './google-events.ts'

/** So many pages of batches are looked through for one that another process may have sent. */
const maxPages = 10

/**
 * Gemini's batch mode, with its requests inline: 20 MB at most. Its answer has all responses in one piece, so that a batch has few. They are
 * in the order of the requests. Asked without the SDK, which keeps of a response only the fields that it knows.
 */
export function createGoogleBatches({
  apiKey,
  baseUrl,
}: {
  readonly apiKey: string
  readonly baseUrl: string
}): BatchApi {
  async function ask(
    method: string,
    path: string,
    signal: AbortSignal,
    body?: JsonObject,
  ): Promise<JsonObject> {
    try {
      const response = await fetchProvider(`${baseUrl}/v1beta/${path}`, {
        ...{ method, signal },
        headers: { 'x-goog-api-key': apiKey, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (!response.ok) throw await googleRefusal(response)
      const read = tryParseRawJson(await response.text())
      return isJsonObject(read) ? read : {}
    } catch (error) {
      throw toTransportError(error)
    }
  }

  return {
    maxRequests: 50,
    maxBytes: 15 * 1024 * 1024,

    async send({ id, model, requests }, signal) {
      const items = requests.map(({ id: key, request }) => ({
        request: { model: `models/${model}`, ...request },
        metadata: { key },
      }))
      const batch = { displayName: id, inputConfig: { requests: { requests: items } } }
      const { name } = await ask('POST', `models/${model}:batchGenerateContent`, signal, { batch })
      return String(name)
    },

    async find({ id }, signal) {
      let page = ''
      for (let pages = 0; pages < maxPages; pages++) {
        const { operations, nextPageToken } = await ask('GET', `batches?pageSize=100${page}`, signal)
        const found = objectsIn(operations).find(({ metadata }) => Object(metadata).displayName === id)
        if (found) return String(found.name)
        if (typeof nextPageToken !== 'string' || nextPageToken === '') return null
        page = `&pageToken=${encodeURIComponent(nextPageToken)}`
      }
      return null
    },

    async look({ providerBatchId, requestIds }, signal): Promise<BatchLook> {
      const { metadata, response, error, done } = await ask('GET', providerBatchId, signal)
      const about = isJsonObject(metadata) ? metadata : {}
      const state = String(about.state)
      if (/_(?:CANCELLED|EXPIRED|SUCCEEDED)$/.test(state))
        return {
          kind: 'ended',
          results: resultsOf(isJsonObject(response) ? response : about.output, requestIds),
        }
      if (isJsonObject(error) || state.endsWith('_FAILED'))
        return {
          kind: 'failed',
          why: String(Object(error).message ?? 'the provider did not complete the batch'),
        }
      return done === true
        ? { kind: 'failed', why: `the batch has the unknown state ${state}` }
        : { kind: 'running' }
    },

    async cancel(batchName, signal) {
      await ask('POST', `${batchName}:cancel`, signal, {})
    },

    async forget(batchName, signal) {
      await ask('DELETE', batchName, signal)
    },
  }
}

/** Responses are found by the key that was sent with each, or by their place where the provider repeats none. */
async function* resultsOf(output: Json | undefined, ids: readonly string[]): AsyncGenerator<BatchResult> {
  const inlined = isJsonObject(output) ? output.inlinedResponses : undefined
  const responses = objectsIn(isJsonObject(inlined) ? inlined.inlinedResponses : inlined)
  const keys = responses.map(keyOf)
  const isInOrder = responses.length === ids.length && keys.every((key) => key === undefined)
  for (const [place, item] of responses.entries()) {
    const id = isInOrder ? ids[place] : keys[place]
    if (id !== undefined) yield { id, response: responseOf(item) }
  }
}

function keyOf({ metadata }: JsonObject): string | undefined {
  const key = isJsonObject(metadata) ? metadata.key : undefined
  return typeof key === 'string' ? key : undefined
}

function responseOf({ response, error }: JsonObject): BatchResult['response'] {
  if (isJsonObject(response)) return { status: 200, body: response }
  if (!isJsonObject(error)) return null
  const { code } = error
  // Those that the end of the batch cut off were not answered.
  if (code === 1) return null
  return {
    status: typeof code === 'number' ? (statuses[code] ?? (code >= 400 ? code : 500)) : 500,
    body: { error },
  }
}

/** The codes of gRPC, as statuses of HTTP. */
const statuses: Readonly<Record<number, number>> = {
  3: 400,
  4: 504,
  5: 404,
  7: 403,
  8: 429,
  9: 400,
  13: 500,
  14: 503,
  16: 401,
}

function objectsIn(list: Json | undefined): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : []
}
