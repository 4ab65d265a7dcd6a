import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

interface Grant {
  readonly account: string
  readonly clientId: string
  readonly scope: string
}

interface Code extends Grant {
  readonly redirectUri: string
  readonly challenge: string
  readonly resource: string
}

/** What a test changes. */
export interface OAuthMcpOptions {
  /** Time that an access token is good for, in seconds. */
  readonly expiresIn?: number
  /** Parts of the metadata of the authorization server that differ. */
  readonly metadata?: (origin: string) => object
  /** Names of the authorization servers of the resource; default: its own. */
  readonly authorizationServers?: (origin: string) => readonly string[]
  /** Whether it takes clients that register themselves. Default: yes. */
  readonly registers?: boolean
  /** A client that was registered by hand. */
  readonly client?: { readonly id: string; readonly secret: string; readonly redirectUri: string }
}

/**
 * An MCP server and its authorization server, as strict as the specifications have it: PKCE with S256, the exact `redirect_uri` and
 * `resource`, codes for one use, refresh tokens that rotate, and whose second use ends all that came of them.
 */
export class OAuthMcpServer {
  readonly #options: OAuthMcpOptions
  readonly #clients = new Map<string, readonly string[]>()
  readonly #codes = new Map<string, Code>()
  readonly #access = new Map<string, Grant & { readonly until: number; readonly family: string }>()
  readonly #refresh = new Map<string, Grant & { readonly family: string; isUsed: boolean }>()
  readonly #caller = new AsyncLocalStorage<string>()
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error: unknown) => {
      this.faults.push(String(error))
      response.writeHead(500).end()
    })
  })
  /** The account that people sign in with next; `null`: they do not allow it. */
  account: string | null = 'ann'
  /** Whether the authorization server is away. */
  isAway = false
  /** Requests that it refused, and why. */
  readonly refusals: string[] = []
  readonly faults: string[] = []
  /** Secrets that it gave away: nobody may store them as they are. */
  readonly secrets: string[] = []
  /** Calls of tools, as `account tool`. */
  readonly calls: string[] = []
  refreshes = 0
  registrations = 0

  private constructor(options: OAuthMcpOptions) {
    this.#options = options
    const { client } = options
    if (client) this.#clients.set(client.id, [client.redirectUri])
  }

  static async open(options: OAuthMcpOptions = {}): Promise<OAuthMcpServer> {
    const opened = new OAuthMcpServer(options)
    opened.#server.listen(0, '127.0.0.1')
    await once(opened.#server, 'listening')
    return opened
  }

  get origin(): string {
    const address = this.#server.address()
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  }

  get url(): string {
    return `${this.origin}/mcp`
  }

  /** Every access token is over. */
  expireAll(): void {
    this.#access.clear()
  }

  /** Nothing that it gave is good any more. */
  revokeAll(): void {
    this.#access.clear()
    this.#refresh.clear()
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const url = new URL(request.url ?? '/', this.origin)
    const body = request.method === 'POST' ? await text(request) : ''
    if (url.pathname === '/mcp') return this.#serve(request, body, response)
    if (url.pathname === '/.well-known/oauth-protected-resource/mcp')
      return json(response, 200, {
        resource: this.url,
        authorization_servers: this.#options.authorizationServers?.(this.origin) ?? [this.origin],
      })
    if (this.isAway) return json(response, 503, { error: 'temporarily_unavailable' })
    if (url.pathname === '/.well-known/oauth-authorization-server')
      return json(response, 200, this.#metadata())
    if (url.pathname === '/register') return this.#register(body, response)
    if (url.pathname === '/authorize') return this.#authorize(url.searchParams, response)
    if (url.pathname === '/token') return this.#token(request, new URLSearchParams(body), response)
    return response.writeHead(404).end()
  }

  #metadata(): object {
    const { origin } = this
    return {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      ...(this.#options.registers !== false && { registration_endpoint: `${origin}/register` }),
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
      authorization_response_iss_parameter_supported: true,
      ...this.#options.metadata?.(origin),
    }
  }

  #register(body: string, response: ServerResponse): void {
    const { redirect_uris: redirects } = z
      .object({ redirect_uris: z.array(z.string()) })
      .parse(JSON.parse(body))
    this.registrations += 1
    const id = randomUUID()
    this.#clients.set(id, redirects)
    json(response, 201, { ...JSON.parse(body), client_id: id })
  }

  #authorize(asked: URLSearchParams, response: ServerResponse): unknown {
    const of = (name: string) => asked.get(name) ?? ''
    const clientId = of('client_id')
    const redirectUri = of('redirect_uri')
    if (!this.#clients.get(clientId)?.includes(redirectUri))
      return this.#refuse(response, 'unknown client or redirect_uri')
    if (
      of('response_type') !== 'code' ||
      of('code_challenge_method') !== 'S256' ||
      of('code_challenge') === ''
    )
      return this.#refuse(response, 'no PKCE')
    if (of('resource') !== this.url) return this.#refuse(response, `resource is ${of('resource')}`)
    if (of('state').length < 32) return this.#refuse(response, 'no state')
    const back = new URL(redirectUri)
    back.searchParams.set('state', of('state'))
    back.searchParams.set('iss', this.origin)
    if (this.account === null) back.searchParams.set('error', 'access_denied')
    else {
      const code = this.#secret()
      back.searchParams.set('code', code)
      const { account } = this
      const [challenge, resource, scope] = [of('code_challenge'), of('resource'), of('scope')]
      this.#codes.set(code, { account, clientId, redirectUri, challenge, resource, scope })
    }
    return response.writeHead(302, { location: back.href }).end()
  }

  #token(request: IncomingMessage, asked: URLSearchParams, response: ServerResponse): unknown {
    const of = (name: string) => asked.get(name) ?? ''
    const clientId = this.#clientOf(request, asked)
    if (clientId === null) return this.#refuse(response, 'unknown client', 'invalid_client')
    if (of('resource') !== this.url) return this.#refuse(response, 'no resource', 'invalid_target')
    if (of('grant_type') === 'refresh_token') {
      const known = this.#refresh.get(of('refresh_token'))
      if (!known || known.clientId !== clientId)
        return this.#refuse(response, 'unknown refresh token', 'invalid_grant')
      if (known.isUsed) {
        this.#endFamily(known.family)
        return this.#refuse(response, 'refresh token used twice', 'invalid_grant')
      }
      known.isUsed = true
      this.refreshes += 1
      return this.#give(known, known.family, response)
    }
    const code = this.#codes.get(of('code'))
    this.#codes.delete(of('code'))
    const challenge = createHash('sha256').update(of('code_verifier')).digest('base64url')
    if (!code || code.clientId !== clientId) return this.#refuse(response, 'unknown code', 'invalid_grant')
    if (code.challenge !== challenge || code.redirectUri !== of('redirect_uri'))
      return this.#refuse(response, 'wrong verifier or redirect_uri', 'invalid_grant')
    return this.#give(code, randomUUID(), response)
  }

  #clientOf({ headers }: IncomingMessage, asked: URLSearchParams): string | null {
    const { client } = this.#options
    const basic = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1]
    const [id, secret] = basic ? Buffer.from(basic, 'base64').toString().split(':') : [asked.get('client_id')]
    if (id == null || !this.#clients.has(id)) return null
    return client?.id === id && client.secret !== secret ? null : id
  }

  #give({ account, clientId, scope }: Grant, family: string, response: ServerResponse): void {
    const [access, refresh] = [this.#secret(), this.#secret()]
    const { expiresIn = 3600 } = this.#options
    const grant = { account, clientId, scope, family }
    this.#access.set(access, { ...grant, until: Date.now() + expiresIn * 1000 })
    this.#refresh.set(refresh, { ...grant, isUsed: false })
    json(response, 200, {
      access_token: access,
      refresh_token: refresh,
      token_type: 'Bearer',
      expires_in: expiresIn,
      ...(scope !== '' && { scope }),
    })
  }

  #endFamily(family: string): void {
    for (const held of [this.#access, this.#refresh])
      for (const [key, grant] of held) if (grant.family === family) held.delete(key)
  }

  #refuse(response: ServerResponse, why: string, error = 'invalid_request'): void {
    this.refusals.push(why)
    json(response, 400, { error, error_description: why })
  }

  async #serve({ method, headers }: IncomingMessage, body: string, response: ServerResponse): Promise<void> {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
    const grant = token === undefined ? undefined : this.#access.get(token)
    const metadata = `resource_metadata="${this.origin}/.well-known/oauth-protected-resource/mcp"`
    if (!grant || grant.until < Date.now()) {
      response.writeHead(401, { 'www-authenticate': `Bearer ${metadata}` }).end()
      return
    }
    const isAdmin = /"name":"admin"/.test(body)
    if (isAdmin && !grant.scope.split(' ').includes('admin')) {
      const challenge = `Bearer error="insufficient_scope", scope="admin", ${metadata}`
      response.writeHead(403, { 'www-authenticate': challenge }).end()
      return
    }
    const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
    const request = new Request(this.url, {
      method: method ?? 'GET',
      headers: new Headers(given),
      ...(body !== '' && { body }),
    })
    const answered = await this.#caller.run(grant.account, () => this.#handler.fetch(request))
    response.writeHead(answered.status, Object.fromEntries(answered.headers)).flushHeaders()
    // A stream of events goes on until the client leaves.
    const stream = answered.body?.getReader()
    response.once('close', () => void stream?.cancel().catch(() => undefined))
    for (let part = await stream?.read(); part && !part.done; part = await stream?.read())
      response.write(part.value)
    response.end()
  }

  readonly #handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'notes', version: '1' })
    for (const name of ['whoami', 'admin'])
      server.registerTool(name, { inputSchema: z.object({}) }, () => {
        const account = this.#caller.getStore() ?? 'nobody'
        this.calls.push(`${account} ${name}`)
        return { content: [{ type: 'text', text: account }] }
      })
    return server
  })

  #secret(): string {
    const secret = `s3cr3t-${randomUUID()}`
    this.secrets.push(secret)
    return secret
  }
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
