import { z } from 'zod'
import { roles } from '../domain/caller.ts'
import { chatDialectNames } from '../domain/chat-dialect.ts'
import {
  adminKey,
  apiKeys,
  bucketUrl,
  cloudName,
  encryptionKey,
  encryptionKeys,
  hostPatterns,
  keyWords,
  oneOf,
  onOrOff,
  origins,
  path,
  postgresUrl,
  redisUrl,
  relicVariables,
  webhookSecret,
  webUrl,
  wholeNumber,
} from './config-values.ts'
import { type Facts, factsOf, optionalSetting, optionOf, secret, setting } from './declare-setting.ts'
import { tracingSettings } from './tracing-settings.ts'

const maxDays = 36_500 // about a hundred years

/** Every setting, declared once: the checks at start, the table of docs/reference/settings.md and `.env.example` follow from it. */
export const environment = z.object({
  HOST: setting(
    z.string(),
    '127.0.0.1',
    'Address that the server listens on. Addresses other than loopback require that an API key exists (`npx rungraph keys`).',
  ),
  PORT: setting(wholeNumber(0, 65_535), '4000', 'Port that the server listens on. 0 picks a free port.'),
  RUNGRAPH_HEALTH_PORT: optionalSetting(
    wholeNumber(0, 65_535),
    'Second port on `HOST`, which serves only `/health/live`, `/health/ready` and `/metrics`, in every role. It is the only port of a worker. 0 picks a free port. Unset: no second port.',
  ),
  RUNGRAPH_PUBLIC_URL: optionalSetting(
    webUrl(),
    'Address under which browsers reach this server: `https://agents.example.com`, with the path before it, if any. People who sign in to MCP servers come back to it. Unset: `http://127.0.0.1:<PORT>` where `HOST` is a loopback address.',
  ),
  RUNGRAPH_ORIGINS: setting(
    origins(),
    '',
    'Origins of web pages that may call the API, comma-separated: `https://app.example.com`. Pages of this server are always allowed.',
  ),
  RUNGRAPH_JWT_JWKS_URL: optionalSetting(
    webUrl(),
    'URL of the JSON Web Key Set of an identity provider. People can then call the API with its tokens (RS256, ES256 or EdDSA). Needs `RUNGRAPH_JWT_ISSUER` and `RUNGRAPH_JWT_AUDIENCE`. Every caller then needs credentials, also on this machine.',
  ),
  RUNGRAPH_JWT_ISSUER: optionalSetting(
    z.string(),
    'Issuer of the tokens of people: the exact value of their claim `iss`.',
  ),
  RUNGRAPH_JWT_AUDIENCE: optionalSetting(
    z.string(),
    'Audience of the tokens of people: a value of their claim `aud` that stands for this server.',
  ),
  RUNGRAPH_JWT_NAME_CLAIM: setting(
    z.string(),
    'email',
    'Claim with the name of a person, which records keep: `resolvedBy`, `abortedBy`, `triggeredBy`. Choose a claim that people cannot change themselves.',
  ),
  RUNGRAPH_JWT_ROLE_CLAIM: setting(
    z.string(),
    'role',
    'Claim with the role of a person, or with several roles, of which the highest counts. A dot leads into an object: `realm_access.roles`.',
  ),
  RUNGRAPH_JWT_ROLES: setting(
    keyWords(roles),
    '',
    'Role for each value of the role claim, comma-separated: `support=OPERATOR,platform-team=ADMIN`. Other values give no access. Empty: the values are VIEWER, OPERATOR and ADMIN.',
  ),
  RUNGRAPH_JWT_PROJECT_CLAIM: optionalSetting(
    z.string(),
    'Claim with the slug of the project of a person. Unset: every person is in the project `default`.',
  ),
  DATABASE_URL: secret(
    postgresUrl(),
    'URL of the PostgreSQL database: `postgres://user:password@host:5432/name`. Unset: a private PostgreSQL in `RUNGRAPH_DATA_DIR`.',
  ),
  DATABASE_DIRECT_URL: secret(
    postgresUrl(),
    'URL of the same database without the connection pooler, if `DATABASE_URL` points to a pooler. Used for migrations, wakeups and the locks of workers. Unset: `DATABASE_URL`.',
  ),
  RUNGRAPH_URL: optionalSetting(
    webUrl(),
    'URL of the server that `npx rungraph trigger`, `tail` and `decide` call, and example clients, with `/graphql`. Servers do not use it. Unset: `http://127.0.0.1` with `PORT`.',
  ),
  RUNGRAPH_KEY: secret(
    z.string(),
    'API key or access token that these commands call the server with. Servers do not use it. Unset: none.',
  ),
  REDIS_URL: secret(
    redisUrl(),
    'URL of Redis 6 or newer, or of Valkey: `redis://user:password@host:6379/0`, or `rediss://` for TLS. Redis carries the wakeups between processes and stores nothing. Unset: PostgreSQL NOTIFY carries them.',
  ),
  RUNGRAPH_DATA_DIR: setting(
    path(),
    '.rungraph',
    'Directory of the private PostgreSQL. Not used with `DATABASE_URL`.',
  ),
  RUNGRAPH_ENCRYPTION_KEY: secret(
    encryptionKey(),
    'Key that encrypts the secrets in arguments of calls, so that a crash does not lose them, and the secrets of webhooks: 32 bytes in base64 (`openssl rand -base64 32`). Unset: a private PostgreSQL uses a key file in `RUNGRAPH_DATA_DIR`; with `DATABASE_URL`, these secrets are not stored.',
  ),
  RUNGRAPH_DECRYPTION_KEYS: secret(
    encryptionKeys(),
    'Further keys that only decrypt, in the format of `RUNGRAPH_ENCRYPTION_KEY`, comma-separated: former ones and, while a rotation begins, the next one (docs/security.md).',
  ),
  RUNGRAPH_ADMIN_KEY: secret(
    adminKey(),
    'API key of the project `default` with the role ADMIN, which also administers the server: `rg_` and at least 43 random characters, or `sha256:` and the SHA-256 of the key. A process that starts creates the key if it does not exist, and revokes the key of an earlier value. Unset: keys are made with `npx rungraph keys`.',
  ),
  RUNGRAPH_ROLE: setting(
    oneOf(['all', 'api', 'worker']),
    'all',
    'Role of the process: `api` serves the API, `worker` executes runs, `all` does both.',
  ),
  RUNGRAPH_TOOLS: optionalSetting(
    path(),
    'Path of a module whose default export is an array of tools, or of a folder of modules that export one tool or an array each.',
  ),
  RUNGRAPH_AGENTS: optionalSetting(
    path(),
    'Path of a module whose default export is an agent or an array of agents, or of a folder of such modules. At each start the agents are kept in step with the database (docs/agents.md).',
  ),
  RUNGRAPH_AGENTS_PROJECT: setting(
    z.string(),
    'default',
    'Slug of the project that has the agents of `RUNGRAPH_AGENTS`. It is created if it does not exist.',
  ),
  RUNGRAPH_MCP: optionalSetting(
    path(),
    'Path of a JSON file that lists MCP servers in the common `mcpServers` format. Agents can use their tools.',
  ),
  RUNGRAPH_OPENAPI: optionalSetting(
    path(),
    'Path of a JSON file that lists OpenAPI documents: `{ "<name>": { "document": "<path or URL>" } }`. Agents can use their operations as tools.',
  ),
  RUNGRAPH_MODELS: optionalSetting(
    path(),
    'Path of a JSON file with prices, context windows and output limits of models, by `provider/model`. It overrides the built-in values.',
  ),
  RUNGRAPH_CONCURRENCY: setting(
    wholeNumber(1, 10_000),
    '50',
    'Maximum number of runs that this process executes at the same time.',
  ),
  RUNGRAPH_LEASE_MS: setting(
    wholeNumber(1_000, 600_000),
    '10000',
    'Length of the lease of a worker on a run, in milliseconds. The worker renews it every third of that time. A worker that hangs or is disconnected loses its runs when the lease expires; a worker that dies loses them within about a second. Use the same value in all processes.',
  ),
  RUNGRAPH_KEEP_ALIVE_MS: setting(
    wholeNumber(1_000, 3_600_000),
    '75000',
    'Time for which the server keeps an idle HTTP connection open for the next request, in milliseconds. Use a longer time than the proxy or load balancer in front keeps its connections to the server: most keep them for 60 s. With a shorter time, some requests through the proxy fail with 502.',
  ),
  RUNGRAPH_CONNECTIONS_PER_ADDRESS: setting(
    wholeNumber(1, 1_000_000),
    '10000',
    'Maximum number of open WebSockets and event streams of one IP address at this process. Behind a proxy, all clients share the address of the proxy.',
  ),
  RUNGRAPH_SUBSCRIPTIONS_PER_CALLER: setting(
    wholeNumber(1, 1_000_000),
    '10000',
    'Maximum number of active subscriptions of one caller at this process, over all of its connections.',
  ),
  RUNGRAPH_REQUESTS_PER_MINUTE: optionalSetting(
    wholeNumber(1, 1_000_000),
    'Maximum number of requests per minute of one caller at this process. Each operation of a batch or of a WebSocket counts as one request. Unset: unlimited.',
  ),
  RUNGRAPH_REQUESTS_PER_MINUTE_WITHOUT_KEY: setting(
    wholeNumber(1, 1_000_000),
    '6000',
    'Maximum number of requests per minute without a valid key, per IPv4 address or IPv6 /64 prefix, at this process. Requests below `/health/` and `/graphiql/` are not counted.',
  ),
  RUNGRAPH_MAX_DEPTH: setting(
    wholeNumber(1, 1_000),
    '20',
    'Maximum depth of nested fields in an operation. The introspection query of GraphQL clients has a depth of 15.',
  ),
  RUNGRAPH_MAX_COST: setting(
    wholeNumber(1, 100_000_000),
    '50000',
    'Maximum cost of an operation: the number of objects in the response if every page is full. 10,000 objects take about half a second of processor time.',
  ),
  RUNGRAPH_MAX_ALIASES: setting(
    wholeNumber(0, 100_000),
    '100',
    'Maximum number of aliases in an operation. A fragment counts each time it is spread.',
  ),
  RUNGRAPH_MAX_TOKENS: setting(
    wholeNumber(100, 100_000),
    '5000',
    'Maximum number of tokens in a GraphQL document: names, values and punctuators.',
  ),
  RUNGRAPH_OPERATIONS: optionalSetting(
    path(),
    'Path of a persisted operations manifest: a JSON file of documents by id, as GraphQL Code Generator, Relay and Apollo write it. Clients can then send ids.',
  ),
  RUNGRAPH_OPERATIONS_ONLY: setting(
    onOrOff('on', 'off'),
    'off',
    '`on` executes only the operations of `RUNGRAPH_OPERATIONS`. The server refuses any other document, and the console and GraphiQL are off.',
  ),
  RUNGRAPH_MODEL_IDLE_TIMEOUT_MS: setting(
    wholeNumber(1_000, 3_600_000),
    '120000',
    'Idle timeout of a model call in milliseconds: the call fails with TIMEOUT if the provider sends nothing for this time, before the first token or between two tokens. Raise it for models that reason for a long time without output.',
  ),
  RUNGRAPH_RETENTION_DELTAS_DAYS: optionalSetting(
    wholeNumber(1, maxDays),
    'Days to keep the delta events of a run (`TextDelta`, `ReasoningDelta`, `ArgumentsDelta`) after its end. Unset: as long as the run.',
  ),
  RUNGRAPH_RETENTION_RUNS_DAYS: optionalSetting(
    wholeNumber(1, maxDays),
    'Days to keep a run and its descendants, with all their data, after the end of the run. The partition of the log that has the run adds up to 1, 7 or 30 days (docs/live.md). Runs that can continue and sessions with newer runs are kept. The usage stays counted. Unset: for ever.',
  ),
  RUNGRAPH_RETENTION_MODEL_TRAFFIC_DAYS: setting(
    wholeNumber(0, maxDays),
    '0',
    'Days to keep the HTTP requests and responses of model calls (`modelCall.request`, `modelCall.response`), encrypted with `RUNGRAPH_ENCRYPTION_KEY`. Use the same value in all processes. 0: none are stored, and stored ones are removed.',
  ),
  RUNGRAPH_BATCH_EVERY_SECONDS: setting(
    wholeNumber(1, 3_600),
    '60',
    'Seconds for which the first request of a batch waits for others, in runs with the pricing BATCH. A batch is sent at once when 1,000 requests wait.',
  ),
  RUNGRAPH_RETENTION_EVENTS_DAYS: setting(
    wholeNumber(1, maxDays),
    '7',
    'Days to keep a received event (`sendEvent`). A call can wait for events that were received before, as long as they are kept.',
  ),
  RUNGRAPH_DEMO: setting(
    onOrOff('on', 'off'),
    'on',
    '`on` adds scripted demonstration agents to an empty database, and one agent for each configured provider to any database.',
  ),
  RUNGRAPH_MONITOR: setting(
    onOrOff('on', 'off'),
    'on',
    '`on` lets a process that executes runs monitor all runs for repeated actions and missing progress. One process at a time does so.',
  ),
  RUNGRAPH_HTTP_ALLOW: setting(
    hostPatterns(),
    '*',
    'Hosts that tools may connect to, comma-separated: `example.com`, `*.example.com`, `192.0.2.0/24`, each optionally with a port (`example.com:443`, `[2001:db8::1]:443`), or `*` for all hosts.',
  ),
  RUNGRAPH_HTTP_PRIVATE: setting(
    hostPatterns(),
    '',
    'Hosts of `RUNGRAPH_HTTP_ALLOW` that may have a private or loopback address, comma-separated, in the same format. Tools can never connect to the ports of Rungraph itself, its database or its Redis.',
  ),
  RUNGRAPH_FILES_URL: optionalSetting(
    bucketUrl(),
    'Bucket of an S3-compatible server that has the contents of files, in place of the database: `s3://bucket/prefix?region=eu-central-1`, and `endpoint=https://s3.example.com` for a server that is not of AWS. The same in all processes. Needs `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`. Unset: the database.',
  ),
  AWS_ACCESS_KEY_ID: optionalSetting(z.string(), 'Access key id for `RUNGRAPH_FILES_URL`.'),
  AWS_SECRET_ACCESS_KEY: secret(z.string(), 'Secret access key for `RUNGRAPH_FILES_URL`.'),
  AWS_SESSION_TOKEN: secret(
    z.string(),
    'Session token for `RUNGRAPH_FILES_URL`, if the credentials are temporary. Unset: none.',
  ),
  AWS_REGION: optionalSetting(
    z.string(),
    'Region of the bucket, if `RUNGRAPH_FILES_URL` has none. Unset: `us-east-1`.',
  ),
  RUNGRAPH_WEBHOOK_SECRET: secret(
    webhookSecret(),
    'Secret that adds a second signature to all webhook deliveries, next to the signature by the own secret of each webhook: `whsec_` and base64, or a text of at least 16 characters.',
  ),
  RUNGRAPH_WEBHOOK_PRIVATE: setting(
    hostPatterns(),
    '',
    'Hosts of webhooks that may have a private or loopback address, comma-separated, in the format of `RUNGRAPH_HTTP_ALLOW`. Webhooks can never connect to the ports of Rungraph itself, its database or its Redis.',
  ),
  RUNGRAPH_RELICS_OWN_SERVER: setting(
    oneOf(['off', 'other-databases', 'all']),
    'off',
    "Access of SQL relics to the PostgreSQL server of Rungraph's own database: `off` (none), `other-databases`, or `all` (the own database too). Use a role that can read only what agents may see.",
  ),
  RUNGRAPH_RELICS_UNSAFE_ROLES: setting(
    relicVariables(),
    '',
    'Environment variables of SQL relics, comma-separated, whose database role may be a superuser, or may run programs or read files on the database machine. Agents can then do the same.',
  ),
  RUNGRAPH_LOG_LEVEL: setting(
    oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    'info',
    'Minimum level of the log lines that are written.',
  ),
  RUNGRAPH_LOG_FORMAT: setting(
    oneOf(['auto', 'json', 'pretty']),
    'auto',
    'Format of the log: `json` (one object per line), `pretty` (for people), or `auto` (`pretty` in a terminal, else `json`).',
  ),
  RUNGRAPH_SHUTDOWN_GRACE_MS: setting(
    wholeNumber(0, 300_000),
    '25000',
    'Time in milliseconds for a process to shut down. Runs get four fifths of it to reach a checkpoint.',
  ),
  ...tracingSettings,
  OPENAI_API_KEY: secret(
    apiKeys(),
    'API key of OpenAI. Configures `openai/…`, and `openai-chat/…` if that has no settings of its own. Several keys, comma-separated, are auth profiles: if one key is refused, the next is used.',
  ),
  OPENAI_BASE_URL: optionalSetting(webUrl(), 'Base URL of the OpenAI API. Unset: the address of OpenAI.'),
  OPENAI_CHAT_API_KEY: secret(apiKeys(), 'Separate API keys for `openai-chat/…`, comma-separated.'),
  OPENAI_CHAT_BASE_URL: optionalSetting(
    webUrl(),
    'Base URL of any server that is compatible with OpenAI Chat Completions, with or without a key: `http://127.0.0.1:11434/v1`. Configures `openai-chat/…`.',
  ),
  OPENAI_CHAT_DIALECT: optionalSetting(
    oneOf(chatDialectNames),
    `Dialect of the server of \`OPENAI_CHAT_BASE_URL\`, if its address does not identify it: ${chatDialectNames.map((name) => `\`${name}\``).join(', ')}.`,
  ),
  ANTHROPIC_API_KEY: secret(
    apiKeys(),
    'API key of Anthropic, or several keys, comma-separated. Configures `anthropic/…`.',
  ),
  ANTHROPIC_BASE_URL: optionalSetting(
    webUrl(),
    'Base URL of the Anthropic API. Unset: the address of Anthropic.',
  ),
  GOOGLE_API_KEY: secret(
    apiKeys(),
    'API key of Google, or several keys, comma-separated. Configures `google/…`. Takes precedence over `GEMINI_API_KEY`.',
  ),
  GEMINI_API_KEY: secret(
    apiKeys(),
    'API key of Google, or several keys, comma-separated. Configures `google/…`. Not used if `GOOGLE_API_KEY` is set.',
  ),
  GOOGLE_GEMINI_BASE_URL: optionalSetting(
    webUrl(),
    'Base URL of the Gemini API. Unset: the address of Google.',
  ),
  GOOGLE_CLOUD_PROJECT: optionalSetting(
    cloudName(),
    'Google Cloud project of Vertex AI. Configures `vertex/…` (Gemini on Vertex AI) with the Application Default Credentials of the process: `GOOGLE_APPLICATION_CREDENTIALS`, `gcloud auth application-default login`, or the machine that it runs on.',
  ),
  GOOGLE_CLOUD_LOCATION: setting(
    cloudName(),
    'global',
    'Location of Vertex AI: `global`, or a region such as `europe-west4`. Not used without `GOOGLE_CLOUD_PROJECT`.',
  ),
  GOOGLE_VERTEX_BASE_URL: optionalSetting(webUrl(), 'Base URL of Vertex AI. Unset: the address of Google.'),
})
export type Values = z.output<typeof environment>

interface Setting extends Facts {
  /** The name of its variable. */
  readonly name: string
  /** The name of its option of `createApp`. */
  readonly option: string
}

/** The settings in the order in which people read them; a `null` fallback means unset. */
export const settings: readonly Setting[] = Object.entries(environment.shape).map(([name, schema]) => ({
  ...{ name, option: optionOf(name), fallback: null, description: '', secret: false },
  value: { kind: 'text' },
  ...factsOf(schema),
}))
