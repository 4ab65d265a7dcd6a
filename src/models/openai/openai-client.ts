import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai'
import type { APIPromise } from 'openai/core/api-promise'
import { isJsonObject } from '../../domain/json.ts'
import { fetchProvider } from '../provider-fetch.ts'
import { errorsOf } from '../sdk-errors.ts'
import { type Api, fetchStream, type ToEvents } from '../whole-answer.ts'

export const openAiUrl = 'https://api.openai.com/v1'

export const toModelError = errorsOf({ APIConnectionError, APIConnectionTimeoutError, APIError })

/** A server that speaks one of OpenAI's APIs. */
export interface OpenAiServer {
  /** `null` where the server wants none: no `authorization` header is sent. */
  readonly apiKey: string | null
  /** With its version, without a slash at its end. Default: OpenAI's own. */
  readonly baseUrl?: string
}

/** The SDK's client, which takes no setting from the environment, writes nothing, and retries nothing (MOD-4). */
export function createOpenAiClient(server: OpenAiServer, toEvents: ToEvents, api: Api): OpenAI {
  return clientOf(server, fetchStream(toEvents, api))
}

/** The same for requests whose answers are no streams of events. */
export function createPlainClient(server: OpenAiServer): OpenAI {
  return clientOf(server, fetchProvider)
}

function clientOf({ apiKey, baseUrl = openAiUrl }: OpenAiServer, fetch: typeof fetchProvider): OpenAI {
  return new OpenAI({
    apiKey: apiKey ?? 'none',
    adminAPIKey: null,
    baseURL: baseUrl,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    fetch,
    logLevel: 'off',
    ...(apiKey === null ? { defaultHeaders: { authorization: null } } : {}),
  })
}

/** Sends a request that asks for no stream: its answer in one piece is one all the same by the time the SDK reads it. */
export function inEvents<Event>(
  client: OpenAI,
  path: string,
  { body, signal }: { readonly body: object; readonly signal: AbortSignal },
): APIPromise<AsyncIterable<Event>> {
  return client.post<AsyncIterable<Event>>(path, { body, signal, stream: true })
}

/** The events of a streamed answer. A JSON body under HTTP 200 is an error (Azure's filter): answers in one piece are streams by now. */
export async function eventsOf<Event>(
  sent: { withResponse(): Promise<{ readonly data: AsyncIterable<Event>; readonly response: Response }> },
  see?: (response: Response) => void,
): Promise<AsyncIterable<Event>> {
  const { data, response } = await sent.withResponse()
  see?.(response)
  if (!response.headers.get('content-type')?.includes('application/json')) return data
  const body: unknown = await response.json()
  const error = isJsonObject(body) ? body : Array.isArray(body) ? body[0] : undefined
  throw new APIError(undefined, Object(error), undefined, response.headers)
}
