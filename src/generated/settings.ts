/** The settings of docs/reference/settings.md by name, as code gives them. Written by build/print-settings.ts. */
export interface Settings {
  /**
   * Address that the server listens on. Addresses other than loopback require that an API key exists (`npx rungraph keys`).
   *
   * Variable: `HOST`. Default: `127.0.0.1`.
   */
  readonly host?: string | undefined
  /**
   * Port that the server listens on. 0 picks a free port.
   *
   * Variable: `PORT`. Default: `4000`.
   */
  readonly port?: number | undefined
  /**
   * Second port on `HOST`, which serves only `/health/live`, `/health/ready` and `/metrics`, in every role. It is the only port of a worker. 0 picks a free port. Unset: no second port.
   *
   * Variable: `RUNGRAPH_HEALTH_PORT`. Default: unset.
   */
  readonly healthPort?: number | undefined
  /**
   * Address under which browsers reach this server: `https://agents.example.com`, with the path before it, if any. People who sign in to MCP servers come back to it. Unset: `http://127.0.0.1:<PORT>` where `HOST` is a loopback address.
   *
   * Variable: `RUNGRAPH_PUBLIC_URL`. Default: unset.
   */
  readonly publicUrl?: string | undefined
  /**
   * Origins of web pages that may call the API, comma-separated: `https://app.example.com`. Pages of this server are always allowed.
   *
   * Variable: `RUNGRAPH_ORIGINS`. Default: `''`.
   */
  readonly origins?: string | readonly string[] | undefined
  /**
   * URL of the JSON Web Key Set of an identity provider. People can then call the API with its tokens (RS256, ES256 or EdDSA). Needs `RUNGRAPH_JWT_ISSUER` and `RUNGRAPH_JWT_AUDIENCE`. Every caller then needs credentials, also on this machine.
   *
   * Variable: `RUNGRAPH_JWT_JWKS_URL`. Default: unset.
   */
  readonly jwtJwksUrl?: string | undefined
  /**
   * Issuer of the tokens of people: the exact value of their claim `iss`.
   *
   * Variable: `RUNGRAPH_JWT_ISSUER`. Default: unset.
   */
  readonly jwtIssuer?: string | undefined
  /**
   * Audience of the tokens of people: a value of their claim `aud` that stands for this server.
   *
   * Variable: `RUNGRAPH_JWT_AUDIENCE`. Default: unset.
   */
  readonly jwtAudience?: string | undefined
  /**
   * Claim with the name of a person, which records keep: `resolvedBy`, `abortedBy`, `triggeredBy`. Choose a claim that people cannot change themselves.
   *
   * Variable: `RUNGRAPH_JWT_NAME_CLAIM`. Default: `email`.
   */
  readonly jwtNameClaim?: string | undefined
  /**
   * Claim with the role of a person, or with several roles, of which the highest counts. A dot leads into an object: `realm_access.roles`.
   *
   * Variable: `RUNGRAPH_JWT_ROLE_CLAIM`. Default: `role`.
   */
  readonly jwtRoleClaim?: string | undefined
  /**
   * Role for each value of the role claim, comma-separated: `support=OPERATOR,platform-team=ADMIN`. Other values give no access. Empty: the values are VIEWER, OPERATOR and ADMIN.
   *
   * Variable: `RUNGRAPH_JWT_ROLES`. Default: `''`.
   */
  readonly jwtRoles?: Readonly<Record<string, 'VIEWER' | 'OPERATOR' | 'ADMIN'>> | undefined
  /**
   * Claim with the slug of the project of a person. Unset: every person is in the project `default`.
   *
   * Variable: `RUNGRAPH_JWT_PROJECT_CLAIM`. Default: unset.
   */
  readonly jwtProjectClaim?: string | undefined
  /**
   * URL of the PostgreSQL database: `postgres://user:password@host:5432/name`. Unset: a private PostgreSQL in `RUNGRAPH_DATA_DIR`.
   *
   * Variable: `DATABASE_URL`. Default: unset.
   */
  readonly databaseUrl?: string | undefined
  /**
   * URL of the same database without the connection pooler, if `DATABASE_URL` points to a pooler. Used for migrations, wakeups and the locks of workers. Unset: `DATABASE_URL`.
   *
   * Variable: `DATABASE_DIRECT_URL`. Default: unset.
   */
  readonly databaseDirectUrl?: string | undefined
  /**
   * URL of Redis 6 or newer, or of Valkey: `redis://user:password@host:6379/0`, or `rediss://` for TLS. Redis carries the wakeups between processes and stores nothing. Unset: PostgreSQL NOTIFY carries them.
   *
   * Variable: `REDIS_URL`. Default: unset.
   */
  readonly redisUrl?: string | undefined
  /**
   * Directory of the private PostgreSQL. Not used with `DATABASE_URL`.
   *
   * Variable: `RUNGRAPH_DATA_DIR`. Default: `.rungraph`.
   */
  readonly dataDir?: string | undefined
  /**
   * Key that encrypts the secrets in arguments of calls, so that a crash does not lose them, and the secrets of webhooks: 32 bytes in base64 (`openssl rand -base64 32`). Unset: a private PostgreSQL uses a key file in `RUNGRAPH_DATA_DIR`; with `DATABASE_URL`, these secrets are not stored.
   *
   * Variable: `RUNGRAPH_ENCRYPTION_KEY`. Default: unset.
   */
  readonly encryptionKey?: string | undefined
  /**
   * Further keys that only decrypt, in the format of `RUNGRAPH_ENCRYPTION_KEY`, comma-separated: former ones and, while a rotation begins, the next one (docs/security.md).
   *
   * Variable: `RUNGRAPH_DECRYPTION_KEYS`. Default: unset.
   */
  readonly decryptionKeys?: string | undefined
  /**
   * API key of the project `default` with the role ADMIN, which also administers the server: `rg_` and at least 43 random characters, or `sha256:` and the SHA-256 of the key. A process that starts creates the key if it does not exist, and revokes the key of an earlier value. Unset: keys are made with `npx rungraph keys`.
   *
   * Variable: `RUNGRAPH_ADMIN_KEY`. Default: unset.
   */
  readonly adminKey?: string | undefined
  /**
   * Role of the process: `api` serves the API, `worker` executes runs, `all` does both.
   *
   * Variable: `RUNGRAPH_ROLE`. Default: `all`.
   */
  readonly role?: 'all' | 'api' | 'worker' | undefined
  /**
   * Slug of the project that has the agents of `RUNGRAPH_AGENTS`. It is created if it does not exist.
   *
   * Variable: `RUNGRAPH_AGENTS_PROJECT`. Default: `default`.
   */
  readonly agentsProject?: string | undefined
  /**
   * Maximum number of runs that this process executes at the same time.
   *
   * Variable: `RUNGRAPH_CONCURRENCY`. Default: `50`.
   */
  readonly concurrency?: number | undefined
  /**
   * Length of the lease of a worker on a run, in milliseconds. The worker renews it every third of that time. A worker that hangs or is disconnected loses its runs when the lease expires; a worker that dies loses them within about a second. Use the same value in all processes.
   *
   * Variable: `RUNGRAPH_LEASE_MS`. Default: `10000`.
   */
  readonly leaseMs?: number | undefined
  /**
   * Time for which the server keeps an idle HTTP connection open for the next request, in milliseconds. Use a longer time than the proxy or load balancer in front keeps its connections to the server: most keep them for 60 s. With a shorter time, some requests through the proxy fail with 502.
   *
   * Variable: `RUNGRAPH_KEEP_ALIVE_MS`. Default: `75000`.
   */
  readonly keepAliveMs?: number | undefined
  /**
   * Maximum number of open WebSockets and event streams of one IP address at this process. Behind a proxy, all clients share the address of the proxy.
   *
   * Variable: `RUNGRAPH_CONNECTIONS_PER_ADDRESS`. Default: `10000`.
   */
  readonly connectionsPerAddress?: number | undefined
  /**
   * Maximum number of active subscriptions of one caller at this process, over all of its connections.
   *
   * Variable: `RUNGRAPH_SUBSCRIPTIONS_PER_CALLER`. Default: `10000`.
   */
  readonly subscriptionsPerCaller?: number | undefined
  /**
   * Maximum number of requests per minute of one caller at this process. Each operation of a batch or of a WebSocket counts as one request. Unset: unlimited.
   *
   * Variable: `RUNGRAPH_REQUESTS_PER_MINUTE`. Default: unset.
   */
  readonly requestsPerMinute?: number | undefined
  /**
   * Maximum number of requests per minute without a valid key, per IPv4 address or IPv6 /64 prefix, at this process. Requests below `/health/` and `/graphiql/` are not counted.
   *
   * Variable: `RUNGRAPH_REQUESTS_PER_MINUTE_WITHOUT_KEY`. Default: `6000`.
   */
  readonly requestsPerMinuteWithoutKey?: number | undefined
  /**
   * Maximum depth of nested fields in an operation. The introspection query of GraphQL clients has a depth of 15.
   *
   * Variable: `RUNGRAPH_MAX_DEPTH`. Default: `20`.
   */
  readonly maxDepth?: number | undefined
  /**
   * Maximum cost of an operation: the number of objects in the response if every page is full. 10,000 objects take about half a second of processor time.
   *
   * Variable: `RUNGRAPH_MAX_COST`. Default: `50000`.
   */
  readonly maxCost?: number | undefined
  /**
   * Maximum number of aliases in an operation. A fragment counts each time it is spread.
   *
   * Variable: `RUNGRAPH_MAX_ALIASES`. Default: `100`.
   */
  readonly maxAliases?: number | undefined
  /**
   * Maximum number of tokens in a GraphQL document: names, values and punctuators.
   *
   * Variable: `RUNGRAPH_MAX_TOKENS`. Default: `5000`.
   */
  readonly maxTokens?: number | undefined
  /**
   * Path of a persisted operations manifest: a JSON file of documents by id, as GraphQL Code Generator, Relay and Apollo write it. Clients can then send ids.
   *
   * Variable: `RUNGRAPH_OPERATIONS`. Default: unset.
   */
  readonly operations?: string | undefined
  /**
   * `on` executes only the operations of `RUNGRAPH_OPERATIONS`. The server refuses any other document, and the console and GraphiQL are off.
   *
   * Variable: `RUNGRAPH_OPERATIONS_ONLY`. Default: `off`.
   */
  readonly operationsOnly?: boolean | undefined
  /**
   * Idle timeout of a model call in milliseconds: the call fails with TIMEOUT if the provider sends nothing for this time, before the first token or between two tokens. Raise it for models that reason for a long time without output.
   *
   * Variable: `RUNGRAPH_MODEL_IDLE_TIMEOUT_MS`. Default: `120000`.
   */
  readonly modelIdleTimeoutMs?: number | undefined
  /**
   * Days to keep the delta events of a run (`TextDelta`, `ReasoningDelta`, `ArgumentsDelta`) after its end. Unset: as long as the run.
   *
   * Variable: `RUNGRAPH_RETENTION_DELTAS_DAYS`. Default: unset.
   */
  readonly retentionDeltasDays?: number | undefined
  /**
   * Days to keep a run and its descendants, with all their data, after the end of the run. The partition of the log that has the run adds up to 1, 7 or 30 days (docs/live.md). Runs that can continue and sessions with newer runs are kept. The usage stays counted. Unset: for ever.
   *
   * Variable: `RUNGRAPH_RETENTION_RUNS_DAYS`. Default: unset.
   */
  readonly retentionRunsDays?: number | undefined
  /**
   * Days to keep the HTTP requests and responses of model calls (`modelCall.request`, `modelCall.response`), encrypted with `RUNGRAPH_ENCRYPTION_KEY`. Use the same value in all processes. 0: none are stored, and stored ones are removed.
   *
   * Variable: `RUNGRAPH_RETENTION_MODEL_TRAFFIC_DAYS`. Default: `0`.
   */
  readonly retentionModelTrafficDays?: number | undefined
  /**
   * Seconds for which the first request of a batch waits for others, in runs with the pricing BATCH. A batch is sent at once when 1,000 requests wait.
   *
   * Variable: `RUNGRAPH_BATCH_EVERY_SECONDS`. Default: `60`.
   */
  readonly batchEverySeconds?: number | undefined
  /**
   * Days to keep a received event (`sendEvent`). A call can wait for events that were received before, as long as they are kept.
   *
   * Variable: `RUNGRAPH_RETENTION_EVENTS_DAYS`. Default: `7`.
   */
  readonly retentionEventsDays?: number | undefined
  /**
   * `on` adds scripted demonstration agents to an empty database, and one agent for each configured provider to any database.
   *
   * Variable: `RUNGRAPH_DEMO`. Default: `on`.
   */
  readonly demo?: boolean | undefined
  /**
   * `on` lets a process that executes runs monitor all runs for repeated actions and missing progress. One process at a time does so.
   *
   * Variable: `RUNGRAPH_MONITOR`. Default: `on`.
   */
  readonly monitor?: boolean | undefined
  /**
   * Hosts that tools may connect to, comma-separated: `example.com`, `*.example.com`, `192.0.2.0/24`, each optionally with a port (`example.com:443`, `[2001:db8::1]:443`), or `*` for all hosts.
   *
   * Variable: `RUNGRAPH_HTTP_ALLOW`. Default: `*`.
   */
  readonly httpAllow?: string | readonly string[] | undefined
  /**
   * Hosts of `RUNGRAPH_HTTP_ALLOW` that may have a private or loopback address, comma-separated, in the same format. Tools can never connect to the ports of Rungraph itself, its database or its Redis.
   *
   * Variable: `RUNGRAPH_HTTP_PRIVATE`. Default: `''`.
   */
  readonly httpPrivate?: string | readonly string[] | undefined
  /**
   * Bucket of an S3-compatible server that has the contents of files, in place of the database: `s3://bucket/prefix?region=eu-central-1`, and `endpoint=https://s3.example.com` for a server that is not of AWS. The same in all processes. Needs `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`. Unset: the database.
   *
   * Variable: `RUNGRAPH_FILES_URL`. Default: unset.
   */
  readonly filesUrl?: string | undefined
  /**
   * Access key id for `RUNGRAPH_FILES_URL`.
   *
   * Variable: `AWS_ACCESS_KEY_ID`. Default: unset.
   */
  readonly awsAccessKeyId?: string | undefined
  /**
   * Secret access key for `RUNGRAPH_FILES_URL`.
   *
   * Variable: `AWS_SECRET_ACCESS_KEY`. Default: unset.
   */
  readonly awsSecretAccessKey?: string | undefined
  /**
   * Session token for `RUNGRAPH_FILES_URL`, if the credentials are temporary. Unset: none.
   *
   * Variable: `AWS_SESSION_TOKEN`. Default: unset.
   */
  readonly awsSessionToken?: string | undefined
  /**
   * Region of the bucket, if `RUNGRAPH_FILES_URL` has none. Unset: `us-east-1`.
   *
   * Variable: `AWS_REGION`. Default: unset.
   */
  readonly awsRegion?: string | undefined
  /**
   * Secret that adds a second signature to all webhook deliveries, next to the signature by the own secret of each webhook: `whsec_` and base64, or a text of at least 16 characters.
   *
   * Variable: `RUNGRAPH_WEBHOOK_SECRET`. Default: unset.
   */
  readonly webhookSecret?: string | undefined
  /**
   * Hosts of webhooks that may have a private or loopback address, comma-separated, in the format of `RUNGRAPH_HTTP_ALLOW`. Webhooks can never connect to the ports of Rungraph itself, its database or its Redis.
   *
   * Variable: `RUNGRAPH_WEBHOOK_PRIVATE`. Default: `''`.
   */
  readonly webhookPrivate?: string | readonly string[] | undefined
  /**
   * Access of SQL relics to the PostgreSQL server of Rungraph's own database: `off` (none), `other-databases`, or `all` (the own database too). Use a role that can read only what agents may see.
   *
   * Variable: `RUNGRAPH_RELICS_OWN_SERVER`. Default: `off`.
   */
  readonly relicsOwnServer?: 'off' | 'other-databases' | 'all' | undefined
  /**
   * Environment variables of SQL relics, comma-separated, whose database role may be a superuser, or may run programs or read files on the database machine. Agents can then do the same.
   *
   * Variable: `RUNGRAPH_RELICS_UNSAFE_ROLES`. Default: `''`.
   */
  readonly relicsUnsafeRoles?: string | readonly string[] | undefined
  /**
   * Minimum level of the log lines that are written.
   *
   * Variable: `RUNGRAPH_LOG_LEVEL`. Default: `info`.
   */
  readonly logLevel?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent' | undefined
  /**
   * Format of the log: `json` (one object per line), `pretty` (for people), or `auto` (`pretty` in a terminal, else `json`).
   *
   * Variable: `RUNGRAPH_LOG_FORMAT`. Default: `auto`.
   */
  readonly logFormat?: 'auto' | 'json' | 'pretty' | undefined
  /**
   * Time in milliseconds for a process to shut down. Runs get four fifths of it to reach a checkpoint.
   *
   * Variable: `RUNGRAPH_SHUTDOWN_GRACE_MS`. Default: `25000`.
   */
  readonly shutdownGraceMs?: number | undefined
  /**
   * `true` disables tracing, regardless of the other settings.
   *
   * Variable: `OTEL_SDK_DISABLED`. Default: `false`.
   */
  readonly otelSdkDisabled?: boolean | undefined
  /**
   * `otlp` sends traces to the configured endpoint. `none` sends no traces, for an endpoint that is meant for other programs.
   *
   * Variable: `OTEL_TRACES_EXPORTER`. Default: `otlp`.
   */
  readonly otelTracesExporter?: 'otlp' | 'none' | undefined
  /**
   * Base URL of the OTLP endpoint for traces, over HTTP. The path `/v1/traces` is appended. If this setting and `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` are unset, nothing is traced and OpenTelemetry is not loaded.
   *
   * Variable: `OTEL_EXPORTER_OTLP_ENDPOINT`. Default: unset.
   */
  readonly otelExporterOtlpEndpoint?: string | undefined
  /**
   * Full URL of the OTLP endpoint for traces, with its path. Overrides `OTEL_EXPORTER_OTLP_ENDPOINT`.
   *
   * Variable: `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT`. Default: unset.
   */
  readonly otelExporterOtlpTracesEndpoint?: string | undefined
  /**
   * Headers of OTLP requests: `name=value`, comma-separated, values percent-encoded.
   *
   * Variable: `OTEL_EXPORTER_OTLP_HEADERS`. Default: unset.
   */
  readonly otelExporterOtlpHeaders?: Readonly<Record<string, string>> | undefined
  /**
   * Additional headers of OTLP requests for traces. Overrides `OTEL_EXPORTER_OTLP_HEADERS` for the same names.
   *
   * Variable: `OTEL_EXPORTER_OTLP_TRACES_HEADERS`. Default: unset.
   */
  readonly otelExporterOtlpTracesHeaders?: Readonly<Record<string, string>> | undefined
  /**
   * OTLP protocol. Only `http/protobuf` is supported, which every collector accepts.
   *
   * Variable: `OTEL_EXPORTER_OTLP_PROTOCOL`. Default: `http/protobuf`.
   */
  readonly otelExporterOtlpProtocol?: string | undefined
  /**
   * Service name of this process in traces.
   *
   * Variable: `OTEL_SERVICE_NAME`. Default: `rungraph`.
   */
  readonly otelServiceName?: string | undefined
  /**
   * Additional resource attributes of this process in traces, comma-separated: `deployment.environment.name=production`.
   *
   * Variable: `OTEL_RESOURCE_ATTRIBUTES`. Default: unset.
   */
  readonly otelResourceAttributes?: Readonly<Record<string, string>> | undefined
  /**
   * Sampler of traces. A `parentbased_…` sampler follows the decision of the caller.
   *
   * Variable: `OTEL_TRACES_SAMPLER`. Default: `parentbased_always_on`.
   */
  readonly otelTracesSampler?: 'always_on' | 'always_off' | 'traceidratio' | 'parentbased_always_on' | 'parentbased_always_off' | 'parentbased_traceidratio' | undefined
  /**
   * Fraction of traces, from 0 to 1, that `traceidratio` and `parentbased_traceidratio` keep.
   *
   * Variable: `OTEL_TRACES_SAMPLER_ARG`. Default: `1`.
   */
  readonly otelTracesSamplerArg?: number | undefined
  /**
   * Delay in milliseconds before a batch of spans is sent.
   *
   * Variable: `OTEL_BSP_SCHEDULE_DELAY`. Default: `5000`.
   */
  readonly otelBspScheduleDelay?: number | undefined
  /**
   * `true` includes the content of model messages and tool calls in traces. Secrets are redacted.
   *
   * Variable: `OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT`. Default: `false`.
   */
  readonly otelInstrumentationGenaiCaptureMessageContent?: boolean | undefined
  /**
   * API key of OpenAI. Configures `openai/…`, and `openai-chat/…` if that has no settings of its own. Several keys, comma-separated, are auth profiles: if one key is refused, the next is used.
   *
   * Variable: `OPENAI_API_KEY`. Default: unset.
   */
  readonly openaiApiKey?: string | readonly string[] | undefined
  /**
   * Base URL of the OpenAI API. Unset: the address of OpenAI.
   *
   * Variable: `OPENAI_BASE_URL`. Default: unset.
   */
  readonly openaiBaseUrl?: string | undefined
  /**
   * Separate API keys for `openai-chat/…`, comma-separated.
   *
   * Variable: `OPENAI_CHAT_API_KEY`. Default: unset.
   */
  readonly openaiChatApiKey?: string | readonly string[] | undefined
  /**
   * Base URL of any server that is compatible with OpenAI Chat Completions, with or without a key: `http://127.0.0.1:11434/v1`. Configures `openai-chat/…`.
   *
   * Variable: `OPENAI_CHAT_BASE_URL`. Default: unset.
   */
  readonly openaiChatBaseUrl?: string | undefined
  /**
   * Dialect of the server of `OPENAI_CHAT_BASE_URL`, if its address does not identify it: `openai`, `strict`, `deepseek`, `moonshot`, `zai`, `xai`, `groq`, `cerebras`, `mistral`, `dashscope`, `openrouter`, `gemini`, `anthropic`, `together`, `fireworks`, `perplexity`, `vercel`, `huggingface`, `copilot`, `ollama`, `lmstudio`, `llamacpp`, `vllm`, `sglang`, `tgi`.
   *
   * Variable: `OPENAI_CHAT_DIALECT`. Default: unset.
   */
  readonly openaiChatDialect?: 'openai' | 'strict' | 'deepseek' | 'moonshot' | 'zai' | 'xai' | 'groq' | 'cerebras' | 'mistral' | 'dashscope' | 'openrouter' | 'gemini' | 'anthropic' | 'together' | 'fireworks' | 'perplexity' | 'vercel' | 'huggingface' | 'copilot' | 'ollama' | 'lmstudio' | 'llamacpp' | 'vllm' | 'sglang' | 'tgi' | undefined
  /**
   * API key of Anthropic, or several keys, comma-separated. Configures `anthropic/…`.
   *
   * Variable: `ANTHROPIC_API_KEY`. Default: unset.
   */
  readonly anthropicApiKey?: string | readonly string[] | undefined
  /**
   * Base URL of the Anthropic API. Unset: the address of Anthropic.
   *
   * Variable: `ANTHROPIC_BASE_URL`. Default: unset.
   */
  readonly anthropicBaseUrl?: string | undefined
  /**
   * API key of Google, or several keys, comma-separated. Configures `google/…`. Takes precedence over `GEMINI_API_KEY`.
   *
   * Variable: `GOOGLE_API_KEY`. Default: unset.
   */
  readonly googleApiKey?: string | readonly string[] | undefined
  /**
   * API key of Google, or several keys, comma-separated. Configures `google/…`. Not used if `GOOGLE_API_KEY` is set.
   *
   * Variable: `GEMINI_API_KEY`. Default: unset.
   */
  readonly geminiApiKey?: string | readonly string[] | undefined
  /**
   * Base URL of the Gemini API. Unset: the address of Google.
   *
   * Variable: `GOOGLE_GEMINI_BASE_URL`. Default: unset.
   */
  readonly googleGeminiBaseUrl?: string | undefined
  /**
   * Google Cloud project of Vertex AI. Configures `vertex/…` (Gemini on Vertex AI) with the Application Default Credentials of the process: `GOOGLE_APPLICATION_CREDENTIALS`, `gcloud auth application-default login`, or the machine that it runs on.
   *
   * Variable: `GOOGLE_CLOUD_PROJECT`. Default: unset.
   */
  readonly googleCloudProject?: string | undefined
  /**
   * Location of Vertex AI: `global`, or a region such as `europe-west4`. Not used without `GOOGLE_CLOUD_PROJECT`.
   *
   * Variable: `GOOGLE_CLOUD_LOCATION`. Default: `global`.
   */
  readonly googleCloudLocation?: string | undefined
  /**
   * Base URL of Vertex AI. Unset: the address of Google.
   *
   * Variable: `GOOGLE_VERTEX_BASE_URL`. Default: unset.
   */
  readonly googleVertexBaseUrl?: string | undefined
}
