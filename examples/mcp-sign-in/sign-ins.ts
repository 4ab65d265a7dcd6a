/**
 * A small authorization server (OAuth 2.1), in place of the one that you have: clients register themselves, people sign in on a page, codes are
 * for one use and need PKCE, and refresh tokens rotate. It asks for no password: anybody may sign in under any name. Never do this on a public
 * address.
 */
import { createHash, randomUUID } from 'node:crypto'
import { OAuthError, OAuthErrorCode, type OAuthTokenVerifier } from '@modelcontextprotocol/server'

/** Lifetime of an access token, in seconds. */
const expiresIn = 3600

interface Grant {
  readonly account: string
  readonly clientId: string
}

interface Asked {
  readonly clientId: string
  readonly redirectUri: string
  readonly challenge: string
  readonly state: string
}

export class SignIns implements OAuthTokenVerifier {
  readonly #origin: string
  readonly #resource: string
  readonly #clients = new Map<string, readonly string[]>()
  readonly #codes = new Map<string, Asked & { readonly account: string }>()
  readonly #access = new Map<string, Grant & { readonly expiresAt: number }>()
  readonly #refresh = new Map<string, Grant>()

  /** @param resource the MCP server that its tokens are for */
  constructor({ origin, href }: URL) {
    this.#origin = origin
    this.#resource = href
  }

  get metadata() {
    const origin = this.#origin
    return {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      registration_endpoint: `${origin}/register`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
    }
  }

  /** Whose account a token is for. @throws OAuthError */
  async verifyAccessToken(token: string) {
    const grant = this.#access.get(token)
    if (!grant) throw new OAuthError(OAuthErrorCode.InvalidToken, 'The token is unknown.')
    const { account, clientId, expiresAt } = grant
    return { token, clientId, scopes: [], expiresAt, resource: new URL(this.#resource), extra: { account } }
  }

  /** Answers the requests of clients and browsers; `null`: it is none of them. */
  async answer(request: Request): Promise<Response | null> {
    const { pathname, searchParams } = new URL(request.url)
    const isPost = request.method === 'POST'
    if (pathname === '/register' && isPost) return this.#register(await request.json())
    if (pathname === '/token' && isPost) return this.#token(new URLSearchParams(await request.text()))
    if (pathname !== '/authorize') return null
    const asked = this.#asked(searchParams)
    if (asked === null) return new Response('The client is unknown, or asks without PKCE.', { status: 400 })
    return isPost
      ? this.#decide(asked, new URLSearchParams(await request.text()))
      : new Response(page, { headers: pageHeaders })
  }

  #register(client: { readonly redirect_uris?: unknown }): Response {
    const redirects = Array.isArray(client.redirect_uris) ? client.redirect_uris.map(String) : []
    if (redirects.length === 0) return refuse('invalid_redirect_uri')
    const id = randomUUID()
    this.#clients.set(id, redirects)
    return Response.json({ ...client, client_id: id }, { status: 201 })
  }

  #asked(given: URLSearchParams): Asked | null {
    const of = (name: string) => given.get(name) ?? ''
    const [clientId, redirectUri, challenge] = [of('client_id'), of('redirect_uri'), of('code_challenge')]
    const isKnown = this.#clients.get(clientId)?.includes(redirectUri) === true
    const isSafe = of('code_challenge_method') === 'S256' && challenge !== ''
    if (!isKnown || !isSafe || of('resource') !== this.#resource) return null
    return { clientId, redirectUri, challenge, state: of('state') }
  }

  /** Sends the browser back, with a code where the person signed in. */
  #decide(asked: Asked, form: URLSearchParams): Response {
    const account = form.get('account')?.trim() ?? ''
    const back = new URL(asked.redirectUri)
    back.searchParams.set('state', asked.state)
    back.searchParams.set('iss', this.#origin)
    if (form.get('decision') !== 'allow' || account === '') back.searchParams.set('error', 'access_denied')
    else {
      const code = randomUUID()
      this.#codes.set(code, { ...asked, account })
      back.searchParams.set('code', code)
    }
    return new Response(null, { status: 303, headers: { location: back.href } })
  }

  #token(given: URLSearchParams): Response {
    const of = (name: string) => given.get(name) ?? ''
    const grant = of('grant_type') === 'refresh_token' ? this.#refreshed(of) : this.#redeemed(of)
    if (!grant || grant.clientId !== of('client_id')) return refuse('invalid_grant')
    if (of('resource') !== this.#resource) return refuse('invalid_target')
    const { account, clientId } = grant
    const [access, refresh] = [randomUUID(), randomUUID()]
    this.#access.set(access, { account, clientId, expiresAt: Math.floor(Date.now() / 1000) + expiresIn })
    this.#refresh.set(refresh, { account, clientId })
    const tokens = { access_token: access, refresh_token: refresh, token_type: 'Bearer' }
    return Response.json({ ...tokens, expires_in: expiresIn })
  }

  #refreshed(of: (name: string) => string): Grant | null {
    const grant = this.#refresh.get(of('refresh_token'))
    this.#refresh.delete(of('refresh_token'))
    return grant ?? null
  }

  #redeemed(of: (name: string) => string): Grant | null {
    const code = this.#codes.get(of('code'))
    this.#codes.delete(of('code'))
    const challenge = createHash('sha256').update(of('code_verifier')).digest('base64url')
    const isSame = code?.challenge === challenge && code.redirectUri === of('redirect_uri')
    return code && isSame ? code : null
  }
}

function refuse(error: string): Response {
  return Response.json({ error }, { status: 400 })
}

/** The form goes to the address of the page. */
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Notes</title>
<p>May Rungraph read and write your notes?</p>
<form method="post">
<label>Your name <input name="account" autocomplete="username" autofocus></label>
<button name="decision" value="allow">Allow</button> <button name="decision" value="deny">Deny</button>
</form></html>`

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}
