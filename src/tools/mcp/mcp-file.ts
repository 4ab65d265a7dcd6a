import { resolve } from 'node:path'
import { z } from 'zod'
import { RungraphError } from '../../domain/errors.ts'
import { issueMessages } from '../../domain/format-issue.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { ToolEffect } from '../../domain/tool.ts'
import {
  entryProblems,
  expanded,
  headersIn,
  type OperatorEnvironment,
  readJsonFile,
  urlIn,
} from '../operator-file.ts'
import { clashes, noPrefix, toPrefix } from '../tool-names.ts'

/** A server of the operator's file. */
export interface McpServerConfig {
  /** As the file has it. */
  readonly name: string
  /** Prefix of the names of its tools. */
  readonly prefix: string
  readonly transportConfig: McpTransportConfig
  /** Time for one call in milliseconds; absent: the run's limit (LIM-12). */
  readonly timeoutMs?: number
  /** Effect of all of its tools. Absent: as the server's annotations say, else `once`. */
  readonly effect?: ToolEffect
  /** Its own names of the tools that are taken; absent: all. */
  readonly tools?: readonly string[]
  /** Whether agents that have one of its tools are told what it says about them. Absent: they are. */
  readonly instructions?: boolean
  /** How people sign in to it; absent: as it says itself, where its headers have no credentials. */
  readonly oauth?: McpOAuth
}

/** Sign-in by OAuth (MCPAUTH-1). */
export interface McpOAuth {
  /** Whose sign-in a call is made with: that of the server, which its administrator signs in to, or of the person for whom the run is. */
  readonly per: 'server' | 'user'
  /** Empty: what the server asks for. */
  readonly scopes: readonly string[]
  /** Of a client that was registered by hand; `null`: Rungraph registers itself. */
  readonly clientId: string | null
  readonly clientSecret: string | null
}

/** A process that we start, or a server that answers under a URL. */
export type McpTransportConfig =
  | {
      readonly kind: 'stdio'
      readonly command: string
      readonly args: readonly string[]
      /** All that it is given besides `PATH`, `HOME` and the like. */
      readonly env: Readonly<Record<string, string>>
      readonly cwd?: string
    }
  | { readonly kind: 'http'; readonly url: string; readonly headers: Readonly<Record<string, string>> }

export interface McpFile {
  /** Servers that are not disabled. */
  readonly servers: readonly McpServerConfig[]
  /** Notes about valid settings that probably do not have the intended effect. */
  readonly notes: readonly string[]
}

/**
 * Reads the servers of a file in the `mcpServers` form that other clients use, with Rungraph's additions: `timeoutMs`, `effect`, `tools`,
 * `instructions`.
 * Fields of other clients are passed over, with a note.
 * @throws MCP_FILE_INVALID with every problem at once
 */
export async function readMcpFile(source: string | JsonObject, env: OperatorEnvironment): Promise<McpFile> {
  const path = typeof source === 'string' ? source : 'the option mcp'
  const refuse = (problems: readonly string[]) => new RungraphError('MCP_FILE_INVALID', { path, problems })
  const content = await readJsonFile(source)
  if (!content.ok) throw refuse([content.problem])
  const file = z.object({ mcpServers: z.record(z.string(), z.unknown()) }).safeParse(content.value)
  if (!file.success) throw refuse(['It must be one JSON object: { "mcpServers": { "<name>": { … } } }.'])
  const checked = Object.entries(file.data.mcpServers)
    .filter(([, entry]) => !isDisabled(entry))
    .map(([name, entry]) => checkMcpEntry(name, entry, env))
  const servers = checked.flatMap((one) => one.server ?? [])
  const problems = [...checked.flatMap((one) => one.problems), ...clashes(servers)]
  if (problems.length > 0) throw refuse(problems)
  return { servers, notes: checked.flatMap((one) => one.notes) }
}

/** A disabled server is not checked, because its variables may not be set. */
function isDisabled(entry: unknown): boolean {
  return typeof entry === 'object' && entry !== null && 'disabled' in entry && entry.disabled === true
}

const own = {
  timeoutMs: z
    .int({ error: 'must be a whole number of milliseconds' })
    .min(1, { error: 'must be at least 1' })
    .max(86_400_000, { error: 'must be at most 86400000, a day' })
    .optional(),
  disabled: z.boolean().optional(),
  effect: z.enum(['read', 'idempotent', 'once']).optional(),
  tools: z.array(z.string()).optional(),
  instructions: z.boolean().optional(),
}

const transports = {
  stdio: 'stdio',
  http: 'http',
  'streamable-http': 'http',
  streamableHttp: 'http',
  streamable_http: 'http',
} as const

function stdioEntry(env: OperatorEnvironment) {
  return z.object({
    ...own,
    command: expanded(env).pipe(z.string().min(1, { error: 'must not be empty' })),
    args: z.array(expanded(env)).default([]),
    env: z.record(z.string(), expanded(env)).default({}),
    cwd: expanded(env).optional(),
  })
}

function httpEntry(env: OperatorEnvironment) {
  return z.object({
    ...own,
    url: urlIn(env),
    headers: headersIn(env),
    auth: oauthEntry(env).optional(),
  })
}

function oauthEntry(env: OperatorEnvironment) {
  return z
    .strictObject({
      type: z.literal('oauth', { error: 'must be "oauth"' }),
      per: z.enum(['server', 'user'], { error: 'must be "server" or "user"' }).default('server'),
      scopes: z
        .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, { error: 'must be a scope' }))
        .default([]),
      clientId: expanded(env).optional(),
      clientSecret: expanded(env).optional(),
    })
    .refine(({ clientId, clientSecret }) => clientSecret === undefined || clientId !== undefined, {
      error: 'has a clientSecret and no clientId',
    })
}

interface Checked {
  readonly server: McpServerConfig | null
  readonly problems: readonly string[]
  readonly notes: readonly string[]
}

function checkMcpEntry(name: string, entry: unknown, env: OperatorEnvironment): Checked {
  const prefix = toPrefix(name)
  const problems = prefix === null ? [noPrefix(name)] : []
  const kind = kindOf(entry)
  if (typeof kind !== 'object') {
    return { server: null, problems: [...problems, `${name}: ${kind ?? remedyFor}.`], notes: [] }
  }
  const form = kind.kind === 'stdio' ? stdioEntry(env) : httpEntry(env)
  const parsed = form.safeParse(entry, { reportInput: true, error: issueMessages })
  const found = entryProblems(name, parsed.error)
  const notes = unknownSettings(name, kind.entry, Object.keys(form.shape))
  if (!parsed.success || prefix === null) return { server: null, problems: [...problems, ...found], notes }
  return { server: toServer({ name, prefix, ...parsed.data }), problems, notes }
}

const remedyFor = 'needs either a "command" or a "url"'

interface Kind {
  readonly kind: 'stdio' | 'http'
  readonly entry: object
}

/** Which of the two it is, or the fault. */
function kindOf(entry: unknown): Kind | string {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return 'must be an object'
  const [hasCommand, hasUrl] = ['command' in entry, 'url' in entry]
  if (hasCommand === hasUrl) return remedyFor
  const kind = hasCommand ? 'stdio' : 'http'
  const type: unknown = 'type' in entry ? entry.type : kind
  if (type === 'sse') return 'its type, sse, is the transport before streamable HTTP and is not spoken'
  const meant = Object.entries(transports).find(([word]) => word === type)?.[1]
  if (meant !== kind) return `its type must be ${kind}, as it has a "${hasCommand ? 'command' : 'url'}"`
  return { kind, entry }
}

function unknownSettings(name: string, entry: object, known: readonly string[]): readonly string[] {
  const unknown = Object.keys(entry).filter((field) => field !== 'type' && !known.includes(field))
  return unknown.map((field) => `${name}.${field}: is not a setting of Rungraph and is ignored.`)
}

type Parsed = { readonly name: string; readonly prefix: string } & (
  | z.output<ReturnType<typeof stdioEntry>>
  | z.output<ReturnType<typeof httpEntry>>
)

function toServer(parsed: Parsed): McpServerConfig {
  const { name, prefix, timeoutMs, effect, tools, instructions } = parsed
  return {
    name,
    prefix,
    transportConfig: readTransportConfig(parsed),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(effect === undefined ? {} : { effect }),
    ...(tools === undefined ? {} : { tools }),
    ...(instructions === undefined ? {} : { instructions }),
    ...('auth' in parsed && parsed.auth ? { oauth: toOAuth(parsed.auth) } : {}),
  }
}

function toOAuth(entry: z.output<ReturnType<typeof oauthEntry>>): McpOAuth {
  const { per, scopes, clientId, clientSecret } = entry
  return { per, scopes, clientId: clientId ?? null, clientSecret: clientSecret ?? null }
}

function readTransportConfig(parsed: Parsed): McpTransportConfig {
  if ('url' in parsed) return { kind: 'http', url: parsed.url, headers: parsed.headers }
  const { command, args, env, cwd } = parsed
  return { kind: 'stdio', command, args, env, ...(cwd === undefined ? {} : { cwd: resolve(cwd) }) }
}
