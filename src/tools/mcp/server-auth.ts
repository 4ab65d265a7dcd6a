import {
  type AuthProvider,
  computeScopeUnion,
  extractWWWAuthenticateParams,
  InsufficientScopeError,
  type OAuthDiscoveryState,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { z } from 'zod'
import { CallAsks, type CallDialog } from '../../domain/call-dialog.ts'
import type { Question } from '../../domain/call-steps.ts'
import { RungraphError } from '../../domain/errors.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { KeptSignIn, SignInChallenge, SignInOwner } from '../../domain/mcp-sign-in.ts'
import type { AddressRules } from '../../net/address-guard.ts'
import type { BoundSignIns, SignInSource } from './bound-sign-ins.ts'
import { nothingToFill } from './elicitation.ts'
import { refusedToken } from './mcp-fetch.ts'
import type { McpOAuth, McpTransportConfig } from './mcp-file.ts'
import { authorize, keptOf, type OAuthExchange } from './oauth-provider.ts'

/** Thrown for a request that a server refuses until a person has signed in (MCPAUTH-4). */
export class SignInNeeded extends Error {
  override readonly name = 'SignInNeeded'
  readonly challenge: SignInChallenge
  constructor(challenge: SignInChallenge) {
    super('a person must sign in to it first')
    this.challenge = challenge
  }
}

/** The sign-in without which nobody connects to a server; `null`: the attempt failed otherwise. */
export function signInBehind(
  error: unknown,
  challenge: SignInChallenge | null,
  { authProvider, transportConfig }: SignInKnown,
): SignInNeeded | null {
  if (challenge && !authProvider && !hasCredentials(transportConfig)) return new SignInNeeded(challenge)
  return error instanceof SignInNeeded ? error : null
}

interface SignInKnown {
  readonly authProvider?: AuthProvider | undefined
  readonly transportConfig: McpTransportConfig
}

/** Whether the operator gave credentials, which the server refuses. */
function hasCredentials(transportConfig: McpTransportConfig): boolean {
  if (transportConfig.kind !== 'http') return false
  return Object.keys(transportConfig.headers).some((name) => name.toLowerCase() === 'authorization')
}

interface Options {
  readonly owner: SignInOwner
  readonly oauth: McpOAuth
  readonly rules: AddressRules
  readonly signIns: SignInSource
}

/** What was read is taken to be so for this time, in milliseconds: another process may sign out. */
const knownMs = 5_000
/** A token is renewed so long before its end, in milliseconds. */
const renewBeforeMs = 30_000

/** The sign-in of one owner to one server: its token for each request, renewed where it ends (MCPAUTH-5). */
export class ServerAuth {
  readonly owner: SignInOwner
  readonly #options: Options
  #known: { readonly kept: KeptSignIn | null; readonly at: number } | null = null
  #refused: string | null = null

  constructor(options: Options) {
    this.owner = options.owner
    this.#options = options
  }

  /** For the client library. */
  get provider(): AuthProvider {
    return {
      token: async () => {
        const tokens = tokensOf(await this.#kept())
        if (tokens?.endsAt === undefined || tokens.endsAt - renewBeforeMs > (await this.#now()))
          return tokens?.access_token
        await this.#renew(tokens.access_token, noChallenge).catch(() => undefined) // the server says whether it is over
        return tokensOf(await this.#kept())?.access_token
      },
      onUnauthorized: async ({ response }) => {
        const { scope, resourceMetadataUrl } = extractWWWAuthenticateParams(response)
        const challenge = { scope: scope ?? null, metadataUrl: resourceMetadataUrl?.href ?? null }
        // Another call may have renewed it meanwhile.
        const refused = refusedToken(response)
        if (refused !== null && (await this.#renew(refused, challenge))) return
        this.#refused = refused
        throw new SignInNeeded(challenge)
      },
    }
  }

  /** What was read may be over: a person has answered since. */
  forget(): void {
    this.#known = null
  }

  /** Whether there is a sign-in that was not refused. */
  async isSignedIn(): Promise<boolean> {
    this.forget()
    const token = tokensOf(await this.#kept())?.access_token ?? null
    return token !== null && token !== this.#refused
  }

  /** The sign-in that an error wants; `null`: it wants none. */
  async neededBy(error: unknown): Promise<SignInNeeded | null> {
    if (error instanceof SignInNeeded) return error
    if (!(error instanceof InsufficientScopeError)) return null
    const granted = tokensOf(await this.#kept())?.scope
    const { requiredScope, resourceMetadataUrl } = error
    const isGranted = requiredScope?.split(' ').every((one) => granted?.split(' ').includes(one))
    // It has what it wants, and refuses all the same.
    if (isGranted === true) return null
    const scope = computeScopeUnion(granted, requiredScope) ?? null
    return new SignInNeeded({ scope, metadataUrl: resourceMetadataUrl?.href ?? null })
  }

  /** What ends a call that needs a sign-in: a question to the person, or why nobody can be asked. */
  async ask(needed: SignInNeeded, tool: string, dialog: CallDialog | undefined): Promise<Error> {
    const { server, user } = this.owner
    const services = await this.#options.signIns.bound()
    const refusal = (reason: string) => new RungraphError('MCP_SIGN_IN_NEEDED', { tool, server, reason })
    if (services instanceof RungraphError) return refusal(services.message)
    if (!dialog) return refusal('Nobody can be asked here.')
    const url = await services.linkFor(this.owner, needed.challenge)
    const question: Question = {
      question: `Sign in to the MCP server "${server}", so that "${tool}" can go on.`,
      ...{ url, schema: nothingToFill },
      ...(user === null ? { decider: 'OPERATOR' } : { decider: 'USER', respondent: user.name }),
    }
    return new CallAsks([question], { isSignIn: true })
  }

  async #now(): Promise<number> {
    const services = await this.#options.signIns.bound()
    return services instanceof RungraphError ? Date.now() : services.now()
  }

  async #kept(): Promise<KeptSignIn | null> {
    const now = Date.now()
    if (this.#known !== null && now - this.#known.at < knownMs) return this.#known.kept
    const services = await this.#options.signIns.bound()
    const kept = services instanceof RungraphError ? null : await services.store.kept(this.owner)
    this.#known = { kept, at: now }
    return kept
  }

  /** Renews a token, one process after another. Gives whether there is another than this now. @throws where the server of tokens is away */
  async #renew(refused: string, challenge: SignInChallenge): Promise<boolean> {
    const services = await this.#options.signIns.bound()
    if (services instanceof RungraphError) return false
    let isRenewed = false
    await services.store.change(this.owner, async (kept) => {
      const tokens = tokensOf(kept)
      const renewed =
        tokens?.access_token === refused ? await this.#exchange(kept, challenge, services) : kept
      isRenewed = renewed !== null && tokensOf(renewed)?.access_token !== refused
      this.#known = { kept: renewed, at: Date.now() }
      return renewed
    })
    return isRenewed
  }

  async #exchange(
    kept: KeptSignIn | null,
    { metadataUrl }: SignInChallenge,
    services: BoundSignIns,
  ): Promise<KeptSignIn | null> {
    const exchange = exchangeOf(kept)
    if (exchange.tokens?.refresh_token === undefined) return kept
    const { oauth, rules } = this.#options
    const { server, url } = this.owner
    const { ended, failure } = await authorize(
      exchange,
      { ...services, server, url, oauth, rules },
      metadataUrl !== null && exchange.discovery === undefined
        ? { resourceMetadataUrl: new URL(metadataUrl) }
        : {},
    )
    if (ended === 'AUTHORIZED') return withEnd(keptOf(exchange), services.now())
    if (exchange.tokens !== undefined && failure !== null)
      throw new Error(`its sign-in cannot be renewed: ${failure}`)
    // The refresh token is over: the person signs in anew.
    return null
  }
}

/** Of a server that was not asked what it wants. */
export const noChallenge: SignInChallenge = { scope: null, metadataUrl: null }

const storedTokens = z.looseObject({
  access_token: z.string(),
  token_type: z.string(),
  refresh_token: z.string().optional(),
  expires_in: z.number().optional(),
  scope: z.string().optional(),
  issuer: z.string().optional(),
})

const storedDiscovery = z.custom<OAuthDiscoveryState>(
  (value) => typeof value === 'object' && value !== null && 'authorizationServerUrl' in value,
)

function tokensOf(kept: KeptSignIn | null): (StoredOAuthTokens & { readonly endsAt?: number }) | null {
  const tokens = storedTokens.safeParse(kept?.tokens).data
  if (!tokens) return null
  return { ...tokens, ...(typeof kept?.endsAt === 'number' && { endsAt: kept.endsAt }) }
}

/** An exchange that begins with what is kept. */
export function exchangeOf(kept: JsonObject | null): OAuthExchange {
  return {
    tokens: storedTokens.safeParse(kept?.tokens).data,
    discovery: storedDiscovery.safeParse(kept?.discovery).data,
    codeVerifier: typeof kept?.codeVerifier === 'string' ? kept.codeVerifier : undefined,
    begun: undefined,
  }
}

/** With the time at which the token ends, by the clock of all processes. */
export function withEnd(kept: KeptSignIn | null, now: number): KeptSignIn | null {
  const seconds = storedTokens.safeParse(kept?.tokens).data?.expires_in
  return kept === null || seconds === undefined ? kept : { ...kept, endsAt: now + seconds * 1000 }
}
