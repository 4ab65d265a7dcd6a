import {
  asClientError,
  connectionFailed,
  fromGraphQLErrors,
  type GraphQLErrorEntry,
  RungraphClientError,
} from './client-error.ts'
import { authorization, type Credentials } from './credentials.ts'
import type { OperationRequest } from './operation.ts'
import type { Endpoint, ExecutionResult } from './transport.ts'

/** The `fetch` of a client, with its headers and token. If the server refuses the token, the request is sent once more with another one. */
export function authorised(endpoint: Endpoint, credentials: Credentials): typeof fetch {
  return async (input, init = {}) => {
    const signal = init.signal ?? undefined
    const token = await credentials.token(signal)
    // A body is read once.
    const first = input instanceof Request ? input.clone() : input
    const response = await withToken(endpoint, token)(first, init)
    if (response.status !== 401 || !(await credentials.replace(token))) return response
    await response.body?.cancel()
    return withToken(endpoint, await credentials.token(signal))(input, init)
  }
}

/** A `fetch` with the headers of a client and this token. */
export function withToken({ fetch, headers }: Endpoint, token: string): typeof globalThis.fetch {
  return (input, init = {}) => {
    const all = new Headers({ ...headers, ...authorization(token) })
    const own = new Headers(init.headers ?? (input instanceof Request ? input.headers : {}))
    own.forEach((value, name) => {
      all.set(name, value)
    })
    return fetch(input, { ...init, headers: all })
  }
}

/** Settings of a request. */
interface Sent {
  readonly fetch: typeof fetch
  readonly url: string
  readonly accept: string
  readonly signal: AbortSignal | undefined
}

/** The data of a query or mutation. @throws RungraphClientError, or the reason of the signal */
export async function request(
  { url }: Pick<Endpoint, 'url'>,
  fetch: typeof globalThis.fetch,
  operation: OperationRequest,
  signal?: AbortSignal,
): Promise<unknown> {
  const accept = 'application/graphql-response+json, application/json'
  const response = await post(operation, { fetch, url, accept, signal })
  const { data } = await resultIn(response, signal)
  if (data == null) throw notRungraph(response)
  return data
}

/** The body of an operation; with files, a multipart request with null in their places (GraphQL multipart request specification). */
function bodyOf({ query, variables }: OperationRequest): {
  readonly body: string | FormData
  readonly headers: Readonly<Record<string, string>>
} {
  const paths = new Map<unknown, string>()
  const files: [path: string, file: Blob][] = []
  const operations = JSON.stringify({ query, variables }, function (this: unknown, name, value: unknown) {
    const path = `${paths.get(this) ?? ''}.${name}`
    paths.set(value, path)
    if (!(value instanceof Blob)) return value
    files.push([path.slice(2), value])
    return null
  })
  if (files.length === 0) return { body: operations, headers: { 'content-type': 'application/json' } }
  const body = new FormData()
  body.set('operations', operations)
  body.set('map', JSON.stringify({ ...files.map(([path]) => [path]) }))
  for (const [place, [, file]] of files.entries()) body.set(`${place}`, file)
  return { body, headers: { 'graphql-require-preflight': '1' } }
}

/** Sends an operation over HTTP. @throws RungraphClientError if there is no response, or the reason of the signal */
export async function post(
  operation: OperationRequest,
  { fetch, url, accept, signal }: Sent,
): Promise<Response> {
  const { body, headers } = bodyOf(operation)
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { ...headers, accept },
      body,
      signal: signal ?? null,
    })
  } catch (error) {
    signal?.throwIfAborted()
    throw asClientError(error)
  }
}

/** The result in the body of a response. @throws RungraphClientError if it has errors, or is none; or the reason of the signal */
export async function resultIn(response: Response, signal?: AbortSignal): Promise<ExecutionResult> {
  const body = parse(await textOf(response, signal))
  if (!isResult(body)) throw notRungraph(response)
  const { status } = response
  if (body.errors?.length)
    throw fromGraphQLErrors(body.errors, { status, retryAfterMs: retryAfterMs(response) })
  return body
}

async function textOf(response: Response, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await response.text()
  } catch (error) {
    signal?.throwIfAborted()
    throw connectionFailed(error)
  }
}

/** undefined if it is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isResult(
  body: unknown,
): body is ExecutionResult & { readonly errors?: readonly GraphQLErrorEntry[] } {
  return body instanceof Object && ('data' in body || ('errors' in body && Array.isArray(body.errors)))
}

/** The error of a response that is not of Rungraph. A proxy gives 429 and 5xx of its own while it does not reach the server. */
export function notRungraph(response: Response): RungraphClientError {
  const { status } = response
  const retryable = status === 429 || status >= 500
  const message = retryable
    ? `The server cannot be reached: the response has the status ${status}.`
    : `There is no Rungraph at ${response.url}: the response has the status ${status}.`
  const code = retryable ? 'CONNECTION_FAILED' : 'INVALID_RESPONSE'
  return new RungraphClientError(message, {
    ...{ code, status, retryable, retryAfterMs: retryAfterMs(response) },
  })
}

function retryAfterMs({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return seconds >= 0 ? seconds * 1000 : undefined
}
