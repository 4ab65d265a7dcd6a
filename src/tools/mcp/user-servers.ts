import { RungraphError } from '../../domain/errors.ts'
import { type SignInUser, signInGroup, userOf } from '../../domain/mcp-sign-in.ts'
import type { PromptServer } from '../../domain/prompt-call.ts'
import type { Tool } from '../../domain/tool.ts'
import type { ToolSource } from '../tool-registry.ts'
import { checkDone } from './input-rounds.ts'
import { createPromptServer } from './mcp-prompts.ts'
import { McpServer } from './mcp-server.ts'
import type { McpServerOptions } from './mcp-server-options.ts'
import type { McpCall } from './mcp-tools.ts'
import { type ServerAuth, SignInNeeded } from './server-auth.ts'
import { signInTools } from './sign-in-tools.ts'
import type { McpSignIns } from './sign-ins.ts'

type Options = McpServerOptions & { readonly signIns: McpSignIns }

interface OfPerson {
  readonly server: McpServer
  readonly auth: ServerAuth
  calls: number
  usedAt: number
}

/** A connection that nobody uses is closed after this time, in milliseconds; of more than so many the oldest are closed before. */
const idleMs = 600_000
const maxConnections = 100

/** An MCP server that each person signs in to: a connection for each, of which nothing is another's (MCPAUTH-2). */
export class McpUserServers implements ToolSource {
  readonly prefix: string
  readonly source: string
  /** Its prompts are those of a person, and nobody is asked for them here. */
  readonly server: PromptServer
  readonly #options: Options
  readonly #people = new Map<string, OfPerson>()
  #tools: readonly Tool[] | null = null
  #isClosed = false

  constructor(options: Options) {
    this.prefix = options.config.prefix
    this.source = `mcp:${options.config.name}`
    this.#options = options
    this.server = createPromptServer({
      name: options.config.name,
      absence: () => this.absenceReason(),
      instructions: () => null,
      hasPrompts: () => false,
      ask: () => Promise.reject(new Error('its prompts are known to users who have signed in')),
    })
    // So that people can sign in before anything is called.
    options.signIns.authOf(options.config)
  }

  /** It connects when somebody has signed in. */
  start(): void {}

  get tried(): Promise<void> {
    return Promise.resolve()
  }

  /** The newest list that anybody was given. */
  list(): readonly Tool[] {
    return this.#tools ?? signInTools(this.#options.config, (call) => this.#call(call))
  }

  absenceReason(): string | null {
    return this.#tools === null
      ? `the tools of the MCP server "${this.#options.config.name}" are known once a user has signed in to it`
      : null
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#people.values()].map(({ server }) => server.close()))
  }

  async #call(call: McpCall): Promise<unknown> {
    const { dialog } = call.context
    const user = dialog ? userOf(dialog.caller) : null
    const { name: server } = this.#options.config
    if (!dialog || user === null) {
      const reason = 'The run is of no person: start it with an access token of the user (createAccessToken).'
      throw new RungraphError('MCP_SIGN_IN_NEEDED', { tool: call.name, server, reason })
    }
    const person = this.#personOf(dialog.projectId, user)
    person.calls += 1
    try {
      const challenge = this.#options.signIns.challengeOf(server)
      if (!(await person.auth.isSignedIn())) {
        const resumed = await dialog.resumed()
        if (resumed !== null) checkDone(resumed, server)
        throw await person.auth.ask(new SignInNeeded(challenge), call.name, dialog)
      }
      person.server.start()
      return await person.server.call(call)
    } finally {
      person.calls -= 1
      person.usedAt = this.#options.clock.now()
      this.#closeIdle()
    }
  }

  #personOf(projectId: string, user: SignInUser): OfPerson {
    const { config, signIns } = this.#options
    const auth = signIns.authOf(config, { projectId, user })
    if (auth === null || this.#isClosed) throw new Error('The server is not reached over HTTP, or is closed.')
    const key = signInGroup(auth.owner)
    const known = this.#people.get(key)
    if (known) return known
    const of = {
      person: { projectId, user },
      call: (call: McpCall) => this.#call(call),
      onTools: (tools: readonly Tool[]) => {
        this.#tools = tools
      },
    }
    const server = new McpServer({ ...this.#options, of })
    const person = { server, auth, calls: 0, usedAt: this.#options.clock.now() }
    this.#people.set(key, person)
    return person
  }

  #closeIdle(): void {
    const now = this.#options.clock.now()
    const free = [...this.#people]
      .filter(([, { calls }]) => calls === 0)
      .toSorted(([, a], [, b]) => a.usedAt - b.usedAt)
    for (const [key, { server, usedAt }] of free) {
      if (now - usedAt < idleMs && this.#people.size <= maxConnections) return
      this.#people.delete(key)
      void server.close()
    }
  }
}
