import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import {
  apiKeys,
  cloudName,
  encryptionKey,
  hostPatterns,
  oneOf,
  path,
  postgresUrl,
  webhookSecret,
  webUrl,
  wholeNumber,
} from './config-values.ts'
import { describe, RungraphError } from './domain/errors.ts'

/** What a process is told by its environment, checked. */
export interface Config {
  readonly role: Values['RUNGRAPH_ROLE']
  readonly host: string
  /** 0: any free one. */
  readonly port: number
  readonly database: { readonly url: string } | { readonly dataDir: string }
  /** 32 bytes; `null`: where the database is private, a key file is made (TAS-7). */
  readonly encryptionKey: Buffer | null
  /** The absolute path of the user's module of tools. */
  readonly tools: string | null
  /** The absolute path of the file of MCP servers. */
  readonly mcp: string | null
  /** The absolute path of the file of OpenAPI documents. */
  readonly openapi: string | null
  /** The absolute path of the file of what models cost and hold. */
  readonly models: string | null
  /** Whether SQL relics may reach Rungraph's own database. */
  readonly ownDatabaseForRelics: boolean
  readonly http: { readonly allow: readonly string[]; readonly private: readonly string[] }
  readonly webhooks: {
    /** What signs deliveries besides a webhook's own secret. */
    readonly secret: Buffer | null
    /** Hosts that may have a private or loopback address. */
    readonly private: readonly string[]
  }
  readonly concurrency: number
  readonly demo: boolean
  readonly monitor: boolean
  readonly logLevel: Values['RUNGRAPH_LOG_LEVEL']
  readonly shutdownGraceMs: number
  readonly providers: ProvidersConfig
  /** What is right, and yet may not be what was meant. */
  readonly notes: readonly string[]
}

/** How each provider is reached, by its name; `null` for one that is not set up. */
export interface ProvidersConfig {
  readonly openai: ProviderAccess | null
  /** Without keys for a compatible server that takes none. */
  readonly 'openai-chat': ProviderAccess | null
  readonly anthropic: ProviderAccess | null
  readonly google: ProviderAccess | null
  readonly vertex: VertexAccess | null
}

export interface ProviderAccess {
  /** Each is an auth profile; they are tried in this order (MOD-5). */
  readonly apiKeys: readonly string[]
  /** Without a slash at its end. Absent: the provider's own address. */
  readonly baseUrl?: string
}

/** Its credentials are Google's Application Default Credentials, as the process finds them when it first asks. */
export interface VertexAccess {
  readonly project: string
  readonly location: string
  /** Without a slash at its end. Absent: Google's own address of that location. */
  readonly baseUrl?: string
}

interface Facts {
  readonly fallback: string | null
  readonly description: string
  readonly secret: boolean
}
const facts = z.registry<Facts>()

/** Every setting, declared once: the checks at start, README's table and `.env.example` follow from it. */
const environment = z.object({
  HOST: setting(
    z.string(),
    '127.0.0.1',
    'Address that the server listens on. Only loopback addresses are taken.',
  ),
  PORT: setting(wholeNumber(0, 65_535), '4000', 'Port that the server listens on; 0 picks a free one.'),
  DATABASE_URL: secret(
    postgresUrl(),
    'PostgreSQL server: `postgres://user:password@host:5432/name`. Unset: a private one in `RUNGRAPH_DATA_DIR`.',
  ),
  RUNGRAPH_DATA_DIR: setting(
    path(),
    '.rungraph',
    'Folder of the private PostgreSQL; not used with `DATABASE_URL`.',
  ),
  RUNGRAPH_ENCRYPTION_KEY: secret(
    encryptionKey(),
    'Key under which arguments that hold secrets are kept until their call has ended, so that a crash does not lose them, and the secrets of webhooks: 32 bytes in base64 (`openssl rand -base64 32`). Unset: with a private PostgreSQL, a key file in `RUNGRAPH_DATA_DIR`; with `DATABASE_URL`, neither are kept.',
  ),
  RUNGRAPH_ROLE: setting(
    oneOf(['all', 'api', 'worker']),
    'all',
    'What the process does: `api` serves, `worker` executes runs, `all` does both.',
  ),
  RUNGRAPH_TOOLS: optional(path(), 'Path of a module whose default export is an array of tools.'),
  RUNGRAPH_MCP: optional(
    path(),
    'Path of a JSON file of MCP servers whose tools agents may be given, in the `mcpServers` form that other clients use.',
  ),
  RUNGRAPH_OPENAPI: optional(
    path(),
    'Path of a JSON file of OpenAPI documents whose operations agents may be given as tools: `{ "<name>": { "document": "<path or URL>" } }`.',
  ),
  RUNGRAPH_MODELS: optional(
    path(),
    'Path of a JSON file with prices, context windows and output limits of models, by `provider/model`; it wins over what is built in.',
  ),
  RUNGRAPH_CONCURRENCY: setting(wholeNumber(1, 10_000), '50', 'Runs that this process executes at once.'),
  RUNGRAPH_DEMO: setting(
    oneOf(['on', 'off']),
    'on',
    'Whether an empty database gets the scripted demonstration agents, and any database one agent for each provider that is set up.',
  ),
  RUNGRAPH_MONITOR: setting(
    oneOf(['on', 'off']),
    'on',
    'Whether a process that executes runs also watches all runs for repeated actions and progress that does not move; one process at a time does.',
  ),
  RUNGRAPH_HTTP_ALLOW: setting(
    hostPatterns(),
    '*',
    'Hosts that tools may fetch from, comma-separated: `example.com`, `*.example.com`, or `*` for all.',
  ),
  RUNGRAPH_HTTP_PRIVATE: setting(
    hostPatterns(),
    '',
    'Which of those may have a private or loopback address, comma-separated.',
  ),
  RUNGRAPH_WEBHOOK_SECRET: secret(
    webhookSecret(),
    'Signs what webhooks are sent, besides the secret that each has of its own: `whsec_` and base64, or a text of at least 16 characters.',
  ),
  RUNGRAPH_WEBHOOK_PRIVATE: setting(
    hostPatterns(),
    '',
    'Hosts of webhooks that may have a private or loopback address, comma-separated.',
  ),
  RUNGRAPH_RELICS_OWN_DATABASE: setting(
    oneOf(['on', 'off']),
    'off',
    "Whether SQL relics may reach Rungraph's own database; give them a role that may read only what agents may see.",
  ),
  RUNGRAPH_LOG_LEVEL: setting(
    oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    'info',
    'The least important log lines that are written.',
  ),
  RUNGRAPH_SHUTDOWN_GRACE_MS: setting(
    wholeNumber(0, 300_000),
    '25000',
    'Milliseconds that a stopping process has; runs get four fifths of them to reach a checkpoint.',
  ),
  OPENAI_API_KEY: secret(
    apiKeys(),
    'Sets up `openai/…`, and `openai-chat/…` where that has no setting of its own. Several keys, comma-separated, are auth profiles: when one is refused the next is tried.',
  ),
  OPENAI_BASE_URL: optional(webUrl(), "Where those keys are used, in place of OpenAI's own address."),
  OPENAI_CHAT_API_KEY: secret(
    apiKeys(),
    'Sets up `openai-chat/…` with a key of its own, or several, comma-separated.',
  ),
  OPENAI_CHAT_BASE_URL: optional(
    webUrl(),
    'Sets up `openai-chat/…` for any compatible server, with or without a key: `http://127.0.0.1:11434/v1`.',
  ),
  ANTHROPIC_API_KEY: secret(apiKeys(), 'Sets up `anthropic/…`: one key, or several, comma-separated.'),
  ANTHROPIC_BASE_URL: optional(webUrl(), "Where those keys are used, in place of Anthropic's own address."),
  GOOGLE_API_KEY: secret(
    apiKeys(),
    'Sets up `google/…`: one key, or several, comma-separated. Where both are set it is used, not `GEMINI_API_KEY`.',
  ),
  GEMINI_API_KEY: secret(apiKeys(), 'Sets up `google/…`: one key, or several, comma-separated.'),
  GOOGLE_GEMINI_BASE_URL: optional(webUrl(), "Where those keys are used, in place of Google's own address."),
  GOOGLE_CLOUD_PROJECT: optional(
    cloudName(),
    'Sets up `vertex/…` (Gemini on Vertex AI) in this project, with the Application Default Credentials of the process (`GOOGLE_APPLICATION_CREDENTIALS`, `gcloud auth application-default login`, or the machine it runs on).',
  ),
  GOOGLE_CLOUD_LOCATION: setting(
    cloudName(),
    'global',
    'Where Vertex AI answers: `global`, or a region such as `europe-west4`. Not used without `GOOGLE_CLOUD_PROJECT`.',
  ),
  GOOGLE_VERTEX_BASE_URL: optional(webUrl(), "Where Vertex AI is asked, in place of Google's own address."),
})
type Values = z.output<typeof environment>

/** Settings of other versions. They are refused: one that was silently ignored would mislead. */
const unsupported = ['REDIS_URL']

/** The settings in the order in which people read them; a `null` fallback means unset. */
export const settings: readonly (Facts & { readonly name: string })[] = Object.entries(environment.shape).map(
  ([name, schema]) => ({ name, fallback: null, description: '', secret: false, ...facts.get(schema) }),
)

/**
 * Reads the settings of a process from its environment; an empty text counts as unset.
 * @throws SETTING_INVALID with every problem at once; LOOPBACK_ONLY where that is the only one
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const host = environment.shape.HOST.parse(given.HOST)
  const checked = environment.safeParse(given)
  const problems = [
    ...(checked.error?.issues ?? []).map((issue) => toProblem(issue, given)),
    ...Object.keys(given).flatMap(toStranger),
  ]
  if (!isLoopback(host)) {
    if (problems.length === 0) throw new RungraphError('LOOPBACK_ONLY', { host })
    problems.push(describe('LOOPBACK_ONLY', { host }))
  }
  if (!checked.success || problems.length > 0) throw new RungraphError('SETTING_INVALID', { problems })
  return toConfig(checked.data)
}

/** The settings as a Markdown table. */
export function settingsTable(): string {
  const rows = settings.map(
    ({ name, fallback, description }) =>
      `| \`${name}\` | ${fallback ? `\`${fallback}\`` : 'unset'} | ${description} |`,
  )
  return ['| Setting | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n')
}

function toConfig(values: Values): Config {
  const providers = toProviders(values)
  return {
    role: values.RUNGRAPH_ROLE,
    host: values.HOST,
    port: values.PORT,
    database:
      values.DATABASE_URL === null ? { dataDir: values.RUNGRAPH_DATA_DIR } : { url: values.DATABASE_URL },
    encryptionKey: values.RUNGRAPH_ENCRYPTION_KEY,
    tools: values.RUNGRAPH_TOOLS,
    mcp: values.RUNGRAPH_MCP,
    openapi: values.RUNGRAPH_OPENAPI,
    models: values.RUNGRAPH_MODELS,
    ownDatabaseForRelics: values.RUNGRAPH_RELICS_OWN_DATABASE === 'on',
    http: { allow: values.RUNGRAPH_HTTP_ALLOW, private: values.RUNGRAPH_HTTP_PRIVATE },
    webhooks: { secret: values.RUNGRAPH_WEBHOOK_SECRET, private: values.RUNGRAPH_WEBHOOK_PRIVATE },
    concurrency: values.RUNGRAPH_CONCURRENCY,
    demo: values.RUNGRAPH_DEMO === 'on',
    monitor: values.RUNGRAPH_MONITOR === 'on',
    logLevel: values.RUNGRAPH_LOG_LEVEL,
    shutdownGraceMs: values.RUNGRAPH_SHUTDOWN_GRACE_MS,
    providers,
    notes: toNotes(values, providers),
  }
}

function toProviders(values: Values): ProvidersConfig {
  const openai = access(values.OPENAI_API_KEY, values.OPENAI_BASE_URL)
  const hasOwnChat = values.OPENAI_CHAT_API_KEY !== null || values.OPENAI_CHAT_BASE_URL !== null
  return {
    openai,
    // A key goes only to the server that it was given for.
    'openai-chat': hasOwnChat
      ? { apiKeys: values.OPENAI_CHAT_API_KEY ?? [], ...address(values.OPENAI_CHAT_BASE_URL) }
      : openai,
    anthropic: access(values.ANTHROPIC_API_KEY, values.ANTHROPIC_BASE_URL),
    google: access(values.GOOGLE_API_KEY ?? values.GEMINI_API_KEY, values.GOOGLE_GEMINI_BASE_URL),
    vertex: vertexAccess(values),
  }
}

function access(apiKeys: readonly string[] | null, baseUrl: string | null): ProviderAccess | null {
  return apiKeys === null ? null : { apiKeys, ...address(baseUrl) }
}

function vertexAccess(values: Values): VertexAccess | null {
  const project = values.GOOGLE_CLOUD_PROJECT
  if (project === null) return null
  return { project, location: values.GOOGLE_CLOUD_LOCATION, ...address(values.GOOGLE_VERTEX_BASE_URL) }
}

function address(baseUrl: string | null): { readonly baseUrl?: string } {
  return baseUrl === null ? {} : { baseUrl }
}

/** An address without its key, or project, does nothing; some environments set it for other programs, so it is no error. */
function toNotes(values: Values, providers: ProvidersConfig): readonly string[] {
  const addresses = [
    ['openai', 'OPENAI_BASE_URL', 'OPENAI_API_KEY'],
    ['anthropic', 'ANTHROPIC_BASE_URL', 'ANTHROPIC_API_KEY'],
    ['google', 'GOOGLE_GEMINI_BASE_URL', 'GEMINI_API_KEY'],
    ['vertex', 'GOOGLE_VERTEX_BASE_URL', 'GOOGLE_CLOUD_PROJECT'],
  ] as const
  return addresses
    .filter(([provider, url]) => values[url] !== null && providers[provider] === null)
    .map(([provider, url, key]) => `${url} is set without ${key}: ${provider} is not available.`)
}

function setting<Value>(schema: z.ZodType<Value, string>, fallback: string, description: string) {
  return z.prefault(schema, fallback).register(facts, { fallback, description, secret: false })
}

function optional<Value>(schema: z.ZodType<Value, string>, description: string) {
  return schema.nullable().default(null).register(facts, { fallback: null, description, secret: false })
}

/** A setting whose value is never shown. */
function secret<Value>(schema: z.ZodType<Value, string>, description: string) {
  return schema.nullable().default(null).register(facts, { fallback: null, description, secret: true })
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || (isIP(host) !== 0 && ipaddr.process(host).range() === 'loopback')
}

function toProblem(issue: z.core.$ZodIssue, given: Readonly<Record<string, string | undefined>>): string {
  const name = String(issue.path[0])
  const isSecret = settings.some((known) => known.name === name && known.secret)
  return isSecret
    ? `${name} ${issue.message}.`
    : `${name} is ${JSON.stringify(given[name])}; it ${issue.message}.`
}

/** Says of a variable that looks like a setting, and is none of this version, what to do. */
function toStranger(name: string): readonly string[] {
  if (unsupported.includes(name)) return [`${name} is not supported by this version; unset it.`]
  if (!name.startsWith('RUNGRAPH_') || name in environment.shape) return []
  const bare = name.slice('RUNGRAPH_'.length)
  const far = (known: string) => Math.min(distance(name, known), distance(bare, known))
  const [nearest] = settings.map((known) => known.name).toSorted((a, b) => far(a) - far(b))
  return [`${name} is no setting; the nearest is ${nearest}.`]
}

/** How many letters must be added, dropped or changed to make one name of the other. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (const [column, other] of [...to].entries()) {
      const [left = 0, up = 0, diagonal = 0] = [next[column], row[column + 1], row[column]]
      next.push(Math.min(left + 1, up + 1, diagonal + (letter === other ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
