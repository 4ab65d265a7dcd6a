import { z } from 'zod'
import type { Tool } from '../domain/tool.ts'
import { type AddressRules, createAddressGuard, type Resolve } from '../net/address-guard.ts'
import { defineTool } from './define-tool.ts'
import { getPage } from './get-page.ts'

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
