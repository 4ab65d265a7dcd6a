import type { Plugin } from 'graphql-yoga'

/**
 * Refuses what a page of another origin sends. Nobody has a key yet, so whoever reaches the port may do all:
 * a web page must not reach it through its visitor's browser, be it by a form, a WebSocket or a name that it points here.
 */
export function useSameOrigin(): Plugin {
  return {
    onRequest({ request, url, fetchAPI, endResponse }) {
      const headers = { host: request.headers.get('host') ?? url.host, origin: request.headers.get('origin') }
      if (isSameOrigin(headers)) return
      const message = 'Requests from pages of another origin are not taken.'
      const errors = [{ message, extensions: { code: 'FORBIDDEN' } }]
      endResponse(fetchAPI.Response.json({ errors }, { status: 403 }))
    },
  }
}

/** Tells whether a request was made to this machine by name or address, and by no page or by one of this server. */
export function isSameOrigin({
  host,
  origin,
}: {
  readonly host: string
  readonly origin: string | null
}): boolean {
  if (!isLoopback(host)) return false
  return origin === null || (URL.canParse(origin) && new URL(origin).host === host)
}

function isLoopback(host: string): boolean {
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
  return name === 'localhost' || name === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(name)
}
