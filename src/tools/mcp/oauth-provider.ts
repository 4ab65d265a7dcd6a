import { randomBytes } from 'node:crypto'
import {
  auth,
  type FetchLike,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { fetch, type RequestInit } from 'undici'
import { sha256 } from '../../domain/hash.ts'
import { isJsonObject, type Json, type JsonObject, toJson } from '../../domain/json.ts'
import type { SignInStore } from '../../domain/mcp-sign-in.ts'
import { type AddressRules, createAddressGuard } from '../../net/address-guard.ts'
import type { McpOAuth } from './mcp-file.ts'
import { quietly } from './quiet-exchange.ts'

/** Where this client is found by people and authorization servers. */
export interface ClientAddresses {
  /** Where an authorization server sends people back to. */
  readonly callback: string
  /** The document that describes this client (CIMD); `null`: the address is not one that such a server reads. */
  readonly document: string | null
}

/** What one exchange with an authorization server begins with, and what it leaves. */
export interface OAuthExchange {
  tokens: StoredOAuthTokens | undefined
  discovery: OAuthDiscoveryState | undefined
  codeVerifier: string | undefined
  /** Of a sign-in that begins. */
  begun: { readonly location: URL; readonly state: string } | undefined
}

interface Options {
  readonly server: string
  readonly oauth: McpOAuth
  readonly addresses: ClientAddresses
  readonly store: Pick<SignInStore, 'client' | 'saveClient'>
}

/** The document that describes this client to authorization servers, and what it registers with them. */
export function clientMetadata({ callback }: ClientAddresses, oauth: McpOAuth | null): OAuthClientMetadata {
  const scope = oauth?.scopes.join(' ') ?? ''
  return {
    client_name: 'Rungraph',
    redirect_uris: [callback],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    ...(scope !== '' && { scope }),
  }
}

/**
 * Does one exchange with the authorization server of an MCP server, which is at `url`. Gives how it ended, and why the last request failed, if
 * it did. @throws the errors of the client library
 */
export async function authorize(
  exchange: OAuthExchange,
  { url, rules, ...options }: Options & { readonly url: string; readonly rules: AddressRules },
  asked: Omit<Parameters<typeof auth>[1], 'serverUrl' | 'fetchFn'>,
) {
  const http = createOAuthFetch(url, rules)
  try {
    const provider = createOAuthProvider(exchange, options)
    const ended = await quietly(() => auth(provider, { ...asked, serverUrl: url, fetchFn: http.fetch }))
    return { ended, failure: http.failure() }
  } finally {
    await http.close()
  }
}

/**
 * What the client library asks of an application, for one exchange: what it is to keep stays in `exchange`, and is stored when that is over.
 * Discovery, registration, PKCE, `resource`, `iss` and the rest are the library's (MCPAUTH-1).
 */
function createOAuthProvider(
  exchange: OAuthExchange,
  { server, oauth, addresses, store }: Options,
): OAuthClientProvider {
  const state = randomBytes(32).toString('base64url')
  const { clientId, clientSecret } = oauth
  const given =
    clientId === null
      ? null
      : { client_id: clientId, ...(clientSecret !== null && { client_secret: clientSecret }) }
  // Another client than the one that was registered before is registered anew.
  const name = `${server} ${sha256(JSON.stringify([addresses.callback, clientId])).slice(0, 16)}`
  return {
    redirectUrl: addresses.callback,
    ...(addresses.document !== null && given === null && { clientMetadataUrl: addresses.document }),
    clientMetadata: clientMetadata(addresses, oauth),
    state: () => state,
    clientInformation: async (about) => {
      const issuer = about?.issuer ?? ''
      if (given === null) return readClient(await store.client(name, issuer))
      // The first authorization server that is asked is the one whose client it is: no other learns the secret.
      const stored = await store.client(name, pinned)
      const first = isJsonObject(stored) && typeof stored.issuer === 'string' ? stored.issuer : undefined
      return { ...given, ...(first !== undefined && { issuer: first }) }
    },
    saveClientInformation: async (client, about) => {
      const isPinned = given !== null && client.client_id === given.client_id
      if (isPinned) await store.saveClient(name, pinned, { issuer: client.issuer ?? about?.issuer ?? '' })
      else if (given === null) await store.saveClient(name, about?.issuer ?? '', toJson(client))
      else
        throw new Error(
          `the authorization server of "${server}" is another than the one that its clientId is for`,
        )
    },
    tokens: () => exchange.tokens,
    saveTokens: (tokens) => {
      exchange.tokens = tokens
    },
    redirectToAuthorization: (location) => {
      exchange.begun = { location, state }
    },
    saveCodeVerifier: (verifier) => {
      exchange.codeVerifier = verifier
    },
    codeVerifier: () => {
      if (exchange.codeVerifier === undefined) throw new Error('The sign-in has not begun.')
      return exchange.codeVerifier
    },
    saveDiscoveryState: (discovery) => {
      exchange.discovery = discovery
    },
    discoveryState: () => exchange.discovery,
    invalidateCredentials: async (what) => {
      if (what === 'all' || what === 'tokens') exchange.tokens = undefined
      if (what === 'all' || what === 'discovery') exchange.discovery = undefined
      if ((what === 'all' || what === 'client') && given === null)
        await store.saveClient(name, exchange.discovery?.authorizationServerMetadata?.issuer ?? '', null)
    },
  }
}

/** In place of an issuer. */
const pinned = '*'

function readClient(stored: Json): StoredOAuthClientInformation | undefined {
  if (!isJsonObject(stored) || typeof stored.client_id !== 'string') return undefined
  const { client_id, client_secret, client_secret_expires_at, issuer } = stored
  return {
    client_id,
    ...(typeof client_secret === 'string' && { client_secret }),
    ...(typeof client_secret_expires_at === 'number' && { client_secret_expires_at }),
    ...(typeof issuer === 'string' && { issuer }),
  }
}

/** Time for one exchange with an authorization server, in milliseconds, and the most of its answer, in bytes. */
const exchangeMs = 15_000
const maxAnswer = 1024 * 1024

/** Whether an authorization server did not answer, or not as one. */
interface OAuthFetch {
  readonly fetch: FetchLike
  /** Why the last request failed, where it did not come to an answer. */
  readonly failure: () => string | null
  close(): Promise<void>
}

/**
 * A `fetch` for what an MCP server names: only addresses that tools may reach, and the server's own host. A redirect is no answer: nothing that
 * is meant for one server is sent to another.
 */
function createOAuthFetch(serverUrl: string, rules: AddressRules): OAuthFetch {
  const { host } = new URL(serverUrl)
  const guard = createAddressGuard({
    ...rules,
    allow: [...(rules.allow ?? ['*']), host],
    allowPrivate: [...(rules.allowPrivate ?? []), host],
  })
  const agent = guard.agent({ maxResponseSize: maxAnswer })
  let failure: string | null = null
  const ask = async (url: string | URL, init?: RequestInit): Promise<Response> => {
    failure = null
    try {
      guard.check(new URL(url))
      const signal = AbortSignal.timeout(exchangeMs)
      const given = await fetch(url, { ...init, dispatcher: agent, redirect: 'manual', signal })
      const { status, statusText, headers } = given
      if (status >= 500) failure = `it answers ${status}`
      const body = await given.text()
      // The library reads errors of its own kind of response alone.
      return new Response(body === '' ? null : body, { status, statusText, headers: [...headers] })
    } catch (error) {
      failure = 'it does not answer'
      throw error
    }
  }
  return {
    // The library's own types of `fetch` are those of another version of the same code.
    fetch: ask as unknown as FetchLike,
    failure: () => failure,
    close: () => agent.destroy(),
  }
}

/** What is kept of an exchange; `null`: there are no tokens. */
export function keptOf({ tokens, discovery }: OAuthExchange): JsonObject | null {
  if (tokens === undefined) return null
  const kept = toJson({ tokens, discovery: discovery ?? null })
  return isJsonObject(kept) ? kept : null
}
