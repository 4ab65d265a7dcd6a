import { openSignIns } from '../../src/app/open-sign-ins.ts'
import { systemClock } from '../../src/domain/clock.ts'
import type { Tool } from '../../src/domain/tool.ts'
import type { McpOAuth, McpServerConfig } from '../../src/tools/mcp/mcp-file.ts'
import { McpServer } from '../../src/tools/mcp/mcp-server.ts'
import { McpSignIns } from '../../src/tools/mcp/sign-ins.ts'
import { McpUserServers } from '../../src/tools/mcp/user-servers.ts'
import type { TestDatabase } from './database.ts'
import { createTestEngine, type EngineOptions, type TestEngine } from './engine.ts'
import { answerFrom } from './sign-in-by-pages.ts'

export const publicUrl = 'http://127.0.0.1:4000'

/** A process with an engine, and with MCP servers that people sign in to. */
export interface SignInStage {
  readonly engine: TestEngine
  readonly signIns: McpSignIns
  readonly operations: ReturnType<typeof openSignIns>['operations']
  /** Continues calls whose process died. */
  sweep(): Promise<void>
  readonly tools: () => readonly Tool[]
  readonly reports: readonly string[]
  close(): Promise<void>
}

const oauth: McpOAuth = { per: 'user', scopes: [], clientId: null, clientSecret: null }

/** `null`: the server itself says that it needs a sign-in. */
export function configAt(url: string, more: Partial<McpOAuth> | null = {}, name = 'notes'): McpServerConfig {
  return {
    ...{ name, prefix: name, transportConfig: { kind: 'http', url, headers: {} } },
    ...(more === null ? {} : { oauth: { ...oauth, ...more }, tools: ['whoami', 'admin'] }),
  }
}

export async function openSignInStage(
  database: TestDatabase,
  configs: readonly McpServerConfig[],
  options: EngineOptions & { readonly privateHosts?: readonly string[] } = {},
): Promise<SignInStage> {
  const { privateHosts = [], ...engineOptions } = options
  const signIns = new McpSignIns({ publicUrl, rules: { allowPrivate: privateHosts } })
  const reports: string[] = []
  const report = (message: string) => void reports.push(message)
  const shared = {
    clock: systemClock,
    report,
    signIns,
    backoffMs: { first: 20, most: 100, mostAnswered: 100 },
  }
  const sources = configs.map((config) =>
    config.oauth?.per === 'user'
      ? new McpUserServers({ ...shared, config })
      : new McpServer({ ...shared, config }),
  )
  const tools = () => sources.flatMap((source) => source.list())
  const engine = await createTestEngine(database, {
    ...engineOptions,
    replace: (services) => ({
      ...options.replace?.(services),
      tools: { list: tools, find: (name) => tools().find((tool) => tool.name === name) ?? null },
    }),
  })
  const { operations, due } = openSignIns(signIns, database.pool, { ...engine.services, report })
  for (const source of sources) source.start()
  await Promise.all(sources.map(({ tried }) => tried))
  return {
    ...{ engine, signIns, operations, tools, reports },
    sweep: async () => {
      for (const look of due) await look()
    },
    close: async () => {
      await Promise.all(sources.map((source) => source.close()))
      await engine.close()
    },
  }
}

/** What a browser does at the address of a question: it is sent to the authorization server, and comes back. */
export async function browse(
  url: string,
  { begin, finish }: SignInStage['operations'],
  change?: (back: URL) => void,
): Promise<string> {
  const begun = await begin(url.slice(`${publicUrl}/mcp/sign-in/`.length))
  if ('problem' in begun) return begun.problem
  const ended = await finish(await answerFrom(begun.location, change))
  return 'problem' in ended ? ended.problem : `signed in to ${ended.server}`
}
