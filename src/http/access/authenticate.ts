import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Admission, Authenticator } from '../../domain/caller.ts'
import { isDatabaseUnavailable } from '../../domain/database-unavailable.ts'
import { isRungraphError, RungraphError } from '../../domain/errors.ts'
import { isSignInPath } from '../../domain/mcp-sign-in.ts'
import { assetsFolder } from '../console/use-console.ts'
import { partsFolder } from '../graphiql/graphiql.ts'
import {
  corsHeaders,
  isLoopbackAddress,
  isLoopbackName,
  isOfOtherPage,
  isOfOwnPage,
  isOwn,
  isWelcome,
  preflightHeaders,
  type RequestSource,
} from '../origins.ts'
import { eventSourceOf, isRead, pathOf, signedFile, wantsConsole } from '../request-address.ts'
import { whileDatabaseAnswers } from './while-database-answers.ts'

/** Services that decide who may call. */
export interface Authentication {
  readonly authenticator: Authenticator
  /** Origins of pages that may call, beside those of this server. */
  readonly origins: readonly string[]
  /** Whether the database is available, for callers that have waited long; see `whileDatabaseAnswers`. */
  readonly isDatabaseThere: () => Promise<boolean>
}

/** Result of admission: the request is served, for a caller or as a public resource; it was answered already; or it is refused. */
export type AdmissionResult =
  | { readonly kind: 'public' }
  | { readonly kind: 'in'; readonly admission: Admission | null }
  | { readonly kind: 'answered' }
  | { readonly kind: 'refused'; readonly error: RungraphError }

/** Lets a page of a listed origin read the answer, even a refusal, which says when to retry. */
export function allowOrigin(
  request: IncomingMessage,
  response: ServerResponse,
  { origins }: Pick<Authentication, 'origins'>,
): void {
  // Also what other origins get differs from it, in a cache between.
  if (origins.length > 0) response.setHeader('vary', 'Origin')
  const { origin } = sourceOf(request)
  if (origin === null || !origins.includes(origin)) return
  for (const [name, value] of Object.entries(corsHeaders(origin))) response.setHeader(name, value)
}

/** Lets a request in: by where it comes from, and by its key. Nothing of it was read yet (KEY-3). */
export async function authenticate(
  request: IncomingMessage,
  response: ServerResponse,
  authentication: Authentication,
): Promise<AdmissionResult> {
  if (isPublic(request)) return isOfOwnPage(request.headers) ? { kind: 'public' } : foreign
  if (isWebhook(request)) return unnamed
  const isSigned = isOfSignedFile(request)
  // A page of any origin may show a file that it has an address of.
  if (isSigned && isRead(request.method)) return unnamed
  // An authorization server sends the browser here.
  if (isSignInPath(pathOf(request))) return unnamed
  return withDatabase(async () => {
    const source = sourceOf(request)
    const { host, origin } = source
    if (!(await isTakenFrom(source, authentication))) return foreign
    if (origin !== null && !isOwn(origin, host) && isPreflight(request)) {
      const asked = request.headers['access-control-request-headers']
      response.writeHead(204, preflightHeaders(origin, asked)).end()
      return { kind: 'answered' }
    }
    if (isSigned) return unnamed
    const admission = await authentication.authenticator.admit(request.headers.authorization ?? null)
    if (!isRungraphError(admission)) return { kind: 'in', admission }
    return isPage(request) ? { kind: 'in', admission: null } : { kind: 'refused', error: admission }
  }, authentication)
}

/** The same for a future WebSocket: the caller authenticates in it later, or with the request. */
export async function authenticateSocket(
  request: IncomingMessage,
  authentication: Authentication,
): Promise<Extract<AdmissionResult, { readonly kind: 'in' | 'refused' }>> {
  return withDatabase(
    async () =>
      (await isTakenFrom(sourceOf(request), authentication)) ? { kind: 'in', admission: null } : foreign,
    authentication,
  )
}

/** Returns the caller whom an `Authorization` header identifies. */
export async function admit(
  authorization: string | null,
  authentication: Authentication,
): Promise<
  | { readonly kind: 'in'; readonly admission: Admission }
  | { readonly kind: 'refused'; readonly error: RungraphError }
> {
  return withDatabase(async () => {
    const admission = await authentication.authenticator.admit(authorization)
    return isRungraphError(admission) ? { kind: 'refused', error: admission } : { kind: 'in', admission }
  }, authentication)
}

/**
 * Every client of a server without keys may do everything, so a web page must not reach it through its visitor's browser, nor by a name
 * that the page's owner points here; and where a host program listens, clients of other machines must not reach it. Whether there are keys
 * is asked of the database, and only where it matters.
 */
async function isTakenFrom(
  source: RequestSource,
  { authenticator, origins }: Authentication,
): Promise<boolean> {
  if (!isWelcome(source, origins)) return false
  const isOfThisMachine =
    isLoopbackName(source.host) && source.peer !== null && isLoopbackAddress(source.peer)
  return isOfThisMachine || !(await authenticator.isOpen())
}

/** The address of a file is signed, and its caller needs no name (FILE-5). */
function isOfSignedFile({ url = '' }: IncomingMessage): boolean {
  // Most requests are for other addresses, and need no URL parsed for this.
  if (!url.includes('files')) return false
  const address = URL.parse(`http://localhost${url}`)
  return address !== null && signedFile(address) !== null
}

/** Its signature is its credential, and no page of a browser has the secret (WAIT-5). */
function isWebhook(request: IncomingMessage): boolean {
  const { method, url = '' } = request
  return method === 'POST' && url.includes('/events/') && eventSourceOf(pathOf(request)) !== null
}

const unnamed = { kind: 'in', admission: null } as const

const foreign = {
  kind: 'refused',
  error: new RungraphError('ORIGIN_FORBIDDEN', {}),
} as const

/** Reads credentials from the database. If it does not answer, the request is refused after a short time. */
async function withDatabase<Result>(
  decide: () => Promise<Result>,
  { isDatabaseThere }: Authentication,
): Promise<Result | { readonly kind: 'refused'; readonly error: RungraphError }> {
  try {
    return await whileDatabaseAnswers(decide, isDatabaseThere)
  } catch (error) {
    if (isRungraphError(error)) return { kind: 'refused', error }
    if (!isDatabaseUnavailable(error)) throw error
    return { kind: 'refused', error: new RungraphError('DATABASE_UNAVAILABLE', {}, error) }
  }
}

function sourceOf({ headers, socket }: IncomingMessage): RequestSource {
  const { host = '', origin } = headers
  return {
    host,
    peer: socket.remoteAddress ?? null,
    origin: origin ?? (isOfOtherPage(headers) ? 'null' : null),
  }
}

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}

/** Probes have no key, and ask while the database is unavailable, too. A page that loads its scripts has no key either. */
export function isPublic(request: IncomingMessage): boolean {
  const path = pathOf(request)
  return ['/health/', partsFolder, assetsFolder].some((folder) => path.startsWith(folder))
}

/** The console and GraphiQL: a browser that opens an address has no key to send. */
function isPage(request: IncomingMessage): boolean {
  return wantsConsole(request.method, pathOf(request), request.headers.accept)
}
