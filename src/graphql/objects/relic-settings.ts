import {
  type HttpSettings,
  httpMethods,
  type KeyValueSettings,
  relicSettings,
  type SqlSettings,
} from '../../domain/relic-settings.ts'
import { builder } from '../builder.ts'
import { HttpHeaderObject } from './http-header.ts'
import { Relic, RelicKind } from './relic.ts'

type Settings =
  | (KeyValueSettings & { readonly kind: 'KEY_VALUE' })
  | (SqlSettings & { readonly kind: 'SQL' })
  | (HttpSettings & { readonly kind: 'HTTP' })
type Of<Kind extends Settings['kind']> = Extract<Settings, { readonly kind: Kind }>

const typeNames = {
  KEY_VALUE: 'KeyValueRelicSettings',
  SQL: 'SqlRelicSettings',
  HTTP: 'HttpRelicSettings',
} as const satisfies Record<Settings['kind'], string>

const RelicSettings = builder.interfaceRef<Settings>('RelicSettings').implement({
  description:
    'Settings of a relic, with their defaults. They contain no secrets, only the names of the variables that hold them.',
  resolveType: ({ kind }) => typeNames[kind],
  fields: (t) => ({
    kind: t.expose('kind', { type: RelicKind, description: 'Kind of the relic.' }),
  }),
})

builder.objectRef<Of<'KEY_VALUE'>>('KeyValueRelicSettings').implement({
  description: 'Settings of a relic of the kind KEY_VALUE.',
  interfaces: [RelicSettings],
  fields: (t) => ({
    maxValueBytes: t.exposeInt('maxValueBytes', {
      description: 'Maximum size of a value as JSON, in bytes.',
    }),
    defaultTtlMs: t.field({
      type: 'SafeInt',
      description: 'Default lifetime of an entry, in milliseconds. Null if entries do not expire.',
      nullable: true,
      resolve: ({ defaultTtlMs }) => defaultTtlMs,
    }),
  }),
})

builder.objectRef<Of<'SQL'>>('SqlRelicSettings').implement({
  description: 'Settings of a relic of the kind SQL.',
  interfaces: [RelicSettings],
  fields: (t) => ({
    env: t.exposeString('env', {
      description: 'Environment variable that holds the URL of the database. Null if `url` is given.',
      nullable: true,
    }),
    url: t.exposeString('url', {
      description: 'URL of the database, without a password. Null if `env` is given.',
      nullable: true,
    }),
    schema: t.exposeString('schema', {
      description: "Schema in which names are resolved. Null is the server's default for the role.",
      nullable: true,
    }),
    allowWrites: t.exposeBoolean('allowWrites', { description: 'Whether the relic may write.' }),
    statementTimeoutMs: t.exposeInt('statementTimeoutMs', {
      description: 'Maximum duration of a statement, in milliseconds.',
    }),
    maxRows: t.exposeInt('maxRows', { description: 'Maximum number of rows of a result.' }),
    maxConnections: t.exposeInt('maxConnections', {
      description: 'Maximum number of connections of one process.',
    }),
  }),
})

builder.objectRef<Of<'HTTP'>>('HttpRelicSettings').implement({
  description: 'Settings of a relic of the kind HTTP.',
  interfaces: [RelicSettings],
  fields: (t) => ({
    baseUrl: t.exposeString('baseUrl', {
      description: 'Base URL, to which the paths of requests are appended.',
    }),
    headers: t.field({
      type: [HttpHeaderObject],
      description: 'Headers of every request, with the names of variables in place of their values.',
      resolve: ({ headers }) => Object.entries(headers).map(([name, value]) => ({ name, value })),
    }),
    methods: t.field({
      type: [HttpMethod],
      description: 'Methods of requests that are allowed.',
      resolve: ({ methods }) => methods,
    }),
    paths: t.exposeStringList('paths', {
      description: 'Paths that are allowed, with everything below them.',
    }),
    honoursIdempotencyKey: t.exposeBoolean('honoursIdempotencyKey', {
      description: 'Whether the service acts once on all requests with the same `Idempotency-Key`.',
    }),
    timeoutMs: t.exposeInt('timeoutMs', { description: 'Maximum duration of a request, in milliseconds.' }),
    maxBytes: t.exposeInt('maxBytes', { description: 'Maximum size of a body that is read, in bytes.' }),
    allowPrivate: t.exposeBoolean('allowPrivate', {
      description: 'Whether the host may have a private or loopback address, if the server allows it too.',
    }),
  }),
})

const HttpMethod = builder.enumType('HttpMethod', {
  description: 'Method of an HTTP request.',
  values: Object.fromEntries(
    httpMethods.map((method) => [method, { description: `The method ${method}.` }]),
  ) as Readonly<Record<(typeof httpMethods)[number], { readonly description: string }>>,
})

builder.prismaObjectField(Relic, 'settings', (t) =>
  t.field({
    type: RelicSettings,
    description: 'Settings of the relic. Their type depends on its kind.',
    select: { kind: true, settings: true },
    resolve: ({ kind, settings }) => readSettings(kind, settings),
  }),
)

/** @throws ZodError where the row is damaged */
function readSettings(kind: Settings['kind'], stored: unknown): Settings {
  switch (kind) {
    case 'KEY_VALUE':
      return { kind, ...relicSettings.KEY_VALUE.parse(stored) }
    case 'SQL':
      return { kind, ...relicSettings.SQL.parse(stored) }
    case 'HTTP':
      return { kind, ...relicSettings.HTTP.parse(stored) }
    default:
      return kind satisfies never
  }
}
