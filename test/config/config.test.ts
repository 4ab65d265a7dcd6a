import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isRungraphError } from '../../src/domain/errors.ts'
import { callerLimits } from '../../src/http/access/callers.ts'
import { operationLimits } from '../../src/http/limits/operation-limits.ts'
import { createRedactor } from '../../src/redaction/create-redactor.ts'
import { readConfig } from '../../src/settings/config.ts'
import { settings } from '../../src/settings/settings.ts'
import { settingsTable } from '../checks/settings-table.ts'

type Env = Readonly<Record<string, string | undefined>>

/** The problems that reading these settings ends in. */
function problemsOf(env: Env): readonly string[] {
  const error = failureOf(env)
  return 'problems' in error.data ? error.data.problems : [error.message]
}

function failureOf(env: Env) {
  try {
    readConfig(env)
  } catch (error) {
    if (isRungraphError(error)) return error
    throw error
  }
  throw new Error('These settings were taken.')
}

describe('settings', () => {
  it('need none to be set', () => {
    expect(readConfig({})).toEqual({
      role: 'all',
      host: '127.0.0.1',
      origins: [],
      identityProvider: null,
      healthPort: null,
      port: 4000,
      database: { dataDir: resolve('.rungraph') },
      redisUrl: null,
      encryptionKey: null,
      decryptionKeys: [],
      adminKey: null,
      agents: { path: null, project: 'default' },
      tools: null,
      mcp: null,
      openapi: null,
      files: null,
      http: { allow: ['*'], private: [] },
      webhooks: { secret: null, private: [] },
      relics: { ownServer: 'off', unsafeRoles: [] },
      concurrency: 50,
      leaseMs: 10_000,
      idleConnectionMs: 75_000,
      connectionsPerAddress: 10_000,
      callers: { requestsPerMinute: null, keylessRequestsPerMinute: 6_000, subscriptionsPerCaller: 10_000 },
      operations: { depth: 20, cost: 50_000, aliases: 100, tokens: 5_000 },
      manifest: null,
      modelSilenceMs: 120_000,
      batchEveryMs: 60_000,
      publicUrl: 'http://127.0.0.1:4000',
      keep: { deltasDays: null, runsDays: null, modelTrafficDays: 0, eventsDays: 7 },
      demo: true,
      monitor: true,
      logLevel: 'info',
      logFormat: 'auto',
      shutdownGraceMs: 25_000,
      models: null,
      tracing: null,
      providers: { openai: null, 'openai-chat': null, anthropic: null, google: null, vertex: null },
      notes: [],
    })
  })

  it('are read where they are set', () => {
    const config = readConfig({
      HOST: '::1',
      PORT: '0',
      DATABASE_URL: 'postgresql://app@pool.example:6432/rungraph',
      DATABASE_DIRECT_URL: 'postgresql://app@db.example:5432/rungraph',
      REDIS_URL: 'rediss://:secret@redis.example/2',
      RUNGRAPH_ORIGINS: 'https://app.example.com, http://localhost:5173',
      RUNGRAPH_ROLE: 'worker',
      RUNGRAPH_TOOLS: 'tools/mine.ts',
      RUNGRAPH_CONCURRENCY: '8',
      RUNGRAPH_LEASE_MS: '1000',
      RUNGRAPH_KEEP_ALIVE_MS: '400000',
      RUNGRAPH_CONNECTIONS_PER_ADDRESS: '20',
      RUNGRAPH_SUBSCRIPTIONS_PER_CALLER: '30',
      RUNGRAPH_REQUESTS_PER_MINUTE: '600',
      RUNGRAPH_REQUESTS_PER_MINUTE_WITHOUT_KEY: '60',
      RUNGRAPH_MAX_DEPTH: '12',
      RUNGRAPH_MAX_COST: '2000',
      RUNGRAPH_MAX_ALIASES: '0',
      RUNGRAPH_MAX_TOKENS: '1000',
      RUNGRAPH_OPERATIONS: 'persisted-documents.json',
      RUNGRAPH_OPERATIONS_ONLY: 'on',
      RUNGRAPH_MODEL_IDLE_TIMEOUT_MS: '5000',
      RUNGRAPH_RETENTION_DELTAS_DAYS: '7',
      RUNGRAPH_RETENTION_RUNS_DAYS: '90',
      RUNGRAPH_DEMO: 'off',
      RUNGRAPH_MONITOR: 'off',
      RUNGRAPH_HTTP_ALLOW: 'Example.com, *.example.org ,192.0.2.7',
      RUNGRAPH_HTTP_PRIVATE: '127.0.0.1:9000,[::1]:9000,10.0.0.0/8,*.internal:443',
      RUNGRAPH_WEBHOOK_SECRET: 'the secret of all webhooks',
      RUNGRAPH_WEBHOOK_PRIVATE: 'localhost',
      RUNGRAPH_LOG_LEVEL: 'silent',
      RUNGRAPH_SHUTDOWN_GRACE_MS: '0',
      RUNGRAPH_RELICS_OWN_SERVER: 'other-databases',
      RUNGRAPH_RELICS_UNSAFE_ROLES: 'RELIC_ADMIN_URL, RELIC_B',
    })
    expect(config).toMatchObject({
      host: '::1',
      origins: ['https://app.example.com', 'http://localhost:5173'],
      port: 0,
      database: {
        url: 'postgresql://app@pool.example:6432/rungraph',
        directUrl: 'postgresql://app@db.example:5432/rungraph',
      },
      redisUrl: 'rediss://:secret@redis.example/2',
      role: 'worker',
      tools: resolve('tools/mine.ts'),
      concurrency: 8,
      leaseMs: 1_000,
      idleConnectionMs: 400_000,
      connectionsPerAddress: 20,
      callers: { requestsPerMinute: 600, keylessRequestsPerMinute: 60, subscriptionsPerCaller: 30 },
      operations: { depth: 12, cost: 2_000, aliases: 0, tokens: 1_000 },
      manifest: { path: resolve('persisted-documents.json'), isOnly: true },
      modelSilenceMs: 5_000,
      keep: { deltasDays: 7, runsDays: 90 },
      demo: false,
      monitor: false,
      relics: { ownServer: 'other-databases', unsafeRoles: ['RELIC_ADMIN_URL', 'RELIC_B'] },
      http: {
        allow: ['example.com', '*.example.org', '192.0.2.7'],
        private: ['127.0.0.1:9000', '[::1]:9000', '10.0.0.0/8', '*.internal:443'],
      },
      webhooks: { secret: Buffer.from('the secret of all webhooks'), private: ['localhost'] },
      logLevel: 'silent',
      shutdownGraceMs: 0,
    })
  })

  it('EVT-7 that keep increments no shorter than runs do nothing, which is said', () => {
    const notesOf = (deltas: string, runs: string) =>
      readConfig({ RUNGRAPH_RETENTION_DELTAS_DAYS: deltas, RUNGRAPH_RETENTION_RUNS_DAYS: runs }).notes
    expect(notesOf('30', '30')).toEqual([
      'RUNGRAPH_RETENTION_DELTAS_DAYS does nothing: runs are kept for 30 days, and their increments no longer than they.',
    ])
    expect([notesOf('29', '30'), notesOf('30', ''), notesOf('', '30')]).toEqual([[], [], []])
  })

  it('MOD-9 that store traffic without a key to encrypt it are refused', () => {
    const days = { RUNGRAPH_RETENTION_MODEL_TRAFFIC_DAYS: '7' }
    const url = { DATABASE_URL: 'postgres://postgres@127.0.0.1:5432/rungraph' }
    const key = { RUNGRAPH_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64') }
    expect(problemsOf({ ...days, ...url })).toEqual([
      'RUNGRAPH_RETENTION_MODEL_TRAFFIC_DAYS is set without RUNGRAPH_ENCRYPTION_KEY: model traffic is stored encrypted only; set both.',
    ])
    expect(readConfig({ ...days, ...url, ...key }).keep.modelTrafficDays).toBe(7)
    // A private database has a key file.
    expect(readConfig(days).keep.modelTrafficDays).toBe(7)
  })

  it('API have the same limits of operations and callers that a server has of itself', () => {
    const { operations, callers } = readConfig({})
    expect(operationLimits).toMatchObject(operations)
    expect(callers).toEqual(callerLimits)
  })

  it('API name no operations and allow no others: refused', () => {
    expect(problemsOf({ RUNGRAPH_OPERATIONS_ONLY: 'on' })).toEqual([
      'RUNGRAPH_OPERATIONS_ONLY is on without RUNGRAPH_OPERATIONS: nothing could be asked; set both.',
    ])
  })

  it('count as unset where they are empty, known or not', () => {
    const empty = Object.fromEntries(settings.map(({ name }) => [name, '']))
    expect(readConfig({ ...empty, RUNGRAPH_WEBHOOK_SECRET: '', RUNGRAPH_MADE_UP: '' })).toEqual(
      readConfig({}),
    )
  })

  it('leave the variables of other programs alone', () => {
    expect(readConfig({ PATH: '/bin', DATABASE: 'x', GOOGLE_CLOUD_REGION: 'r' })).toEqual(readConfig({}))
  })

  it.each(['DATABASE_URL', 'REDIS_URL'])(
    'show an example of %s that the redaction of the output leaves as it is',
    (name) => {
      const [problem = ''] = problemsOf({ [name]: 'nonsense' })
      expect(problem).toMatch(/^\w+ must be the URL of .*, for example \w+:\/\/user:<password>@127/)
      expect(createRedactor({ values: [] }).text(problem)).toBe(problem)
    },
  )

  it('name all problems at once', () => {
    const env = {
      PORT: 'x',
      RUNGRAPH_ROLE: 'boss',
      RUNGRAPH_ORIGINS: 'https://app.example.com/',
      RUNGRAPH_TOLS: 'x',
      RUNGRAPH_WEBHOOK_SECRET: 'x',
      DATABASE_DIRECT_URL: 'postgres://h/db',
    }
    expect(problemsOf(env)).toEqual([
      'PORT is "x"; it must be a whole number from 0 to 65535.',
      'RUNGRAPH_ORIGINS is "https://app.example.com/"; it must be origins, comma-separated, as browsers write them: https://app.example.com or http://localhost:5173, in small letters, without a path or a slash at the end.',
      'RUNGRAPH_ROLE is "boss"; it must be one of all, api, worker.',
      'RUNGRAPH_WEBHOOK_SECRET must be `whsec_` and 24 to 64 bytes in base64, or a text of at least 16 characters; it has 1.',
      'RUNGRAPH_TOLS is no setting; the nearest is RUNGRAPH_TOOLS.',
      'DATABASE_DIRECT_URL is set without DATABASE_URL; set both, or neither.',
    ])
  })

  describe('FILE-8 the bucket of files', () => {
    const credentials = { AWS_ACCESS_KEY_ID: 'an id', AWS_SECRET_ACCESS_KEY: 'a secret key' }
    const bucketOf = (RUNGRAPH_FILES_URL: string, env: Env = {}) =>
      readConfig({ RUNGRAPH_FILES_URL, ...credentials, ...env }).files

    it('is one of AWS in a region, or one of another server', () => {
      const known = { accessKeyId: 'an id', secretAccessKey: 'a secret key', sessionToken: null }
      expect(bucketOf('s3://my-files/some/prefix/?region=eu-central-1')).toEqual({
        ...{ ...known, bucket: 'my-files', prefix: 'some/prefix/', region: 'eu-central-1' },
        endpoint: 'https://s3.eu-central-1.amazonaws.com',
      })
      expect(
        bucketOf('s3://my-files', { AWS_REGION: 'eu-west-1', AWS_SESSION_TOKEN: 'token' }),
      ).toMatchObject({
        ...{ prefix: '', region: 'eu-west-1', sessionToken: 'token' },
      })
      expect(bucketOf('s3://my-files?endpoint=http://127.0.0.1:9000/')).toMatchObject({
        ...{ region: 'us-east-1', endpoint: 'http://127.0.0.1:9000' },
      })
    })

    it('needs credentials, and credentials alone are none of its business', () => {
      expect(problemsOf({ RUNGRAPH_FILES_URL: 's3://my-files', AWS_ACCESS_KEY_ID: 'an id' })).toEqual([
        'AWS_SECRET_ACCESS_KEY must be set too: RUNGRAPH_FILES_URL needs credentials.',
      ])
      expect(readConfig(credentials).files).toBeNull()
    })

    it.each([
      ...[
        'https://my-files',
        's3://',
        's3://My_Files',
        's3://a-key:a-secret@my-files',
        's3://my-files?reegion=x',
      ],
      ...['s3://my-files/a%20b', 's3://my-files?endpoint=minio', 's3://my-files?region=a.b/c'],
    ])('is not %s', (url) => {
      expect(problemsOf({ RUNGRAPH_FILES_URL: url, ...credentials })).toEqual([
        expect.stringContaining('must be the URL of a bucket'),
      ])
    })
  })

  it('HOOK-3 take the key of webhooks as a text, or in the form of Standard Webhooks', () => {
    const key = Buffer.from('0123456789abcdefghijklmn')
    const secretOf = (RUNGRAPH_WEBHOOK_SECRET: string) =>
      readConfig({ RUNGRAPH_WEBHOOK_SECRET }).webhooks.secret
    expect(secretOf(`whsec_${key.toString('base64')}`)).toEqual(key)
    expect(secretOf(key.toString())).toEqual(key)
  })

  it('OPS-2 say by the variables of OpenTelemetry where traces go, and which', () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-team=a, authorization=Bearer%20abc',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-team=b=',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '.25',
    }
    expect(readConfig(env).tracing).toEqual({
      url: 'http://collector:4318/v1/traces',
      headers: { 'x-team': 'b=', authorization: 'Bearer abc' },
      serviceName: 'rungraph',
      resource: { 'deployment.environment.name': 'test' },
      sampler: 'traceidratio',
      ratio: 0.25,
      delayMs: 5_000,
      capturesContent: false,
    })
    const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/otlp' }
    expect(readConfig({ ...env, ...own }).tracing?.url).toBe('https://traces.example/otlp')
  })

  it.each([
    ['OTEL_SDK_DISABLED', 'true', 'false'],
    ['OTEL_SDK_DISABLED', 'True', 'FALSE'],
    ['OTEL_TRACES_EXPORTER', 'none', 'otlp'],
  ])(
    'OPS-2 send no traces with %s=%s, whatever endpoint is set for others, and do with %s',
    (name, no, yes) => {
      const env = {
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4317',
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces',
      }
      // Nothing is sent, so the protocol is not ours either.
      expect(readConfig({ ...env, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', [name]: no }).tracing).toBeNull()
      expect(readConfig({ ...env, [name]: yes }).tracing?.url).toBe('http://collector:4318/v1/traces')
    },
  )

  it('stand once in the table of docs/reference/settings.md', () => {
    const rows = settingsTable().split('\n').slice(2)
    expect(rows.map((row) => row.split('`')[1])).toEqual(settings.map(({ name }) => name))
    expect(settings.filter(({ description }) => description === '')).toEqual([])
  })
})

describe('a wrong setting is named with the remedy', () => {
  it.each([
    ['PORT', '65536', 'a whole number from 0 to 65535'],
    ['PORT', '-1', 'a whole number from 0 to 65535'],
    ['PORT', '4000.5', 'a whole number from 0 to 65535'],
    ['PORT', '4e3', 'a whole number from 0 to 65535'],
    ['DATABASE_URL', 'mysql://h/db', 'the URL of a PostgreSQL server'],
    ['DATABASE_URL', 'postgres://h:port/db', 'the URL of a PostgreSQL server'],
    ['REDIS_URL', 'http://h', 'the URL of a Redis server'],
    ['REDIS_URL', 'redis://h:port', 'the URL of a Redis server'],
    ['REDIS_URL', 'redis://h/name', 'the URL of a Redis server'],
    ['RUNGRAPH_ROLE', 'ALL', 'one of all, api, worker'],
    ['RUNGRAPH_ENCRYPTION_KEY', 'c2hvcnQ=', '32 bytes in base64'],
    ['RUNGRAPH_CONCURRENCY', '0', 'a whole number from 1 to 10000'],
    ['RUNGRAPH_LEASE_MS', '999', 'a whole number from 1000 to 600000'],
    ['RUNGRAPH_RETENTION_DELTAS_DAYS', '0', 'a whole number from 1 to 36500'],
    ['RUNGRAPH_RETENTION_RUNS_DAYS', '0.5', 'a whole number from 1 to 36500'],
    ['RUNGRAPH_RETENTION_RUNS_DAYS', 'never', 'a whole number from 1 to 36500'],
    ['RUNGRAPH_DEMO', 'true', 'one of on, off'],
    ['RUNGRAPH_MONITOR', '1', 'one of on, off'],
    ['RUNGRAPH_HTTP_ALLOW', 'https://example.com', 'without https://: example.com'],
    ['RUNGRAPH_HTTP_ALLOW', 'example.com:99999', 'a port is a number from 1 to 65535: example.com:443'],
    ['RUNGRAPH_HTTP_PRIVATE', 'ok.example,a b', '"a b" is none: write a host name or an address'],
    ['RUNGRAPH_HTTP_PRIVATE', '10.0.0.0/33', '"10.0.0.0/33" is none: a range is an address and the length'],
    ['RUNGRAPH_HTTP_PRIVATE', 'a.*.com', 'a star stands at the beginning alone: *.example.com'],
    ['RUNGRAPH_HTTP_PRIVATE', 'fd00::/8:443', 'a range is an address and the length of its prefix'],
    ['RUNGRAPH_HTTP_PRIVATE', '10.7', 'it is no whole address'],
    ['RUNGRAPH_WEBHOOK_SECRET', 'too short', 'a text of at least 16 characters; it has 9'],
    ['RUNGRAPH_WEBHOOK_SECRET', 'whsec_too-short', 'what follows its `whsec_` is not that'],
    ['RUNGRAPH_WEBHOOK_PRIVATE', 'http://localhost', 'without http://: localhost'],
    ['RUNGRAPH_LOG_LEVEL', 'loud', 'one of trace, debug, info, warn, error, fatal, silent'],
    ['RUNGRAPH_SHUTDOWN_GRACE_MS', '300001', 'a whole number from 0 to 300000'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'a URL that begins with http:// or https://'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'Bearer abc', '`name=value`, comma-separated'],
    [
      'RUNGRAPH_JWT_ROLES',
      'support:OPERATOR',
      '`name=WORD`, comma-separated, where each WORD is one of VIEWER',
    ],
    ['OTEL_RESOURCE_ATTRIBUTES', 'team=100%', 'percent-encoded values'],
    ['OTEL_SDK_DISABLED', '1', 'one of true, false'],
    ['OTEL_TRACES_EXPORTER', 'zipkin', 'one of otlp, none'],
    ['OTEL_TRACES_EXPORTER', 'otlp,console', 'one of otlp, none'],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote', 'one of always_on, always_off, traceidratio'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5', 'a number from 0 to 1'],
    ['OTEL_BSP_SCHEDULE_DELAY', '0', 'a whole number from 1 to 600000'],
    ['OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT', 'yes', 'one of true, false'],
    ['OPENAI_BASE_URL', 'localhost:11434', 'a URL that begins with http:// or https://'],
    ['OPENAI_CHAT_BASE_URL', 'ftp://h', 'a URL that begins with http:// or https://'],
    ['ANTHROPIC_BASE_URL', 'http://', 'a URL that begins with http:// or https://'],
    ['GOOGLE_GEMINI_BASE_URL', 'x', 'a URL that begins with http:// or https://'],
    ['GOOGLE_VERTEX_BASE_URL', 'x', 'a URL that begins with http:// or https://'],
    ['OPENAI_API_KEY', 'one,,two', 'one key or several, comma-separated'],
    ['OPENAI_CHAT_API_KEY', 'two words', 'each of visible ASCII characters without spaces'],
    ['ANTHROPIC_API_KEY', 'one,two,', 'none empty'],
    ['GOOGLE_API_KEY', 'one,ключ', 'visible ASCII characters'],
    ['GEMINI_API_KEY', ',', 'none empty'],
    ['GOOGLE_CLOUD_PROJECT', 'My Project', 'a name of lower-case letters, digits and hyphens'],
    ['GOOGLE_CLOUD_LOCATION', '../global', 'a name of lower-case letters, digits and hyphens'],
  ])('%s=%s', (name, value, right) => {
    const [problem, ...others] = problemsOf({ [name]: value })
    expect(problem).toContain(`${name} `)
    expect(problem).toContain('must be ')
    expect(problem).toContain(right)
    expect(others).toEqual([])
  })

  it('OPS-2 another protocol of OTLP, where traces are to be sent', () => {
    const grpc = { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }
    expect(readConfig(grpc).tracing).toBeNull()
    const problems = problemsOf({ ...grpc, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://h:4317' })
    expect(problems).toEqual([expect.stringContaining('it must be http/protobuf')])
  })

  it('TAS-7 never shows a secret', () => {
    const env = {
      DATABASE_URL: 'mysql://u:hunter2@h/db',
      DATABASE_DIRECT_URL: 'mysql://u:hunter2@h/db',
      REDIS_URL: 'redis://:hunter2@h/db',
      OPENAI_API_KEY: 'hunter2,hunter3,hunter2',
      ANTHROPIC_API_KEY: 'hunter2,hunter 3',
      RUNGRAPH_ENCRYPTION_KEY: 'hunter2',
      RUNGRAPH_WEBHOOK_SECRET: 'hunter2',
    }
    expect(problemsOf(env)).toHaveLength(7)
    expect(problemsOf(env).join()).not.toContain('hunter')
  })

  it.each([
    ['RUNGRAPH_PORT', 'PORT'],
    ['RUNGRAPH_DATADIR', 'RUNGRAPH_DATA_DIR'],
    ['RUNGRAPH_LOGLEVEL', 'RUNGRAPH_LOG_LEVEL'],
    ['RUNGRAPH_DATA', 'RUNGRAPH_DATA_DIR'],
    ['RUNGRAPH_TOOLS_FOLDER', 'RUNGRAPH_TOOLS'],
  ])('%s is no setting, %s is', (name, nearest) => {
    expect(problemsOf({ [name]: 'x' })).toEqual([`${name} is no setting; the nearest is ${nearest}.`])
  })

  it('no setting is near to RUNGRAPH_FOO', () => {
    expect(problemsOf({ RUNGRAPH_FOO: 'x' })).toEqual([
      'RUNGRAPH_FOO is no setting. docs/reference/settings.md has them all.',
    ])
  })

  it('RUNGRAPH_COLOUR_OF_THE_SKY is none, nor near to any; variables of commands are settings', () => {
    const env = { RUNGRAPH_URL: 'http://127.0.0.1:4000/graphql', RUNGRAPH_KEY: 'rg_x' }
    expect(problemsOf({ ...env, RUNGRAPH_COLOUR_OF_THE_SKY: 'x' })).toEqual([
      'RUNGRAPH_COLOUR_OF_THE_SKY is no setting. docs/reference/settings.md has them all.',
    ])
  })
})

describe('DATABASE_DIRECT_URL', () => {
  it('is DATABASE_URL where only that is set', () => {
    const url = 'postgres://h/db'
    expect(readConfig({ DATABASE_URL: url }).database).toEqual({ url, directUrl: url })
  })
})

describe('HOST', () => {
  it.each(['localhost', '127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])(
    'takes %s, which is this machine',
    (host) => {
      expect(readConfig({ HOST: host }).host).toBe(host)
    },
  )

  it.each(['0.0.0.0', '::', '192.168.1.5', 'example.com'])(
    'takes %s; whether there is an API key is seen when it begins to listen',
    (host) => {
      expect(readConfig({ HOST: host }).host).toBe(host)
    },
  )
})

describe('providers', () => {
  const providersOf = (env: Env) => readConfig(env).providers

  it('come from their SDKs’ usual variables', () => {
    const providers = providersOf({
      OPENAI_API_KEY: 'o',
      OPENAI_BASE_URL: 'http://127.0.0.1:1/v1/',
      ANTHROPIC_API_KEY: 'a',
      GEMINI_API_KEY: 'g',
      GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:2',
    })
    expect(providers).toEqual({
      openai: { apiKeys: ['o'], baseUrl: 'http://127.0.0.1:1/v1' },
      'openai-chat': { apiKeys: ['o'], baseUrl: 'http://127.0.0.1:1/v1' },
      anthropic: { apiKeys: ['a'] },
      google: { apiKeys: ['g'], baseUrl: 'http://127.0.0.1:2' },
      vertex: null,
    })
  })

  it('set up openai-chat by an address alone, without OpenAI’s key', () => {
    const providers = providersOf({ OPENAI_API_KEY: 'o', OPENAI_CHAT_BASE_URL: 'http://127.0.0.1:11434/v1' })
    expect(providers['openai-chat']).toEqual({ apiKeys: [], baseUrl: 'http://127.0.0.1:11434/v1' })
  })

  it('set up openai-chat by a key of its own, at OpenAI’s address', () => {
    const providers = providersOf({ OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', OPENAI_CHAT_API_KEY: 'c' })
    expect(providers).toMatchObject({ openai: null, 'openai-chat': { apiKeys: ['c'] } })
    expect(providers['openai-chat']).not.toHaveProperty('baseUrl')
  })

  it('MOD-5 take several keys, in their order, with or without spaces after the commas', () => {
    const providers = providersOf({
      OPENAI_API_KEY: 'second,first',
      OPENAI_CHAT_API_KEY: 'c1,c2',
      ANTHROPIC_API_KEY: 'a1, a2 ,a3',
      GEMINI_API_KEY: 'g1,g2',
    })
    expect(providers).toMatchObject({
      openai: { apiKeys: ['second', 'first'] },
      'openai-chat': { apiKeys: ['c1', 'c2'] },
      anthropic: { apiKeys: ['a1', 'a2', 'a3'] },
      google: { apiKeys: ['g1', 'g2'] },
    })
  })

  it.each(['OPENAI_API_KEY', 'OPENAI_CHAT_API_KEY', 'ANTHROPIC_API_KEY', 'GOOGLE_API_KEY', 'GEMINI_API_KEY'])(
    'MOD-5 refuse a key that %s names twice',
    (name) => {
      expect(problemsOf({ [name]: 'same,other,same' })).toEqual([`${name} must name each key once.`])
    },
  )

  it('MOD-1 set up Vertex AI by a project, at the global location by default', () => {
    expect(providersOf({ GOOGLE_CLOUD_PROJECT: 'p' }).vertex).toEqual({ project: 'p', location: 'global' })
    const env = {
      GOOGLE_CLOUD_PROJECT: 'example.com:p',
      GOOGLE_CLOUD_LOCATION: 'europe-west4',
      GOOGLE_VERTEX_BASE_URL: 'http://127.0.0.1:3/',
    }
    expect(providersOf(env).vertex).toEqual({
      project: 'example.com:p',
      location: 'europe-west4',
      baseUrl: 'http://127.0.0.1:3',
    })
    expect(providersOf({ GOOGLE_CLOUD_LOCATION: 'europe-west4' }).vertex).toBeNull()
  })

  it('prefer GOOGLE_API_KEY to GEMINI_API_KEY', () => {
    expect(providersOf({ GEMINI_API_KEY: 'g', GOOGLE_API_KEY: 'first' }).google).toEqual({
      apiKeys: ['first'],
    })
  })

  it('that have an address and no key are not available, which is said', () => {
    const config = readConfig({ ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' })
    expect(config.providers.anthropic).toBeNull()
    expect(config.notes).toEqual([
      'ANTHROPIC_BASE_URL is set without ANTHROPIC_API_KEY: anthropic is not available.',
    ])
  })
})
