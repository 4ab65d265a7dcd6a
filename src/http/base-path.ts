import type { IncomingMessage } from 'node:http'
import type { Plugin } from 'graphql-yoga'

/** The path below which a host serves a request, for the addresses in its answer. */
const basePaths = new WeakMap<IncomingMessage, string>()

/** `/ai/` and `ai` are `/ai`; `/` is the empty text. */
export function normalBasePath(path: string): string {
  const inner = path.replace(/^\/+|\/+$/g, '')
  return inner === '' ? '' : `/${inner}`
}

/** The target of a request without the path below which it is served; `null` where it lies elsewhere. */
export function targetBelow(basePath: string, target: string): string | null {
  if (basePath === '') return target
  if (!target.startsWith(basePath)) return null
  const rest = target.slice(basePath.length)
  if (rest === '' || rest.startsWith('?')) return `/${rest}`
  return rest.startsWith('/') ? rest : null
}

/** Notes the path below which a request is served. */
export function noteBasePath(request: IncomingMessage, basePath: string): void {
  if (basePath !== '') basePaths.set(request, basePath)
}

/** The request of Node.js that is answered; absent where there is none. */
interface Served {
  readonly req?: IncomingMessage | undefined
}

/** The address at which a caller finds a path of this server: behind a proxy that ends TLS, and below the path of a host. */
export function callersAddress(
  path: string,
  { url, headers }: Pick<Request, 'url' | 'headers'>,
  { req }: Served,
): string {
  const { protocol, host } = new URL(url)
  const scheme = headers.get('x-forwarded-proto') === 'https' ? 'https:' : protocol
  return `${scheme}//${host}${(req && basePaths.get(req)) ?? ''}${path}`
}

/** Puts the path before every `Location` of an answer. Pages find their parts by addresses that are relative. */
export function useBasePath<Context extends Served>(): Plugin<Record<never, never>, Context> {
  return {
    onResponse: ({ response, serverContext: { req } }) => {
      const basePath = req && basePaths.get(req)
      const location = response.headers.get('location')
      if (basePath !== undefined && location?.startsWith('/'))
        response.headers.set('location', `${basePath}${location}`)
    },
  }
}
