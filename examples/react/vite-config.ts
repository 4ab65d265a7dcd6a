import type { UserConfig } from 'vite'

const ports = { 'react-apollo': 5173, 'react-urql': 5174, 'react-hooks': 5176 }

/** What both apps need of Vite: the API under the origin of the page, since the server takes no requests from pages of another. */
export function exampleConfig(name: keyof typeof ports): UserConfig {
  const target = new URL(process.env.RUNGRAPH_URL ?? 'http://127.0.0.1:4000').origin
  const proxy = { '/graphql': { target, ws: true } }
  return {
    // Of one cache and one port, the app that is started second would take from the first.
    cacheDir: `../../node_modules/.vite/${name}`,
    server: { port: ports[name], strictPort: true, proxy, fs: { allow: ['../..'] } },
    preview: { proxy },
  }
}
