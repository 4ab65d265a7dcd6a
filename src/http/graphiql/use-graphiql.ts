import { randomBytes } from 'node:crypto'
import type { Plugin } from 'graphql-yoga'
import type { GraphQLSources } from '../../graphql/context.ts'
import { answerWith, pageHeaders } from '../page-files.ts'
import { isRead, wantsPage } from '../request-address.ts'
import type { NodeContext } from '../streams/event-streams.ts'
import { graphiqlPage, graphiqlParts, partsFolder } from './graphiql.ts'

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
        const answer = part && (await answerWith(part.file, request, Response))
        if (answer) endResponse(answer)
      } else if (isBrowser(request) && pathname === `${endpoint}/`) {
        // With a slash at its end, the page would resolve its parts below it.
        endResponse(new Response(null, { status: 302, headers: { location: `${endpoint}${url.search}` } }))
      } else if (isBrowser(request) && pathname === endpoint) {
        const nonce = randomBytes(16).toString('base64url')
        const page = await graphiqlPage(sources, { admission: admission ?? null, nonce })
        endResponse(new Response(page, { headers: pageHeaders(policyWith(nonce)) }))
      }
    },
  }
}

/** Its editor writes styles as it runs. */
function policyWith(nonce: string) {
  return {
    'script-src': `'self' 'nonce-${nonce}'`,
    'style-src': "'self' 'unsafe-inline'",
    'font-src': "'self' data:",
    'worker-src': "'self'",
  }
}

export function isBrowser({ method, headers }: Request): boolean {
  return wantsPage(method, headers.get('accept'))
}
