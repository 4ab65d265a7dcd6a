import { randomBytes } from 'node:crypto'
import type { Plugin } from 'graphql-yoga'
import type { GraphQLSources } from '../../graphql/context.ts'
import { isRead, wantsPage } from '../request-address.ts'
import type { NodeContext } from '../streams/event-streams.ts'
import { graphiqlPage } from './graphiql.ts'
import { type GraphiqlPart, graphiqlParts, partsFolder } from './graphiql-parts.ts'

/** Shows GraphiQL to a browser that opens the endpoint, and serves the files of the page. */
export function useGraphiql(
  sources: GraphQLSources,
  endpoint: string,
): Plugin<Record<never, never>, NodeContext> {
  return {
    async onRequest({ request, url, serverContext: { admission }, fetchAPI: { Response }, endResponse }) {
      const { pathname } = url
      if (isRead(request.method) && pathname.startsWith(partsFolder)) {
        const part = Object.values(await graphiqlParts()).find(({ address }) => pathname === `/${address}`)
        if (part) endResponse(new Response(await part.zipped(), { headers: headersOf(part) }))
      } else if (isBrowser(request) && pathname === `${endpoint}/`) {
        // With a slash at its end, the page would resolve its parts below it.
        endResponse(new Response(null, { status: 302, headers: { location: `${endpoint}${url.search}` } }))
      } else if (isBrowser(request) && pathname === endpoint) {
        const nonce = randomBytes(16).toString('base64url')
        const page = await graphiqlPage(sources, { admission: admission ?? null, nonce })
        endResponse(new Response(page, { headers: headersOfPage(nonce) }))
      }
    },
  }
}

/**
 * The page runs its own scripts and no others, and speaks to this server alone: it holds a key. Its editor writes styles as it runs. A page
 * of another site must not show it in a frame, where a click is an operation that its visitor did not want.
 */
function headersOfPage(nonce: string) {
  const policy = {
    'default-src': "'none'",
    'script-src': `'self' 'nonce-${nonce}'`,
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': "'self' data:",
    'connect-src': "'self'",
    'worker-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  }
  const directives = Object.entries(policy).map(([name, value]) => `${name} ${value}`)
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': directives.join('; '),
    'x-frame-options': 'DENY',
  }
}

export function isBrowser({ method, headers }: Request): boolean {
  return wantsPage(method, headers.get('accept'))
}

function headersOf({ type }: GraphiqlPart) {
  return {
    'content-type': type,
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
  }
}
