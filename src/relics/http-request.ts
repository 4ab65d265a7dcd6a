import { fetch, type RequestInit, type Response } from 'undici'
import { isRungraphError, messageOf, RungraphError } from '../domain/errors.ts'
import { type Json, toJson } from '../domain/json.ts'
import {
  fillPlaceholders,
  type HttpSettings,
  type httpMethods,
  placeholdersOf,
} from '../domain/relic-settings.ts'
import { type Environment, hide, readVariable, withoutSecrets } from './environment.ts'
import { faultOf, resolvePath } from './http-path.ts'
import type { HttpRequest } from './http-request-input.ts'
import { readResponse } from './http-response.ts'
import type { GuardRules, RelicGuard } from './relic-guard.ts'
import type { KindCall } from './relic-kind.ts'

interface Services {
  readonly environment: Environment
  guardOf(rules: GuardRules): RelicGuard
}

/** Sends one request within the rules of its relic; neither its result nor its errors hold a secret of the relic's headers. */
export async function sendRequest(
  wanted: HttpRequest,
  { relic, settings, idempotencyKey, signal }: KindCall<HttpSettings>,
  { environment, guardOf }: Services,
): Promise<Json> {
  const refuse = (problem: string) =>
    new RungraphError('RELIC_PARAMETERS_INVALID', {
      relic: relic.name,
      operation: 'request',
      problems: [problem],
    })
  const method = settings.methods.find((allowed) => allowed === wanted.method.toUpperCase())
  if (!method) throw refuse(`/method: must be one of ${settings.methods.join(', ')}`)
  const url = resolvePath(wanted.path, settings)
  if ('fault' in url) throw refuse(`/path: ${url.fault}`)
  for (const [name, value] of Object.entries(wanted.query))
    for (const one of [value].flat()) url.searchParams.append(name, String(one))
  if (wanted.body !== undefined && isReading(method)) throw refuse(`/body: ${method} takes none`)
  const secrets = secretsOf(settings, environment)
  const init = {
    method,
    signal,
    ...payloadOf(wanted, settings, environment, isReading(method) ? null : idempotencyKey),
  }
  try {
    const exchange = {
      settings,
      guard: guardOf({ allowPrivate: settings.allowPrivate, avoidsOwn: true }),
      init,
    }
    return withoutSecrets(toJson(await send(url, exchange)), secrets)
  } catch (error) {
    signal.throwIfAborted()
    if (isRungraphError(error)) throw error
    // Without its cause: that may hold the secrets that are hidden here.
    const unknown = isReading(method) || wasNeverSent(error) ? '' : `. ${unknownEffect}`
    throw new Error(hide(reasonOf(error), secrets) + unknown)
  }
}

function isReading(method: (typeof httpMethods)[number]): boolean {
  return method === 'GET' || method === 'HEAD'
}

function secretsOf({ headers }: HttpSettings, environment: Environment): readonly string[] {
  const variables = Object.values(headers).flatMap(placeholdersOf)
  return variables.map((variable) => readVariable(environment, variable))
}

/** The headers of the relic win over those of the call. */
function payloadOf(
  { headers, body }: HttpRequest,
  settings: HttpSettings,
  environment: Environment,
  idempotencyKey: string | null,
): Pick<RequestInit, 'headers' | 'body'> {
  const sent = new Headers({ 'user-agent': 'rungraph', ...headers })
  if (body !== undefined && !sent.has('content-type'))
    sent.set('content-type', typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json')
  for (const [name, value] of Object.entries(settings.headers))
    sent.set(
      name,
      fillPlaceholders(value, (variable) => readVariable(environment, variable)),
    )
  if (idempotencyKey !== null) sent.set('idempotency-key', idempotencyKey)
  if (body === undefined) return { headers: [...sent] }
  return { headers: [...sent], body: typeof body === 'string' ? body : JSON.stringify(toJson(body)) }
}

interface Exchange {
  readonly settings: HttpSettings
  readonly guard: RelicGuard
  readonly init: RequestInit
}

const maxRedirects = 5
const redirects: readonly number[] = [301, 302, 303, 307, 308]

/** Follows redirects of reading requests by hand, so that each address is checked. Redirects of other requests are not followed. */
async function send(target: URL, { settings, guard, init }: Exchange) {
  let url = target
  const agent = guard.agent()
  try {
    for (let hop = 0; hop <= maxRedirects; hop++) {
      guard.check(url)
      const response = await fetch(url, { ...init, dispatcher: agent, redirect: 'manual' })
      const next =
        init.method === 'GET' || init.method === 'HEAD' ? locationOf(response, url, settings) : null
      if (next === null) return await readResponse(response, settings.maxBytes)
      await response.body?.cancel()
      url = next
    }
    throw new Error(`it redirects more than ${maxRedirects} times`)
  } finally {
    await agent.destroy()
  }
}

function locationOf(response: Response, url: URL, settings: HttpSettings): URL | null {
  const location = redirects.includes(response.status) ? response.headers.get('location') : null
  if (location === null) return null
  const next = URL.parse(location, url)
  if (!next) throw new Error('it redirects to what is no address')
  const fault = faultOf(next, settings)
  if (fault) throw new Error(`it redirects to a place that ${fault.fault}`)
  return next
}

const unknownEffect = 'Whether it took effect is unknown: check before you send it again'
const unsent: readonly unknown[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']

function wasNeverSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null
  return cause instanceof Error && 'code' in cause && unsent.includes(cause.code)
}

/** `fetch` only says that it failed; why is its cause, and of several addresses each has its own. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return cause instanceof AggregateError ? cause.errors.map(messageOf).join(', ') : messageOf(cause)
}
