import { OAuthError } from '@modelcontextprotocol/client'
import { RungraphError } from '../../domain/errors.ts'
import { isJsonObject, type JsonObject, toJson } from '../../domain/json.ts'
import {
  type SignInAnswer,
  type SignInChallenge,
  type SignInOwner,
  type SignInPages,
  type SignInSubject,
  type SignInTicket,
  signInGroup,
  signInPaths,
} from '../../domain/mcp-sign-in.ts'
import type { AddressRules } from '../../net/address-guard.ts'
import type { BoundSignIns, SignInMeans, SignInSource } from './bound-sign-ins.ts'
import type { McpOAuth, McpServerConfig } from './mcp-file.ts'
import {
  authorize,
  type ClientAddresses,
  clientMetadata,
  keptOf,
  type OAuthExchange,
} from './oauth-provider.ts'
import { exchangeOf, noChallenge, ServerAuth, withEnd } from './server-auth.ts'

/** A sign-in ends this long after it began, in milliseconds; so does an address to begin one that is in no question. */
const beginMs = 600_000
/** The address in a question is good for so long, and no longer than the question, in milliseconds. */
const questionMs = 30 * 24 * 3_600_000

interface Options {
  /** Address under which people reach Rungraph; `null`: unknown. */
  readonly publicUrl: string | null
  /** Addresses that authorization servers may have. */
  readonly rules: AddressRules
}

/** The sign-ins of the MCP servers of a process (MCPAUTH-1). */
export class McpSignIns implements SignInPages, SignInSource {
  readonly #options: Options
  readonly #bound = Promise.withResolvers<BoundSignIns | RungraphError>()
  readonly #servers = new Map<string, { readonly url: string; readonly oauth: McpOAuth }>()
  readonly #challenges = new Map<string, SignInChallenge>()

  constructor(options: Options) {
    this.#options = options
  }

  /** Begins to work. `null`: there is no key that tokens could be sealed with. */
  bind(means: SignInMeans | null): void {
    this.#bound.resolve(this.#boundTo(means))
  }

  bound(): Promise<BoundSignIns | RungraphError> {
    return this.#bound.promise
  }

  /** The servers that have sign-ins. */
  servers(): readonly { readonly name: string; readonly url: string; readonly per: McpOAuth['per'] }[] {
    return [...this.#servers].map(([name, { url, oauth }]) => ({ name, url, per: oauth.per }))
  }

  /** The sign-in of an owner; of a server that says by itself that it needs one, its owner is the server. */
  authOf(
    { name, transportConfig, oauth = perServer }: McpServerConfig,
    person: Pick<SignInOwner, 'projectId' | 'user'> = everybody,
  ): ServerAuth | null {
    if (transportConfig.kind !== 'http') return null
    const { url } = transportConfig
    this.#servers.set(name, { url, oauth })
    const { rules } = this.#options
    return new ServerAuth({ owner: { server: name, url, ...person }, oauth, rules, signIns: this })
  }

  /** Notes what a server wants, for a sign-in that a person begins by themselves. */
  noteChallenge(server: string, challenge: SignInChallenge): void {
    this.#challenges.set(server, challenge)
  }

  challengeOf(server: string): SignInChallenge {
    return this.#challenges.get(server) ?? noChallenge
  }

  async describe(ticket: string): Promise<SignInSubject | { readonly problem: string }> {
    const opened = await this.#open(ticket)
    if ('problem' in opened) return opened
    const { server, user } = opened.owner
    return { server, user: user?.name ?? null }
  }

  async begin(ticket: string): Promise<{ readonly location: string } | { readonly problem: string }> {
    const opened = await this.#open(ticket)
    if ('problem' in opened) return opened
    const { owner, challenge, server, services } = opened
    const exchange = exchangeOf(null)
    const failure = await this.#authorize(exchange, opened, {
      forceReauthorization: true,
      ...(challenge.scope !== null && { scope: scopeFor(challenge.scope, server.oauth) }),
      ...(challenge.metadataUrl !== null && { resourceMetadataUrl: new URL(challenge.metadataUrl) }),
    })
    const { begun, codeVerifier, discovery } = exchange
    if (begun && !/^https?:$/.test(begun.location.protocol))
      return { problem: 'The server names no web address.' }
    if (failure !== null || !begun) return { problem: failure ?? 'The server asks for no sign-in.' }
    const secrets = toJson({ codeVerifier, discovery })
    if (!isJsonObject(secrets)) throw new Error('It is made as an object.')
    await services.store.begin(begun.state, { owner, secrets }, new Date(services.now() + beginMs))
    return { location: begun.location.href }
  }

  /** What an address is for, as long as it is good. */
  async #open(ticket: string): Promise<OpenedTicket | { readonly problem: string }> {
    const services = await this.bound()
    if (services instanceof RungraphError) return { problem: services.message }
    const opened = await services.tickets.open(ticket.split('.')[1] ?? '')
    const server = opened && this.#servers.get(opened.owner.server)
    if (!opened || !server || server.url !== opened.owner.url) return { problem: over }
    const { owner, challenge, isOfGate } = opened
    const url = beginUrl(services.addresses, ticket)
    if (isOfGate && !(owner.projectId !== null && (await services.isAsked(owner.projectId, url))))
      return { problem: over }
    return { owner, challenge, server, services }
  }

  async finish(answer: SignInAnswer): Promise<{ readonly server: string } | { readonly problem: string }> {
    const services = await this.bound()
    if (services instanceof RungraphError) return { problem: services.message }
    const begun =
      answer.state === null ? null : await services.store.take(answer.state, new Date(services.now()))
    const server = begun && this.#servers.get(begun.owner.server)
    if (!begun || !server || server.url !== begun.owner.url) return { problem: over }
    const { owner } = begun
    if (answer.code === null)
      return { problem: answer.error === 'access_denied' ? 'You did not allow it.' : 'The sign-in failed.' }
    const exchange = exchangeOf(begun.secrets)
    const { code: authorizationCode, iss } = answer
    const asked = { authorizationCode, ...(iss !== null && { iss }) }
    const failure = await this.#authorize(exchange, { owner, server, services }, asked)
    const kept = withEnd(keptOf(exchange), services.now())
    if (failure !== null || kept === null) return { problem: failure ?? 'The sign-in failed.' }
    await services.store.signedIn(owner, kept)
    await services
      .announce(owner)
      .catch((error: unknown) =>
        services.report(
          `The calls that wait for a sign-in to "${owner.server}" continue within seconds.`,
          error,
        ),
      )
    return { server: owner.server }
  }

  clientDocument(): JsonObject | null {
    const { publicUrl } = this.#options
    const addresses = publicUrl === null ? null : addressesAt(publicUrl)
    if (addresses?.document == null) return null
    const about = toJson(clientMetadata(addresses, null))
    return isJsonObject(about) ? { client_id: addresses.document, ...about } : null
  }

  /** Gives why it failed, for the person; the log has more. No secret is in either. */
  async #authorize(
    exchange: OAuthExchange,
    { owner, server: { oauth }, services }: Omit<OpenedTicket, 'challenge'>,
    asked: Parameters<typeof authorize>[2],
  ): Promise<string | null> {
    const { server, url } = owner
    const { rules } = this.#options
    try {
      await authorize(exchange, { ...services, server, url, oauth, rules }, asked)
      return null
    } catch (error) {
      // What an authorization server says may repeat what it was sent.
      const reason = error instanceof OAuthError ? `OAuth ${error.code}` : nameOf(error)
      services.report(`A sign-in to the MCP server "${server}" failed: ${reason}.`)
      return `The sign-in failed (${reason}).`
    }
  }

  #boundTo(means: SignInMeans | null): BoundSignIns | RungraphError {
    const { publicUrl } = this.#options
    if (means === null)
      return unavailable('RUNGRAPH_ENCRYPTION_KEY is not set, and their tokens are stored encrypted')
    if (publicUrl === null)
      return unavailable('RUNGRAPH_PUBLIC_URL is not set, and they come back to that address')
    const addresses = addressesAt(publicUrl)
    const link = async (owner: SignInOwner, challenge: SignInChallenge, isOfGate: boolean) => {
      const expiresAt = new Date(means.now() + (isOfGate ? questionMs : beginMs))
      const ticket = await means.tickets.sign({ owner, challenge, isOfGate }, expiresAt)
      return beginUrl(addresses, `${signInGroup(owner)}.${ticket}`)
    }
    return {
      ...means,
      addresses,
      // The account of a server is for its administrator to sign in to: in the console, with credentials.
      linkFor: async (owner, challenge) =>
        owner.user === null
          ? `${publicUrl}/settings?tab=tools&signIn=${signInGroup(owner)}`
          : link(owner, challenge, true),
      linkNow: (owner, challenge) => link(owner, challenge, false),
    }
  }
}

interface OpenedTicket extends Omit<SignInTicket, 'isOfGate'> {
  readonly server: { readonly url: string; readonly oauth: McpOAuth }
  readonly services: BoundSignIns
}

const everybody = { projectId: null, user: null } as const

/** Of a server that says by itself that it needs a sign-in. */
const perServer: McpOAuth = { per: 'server', scopes: [], clientId: null, clientSecret: null }

const over =
  'This sign-in is over, or another one has taken its place. Open the address again where you found it.'

function addressesAt(publicUrl: string): ClientAddresses {
  const isRead = publicUrl.startsWith('https://')
  return {
    callback: `${publicUrl}${signInPaths.callback}`,
    document: isRead ? `${publicUrl}${signInPaths.document}` : null,
  }
}

function beginUrl({ callback }: ClientAddresses, ticket: string): string {
  return `${callback.slice(0, -signInPaths.callback.length)}${signInPaths.begin}${ticket}`
}

function scopeFor(challenge: string, { scopes }: McpOAuth): string {
  return [...new Set([...scopes, ...challenge.split(' ')])].filter((one) => one !== '').join(' ')
}

function unavailable(reason: string): RungraphError {
  return new RungraphError('MCP_SIGN_IN_UNAVAILABLE', { reason })
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'an unknown error'
}
