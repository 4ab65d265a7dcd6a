import { randomBytes } from 'node:crypto'
import type { Plugin } from 'graphql-yoga'
import { isRead, wantsConsole } from '../request-address.ts'
import type { NodeContext } from '../streams/event-streams.ts'
import { type ConsoleFile, consoleFiles } from './console-files.ts'

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
        const answer = file && (await answerWith(file, request.headers.get('accept-encoding'), Response))
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
        endResponse(new Response(page, { headers: headersOfPage(nonce) }))
      }
    },
  }
}

type Answers = typeof globalThis.Response

/** The relative path from an address up to the console's root: `/runs/7` is one folder below it. */
function rootFrom(pathname: string): string {
  return '../'.repeat(pathname.split('/').length - 2) || './'
}

/**
 * The page runs its own scripts, holds its own styles, and speaks to this server alone: it holds a key. A page of another site must not
 * show it in a frame, where a click is an operation that its visitor did not want.
 */
function headersOfPage(nonce: string) {
  const policy = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'base-uri': "'self'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  }
  const directives = Object.entries(policy).map(([name, value]) => `${name} ${value}`)
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': directives.join('; '),
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
  }
}

/** Null where the file is gone: another version was built while this process runs. */
async function answerWith(
  { type, content, encoded }: ConsoleFile,
  accepted: string | null,
  Response: Answers,
): Promise<Response | null> {
  const found = encoded.find(([encoding]) => new RegExp(`\\b${encoding}\\b`).test(accepted ?? ''))
  const headers = {
    'content-type': type,
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
    ...(found && { 'content-encoding': found[0] }),
  }
  const bytes = await (found?.[1] ?? content)().catch(() => null)
  return bytes && new Response(bytes, { headers })
}

const plainText = { 'content-type': 'text/plain; charset=utf-8' }

const notBuilt = 'The console was not built. Run `npm run build`, or open /graphql.\n'
