import { fetch, type Response } from 'undici'
import { z } from 'zod'
import { isRungraphError, messageOf, RungraphError } from '../domain/errors.ts'
import type { Tool } from '../domain/tool.ts'
import {
  type AddressGuard,
  type AddressRules,
  createAddressGuard,
  type Resolve,
} from '../net/address-guard.ts'
import { readResponseBody, textOfBody } from '../net/read-body.ts'
import { defineTool } from './define-tool.ts'

/** Response of a URL, with any status. */
export interface Page {
  /** After redirects. */
  readonly url: string
  readonly status: number
  /** `null` where the server did not say. */
  readonly contentType: string | null
  readonly body: string
  /** Where the answer is, or will be, and when to ask again, as the server says it; absent where it does not. */
  readonly location?: string
  readonly retryAfter?: string
}

export interface PageOptions {
  readonly guard: AddressGuard
  /** Bytes of the body, decompressed, that are read; the rest is cut, and the text says so. */
  readonly maxBytes: number
  readonly signal: AbortSignal
  /** Request to send. Default: GET. */
  readonly request?: WebRequest
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
 * Fetches a URL, with GET where nothing else is said. Redirects are followed by hand, so that the guard sees each of them.
 * @throws TARGET_UNREACHABLE, or the signal's reason
 */
export async function getPage(
  address: string,
  { guard, maxBytes, signal, request }: PageOptions,
): Promise<Page> {
  let url = parse(address)
  const { origin } = url
  const agent = guard.agent()
  const init = { ...request, headers: { ...headers, ...request?.headers } }
  try {
    for (let hop = 0; hop <= maxRedirects; hop++) {
      guard.check(url)
      const response = await fetch(url, { ...init, dispatcher: agent, redirect: 'manual', signal })
      const location = isFollowed(response, request) ? response.headers.get('location') : null
      if (location === null) return await toPage(url, response, maxBytes)
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

const headers = { 'user-agent': 'rungraph' }

function isFollowed({ status }: Response, request: WebRequest | undefined): boolean {
  return redirects.includes(status) && ['GET', 'HEAD', undefined].includes(request?.method)
}

function parse(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href)
  if (!url) throw unreachable(text, 'it is not a URL')
  return url
}

async function toPage(url: URL, response: Response, maxBytes: number): Promise<Page> {
  const contentType = response.headers.get('content-type')
  const read = await readResponseBody(response, maxBytes)
  const { text } = textOfBody(read, contentType)
  const body = read.isCut ? `${text}\n[cut: only the first ${maxBytes} bytes were read]` : text
  const location = response.headers.get('location')
  const retryAfter = response.headers.get('retry-after')
  return {
    ...{ url: url.href, status: response.status, contentType, body },
    ...(location === null ? {} : { location }),
    ...(retryAfter === null ? {} : { retryAfter }),
  }
}

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

export interface HttpGetOptions extends AddressRules {
  /** Bytes of a body that are read, decompressed. Default: 262,144; the rest is cut, and the text says so. */
  readonly maxBytes?: number
  /** Resolver of host names. Default: the system's lookup. */
  readonly resolve?: Resolve
}

/** The tool `http_get`: fetches a web address, within the rules (TAS-6). */
export function createHttpGet({ maxBytes = 262_144, resolve, ...rules }: HttpGetOptions = {}): Tool {
  const guard = createAddressGuard(rules, resolve)
  return defineTool({
    name: 'http_get',
    description: 'Fetches a web page or an API by HTTP GET, and gives its status, content type and text.',
    input: z.object({
      url: z.string().max(8192).describe('An address that begins with http:// or https://.'),
    }),
    effect: 'read',
    execute: ({ url }, { signal }) => getPage(url, { guard, maxBytes, signal }),
  })
}
