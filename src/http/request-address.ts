import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/** A name or an address, and a port. Other parts that a URL has before its path (a user, a second path) are no part of a `Host`. */
const hostPattern = /^(?:[a-z0-9._~-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

const absoluteForm = /^https?:\/\/([^/?#]*)([/?].*)?$/i

/**
 * Brings the target of a request into origin form (`/path?query`), with the host of its absolute form in place of the `Host` that came with
 * it (RFC 9112, 3.2.2); gives the fault where it is no address. Every URL that is built from a request afterwards is valid.
 */
export function settleAddress(request: IncomingMessage): string | null {
  const { host } = request.headers
  if (host === undefined || hostsIn(request) !== 1) return 'The request has no Host, or more than one.'
  const { url = '' } = request
  const [, authority = host, rest] = absoluteForm.exec(url) ?? [undefined, host, url]
  if (!isHost(host) || !isHost(authority)) return 'The host of the request is not valid.'
  const target = rest?.startsWith('?') ? `/${rest}` : (rest ?? '/')
  if (!target.startsWith('/')) return 'The target of the request is neither a path nor a URL of http.'
  request.url = target
  request.headers.host = authority
  return null
}

function isHost(text: string): boolean {
  return hostPattern.test(text) && URL.canParse(`http://${text}`)
}

/** Node keeps the first and drops the others, and a proxy before this server may have used another. */
function hostsIn({ rawHeaders }: IncomingMessage): number {
  let count = 0
  for (let nth = 0; nth < rawHeaders.length; nth += 2)
    if (rawHeaders[nth]?.length === 4 && rawHeaders[nth]?.toLowerCase() === 'host') count += 1
  return count
}

/** The path of a request whose address is settled. */
export function pathOf({ url = '' }: IncomingMessage): string {
  return URL.parse(`http://localhost${url}`)?.pathname ?? ''
}

/**
 * Whether an `Accept` names event streams; a client that takes any type gets one, too, where it sends a subscription. Not by negotiator:
 * yoga streams whatever the `q` is, and to read 16 kB of types takes some milliseconds, before the caller is known.
 */
export function namesEventStream(accept: string | null | undefined): boolean {
  return accept?.toLowerCase().includes('text/event-stream') === true
}

/**
 * Whether an `Accept` names the parts of a subscription, `multipart/mixed;subscriptionSpec=1.0`, and no event stream before them: most of the
 * clients that do so name several types, the one that they want first.
 */
export function namesMultipart(accept: string | null | undefined): boolean {
  if (accept?.toLowerCase().includes('subscriptionspec') !== true) return false
  const types = accept.toLowerCase().replaceAll(/[\s"]/g, '').split(',')
  const first = types.find((type) => type.startsWith('text/event-stream') || isMultipart(type))
  return first !== undefined && isMultipart(first)
}

function isMultipart(type: string): boolean {
  const [name, ...parameters] = type.split(';')
  return name === 'multipart/mixed' && parameters.includes('subscriptionspec=1.0')
}

/** Whether an `Accept` names either. */
export function namesStream(accept: string | null | undefined): boolean {
  return namesEventStream(accept) || namesMultipart(accept)
}

/** The file of a signed address, and the signature; null for any other address. */
export function signedFile(url: URL): { fileId: string; signature: string } | null {
  const [, fileId] = /^\/api\/projects\/[^/]+\/files\/([0-9a-f-]{36})$/.exec(url.pathname) ?? []
  if (fileId === undefined) return null
  const signature = url.searchParams.get('signature')
  return signature === null ? null : { fileId, signature }
}

/** The project and the event source of a path that takes signed webhooks; null for any other path. */
export function eventSourceOf(path: string): { project: string; source: string } | null {
  const [, project, source] = /^\/api\/projects\/([^/]+)\/events\/([^/]+)$/.exec(path) ?? []
  return project === undefined || source === undefined ? null : { project, source }
}

/** A browser that opens an address wants a page, not an answer. */
export function wantsPage(method: string | undefined, accept: string | null | undefined): boolean {
  return isRead(method) && accept?.toLowerCase().includes('text/html') === true
}

/** The first parts of the addresses below its root that the console has pages at (src/console/routes.tsx). */
const consoleFolders: ReadonlySet<string> = new Set(
  'runs compare gates agents sessions evaluations usage settings workflows'.split(' '),
)

/**
 * Whether a request is for the console: of a browser at any address, and at an address of the console of every client that takes a page,
 * such as curl, which names no type. Elsewhere such a client gets a 404: a probe at a wrong address must not find a page.
 */
export function wantsConsole(
  method: string | undefined,
  path: string,
  accept: string | null | undefined,
): boolean {
  if (wantsPage(method, accept)) return true
  const isPage = path === '/' || consoleFolders.has(path.split('/')[1] ?? '')
  return isPage && isRead(method) && takesAnyPage(accept)
}

/** A client that names JSON beside any type asks for data. */
function takesAnyPage(accept: string | null | undefined): boolean {
  const types = accept?.toLowerCase() ?? ''
  return types.trim() === '' || (/\*\/\*|text\/\*/.test(types) && !types.includes('json'))
}

export function isRead(method: string | undefined): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Methods of an address that answers this one. What is read with GET has a HEAD, whose answer node sends without its body (RFC 9110, 9.1). */
export function allowed(method: string): readonly string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method]
}

/**
 * Address under which a client without a key is counted: its IPv4 address, or the /64 of its IPv6 address, because a client that has one
 * such address has all of them.
 */
export function callerAddress(address = ''): string {
  // Nearly all of them, and the answer as it is.
  if (!address.includes(':')) return address
  const ip = ipaddr.process(address)
  if (ip.kind() === 'ipv4') return ip.toString()
  return `${ip.toByteArray().slice(0, 8).join('.')}::/64`
}
