import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { createSignInTickets } from '../../src/auth/sign-in-tickets.ts'
import { CallAsks, type CallDialog, type ResumedCall } from '../../src/domain/call-dialog.ts'
import type { Question } from '../../src/domain/call-steps.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { RungraphError } from '../../src/domain/errors.ts'
import { isJsonObject, type JsonObject } from '../../src/domain/json.ts'
import type { Tool } from '../../src/domain/tool.ts'
import { createSignInStore } from '../../src/store/mcp-sign-in-store.ts'
import { createVault } from '../../src/store/vault.ts'
import type { McpServerConfig } from '../../src/tools/mcp/mcp-file.ts'
import { McpServer } from '../../src/tools/mcp/mcp-server.ts'
import { McpSignIns } from '../../src/tools/mcp/sign-ins.ts'
import type { TestDatabase } from '../support/database.ts'
import { answerFrom } from '../support/sign-in-by-pages.ts'
import { context } from './call-tool.ts'

/** What the suite gives its client. */
export interface Scenario {
  readonly scenario: string
  readonly url: string
  readonly context: { readonly client_id?: string; readonly client_secret?: string }
}

/** Arguments for the tools of the scenarios. */
const argumentsOf: Readonly<Record<string, JsonObject>> = { suite__add_numbers: { a: 5, b: 3 } }

/** A call is made again no more often: the scenarios of the suite refuse some for ever. */
const maxSignIns = 3

/**
 * Plays a scenario as an agent does whose operator put the server into the file of MCP servers: lists its tools and calls each, with a person
 * who signs in where that is needed, and who sends each form as it is filled in. Gives the results of the calls.
 */
export async function playScenario(
  { scenario, url, context: given }: Scenario,
  database: Pick<TestDatabase, 'pool'>,
): Promise<string> {
  const signIns = createSignIns(database)
  const isOAuth = scenario.startsWith('auth/')
  const { client_id: clientId = null, client_secret: clientSecret = null } = given
  const config: McpServerConfig = {
    // Servers of scenarios may have the same address one after the other.
    ...{ name: `suite ${uuidv7()}`, prefix: 'suite', transportConfig: { kind: 'http', url, headers: {} } },
    ...(isOAuth && { oauth: { per: 'server', scopes: [], clientId, clientSecret } }),
  }
  const said: string[] = []
  const report = (message: string) => void said.push(message)
  const backoffMs = { first: 20, most: 100, mostAnswered: 100 }
  const server = new McpServer({ config, clock: systemClock, report, signIns, backoffMs })
  try {
    server.start()
    await server.tried
    // Before the sign-in, one tool stands for all: its call lists them.
    for (const tool of isOAuth ? server.list() : []) said.push(await called(tool, signIns))
    if (server.absenceReason() !== null) throw new Error(String(server.absenceReason()))
    if (scenario !== 'initialize') for (const tool of server.list()) said.push(await called(tool, signIns))
    return said.join('\n')
  } catch (error) {
    throw new Error(said.join('\n'), { cause: error })
  } finally {
    await server.close()
  }
}

async function called(tool: Tool, signIns: McpSignIns): Promise<string> {
  let resumed: ResumedCall | null = null
  const dialog: CallDialog = {
    ...{ projectId: 'project-1', caller: { kind: 'KEY', name: 'operator' } },
    resumed: async () => resumed,
    askWithin: async (question) => ({ status: 'ANSWERED', answer: asFilledIn(question), answeredBy: 'ann' }),
    warn: () => undefined,
  }
  for (let round = 1; ; round += 1) {
    try {
      const result = await tool.execute(argumentsOf[tool.name] ?? {}, { ...context, dialog })
      return `${tool.name}: ${JSON.stringify(result)}`
    } catch (error) {
      if (!(error instanceof CallAsks) || round > maxSignIns) throw error
      const problem = await signIn(signIns)
      if (problem !== null) throw new Error(`The sign-in failed: ${problem}`)
      const outcome = { status: 'ANSWERED', answer: {}, answeredBy: 'ann' } as const
      resumed = { round, state: error.state, outcomes: [outcome] }
    }
  }
}

/** Follows the redirects that a browser follows; gives what went wrong. */
async function signIn(signIns: McpSignIns): Promise<string | null> {
  const services = await signIns.bound()
  if (services instanceof RungraphError) throw services
  const [server] = signIns.servers()
  if (!server) throw new Error('There is no server with a sign-in.')
  const owner = { server: server.name, url: server.url, projectId: null, user: null }
  const address = await services.linkNow(owner, signIns.challengeOf(server.name))
  const begun = await signIns.begin(address.slice(address.lastIndexOf('/') + 1))
  if ('problem' in begun) return begun.problem
  const ended = await signIns.finish(await answerFrom(begun.location))
  return 'problem' in ended ? ended.problem : null
}

/** A form is shown with the defaults of its fields in place. */
function asFilledIn({ schema }: Question): JsonObject {
  const { properties = null } = schema ?? {}
  const fields = isJsonObject(properties) ? Object.entries(properties) : []
  return Object.fromEntries(
    fields.flatMap(([name, field]) =>
      isJsonObject(field) && field.default !== undefined ? [[name, field.default]] : [],
    ),
  )
}

const vault = createVault(randomBytes(32))

/** Sign-ins of a process, as it has them in its database. */
function createSignIns({ pool }: Pick<TestDatabase, 'pool'>): McpSignIns {
  const signIns = new McpSignIns({
    publicUrl: 'https://conformance-test.local',
    rules: { allowPrivate: ['localhost'] },
  })
  signIns.bind({
    store: createSignInStore({ pool, vault, newId: uuidv7 }),
    tickets: createSignInTickets({ key: vault.deriveKey('sign-ins'), furtherKeys: [], now: Date.now }),
    isAsked: async () => true,
    announce: async () => undefined,
    now: Date.now,
    report: () => undefined,
  })
  return signIns
}
