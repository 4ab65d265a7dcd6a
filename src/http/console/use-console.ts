import { randomBytes } from 'node:crypto'
import type { Plugin } from 'graphql-yoga'
import { answerWith, pageHeaders } from '../page-files.ts'
import { isRead, wantsConsole } from '../request-address.ts'
import type { NodeContext } from '../streams/event-streams.ts'
import { consoleFiles } from './console-files.ts'

/** Path of the scripts and styles of the console. They are the same for everybody, so no key is needed. */
export const assetsFolder = '/assets/'

/**
 * Serves the console: one page at every address that a browser opens and that belongs to nothing else. Its own router shows the object that
 * the address names. The page finds its files and the API relative to the console's root, under any prefix that a proxy has put before
 * both.
 */
export function useConsole(endpoint: string): Plugin<Record<never, never>, NodeContext> {
  const isElsewhere = (path: string) =>
    [endpoint, '/api', '/health', '/metrics', '/graphiql'].some((own) => `${path}/`.startsWith(`${own}/`))

  return {
    async onRequest({ request, url, fetchAPI: { Response }, endResponse }) {
      const { pathname } = url
      if (isRead(request.method) && pathname.startsWith(assetsFolder)) {
        const file = (await consoleFiles())?.file(pathname.slice(1))
        const answer = file && (await answerWith(file, request, Response))
        if (answer) endResponse(answer)
      } else if (
        wantsConsole(request.method, pathname, request.headers.get('accept')) &&
        !isElsewhere(pathname)
      ) {
        const files = await consoleFiles()
        if (!files) return endResponse(new Response(notBuilt, { status: 503, headers: plainText }))
        const nonce = randomBytes(16).toString('base64url')
        const page = files.page
          .replace('<base href="/"', `<base href="${rootFrom(pathname)}"`)
          .replaceAll('__NONCE__', nonce)
        const own = { 'style-src': `'self' 'nonce-${nonce}'`, 'base-uri': "'self'" }
        endResponse(new Response(page, { headers: pageHeaders(own) }))
      }
    },
  }
}

/** The relative path from an address up to the console's root: `/runs/7` is one folder below it. */
function rootFrom(pathname: string): string {
  return '../'.repeat(pathname.split('/').length - 2) || './'
}

const plainText = { 'content-type': 'text/plain; charset=utf-8' }

const notBuilt = 'The console was not built. Run `npm run build`, or open /graphql.\n'
