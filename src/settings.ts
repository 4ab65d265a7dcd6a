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

/** Every setting, declared once: the checks at start, README's table and `.env.example` follow from it. */
export const environment = z.object({
  HOST: setting(
    z.string(),
    '127.0.0.1',
    'Address that the server listens on. Others than loopback are taken once there is an API key (`npm run keys`).',
  ),
  PORT: setting(wholeNumber(0, 65_535), '4000', 'Port that the server listens on; 0 picks a free one.'),
  RUNGRAPH_HEALTH_PORT: optional(
    wholeNumber(0, 65_535),
    'A second port, on `HOST`, that answers `/health/live`, `/health/ready` and `/metrics` only, in every role: a worker listens on no other. 0 picks a free one.',
  ),
  RUNGRAPH_ORIGINS: setting(
    origins(),
    '',
    'Origins of web pages that may call, comma-separated, besides the pages of this server: `https://app.example.com`.',
  ),
  DATABASE_URL: secret(
    postgresUrl(),
    'PostgreSQL server: `postgres://user:password@host:5432/name`. Unset: a private one in `RUNGRAPH_DATA_DIR`.',
  ),
  DATABASE_DIRECT_URL: secret(
    postgresUrl(),
    'The same server past its connection pooler, where `DATABASE_URL` leads to one: for migrations, wake-ups and the locks of workers. Unset: `DATABASE_URL`.',
  ),
  REDIS_URL: secret(
    redisUrl(),
    'Redis 6 or newer, or Valkey: carries wake-ups between processes, in place of NOTIFY of PostgreSQL, and keeps nothing. `redis://user:password@host:6379/0`, `rediss://` with TLS.',
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
  RUNGRAPH_LEASE_MS: setting(
    wholeNumber(1_000, 600_000),
    '10000',
    'Milliseconds for which a worker owns a run without renewing it, every third of that. A worker that hangs or is cut off loses its runs after that long; one that died does so within about a second. The same for all processes.',
  ),
  RUNGRAPH_CONNECTIONS_PER_ADDRESS: setting(
    wholeNumber(1, 1_000_000),
    '10000',
    'WebSockets and event streams that one address may hold open at this process; behind a proxy, all of its clients have its address.',
  ),
  RUNGRAPH_SUBSCRIPTIONS_PER_CALLER: setting(
    wholeNumber(1, 1_000_000),
    '10000',
    'Subscriptions that one caller may follow at this process, over all of its connections.',
  ),
  RUNGRAPH_REQUESTS_PER_MINUTE: optional(
    wholeNumber(1, 1_000_000),
    'Requests that one caller may send to this process in a minute; an operation of a batch or of a WebSocket is one. Unset: as many as it likes.',
  ),
  RUNGRAPH_REQUESTS_PER_MINUTE_WITHOUT_KEY: setting(
    wholeNumber(1, 1_000_000),
    '6000',
    'The same for all that come without a valid key from one address, or from one /64 of IPv6. What is below `/health/` and `/graphiql/` is not counted.',
  ),
  RUNGRAPH_MAX_DEPTH: setting(
    wholeNumber(1, 1_000),
    '20',
    'Fields within fields that an operation may ask for; the introspection of GraphQL clients has 15.',
  ),
  RUNGRAPH_MAX_COST: setting(
    wholeNumber(1, 100_000_000),
    '50000',
    'Objects that the answer of an operation may have, where all its pages are full. 10,000 take about half a second of a processor.',
  ),
  RUNGRAPH_MAX_ALIASES: setting(
    wholeNumber(0, 100_000),
    '100',
    'Aliases of an operation, with those of fragments wherever they are spread.',
  ),
  RUNGRAPH_MAX_TOKENS: setting(
    wholeNumber(100, 100_000),
    '5000',
    'Words and signs of a document of GraphQL.',
  ),
  RUNGRAPH_OPERATIONS: optional(
    path(),
    'Path of a manifest of operations: a JSON file of documents by their ids, as GraphQL Code Generator, Relay and Apollo write it. Clients then send the ids.',
  ),
  RUNGRAPH_OPERATIONS_ONLY: setting(
    oneOf(['on', 'off']),
    'off',
    'Whether only the operations of `RUNGRAPH_OPERATIONS` are run: any other document is refused, and GraphiQL is off.',
  ),
  RUNGRAPH_MODEL_IDLE_TIMEOUT_MS: setting(
    wholeNumber(1_000, 3_600_000),
    '120000',
    'Milliseconds after which a provider that says nothing is given up, before its first word as between two: the call counts as timed out. Models that think long without a word need more.',
  ),
  RUNGRAPH_RETENTION_DELTAS_DAYS: optional(
    wholeNumber(1, maxDays),
    "Days that a run's increments (`TextDelta`, `ReasoningDelta`, `ArgumentsDelta`) are kept after it came to its end. Unset: as long as the run.",
  ),
  RUNGRAPH_RETENTION_RUNS_DAYS: optional(
    wholeNumber(1, maxDays),
    'Days that a run is kept after it came to its end, with everything of it and of the runs below it. What it used stays counted. Unset: for ever.',
  ),
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
    'Hosts that tools may fetch from, comma-separated: `example.com`, `*.example.com`, `192.0.2.0/24`, each also with a port (`example.com:443`, `[2001:db8::1]:443`), or `*` for all.',
  ),
  RUNGRAPH_HTTP_PRIVATE: setting(
    hostPatterns(),
    '',
    'Which of those may have a private or loopback address, comma-separated, in the same forms. The ports of Rungraph itself, its database and Redis are never reached.',
  ),
  RUNGRAPH_WEBHOOK_SECRET: secret(
    webhookSecret(),
    'Signs what webhooks are sent, besides the secret that each has of its own: `whsec_` and base64, or a text of at least 16 characters.',
  ),
  RUNGRAPH_WEBHOOK_PRIVATE: setting(
    hostPatterns(),
    '',
    'Hosts of webhooks that may have a private or loopback address, comma-separated, in the same forms. The ports of Rungraph itself, its database and Redis are never reached.',
  ),
  RUNGRAPH_RELICS_OWN_SERVER: setting(
    oneOf(['off', 'other-databases', 'all']),
    'off',
    "What SQL relics may reach of the PostgreSQL server that Rungraph's own database is on: nothing, its other databases, or that database too; give them a role that may read only what agents may see.",
  ),
  RUNGRAPH_RELICS_UNSAFE_ROLES: setting(
    relicVariables(),
    '',
    "Variables of SQL relics, comma-separated, whose role may be a superuser or run programs and read files on its server's machine: agents may then do all of that.",
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
  OTEL_SDK_DISABLED: setting(
    // By OpenTelemetry in capitals, too.
    z
      .string()
      .toLowerCase()
      .pipe(oneOf(['true', 'false'])),
    'false',
    'Whether nothing is traced, whatever the others say.',
  ),
  OTEL_TRACES_EXPORTER: setting(
    oneOf(['otlp', 'none']),
    'otlp',
    'Whether traces are sent where the next two say: `none` where these are for what other programs send.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    webUrl(),
    'Where traces are sent, as OTLP over HTTP: `/v1/traces` below this address. Unset, as the next: nothing is traced, and nothing of OpenTelemetry loaded.',
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optional(webUrl(), 'The same with its path, in place of that.'),
  OTEL_EXPORTER_OTLP_HEADERS: secret(
    keyValues(),
    'Headers that traces are sent with: `name=value`, comma-separated, values percent-encoded.',
  ),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: secret(keyValues(), 'More of them; they win over those.'),
  OTEL_EXPORTER_OTLP_PROTOCOL: setting(
    z.string(),
    'http/protobuf',
    'How they are sent: only `http/protobuf`, which every collector takes.',
  ),
  OTEL_SERVICE_NAME: setting(z.string(), 'rungraph', 'What this process is called in traces.'),
  OTEL_RESOURCE_ATTRIBUTES: optional(
    keyValues(),
    'What else is said of it: `deployment.environment.name=production`, comma-separated.',
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
    'Which traces are kept; `parentbased_…` keeps those that the caller keeps.',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    share(),
    '1',
    'The share of traces that `traceidratio` and `parentbased_traceidratio` keep.',
  ),
  OTEL_BSP_SCHEDULE_DELAY: setting(
    wholeNumber(1, 600_000),
    '5000',
    'Milliseconds that spans gather before they are sent.',
  ),
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: setting(
    oneOf(['true', 'false']),
    'false',
    'Whether traces hold what is said to models and tools, and by them; secrets are taken out.',
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
  OPENAI_CHAT_DIALECT: optional(
    oneOf(chatDialectNames),
    `What that server takes beyond the request that all servers take, where its address does not tell: ${chatDialectNames.map((name) => `\`${name}\``).join(', ')}.`,
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
