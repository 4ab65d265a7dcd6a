import { systemClock as clock } from '../domain/clock.ts'
import type { Evaluators } from '../domain/evaluator.ts'
import type { JsonObject } from '../domain/json.ts'
import type { CanExecuteTool } from '../domain/permission.ts'
import type { EngineServices } from '../engine/run/run-context.ts'
import type { AddressRules } from '../net/address-guard.ts'
import type { OwnAddresses } from '../net/own-addresses.ts'
import type { Config } from '../settings/config.ts'
import { type McpServerConfig, readMcpFile } from '../tools/mcp/mcp-file.ts'
import type { McpServer } from '../tools/mcp/mcp-server.ts'
import type { McpSignIns } from '../tools/mcp/sign-ins.ts'
import type { McpUserServers } from '../tools/mcp/user-servers.ts'
import { type OpenApiConfig, readOpenApiFile } from '../tools/openapi/openapi-file.ts'
import type { OpenApiSource } from '../tools/openapi/openapi-source.ts'
import type { OperatorEnvironment } from '../tools/operator-file.ts'
import { builtInTools, createTools, type ToolSource } from '../tools/tool-registry.ts'
import { loadUserTools } from '../tools/user-module.ts'
import type { AppCode } from './app-options.ts'
import { loadDemoTools } from './demo.ts'
import type { Disposer } from './disposer.ts'

/** Tools of the server, the hook that decides about their calls, and the evaluators of the module. */
export interface InCode extends Pick<EngineServices, 'tools' | 'canExecuteTool'> {
  readonly evaluators: Evaluators
  /** Sign-ins to MCP servers; absent: there is no such server. */
  readonly signIns?: McpSignIns
}

interface Surroundings {
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly own: OwnAddresses
  readonly report: EngineServices['report']
  /** For what is worth a line of the log and no fault. Default: nobody hears it. */
  readonly note?: (message: string) => void
  readonly closing: Disposer
}

/** Tools of the settings and of code beside the built-in ones; those of code come before those of a module. */
export async function loadTools(
  { tools: path, mcp, openapi, http, demo, publicUrl }: Config,
  code: AppCode,
  { now, own, report, note, closing }: Surroundings,
): Promise<InCode> {
  const module = path === null ? null : await loadUserTools(path)
  const canExecuteTool: CanExecuteTool | null = code.canExecuteTool ?? module?.canExecuteTool ?? null
  const evaluators = code.evaluators ?? module?.evaluators ?? {}
  const hook = { evaluators, ...(canExecuteTool && { canExecuteTool }) }
  if (code.tools) return { tools: code.tools, ...hook }
  const rules = { allow: http.allow, allowPrivate: http.private, own }
  const outside = await openOutsideTools({
    mcp: code.mcp ?? mcp,
    openapi: code.openapi ?? openapi,
    env: code.environment ?? process.env,
    rules,
    publicUrl,
    report,
    ...(note && { note }),
  })
  closing.add(() => outside.close())
  const builtIn = [...builtInTools({ now, http: rules }), ...(demo ? await loadDemoTools() : [])]
  const tools = createTools({
    builtIn,
    module: [...(module?.tools ?? []), ...(code.ownTools ?? [])],
    sources: outside.sources,
  })
  await outside.start()
  return { tools, ...hook, ...(outside.signIns && { signIns: outside.signIns }) }
}

interface OutsideToolsOptions {
  /** Address under which people reach Rungraph; `null`: unknown. */
  readonly publicUrl: string | null
  /** The paths of the two files, or their contents; `null` where there is none. */
  readonly mcp: string | JsonObject | null
  readonly openapi: string | JsonObject | null
  /** Environment that `${NAME}` in the files is read from. */
  readonly env: OperatorEnvironment
  /**
   * Addresses that operations of documents may reach. MCP servers may be anywhere that the operator wrote, except at addresses of Rungraph
   * itself.
   */
  readonly rules: AddressRules
  readonly report: (message: string, error?: unknown) => void
  /** What servers say beside the protocol, which is no fault. */
  readonly note?: (message: string) => void
}

/** The tools that other programs bring, while they are there. */
interface OutsideTools {
  readonly signIns: McpSignIns | null
  readonly sources: readonly ToolSource[]
  /** Begins to connect, and waits some seconds for those that are there; the others come when they do. */
  start(): Promise<void>
  close(): Promise<void>
}

/** So long does a start wait for servers, in milliseconds. */
const startMs = 5000

/**
 * Reads both files, and connects to nothing yet.
 * @throws MCP_FILE_INVALID, OPENAPI_FILE_INVALID
 */
async function openOutsideTools(options: OutsideToolsOptions): Promise<OutsideTools> {
  const { mcp, openapi, env, report } = options
  const { servers, notes } = mcp === null ? { servers: [], notes: [] } : await readMcpFile(mcp, env)
  for (const note of notes) report(`RUNGRAPH_MCP: ${note}`)
  const documents = openapi === null ? [] : await readOpenApiFile(openapi, env)
  const { signIns, sources: mcpSources } = await openServers(servers, options)
  const sources = [...mcpSources, ...(await openDocuments(documents, options))]
  const closing = new AbortController()
  return {
    signIns,
    sources,
    start: async () => {
      for (const source of sources) source.start()
      const ended = new AbortController()
      const deadline = clock
        .sleep(startMs, AbortSignal.any([ended.signal, closing.signal]))
        .catch(() => undefined)
      await Promise.race([Promise.all(sources.map(({ tried }) => tried)), deadline])
      ended.abort()
    },
    close: async () => {
      closing.abort()
      await Promise.all(sources.map((source) => source.close()))
    },
  }
}

/** The client for MCP is loaded only where a server is named: it takes some megabytes. */
async function openServers(
  servers: readonly McpServerConfig[],
  { rules, publicUrl, report, note }: OutsideToolsOptions,
): Promise<{
  readonly signIns: McpSignIns | null
  readonly sources: readonly (McpServer | McpUserServers)[]
}> {
  if (servers.length === 0) return { signIns: null, sources: [] }
  const [mcp, people, signing] = await Promise.all([
    import('../tools/mcp/mcp-server.ts'),
    import('../tools/mcp/user-servers.ts'),
    import('../tools/mcp/sign-ins.ts'),
  ])
  const isAnyOverHttp = servers.some(({ transportConfig: { kind } }) => kind === 'http')
  const signIns = isAnyOverHttp ? new signing.McpSignIns({ publicUrl, rules }) : null
  const sources = servers.map((config) => {
    const options = {
      ...{ config, clock, report },
      ...(note && { note }),
      ...(rules.own && { own: rules.own }),
    }
    if (signIns === null) return new mcp.McpServer(options)
    return config.oauth?.per === 'user'
      ? new people.McpUserServers({ ...options, signIns })
      : new mcp.McpServer({ ...options, signIns })
  })
  return { signIns, sources }
}

async function openDocuments(
  documents: readonly OpenApiConfig[],
  { rules, report }: OutsideToolsOptions,
): Promise<readonly OpenApiSource[]> {
  if (documents.length === 0) return []
  const openapi = await import('../tools/openapi/openapi-source.ts')
  return Promise.all(documents.map((config) => openapi.OpenApiSource.open({ config, rules, clock, report })))
}
