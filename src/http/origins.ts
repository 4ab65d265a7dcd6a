import type { IncomingHttpHeaders } from 'node:http'
import ipaddr from 'ipaddr.js'

/**
 * Origin of a request: according to its headers `Host`, and the `Origin` that a browser adds for its page (KEY-4), and by its connection.
 */
export interface RequestSource {
  readonly host: string
  /** IP address at the other end of the connection; `null`: unknown. */
  readonly peer: string | null
  readonly origin: string | null
}

/**
 * Whether requests are accepted from an origin: of no page, of a page of this server, or of a listed origin (`https://app.example.com`).
 */
export function isWelcome(
  { host, origin }: Pick<RequestSource, 'host' | 'origin'>,
  origins: readonly string[],
): boolean {
  return origin === null || origins.includes(origin) || isOwn(origin, host)
}

/** The headers by which a page of another origin may read the answer (Fetch, CORS protocol). */
export function corsHeaders(origin: string): Readonly<Record<string, string>> {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers':
      'location, retry-after, ratelimit, ratelimit-policy, allow, www-authenticate',
    vary: 'Origin',
  }
}

/**
 * The same for a preflight request of a browser, which asks for these headers. A listed origin may send any: those of clients and of their
 * tracing have names that nobody can list (`apollographql-client-name`, `sentry-trace`, `baggage`), and headers that have no meaning here are
 * ignored.
 */
export function preflightHeaders(
  origin: string,
  asked: string | undefined,
): Readonly<Record<string, string>> {
  const names = (asked ?? '').split(',').map((name) => name.trim())
  const allowed = names.filter((name) => headerName.test(name))
  return {
    ...corsHeaders(origin),
    'access-control-allow-methods': 'GET, HEAD, POST, PUT',
    ...(allowed.length > 0 && { 'access-control-allow-headers': allowed.join(', ') }),
    'access-control-max-age': '600',
    vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
  }
}

/** A token (RFC 9110, 5.6.2). */
const headerName = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/i

/** Whether a request comes from no page, or from one of this server. */
export function isOfOwnPage({ host = '', origin }: IncomingHttpHeaders): boolean {
  return origin === undefined || isOwn(origin, host)
}

/**
 * Whether a page of another origin loads it as an image, a script and so on: a browser then sends no `Origin`, but its site (Fetch
 * Metadata). A user who follows a link comes from another page, too, and gets the page.
 */
export function isOfOtherPage(headers: IncomingHttpHeaders): boolean {
  const { 'sec-fetch-site': site = 'none', 'sec-fetch-mode': mode } = headers
  return site !== 'none' && site !== 'same-origin' && mode !== 'navigate'
}

export function isOwn(origin: string, host: string): boolean {
  return URL.parse(origin)?.host === host
}

/** Whether a connection comes from this machine. */
export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

/** Whether a `Host` names the machine that the request comes from, which a name that a web page points here does not. */
export function isLoopbackName(host: string): boolean {
  const name = URL.parse(`http://${host}`)?.hostname ?? ''
  return name === 'localhost' || name === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(name)
}
