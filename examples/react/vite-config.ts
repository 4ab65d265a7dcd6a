import { join } from 'node:path'
import type { UserConfig } from 'vite'

const source = join(import.meta.dirname, '../../src/client')
/** In this repository the client is its source. A project of yours has the package installed, and needs none of this. */
const alias = [
  { find: /^rungraph\/client$/, replacement: join(source, 'index.ts') },
  { find: /^rungraph\/client\/(\w+)$/, replacement: join(source, '$1.ts') },
]
const ports = { 'react-apollo': 5173, 'react-urql': 5174, 'react-hooks': 5176 }

/** What both apps need of Vite: the API under the origin of the page, since the server takes no requests from pages of another. */
export function exampleConfig(name: keyof typeof ports): UserConfig {
  const target = new URL(process.env.RUNGRAPH_URL ?? 'http://127.0.0.1:4000').origin
  const proxy = { '/graphql': { target, ws: true } }
  return {
    // Of one cache and one port, the app that is started second would take from the first.
    cacheDir: `../../node_modules/.vite/${name}`,
    resolve: { alias },
    server: { port: ports[name], strictPort: true, proxy, fs: { allow: ['../..'] } },
    preview: { proxy },
  }
}
