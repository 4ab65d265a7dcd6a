import OpenAI, { APIError } from 'openai'
import { isJsonObject } from '../../domain/json.ts'
import { ModelError } from '../../domain/model.ts'
import { fetchProvider } from '../provider-fetch.ts'

export const openAiUrl = 'https://api.openai.com/v1'

/** A server that speaks one of OpenAI's APIs. */
export interface OpenAiServer {
  /** `null` where the server wants none: no `authorization` header is sent. */
  readonly apiKey: string | null
  /** With its version, without a slash at its end. Default: OpenAI's own. */
  readonly baseUrl?: string
}

/** The SDK's client, which takes no setting from the environment, writes nothing, and retries nothing (MOD-4). */
export function createOpenAiClient({ apiKey, baseUrl = openAiUrl }: OpenAiServer): OpenAI {
  return new OpenAI({
    apiKey: apiKey ?? 'none',
    adminAPIKey: null,
    baseURL: baseUrl,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    fetch: fetchProvider,
    logLevel: 'off',
    ...(apiKey === null ? { defaultHeaders: { authorization: null } } : {}),
  })
}

/**
 * The events of a streamed answer. A single JSON body under HTTP 200 is most often an error (Azure's filter); `toEvent` makes an event of
 * one that is an answer, where the API is read so.
 */
export async function eventsOf<Event>(
  sent: { withResponse(): Promise<{ readonly data: AsyncIterable<Event>; readonly response: Response }> },
  toEvent: (body: unknown) => Event | null = () => null,
): Promise<AsyncIterable<Event>> {
  const { data, response } = await sent.withResponse()
  const contentType = response.headers.get('content-type') ?? ''
  if (contentType.includes('text/html')) {
    throw new ModelError('BAD_REQUEST', 'The server answered with a web page. Is the base URL right?', {
      retryable: false,
      status: response.status,
    })
  }
  if (!contentType.includes('application/json')) return data
  const body: unknown = await response.json()
  const error = isJsonObject(body) ? body.error : undefined
  if (error) throw new APIError(undefined, Object(error), undefined, response.headers)
  const fullEvent = toEvent(body)
  if (fullEvent !== null) return only(fullEvent)
  throw new ModelError('BAD_REQUEST', 'The server gave its answer in one piece; only streams are read.', {
    retryable: false,
    status: response.status,
  })
}

async function* only<Event>(event: Event): AsyncGenerator<Event> {
  yield event
}
