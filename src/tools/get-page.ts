import type { Response } from 'undici'
import { z } from 'zod'
import type { Tool } from '../domain/tool.ts'
import { type AddressRules, createAddressGuard, type Resolve } from '../net/address-guard.ts'
import { type GuardedFetchOptions, guardedFetch } from '../net/guarded-fetch.ts'
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

export interface PageOptions extends GuardedFetchOptions {
  /** Bytes of the body, decompressed, that are read; the rest is cut, and the text says so. */
  readonly maxBytes: number
}

/**
 * Fetches a URL, with GET where nothing else is said, and follows its redirects within the rules.
 * @throws TARGET_UNREACHABLE, or the signal's reason
 */
export function getPage(address: string, { maxBytes, ...options }: PageOptions): Promise<Page> {
  return guardedFetch(address, options, (url, response) => toPage(url, response, maxBytes))
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
