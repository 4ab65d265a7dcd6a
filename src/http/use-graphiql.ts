import type { Plugin } from 'graphql-yoga'
import type { GraphQLSources } from '../graphql/context.ts'
import { wantsPage } from './accepts.ts'
import type { NodeContext } from './event-streams.ts'
import { graphiqlPage } from './graphiql.ts'
import { type GraphiqlPart, graphiqlParts, partsFolder } from './graphiql-parts.ts'
import { isRead } from './health-endpoints.ts'

/** Shows GraphiQL to a browser that opens the endpoint, leads it there from the bare address, and serves what the page is made of. */
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
      } else if (isBrowser(request) && (pathname === '/' || pathname === `${endpoint}/`)) {
        // With a slash at its end, the page would look for its parts below it.
        endResponse(new Response(null, { status: 302, headers: { location: `${endpoint}${url.search}` } }))
      } else if (isBrowser(request) && pathname === endpoint) {
        endResponse(new Response(await graphiqlPage(sources, admission ?? null), { headers: { ...ofPage } }))
      }
    },
  }
}

/**
 * A page of somebody else must not show it in a frame, where a click is an operation that its visitor did not want. To be copied: a
 * Response writes into the headers that it is given.
 */
const ofPage = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "frame-ancestors 'none'",
  'x-frame-options': 'DENY',
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
