import {
  type HttpSettings,
  httpMethods,
  type KeyValueSettings,
  relicSettings,
  type SqlSettings,
} from '../../domain/relic-settings.ts'
import { builder } from '../builder.ts'
import { boolean, int, many, nullable, string, valueObject } from '../fields.ts'
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

valueObject<Of<'KEY_VALUE'>>(
  'KeyValueRelicSettings',
  'Settings of a relic of the kind KEY_VALUE.',
  {
    maxValueBytes: int('Maximum size of a value as JSON, in bytes.'),
    defaultTtlMs: nullable.safeInt(
      'Default lifetime of an entry, in milliseconds. Null if entries do not expire.',
    ),
  },
  { interfaces: [RelicSettings] },
)

valueObject<Of<'SQL'>>(
  'SqlRelicSettings',
  'Settings of a relic of the kind SQL.',
  {
    env: nullable.string('Environment variable that holds the URL of the database. Null if `url` is given.'),
    url: nullable.string('URL of the database, without a password. Null if `env` is given.'),
    schema: nullable.string("Schema in which names are resolved. Null is the server's default for the role."),
    allowWrites: boolean('Whether the relic may write.'),
    statementTimeoutMs: int('Maximum duration of a statement, in milliseconds.'),
    maxRows: int('Maximum number of rows of a result.'),
    maxConnections: int('Maximum number of connections of one process.'),
  },
  { interfaces: [RelicSettings] },
)

valueObject<Of<'HTTP'>>(
  'HttpRelicSettings',
  'Settings of a relic of the kind HTTP.',
  {
    baseUrl: string('Base URL, to which the paths of requests are appended.'),
    paths: many('String', 'Paths that are allowed, with everything below them.'),
    honoursIdempotencyKey: boolean(
      'Whether the service acts once on all requests with the same `Idempotency-Key`.',
    ),
    timeoutMs: int('Maximum duration of a request, in milliseconds.'),
    maxBytes: int('Maximum size of a body that is read, in bytes.'),
    allowPrivate: boolean(
      'Whether the host may have a private or loopback address, if the server allows it too.',
    ),
  },
  {
    interfaces: [RelicSettings],
    fields: (t) => ({
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
    }),
  },
)

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
