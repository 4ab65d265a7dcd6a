import type { Plugin } from 'graphql-yoga'

/** Sends a browser that opens the bare address to GraphiQL. */
export function useWayToGraphiql(endpoint: string): Plugin {
  return {
    onRequest({ request, url, fetchAPI, endResponse }) {
      const isBrowser = request.headers.get('accept')?.includes('text/html') === true
      if (url.pathname !== '/' || request.method !== 'GET' || !isBrowser) return
      endResponse(new fetchAPI.Response(null, { status: 302, headers: { location: endpoint } }))
    },
  }
}
