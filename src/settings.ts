import { z } from 'zod'
import {
  apiKeys,
  cloudName,
  encryptionKey,
  hostPatterns,
  keyValues,
  oneOf,
  origins,
  path,
  postgresUrl,
  redisUrl,
  relicVariables,
  share,
  webhookSecret,
  webUrl,
  wholeNumber,
} from './config-values.ts'
import { chatDialectNames } from './domain/chat-dialect.ts'

/** A hundred years, about. */
const maxDays = 36_500

interface Facts {
  readonly fallback: string | null
  readonly description: string
  readonly secret: boolean
}
const facts = z.registry<Facts>()

/** Every setting, declared once: the checks at start, the table of docs/settings.md and `.env.example` follow from it. */
export const environment = z.object({
  HOST: setting(
    z.string(),
    '127.0.0.1',
    'Address that the server listens on. An address other than loopback needs an API key first (`npm run keys`).',
  ),
  PORT: setting(wholeNumber(0, 65_535), '4000', 'Port that the server listens on. 0 picks a free port.'),
  RUNGRAPH_HEALTH_PORT: optional(
    wholeNumber(0, 65_535),
    'Second port, on `HOST`, that serves only `/health/live`, `/health/ready` and `/metrics`, in every role. A worker listens on no other port. 0 picks a free port. Unset: no second port.',
  ),
  RUNGRAPH_ORIGINS: setting(
    origins(),
    '',
    'Origins of web pages that may call the server, besides its own pages, comma-separated: `https://app.example.com`.',
  ),
  DATABASE_URL: secret(
    postgresUrl(),
    'URL of a PostgreSQL server: `postgres://user:password@host:5432/name`. Unset: Rungraph starts a private PostgreSQL in `RUNGRAPH_DATA_DIR`.',
  ),
  DATABASE_DIRECT_URL: secret(
    postgresUrl(),
    'URL of the same PostgreSQL server without the connection pooler, for migrations, wakeups and the locks of workers. Needed if `DATABASE_URL` leads to a pooler. Unset: `DATABASE_URL`.',
  ),
  REDIS_URL: secret(
    redisUrl(),
    'URL of Redis 6 or newer, or Valkey: `redis://user:password@host:6379/0`, or `rediss://` with TLS. It carries wakeups between processes instead of NOTIFY of PostgreSQL, and stores nothing. Unset: NOTIFY.',
  ),
  RUNGRAPH_DATA_DIR: setting(
    path(),
    '.rungraph',
    'Folder of the private PostgreSQL. Not used with `DATABASE_URL`.',
  ),
  RUNGRAPH_ENCRYPTION_KEY: secret(
    encryptionKey(),
    'Key that encrypts the secrets of runs and of webhooks in the database, so that a restart does not lose them: 32 bytes in base64 (`openssl rand -base64 32`). Unset: a key file in `RUNGRAPH_DATA_DIR` with a private PostgreSQL; with `DATABASE_URL`, these secrets are not stored.',
  ),
  RUNGRAPH_ROLE: setting(
    oneOf(['all', 'api', 'worker']),
    'all',
    'Role of the process: `api` serves the API, `worker` executes runs, `all` does both.',
  ),
  RUNGRAPH_TOOLS: optional(path(), 'Path of a module whose default export is an array of tools.'),
  RUNGRAPH_MCP: optional(
    path(),
    'Path of a JSON file with MCP servers, in the `mcpServers` format of other clients. Agents can be given the tools of these servers.',
  ),
  RUNGRAPH_OPENAPI: optional(
    path(),
    'Path of a JSON file with OpenAPI documents: `{ "<name>": { "document": "<path or URL>" } }`. Agents can be given their operations as tools.',
  ),
  RUNGRAPH_MODELS: optional(
    path(),
    'Path of a JSON file with prices, context windows and output limits by `provider/model`. Its values override the built-in ones.',
  ),
  RUNGRAPH_CONCURRENCY: setting(
    wholeNumber(1, 10_000),
    '50',
    'Maximum number of runs that this process executes at once.',
  ),
  RUNGRAPH_LEASE_MS: setting(
    wholeNumber(1_000, 600_000),
    '10000',
    'Milliseconds that a worker owns a run without renewing its lease. A worker renews its leases after each third of this time. A worker that hangs or is cut off loses its runs after this time; a dead worker loses them within about a second. Must be the same in all processes.',
  ),
  RUNGRAPH_CONNECTIONS_PER_ADDRESS: setting(
    wholeNumber(1, 1_000_000),
    '10000',
    'Maximum number of WebSockets and event streams that one address holds open at this process. All clients behind a proxy share its address.',
  ),
  RUNGRAPH_SUBSCRIPTIONS_PER_CALLER: setting(
    wholeNumber(1, 1_000_000),
    '10000',
    'Maximum number of subscriptions that one caller follows at this process, over all its connections.',
  ),
  RUNGRAPH_REQUESTS_PER_MINUTE: optional(
    wholeNumber(1, 1_000_000),
    'Maximum number of requests that one caller sends to this process in a minute. Each operation of a batch or of a WebSocket counts as one. Unset: unlimited.',
  ),
  RUNGRAPH_REQUESTS_PER_MINUTE_WITHOUT_KEY: setting(
    wholeNumber(1, 1_000_000),
    '6000',
    'Maximum number of requests without a valid API key that one IPv4 address, or one /64 of IPv6, sends to this process in a minute. Requests below `/health/` and `/graphiql/` do not count.',
  ),
  RUNGRAPH_MAX_DEPTH: setting(
    wholeNumber(1, 1_000),
    '20',
    'Maximum depth of nested fields in one operation. The introspection query of GraphQL clients has depth 15.',
  ),
  RUNGRAPH_MAX_COST: setting(
    wholeNumber(1, 100_000_000),
    '50000',
    'Maximum number of objects that the answer of one operation can contain if all its pages are full. 10,000 objects take about half a second of one processor.',
  ),
  RUNGRAPH_MAX_ALIASES: setting(
    wholeNumber(0, 100_000),
    '100',
    'Maximum number of aliases in one operation. Aliases of a fragment count at each place where it is spread.',
  ),
  RUNGRAPH_MAX_TOKENS: setting(
    wholeNumber(100, 100_000),
    '5000',
    'Maximum number of lexical tokens (words and signs) in one GraphQL document.',
  ),
  RUNGRAPH_OPERATIONS: optional(
    path(),
    'Path of a manifest of persisted operations: a JSON file with documents by id, as GraphQL Code Generator, Relay and Apollo write it. Clients then send the ids.',
  ),
  RUNGRAPH_OPERATIONS_ONLY: setting(
    oneOf(['on', 'off']),
    'off',
    'Whether the server runs only the operations of `RUNGRAPH_OPERATIONS`. With `on` it refuses any other document, and GraphiQL is off.',
  ),
  RUNGRAPH_MODEL_IDLE_TIMEOUT_MS: setting(
    wholeNumber(1_000, 3_600_000),
    '120000',
    'Milliseconds without output, before the first chunk or between two chunks, after which a model request counts as timed out. Raise it for models that think for long before they write.',
  ),
  RUNGRAPH_RETENTION_DELTAS_DAYS: optional(
    wholeNumber(1, maxDays),
    'Days after the end of a run until its delta events (`TextDelta`, `ReasoningDelta`, `ArgumentsDelta`) are removed. Unset: they are kept as long as the run.',
  ),
  RUNGRAPH_RETENTION_RUNS_DAYS: optional(
    wholeNumber(1, maxDays),
    'Days after the end of a run until it is removed, with all its data and the runs below it. Its usage stays counted. Unset: runs are kept for ever.',
  ),
  RUNGRAPH_DEMO: setting(
    oneOf(['on', 'off']),
    'on',
    'Whether an empty database gets the scripted demonstration agents, and any database gets one agent for each provider that is set up.',
  ),
  RUNGRAPH_MONITOR: setting(
    oneOf(['on', 'off']),
    'on',
    'Whether this process, if it executes runs, also monitors all running runs for repeated actions and for progress that does not move. One process at a time does so.',
  ),
  RUNGRAPH_HTTP_ALLOW: setting(
    hostPatterns(),
    '*',
    'Hosts that tools may call, comma-separated: `example.com`, `*.example.com`, `192.0.2.0/24`, each optionally with a port (`example.com:443`, `[2001:db8::1]:443`), or `*` for all hosts.',
  ),
  RUNGRAPH_HTTP_PRIVATE: setting(
    hostPatterns(),
    '',
    'Hosts of `RUNGRAPH_HTTP_ALLOW` that may have a private or loopback address, comma-separated: `*.internal`, `10.0.0.0/8:443`. The ports of Rungraph, its database and Redis stay unreachable.',
  ),
  RUNGRAPH_WEBHOOK_SECRET: secret(
    webhookSecret(),
    'Secret that signs all webhook deliveries, in addition to the secret of each webhook: `whsec_` and base64, or a text of at least 16 characters.',
  ),
  RUNGRAPH_WEBHOOK_PRIVATE: setting(
    hostPatterns(),
    '',
    'Hosts of webhooks that may have a private or loopback address, comma-separated: `*.internal`, `10.0.0.0/8:443`. The ports of Rungraph, its database and Redis stay unreachable.',
  ),
  RUNGRAPH_RELICS_OWN_SERVER: setting(
    oneOf(['off', 'other-databases', 'all']),
    'off',
    "What SQL relics may reach on the PostgreSQL server of Rungraph's own database: nothing (`off`), its other databases (`other-databases`), or that database too (`all`). Give relics a role that can read only what agents may see.",
  ),
  RUNGRAPH_RELICS_UNSAFE_ROLES: setting(
    relicVariables(),
    '',
    "Names of the URL variables of SQL relics, comma-separated, whose role may be a superuser, run programs or read files on its server's machine. Agents can then do all of this.",
  ),
  RUNGRAPH_LOG_LEVEL: setting(
    oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    'info',
    'Lowest level of log lines that are written.',
  ),
  RUNGRAPH_SHUTDOWN_GRACE_MS: setting(
    wholeNumber(0, 300_000),
    '25000',
    'Milliseconds that a stopping process has until it exits. Runs get four fifths of them to reach a checkpoint.',
  ),
  OTEL_SDK_DISABLED: setting(
    // By OpenTelemetry in capitals, too.
    z
      .string()
      .toLowerCase()
      .pipe(oneOf(['true', 'false'])),
    'false',
    'Whether tracing is off, whatever the other `OTEL_` settings are.',
  ),
  OTEL_TRACES_EXPORTER: setting(
    oneOf(['otlp', 'none']),
    'otlp',
    'Exporter of traces. `none` sends no traces, for environments that set an OTLP endpoint for other programs.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    webUrl(),
    'Base URL of an OpenTelemetry collector. Traces go to `/v1/traces` below it, as OTLP over HTTP. Without this setting and `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` there are no traces, and OpenTelemetry is not loaded.',
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optional(
    webUrl(),
    'Full URL, path included, that traces are sent to. Overrides `OTEL_EXPORTER_OTLP_ENDPOINT`.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: secret(
    keyValues(),
    'Headers of requests that send traces: `name=value`, comma-separated, with percent-encoded values.',
  ),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: secret(
    keyValues(),
    'Additional headers of requests that send traces, in the same format as `OTEL_EXPORTER_OTLP_HEADERS`, whose values they override.',
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: setting(
    z.string(),
    'http/protobuf',
    'Protocol of the trace exporter. Only `http/protobuf` is supported.',
  ),
  OTEL_SERVICE_NAME: setting(z.string(), 'rungraph', 'Name of this process in traces (`service.name`).'),
  OTEL_RESOURCE_ATTRIBUTES: optional(
    keyValues(),
    'Further resource attributes of traces, comma-separated: `deployment.environment.name=production`.',
  ),
  OTEL_TRACES_SAMPLER: setting(
    oneOf([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ]),
    'parentbased_always_on',
    'Sampler that decides which traces are kept. A `parentbased_…` sampler follows the decision of the caller.',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    share(),
    '1',
    'Share of traces, from 0 to 1, that the samplers `traceidratio` and `parentbased_traceidratio` keep.',
  ),
  OTEL_BSP_SCHEDULE_DELAY: setting(
    wholeNumber(1, 600_000),
    '5000',
    'Milliseconds that the exporter collects spans before it sends them.',
  ),
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: setting(
    oneOf(['true', 'false']),
    'false',
    'Whether traces contain the messages to and from models and tools. Secrets are redacted.',
  ),
  OPENAI_API_KEY: secret(
    apiKeys(),
    'API key of OpenAI, or several keys, comma-separated. Sets up `openai/…`, and `openai-chat/…` unless that has settings of its own. Several keys are auth profiles: if one is refused, the next is tried.',
  ),
  OPENAI_BASE_URL: optional(
    webUrl(),
    "Base URL for the keys of `OPENAI_API_KEY`. Unset: OpenAI's own address.",
  ),
  OPENAI_CHAT_API_KEY: secret(apiKeys(), 'API key for `openai-chat/…`, or several keys, comma-separated.'),
  OPENAI_CHAT_BASE_URL: optional(
    webUrl(),
    'Base URL of any server with an API compatible with OpenAI: `http://127.0.0.1:11434/v1`. Sets up `openai-chat/…`, with or without a key.',
  ),
  OPENAI_CHAT_DIALECT: optional(
    oneOf(chatDialectNames),
    `Dialect of the server of \`OPENAI_CHAT_BASE_URL\`: what it accepts beyond the request that all compatible servers accept. Unset: recognised by its address. Values: ${chatDialectNames.map((name) => `\`${name}\``).join(', ')}.`,
  ),
  ANTHROPIC_API_KEY: secret(
    apiKeys(),
    'API key of Anthropic, or several keys, comma-separated. Sets up `anthropic/…`.',
  ),
  ANTHROPIC_BASE_URL: optional(
    webUrl(),
    "Base URL for the keys of `ANTHROPIC_API_KEY`. Unset: Anthropic's own address.",
  ),
  GOOGLE_API_KEY: secret(
    apiKeys(),
    'API key of Google, or several keys, comma-separated. Sets up `google/…`. If `GEMINI_API_KEY` is set too, this one is used.',
  ),
  GEMINI_API_KEY: secret(
    apiKeys(),
    'API key of Google, or several keys, comma-separated. Sets up `google/…`. Not used if `GOOGLE_API_KEY` is set.',
  ),
  GOOGLE_GEMINI_BASE_URL: optional(
    webUrl(),
    "Base URL for the keys of `GOOGLE_API_KEY` or `GEMINI_API_KEY`. Unset: Google's own address.",
  ),
  GOOGLE_CLOUD_PROJECT: optional(
    cloudName(),
    'Google Cloud project. Sets up `vertex/…` (Gemini on Vertex AI) with the Application Default Credentials of the process (`GOOGLE_APPLICATION_CREDENTIALS`, `gcloud auth application-default login`, or those of the machine).',
  ),
  GOOGLE_CLOUD_LOCATION: setting(
    cloudName(),
    'global',
    'Location of Vertex AI: `global`, or a region such as `europe-west4`. Not used without `GOOGLE_CLOUD_PROJECT`.',
  ),
  GOOGLE_VERTEX_BASE_URL: optional(webUrl(), "Base URL of Vertex AI. Unset: Google's own address."),
})
export type Values = z.output<typeof environment>

/** The settings in the order in which people read them; a `null` fallback means unset. */
export const settings: readonly (Facts & { readonly name: string })[] = Object.entries(environment.shape).map(
  ([name, schema]) => ({ name, fallback: null, description: '', secret: false, ...facts.get(schema) }),
)

/** The settings as a Markdown table. */
export function settingsTable(): string {
  const rows = settings.map(
    ({ name, fallback, description }) =>
      `| \`${name}\` | ${fallback ? `\`${fallback}\`` : 'unset'} | ${description} |`,
  )
  return ['| Setting | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n')
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
