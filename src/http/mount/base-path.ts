import type { IncomingMessage } from 'node:http'
import type { Plugin } from 'graphql-yoga'
import type { NodeContext } from '../streams/event-streams.ts'

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

/** Puts the path before every `Location` of an answer. Pages find their parts by addresses that are relative. */
export function useBasePath(): Plugin<Record<never, never>, NodeContext> {
  return {
    onResponse: ({ response, serverContext: { req } }) => {
      const basePath = req && basePaths.get(req)
      const location = response.headers.get('location')
      if (basePath !== undefined && location?.startsWith('/'))
        response.headers.set('location', `${basePath}${location}`)
    },
  }
}
