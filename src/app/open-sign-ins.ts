import type pg from 'pg'
import { createSignInTickets } from '../auth/sign-in-tickets.ts'
import { invalid, RungraphError } from '../domain/errors.ts'
import {
  type SignInCall,
  type SignInOperations,
  type SignInOwner,
  type SignInPages,
  type SignInStore,
  type SignInView,
  userOf,
} from '../domain/mcp-sign-in.ts'
import { announceSignIn, dueSignIns } from '../engine/gates/answer-sign-in.ts'
import type { EngineServices } from '../engine/run/run-context.ts'
import { createSignInStore } from '../store/mcp-sign-in-store.ts'
import type { McpSignIns } from '../tools/mcp/sign-ins.ts'

type Served = SignInOperations & SignInPages

/** Opens the sign-ins to the MCP servers of the process; `null`: there is no such server. */
export function openSignIns(signIns: McpSignIns | null, pool: pg.Pool, services: EngineServices) {
  const { vault, clock, newId, report, runs } = services
  if (signIns === null) return { operations: noSignIns, due: [] }
  if (vault === null) {
    signIns.bind(null)
    return { operations: createSignInOperations(signIns, null), due: [] }
  }
  const store = createSignInStore({ pool, vault, newId })
  const purpose = 'rungraph sign-ins'
  signIns.bind({
    store,
    tickets: createSignInTickets({
      ...{ key: vault.deriveKey(purpose), furtherKeys: vault.deriveFurtherKeys(purpose) },
      now: clock.now,
    }),
    isAsked: async (projectId, url) => (await runs.gates.asking(url, projectId)).length > 0,
    announce: (owner) => announceSignIn(owner, services),
    now: clock.now,
    report,
  })
  return {
    operations: createSignInOperations(signIns, store),
    due: [dueSignIns({ ...services, signIns: store })],
  }
}

function createSignInOperations(signIns: McpSignIns, store: SignInStore | null): Served {
  const ownerOf = (name: string, call: SignInCall): SignInOwner | null => {
    checkName(name)
    const server = signIns.servers().find((one) => one.name === name)
    if (!server) throw new RungraphError('NOT_FOUND', { kind: 'MCP server' })
    const { url, per } = server
    if (per === 'server') return { server: name, url, projectId: null, user: null }
    const user = userOf(call.caller)
    return user && { server: name, url, projectId: call.projectId, user }
  }
  const view = async (name: string, call: SignInCall): Promise<SignInView> => {
    const owner = ownerOf(name, call)
    const per = owner?.user === null ? 'SERVER' : 'USER'
    return { name, per, signIn: owner && store ? await store.find(owner) : null }
  }
  /** @throws NOT_FOUND, FORBIDDEN, MCP_SIGN_IN_UNAVAILABLE */
  const own = (name: string, call: SignInCall): SignInOwner => {
    const owner = ownerOf(name, call)
    if (owner === null) throw new RungraphError('MCP_SIGN_IN_UNAVAILABLE', { reason: keyIsNobody })
    // Every project calls with the account of the server.
    if (owner.user === null && call.caller.isServerAdmin !== true)
      throw new RungraphError('FORBIDDEN', {
        action: 'Signing in to this MCP server',
        role: 'of an administrator of the server (`npx rungraph keys create … --server`)',
      })
    return owner
  }
  return {
    list: async (call) => {
      // The account of a server is nothing to an end user.
      const shown = signIns.servers().filter(({ per }) => per === 'user' || !call.caller.access)
      return Promise.all(shown.map(({ name }) => view(name, call)))
    },
    start: async ({ server, ...call }) => {
      const owner = own(server, call)
      const services = await signIns.bound()
      if (services instanceof RungraphError) throw services
      return services.linkNow(owner, signIns.challengeOf(server))
    },
    end: async ({ server, ...call }) => {
      const owner = own(server, call)
      await store?.remove(owner)
      return view(server, call)
    },
    describe: (ticket) => signIns.describe(ticket),
    begin: (ticket) => signIns.begin(ticket),
    finish: (answer) => signIns.finish(answer),
    clientDocument: () => signIns.clientDocument(),
  }
}

const keyIsNobody =
  'each user signs in to this server, and an API key is no user. Use an access token (createAccessToken) or a token of your identity provider'

/** @throws INVALID_INPUT */
function checkName(name: string): void {
  if (name === '' || name.length > maxNameChars)
    throw invalid('server', `has 1 to ${maxNameChars} characters.`)
}

const maxNameChars = 200

async function unknown({ server }: { readonly server: string }): Promise<never> {
  checkName(server)
  throw new RungraphError('NOT_FOUND', { kind: 'MCP server' })
}

async function noSuchSignIn() {
  return { problem: 'There is no such sign-in.' }
}

const noSignIns: Served = {
  list: async () => [],
  start: unknown,
  end: unknown,
  ...{ describe: noSuchSignIn, begin: noSuchSignIn, finish: noSuchSignIn },
  clientDocument: () => null,
}
