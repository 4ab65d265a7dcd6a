import type { z } from 'zod'
import type { ChatDialectName } from '../domain/chat-dialect.ts'
import { RungraphError } from '../domain/errors.ts'
import type { IdentityProvider } from '../domain/identity-provider.ts'
import type { S3Bucket } from '../net/s3-objects.ts'
import { environment, settings, type Values } from './settings.ts'
import { unknownSettings } from './unknown-settings.ts'

/** The settings of a process from its environment, checked. */
export type Config = Readonly<ReturnType<typeof toConfig>>

/** Address of a PostgreSQL server. */
export interface ServerAddress {
  /** May lead to a pooler that pools by transaction. */
  readonly url: string
  /** Leads to the server itself. */
  readonly directUrl: string
}

/** Access to each provider, by its name; `null` if it is not configured. */
export interface ProvidersConfig {
  readonly openai: ProviderAccess | null
  /** Without keys for a compatible server that takes none. */
  readonly 'openai-chat': ChatAccess | null
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

export interface ChatAccess extends ProviderAccess {
  /** Which server it is; absent: derived from its address. */
  readonly dialect?: ChatDialectName
}

/** Its credentials are Google's Application Default Credentials, as the process finds them when it first asks. */
export interface VertexAccess {
  readonly project: string
  readonly location: string
  /** Without a slash at its end. Absent: Google's own address of that location. */
  readonly baseUrl?: string
}

/**
 * Reads the settings of a process from its environment; an empty text counts as unset.
 * @throws SETTING_INVALID with every problem at once
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  written: Written = asVariable,
): Config {
  const supplied = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const checked = environment.safeParse(supplied)
  const problems = [
    ...(checked.error?.issues ?? []).map((issue) => toProblem(issue, supplied, written)),
    ...Object.keys(supplied).flatMap((name) => unknownSettings(name, Object.keys(environment.shape))),
    ...toIncomplete(supplied),
    ...toUnsupportedProtocol(supplied),
  ]
  if (!checked.success || problems.length > 0) throw new RungraphError('SETTING_INVALID', { problems })
  return toConfig(checked.data)
}

function toConfig(values: Values) {
  const providers = toProviders(values)
  return {
    role: values.RUNGRAPH_ROLE,
    host: values.HOST,
    /** Origins of web pages that may call, besides those of the server itself. */
    origins: values.RUNGRAPH_ORIGINS,
    /** Who vouches for people; `null`: nobody does. */
    identityProvider: toIdentityProvider(values),
    /** Address under which browsers reach the server; `null`: unknown. */
    publicUrl: values.RUNGRAPH_PUBLIC_URL ?? ownUrl(values),
    /** 0: any free one. */
    port: values.PORT,
    /** 0: any free one; `null`: no port beside `port`. */
    healthPort: values.RUNGRAPH_HEALTH_PORT,
    database: toDatabase(values),
    /** Redis server for wakeups, in place of NOTIFY. */
    redisUrl: values.REDIS_URL,
    /** 32 bytes; `null`: where the database is private, a key file is made (TAS-7). */
    encryptionKey: values.RUNGRAPH_ENCRYPTION_KEY,
    /** Further keys, which only decrypt. */
    decryptionKeys: values.RUNGRAPH_DECRYPTION_KEYS ?? [],
    /** An API key to be made, or its hash; `null`: none. */
    adminKey: values.RUNGRAPH_ADMIN_KEY,
    /** The absolute path of the user's module or folder of tools. */
    tools: values.RUNGRAPH_TOOLS,
    /** The absolute path of the user's module or folder of agents, and the slug of their project. */
    agents: { path: values.RUNGRAPH_AGENTS, project: values.RUNGRAPH_AGENTS_PROJECT },
    /** The absolute path of the file of MCP servers. */
    mcp: values.RUNGRAPH_MCP,
    /** The absolute path of the file of OpenAPI documents. */
    openapi: values.RUNGRAPH_OPENAPI,
    /** Absolute path of the file of prices and limits of models. */
    models: values.RUNGRAPH_MODELS,
    relics: {
      /** Databases that SQL relics may use on the server of Rungraph's own database. */
      ownServer: values.RUNGRAPH_RELICS_OWN_SERVER,
      /** Variables whose role may have rights on the machine of its server. */
      unsafeRoles: values.RUNGRAPH_RELICS_UNSAFE_ROLES,
    },
    /** Bucket of the contents of files; `null`: the database has them. */
    files: toBucket(values),
    http: { allow: values.RUNGRAPH_HTTP_ALLOW, private: values.RUNGRAPH_HTTP_PRIVATE },
    webhooks: {
      /** Secret of the server that signs deliveries, in addition to a webhook's own. */
      secret: values.RUNGRAPH_WEBHOOK_SECRET,
      /** Hosts that may have a private or loopback address. */
      private: values.RUNGRAPH_WEBHOOK_PRIVATE,
    },
    concurrency: values.RUNGRAPH_CONCURRENCY,
    /** Time for which a claim on a run lasts without a write or a renewal (DUR-2). */
    leaseMs: values.RUNGRAPH_LEASE_MS,
    /** Time for which an idle connection of HTTP is kept. */
    idleConnectionMs: values.RUNGRAPH_KEEP_ALIVE_MS,
    /** WebSockets and event streams together. */
    connectionsPerAddress: values.RUNGRAPH_CONNECTIONS_PER_ADDRESS,
    callers: {
      requestsPerMinute: values.RUNGRAPH_REQUESTS_PER_MINUTE,
      keylessRequestsPerMinute: values.RUNGRAPH_REQUESTS_PER_MINUTE_WITHOUT_KEY,
      subscriptionsPerCaller: values.RUNGRAPH_SUBSCRIPTIONS_PER_CALLER,
    },
    /** Limits of one operation. */
    operations: {
      depth: values.RUNGRAPH_MAX_DEPTH,
      cost: values.RUNGRAPH_MAX_COST,
      aliases: values.RUNGRAPH_MAX_ALIASES,
      tokens: values.RUNGRAPH_MAX_TOKENS,
    },
    /** The absolute path of the manifest of operations, and whether they are the only ones. */
    manifest:
      values.RUNGRAPH_OPERATIONS === null
        ? null
        : { path: values.RUNGRAPH_OPERATIONS, isOnly: values.RUNGRAPH_OPERATIONS_ONLY === 'on' },
    /** Time without a byte from a provider after which its answer is given up, in milliseconds (MOD-3). */
    modelSilenceMs: values.RUNGRAPH_MODEL_IDLE_TIMEOUT_MS,
    batchEveryMs: values.RUNGRAPH_BATCH_EVERY_SECONDS * 1_000,
    /** Retention after the end of the run, in days; `null`: for ever. */
    keep: {
      deltasDays: values.RUNGRAPH_RETENTION_DELTAS_DAYS,
      runsDays: values.RUNGRAPH_RETENTION_RUNS_DAYS,
      /** After they were stored; 0: they are not stored (MOD-9). */
      modelTrafficDays: values.RUNGRAPH_RETENTION_MODEL_TRAFFIC_DAYS,
      /** Received events (WAIT-1). */
      eventsDays: values.RUNGRAPH_RETENTION_EVENTS_DAYS,
    },
    demo: values.RUNGRAPH_DEMO === 'on',
    monitor: values.RUNGRAPH_MONITOR === 'on',
    logLevel: values.RUNGRAPH_LOG_LEVEL,
    logFormat: values.RUNGRAPH_LOG_FORMAT,
    shutdownGraceMs: values.RUNGRAPH_SHUTDOWN_GRACE_MS,
    tracing: toTracing(values),
    providers,
    /** Notes about valid settings that probably do not have the intended effect. */
    notes: toNotes(values, providers),
  }
}

/** The address at which a browser on this machine finds a server that serves this machine alone. */
function ownUrl({ HOST: host, PORT: port }: Values): string | null {
  const isOwn = ['127.0.0.1', 'localhost', '::1'].includes(host)
  return isOwn && port !== 0 ? `http://${host === '::1' ? '[::1]' : host}:${port}` : null
}

function toDatabase(values: Values): ServerAddress | { readonly dataDir: string } {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl } = values
  return url === null ? { dataDir: values.RUNGRAPH_DATA_DIR } : { url, directUrl: directUrl ?? url }
}

function toBucket(values: Values): S3Bucket | null {
  const {
    RUNGRAPH_FILES_URL: place,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  } = values
  if (place === null || accessKeyId === null || secretAccessKey === null) return null
  const { bucket, prefix } = place
  const region = place.region ?? values.AWS_REGION ?? 'us-east-1'
  const endpoint = place.endpoint ?? `https://s3.${region}.amazonaws.com`
  const sessionToken = values.AWS_SESSION_TOKEN
  return { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey, sessionToken }
}

function toIdentityProvider(values: Values): IdentityProvider | null {
  const {
    RUNGRAPH_JWT_JWKS_URL: jwksUrl,
    RUNGRAPH_JWT_ISSUER: issuer,
    RUNGRAPH_JWT_AUDIENCE: audience,
  } = values
  if (jwksUrl === null || issuer === null || audience === null) return null
  return {
    ...{ jwksUrl, issuer, audience },
    nameClaim: values.RUNGRAPH_JWT_NAME_CLAIM,
    roleClaim: values.RUNGRAPH_JWT_ROLE_CLAIM,
    roles: values.RUNGRAPH_JWT_ROLES,
    projectClaim: values.RUNGRAPH_JWT_PROJECT_CLAIM,
  }
}

/** Destination and selection of spans; `null`: none. */
function toTracing(values: Values) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = values
  const url = own ?? (base === null ? null : `${base}/v1/traces`)
  if (url === null || isTracingOff(values)) return null
  return {
    url,
    headers: { ...values.OTEL_EXPORTER_OTLP_HEADERS, ...values.OTEL_EXPORTER_OTLP_TRACES_HEADERS },
    serviceName: values.OTEL_SERVICE_NAME,
    /** Further attributes of the process. */
    resource: values.OTEL_RESOURCE_ATTRIBUTES ?? {},
    sampler: values.OTEL_TRACES_SAMPLER,
    /** From 0 to 1. */
    ratio: values.OTEL_TRACES_SAMPLER_ARG,
    delayMs: values.OTEL_BSP_SCHEDULE_DELAY,
    capturesContent: values.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT === 'true',
  }
}

/** The settings that turn traces off, checked or as they were given. */
interface TracingSwitches {
  readonly OTEL_SDK_DISABLED?: string | undefined
  readonly OTEL_TRACES_EXPORTER?: string | undefined
}

/** An endpoint may be there for other programs, or for metrics alone. */
function isTracingOff({ OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER }: TracingSwitches): boolean {
  return OTEL_SDK_DISABLED?.toLowerCase() === 'true' || OTEL_TRACES_EXPORTER === 'none'
}

function toProviders(values: Values): ProvidersConfig {
  const openai = access(values.OPENAI_API_KEY, values.OPENAI_BASE_URL)
  const dialect = values.OPENAI_CHAT_DIALECT
  const chat = dialect === null ? {} : { dialect }
  const hasOwnChat = values.OPENAI_CHAT_API_KEY !== null || values.OPENAI_CHAT_BASE_URL !== null
  return {
    openai,
    // A key goes only to the server that it was given for.
    'openai-chat': hasOwnChat
      ? { apiKeys: values.OPENAI_CHAT_API_KEY ?? [], ...address(values.OPENAI_CHAT_BASE_URL), ...chat }
      : openai && { ...openai, ...chat },
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

function toNotes(values: Values, providers: ProvidersConfig): readonly string[] {
  return [...idleAddresses(values, providers), ...idleDays(values)]
}

function idleDays({
  RUNGRAPH_RETENTION_DELTAS_DAYS: deltas,
  RUNGRAPH_RETENTION_RUNS_DAYS: runs,
}: Values): readonly string[] {
  if (deltas === null || runs === null || deltas < runs) return []
  return [
    `RUNGRAPH_RETENTION_DELTAS_DAYS does nothing: runs are kept for ${runs} days, and their increments no longer than they.`,
  ]
}

/** An address without its key, or project, does nothing; some environments set it for other programs, so it is no error. */
function idleAddresses(values: Values, providers: ProvidersConfig): readonly string[] {
  const addresses = [
    ['openai', 'OPENAI_BASE_URL', 'OPENAI_API_KEY'],
    ['anthropic', 'ANTHROPIC_BASE_URL', 'ANTHROPIC_API_KEY'],
    ['google', 'GOOGLE_GEMINI_BASE_URL', 'GOOGLE_API_KEY'],
    ['vertex', 'GOOGLE_VERTEX_BASE_URL', 'GOOGLE_CLOUD_PROJECT'],
  ] as const
  return addresses
    .filter(([provider, url]) => values[url] !== null && providers[provider] === null)
    .map(([provider, url, key]) => `${url} is set without ${key}: ${provider} is not available.`)
}

function toProblem(
  issue: z.core.$ZodIssue,
  supplied: Readonly<Record<string, string | undefined>>,
  written: Written,
): string {
  const name = String(issue.path[0])
  const isSecret = settings.some((known) => known.name === name && known.secret)
  const { as, value } = written(name, supplied[name])
  return isSecret ? `${as} ${issue.message}.` : `${as} is ${value}; it ${issue.message}.`
}

/** How the source of the settings writes a setting: its name there, and its value. */
export type Written = (
  name: string,
  text: string | undefined,
) => { readonly as: string; readonly value: string }

function asVariable(name: string, text: string | undefined) {
  return { as: name, value: JSON.stringify(text) }
}

/** Returns the settings that have no effect without another one. */
function toIncomplete(supplied: Readonly<Record<string, string | undefined>>): readonly string[] {
  const problems: string[] = []
  if (supplied.DATABASE_DIRECT_URL !== undefined && supplied.DATABASE_URL === undefined)
    problems.push('DATABASE_DIRECT_URL is set without DATABASE_URL; set both, or neither.')
  const hasKey = supplied.RUNGRAPH_ENCRYPTION_KEY !== undefined
  if (supplied.RUNGRAPH_DECRYPTION_KEYS !== undefined && supplied.DATABASE_URL !== undefined && !hasKey)
    problems.push('RUNGRAPH_DECRYPTION_KEYS is set without RUNGRAPH_ENCRYPTION_KEY; set both, or neither.')
  const identity = ['RUNGRAPH_JWT_JWKS_URL', 'RUNGRAPH_JWT_ISSUER', 'RUNGRAPH_JWT_AUDIENCE']
  const missing = identity.filter((name) => supplied[name] === undefined)
  if (missing.length > 0 && missing.length < identity.length)
    problems.push(
      `${missing.join(' and ')} must be set too: tokens of people need all of ${identity.join(', ')}.`,
    )
  const credentials = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
  const without = credentials.filter((name) => supplied[name] === undefined)
  if (supplied.RUNGRAPH_FILES_URL !== undefined && without.length > 0)
    problems.push(`${without.join(' and ')} must be set too: RUNGRAPH_FILES_URL needs credentials.`)
  if (supplied.RUNGRAPH_OPERATIONS_ONLY === 'on' && supplied.RUNGRAPH_OPERATIONS === undefined)
    problems.push(
      'RUNGRAPH_OPERATIONS_ONLY is on without RUNGRAPH_OPERATIONS: nothing could be asked; set both.',
    )
  const storesTraffic = Number(supplied.RUNGRAPH_RETENTION_MODEL_TRAFFIC_DAYS ?? 0) > 0
  if (storesTraffic && supplied.DATABASE_URL !== undefined && supplied.RUNGRAPH_ENCRYPTION_KEY === undefined)
    problems.push(
      'RUNGRAPH_RETENTION_MODEL_TRAFFIC_DAYS is set without RUNGRAPH_ENCRYPTION_KEY: model traffic is stored encrypted only; set both.',
    )
  return problems
}

/** Some environments set it for other programs: it is wrong only where traces are to be sent. */
function toUnsupportedProtocol(supplied: Readonly<Record<string, string | undefined>>): readonly string[] {
  const { OTEL_EXPORTER_OTLP_PROTOCOL: protocol = 'http/protobuf' } = supplied
  const isSent = supplied.OTEL_EXPORTER_OTLP_ENDPOINT ?? supplied.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  if (isSent === undefined || isTracingOff(supplied) || protocol === 'http/protobuf') return []
  return [
    `OTEL_EXPORTER_OTLP_PROTOCOL is ${JSON.stringify(protocol)}; it must be http/protobuf: collectors take that on another port, mostly 4318.`,
  ]
}
