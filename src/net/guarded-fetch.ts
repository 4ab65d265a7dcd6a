import { fetch, type Response } from 'undici'
import { isRungraphError, messageOf, RungraphError } from '../domain/errors.ts'
import type { FetchFile } from '../domain/upload.ts'
import type { AddressGuard } from './address-guard.ts'
import { readResponseBody } from './read-body.ts'

export interface GuardedFetchOptions {
  readonly guard: AddressGuard
  readonly signal: AbortSignal
  /** Request to send. Default: GET. */
  readonly request?: WebRequest | undefined
}

/** A request with headers or a body meant for one server only: it is not redirected to another. */
export interface WebRequest {
  /** In capitals. Redirects of others than GET and HEAD are not followed, but given as they are. */
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

const maxRedirects = 5
const redirects: readonly number[] = [301, 302, 303, 307, 308]

/**
 * Requests a URL, with GET where nothing else is said, and has its response read, with any status. Redirects are followed by hand, so that the
 * guard sees each of them. @throws TARGET_UNREACHABLE, or the signal's reason
 */
export async function guardedFetch<Value>(
  address: string,
  { guard, signal, request }: GuardedFetchOptions,
  read: (url: URL, response: Response) => Promise<Value>,
): Promise<Value> {
  let url = parse(address)
  const { origin } = url
  const agent = guard.agent()
  const init = { ...request, headers: { ...headers, ...request?.headers } }
  try {
    for (let hop = 0; hop <= maxRedirects; hop++) {
      guard.check(url)
      const response = await fetch(url, { ...init, dispatcher: agent, redirect: 'manual', signal })
      const location = isFollowed(response, request) ? response.headers.get('location') : null
      if (location === null) return await read(url, response)
      await response.body?.cancel()
      url = parse(location, url)
      if (request && url.origin !== origin)
        throw unreachable(address, `it redirects to another server, ${url.origin}`)
    }
    throw unreachable(address, `it redirects more than ${maxRedirects} times`)
  } catch (error) {
    signal.throwIfAborted()
    throw toUnreachable(url, error)
  } finally {
    await agent.destroy()
  }
}

/** Fetches files by HTTP, from the addresses that the guard permits (TAS-6). */
export function createFetchFile(guard: AddressGuard): FetchFile {
  return (address, { maxBytes, signal }) =>
    guardedFetch(address, { guard, signal }, async (url, response) => {
      if (response.status !== 200)
        throw unreachable(url.href, `its server answers with the status ${response.status}`)
      const { bytes, isCut } = await readResponseBody(response, maxBytes)
      if (isCut) throw unreachable(url.href, `the file has more than ${maxBytes} bytes`)
      const mediaType = response.headers.get('content-type')
      return { data: bytes, mediaType, name: nameOf(url, response.headers.get('content-disposition')) }
    })
}

const headers = { 'user-agent': 'rungraph' }

function isFollowed({ status }: Response, request: WebRequest | undefined): boolean {
  return redirects.includes(status) && ['GET', 'HEAD', undefined].includes(request?.method)
}

function parse(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href)
  if (!url) throw unreachable(text, 'it is not a URL')
  return url
}

/** As its server calls it, or the last part of its address. */
function nameOf({ pathname }: URL, disposition: string | null): string | null {
  const [, quoted, plain] = /filename=(?:"([^"]+)"|([^;\s]+))/i.exec(disposition ?? '') ?? []
  return quoted ?? plain ?? pathname.split('/').at(-1) ?? null
}

/** The error for an address that gives nothing of use. */
function unreachable(url: string, reason: string, cause?: unknown): RungraphError {
  return new RungraphError('TARGET_UNREACHABLE', { url, reason }, cause)
}

/** The guard's refusal comes out of `fetch` as the cause of "fetch failed"; so do other reasons. */
function toUnreachable(url: URL, error: unknown): RungraphError {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  if (isRungraphError(error)) return error
  if (isRungraphError(cause)) return cause
  return unreachable(url.href, fetchReason(cause), error)
}

/** If several addresses were tried, each has its own reason. */
function fetchReason(error: unknown): string {
  if (!(error instanceof AggregateError)) return messageOf(error)
  return error.errors.map(messageOf).join(', ')
}
