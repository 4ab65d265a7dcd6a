import { z } from 'zod'
import { about, declared, largeWhole, strictObject, whole } from './declared.ts'
import { isJsonObject, type Json } from './json.ts'
import type { RelicKind } from './relic.ts'

/** Variables of the environment that settings may name: no others, so that they reach no key of the server itself. */
const variable = /^RELIC_[A-Z0-9_]{1,250}$/
const onlyRelicVariables =
  'names a variable of the environment that is not for relics: only those whose names begin with `RELIC_` (capital letters, digits, `_`) can be read'

/** The project of those who run the server: its relics have the variables that name no project. */
const operatorsProject = 'default'
const ownName = /^[A-Z0-9]+(?:_[A-Z0-9]+)*$/

/** Prefix of the names of a project's variables. The part after it contains single underscores only, so that each name has one owner. */
function variablePrefix(projectSlug: string): string {
  return `RELIC_${projectSlug.toUpperCase().replaceAll('-', '_')}__`
}

/** Whether relics of a project may read a variable of the environment: `RELIC_<PROJECT>__<NAME>`, and in `default` also `RELIC_<NAME>`. */
export function mayReadVariable(projectSlug: string, name: string): boolean {
  const prefixes = [variablePrefix(projectSlug), ...(projectSlug === operatorsProject ? ['RELIC_'] : [])]
  return prefixes.some((prefix) => name.startsWith(prefix) && ownName.test(name.slice(prefix.length)))
}

/** Error text for a variable that belongs to another project, or to none. */
export function foreignVariable(projectSlug: string, name: string): string {
  return `${name} is no variable of this project: its names begin with ${variablePrefix(projectSlug)}`
}

/** The variables of the environment that settings name, each with the place where they do. */
export function variablesOf(
  settings: Json,
): readonly { readonly name: string; readonly path: readonly string[] }[] {
  if (!isJsonObject(settings)) return []
  const { env, headers } = settings
  const inHeaders = isJsonObject(headers) ? Object.entries(headers) : []
  return [
    ...(typeof env === 'string' ? [{ name: env, path: ['env'] }] : []),
    ...inHeaders.flatMap(([header, value]) =>
      placeholdersOf(String(value)).map((name) => ({ name, path: ['headers', header] })),
    ),
  ]
}

const example = '`$' + '{RELIC_TOKEN}`'

/** Placeholder of a variable in the value of a header. */
const placeholder = /\$\{([^}]*)\}/g

/** The variables that a header's value is filled from. */
export function placeholdersOf(value: string): readonly string[] {
  return [...value.matchAll(placeholder)].map(([, name = '']) => name)
}

/** A header's value with its variables filled in. */
export function fillPlaceholders(value: string, read: (variable: string) => string): string {
  return value.replace(placeholder, (_, name: string) => read(name))
}

const keyValue = strictObject('KeyValueRelicSettings', 'Settings of a relic of the kind KEY_VALUE.', {
  maxValueBytes: about('Maximum size of a value as JSON, in bytes.', whole(1, 1024 * 1024).default(262_144)),
  defaultTtlMs: about(
    'Default lifetime of an entry, in milliseconds. Null if entries do not expire.',
    largeWhole(1, 10 * 365 * 24 * 3_600_000)
      .nullable()
      .default(null),
  ),
})
export type KeyValueSettings = z.infer<typeof keyValue>

const sqlFields = strictObject('SqlRelicSettings', 'Settings of a relic of the kind SQL.', {
  env: about(
    'Environment variable that holds the URL of the database. Null if `url` is given.',
    z.string().regex(variable, { error: onlyRelicVariables }).nullable().default(null),
  ),
  url: about(
    'URL of the database, without a password. Null if `env` is given.',
    z.string().max(2_000).superRefine(checkDatabaseUrl).nullable().default(null),
  ),
  schema: about(
    "Schema in which names are resolved. Null is the server's default for the role.",
    z
      .string()
      .min(1)
      .max(63)
      .refine((name) => !name.includes('\u0000'), { error: 'must hold no NUL character' })
      .nullable()
      .default(null),
  ),
  /** Offers `execute`; its effects are limited by the privileges of the role on the server. */
  allowWrites: about('Whether the relic may write.', z.boolean().default(false)),
  statementTimeoutMs: about(
    'Maximum duration of a statement, in milliseconds.',
    whole(1, 3_600_000).default(30_000),
  ),
  maxRows: about('Maximum number of rows of a result.', whole(1, 100_000).default(1_000)),
  maxConnections: about('Maximum number of connections of one process.', whole(1, 100).default(5)),
})

const sql = sqlFields.refine(({ env, url }) => (env === null) !== (url === null), {
  path: ['env'],
  error:
    'or `url` must be given, and not both: `env` names a variable of the environment that begins with `RELIC_` and holds the URL',
})
export type SqlSettings = z.infer<typeof sql>

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export const httpMethod = z.enum(methods).register(declared, {
  name: 'HttpMethod',
  description: 'Method of an HTTP request.',
  values: Object.fromEntries(methods.map((method) => [method, `The method ${method}.`])),
})

const httpPath = z
  .string()
  .max(1_000)
  .refine((path) => /^\/[^?#\\%\s]*$/.test(path) && !path.includes('//') && !/\/\.{1,2}(\/|$)/.test(path), {
    error:
      'must be a path that begins with one `/`, without `..`, `//`, `%`, `?`, `#` and backslashes, for example `/v1/users`',
  })

const http = strictObject('HttpRelicSettings', 'Settings of a relic of the kind HTTP.', {
  baseUrl: about(
    'Base URL, to which the paths of requests are appended.',
    z.string().max(2_000).superRefine(checkBaseUrl),
  ),
  /** Sent with every request; `${RELIC_…}` stands for a variable of the environment. The API shows them as a list. */
  headers: z.record(z.string(), z.string().max(4_000)).superRefine(checkHeaders).default({}),
  methods: about(
    'Methods of requests that are allowed.',
    z
      .array(httpMethod)
      .min(1, { error: 'must name at least one method' })
      .default(['GET', 'HEAD'])
      .transform((chosen) => methods.filter((method) => chosen.includes(method))),
  ),
  paths: about(
    'Paths that are allowed, with everything below them.',
    z.array(httpPath).min(1, { error: 'must name at least one path' }).max(100).default(['/']),
  ),
  /** Where it does, requests may be repeated after a crash (TAS-5). */
  honoursIdempotencyKey: about(
    'Whether the service acts once on all requests with the same `Idempotency-Key`.',
    z.boolean().default(false),
  ),
  timeoutMs: about('Maximum duration of a request, in milliseconds.', whole(1, 3_600_000).default(30_000)),
  maxBytes: about(
    'Maximum size of a body that is read, in bytes.', // decompressed
    whole(1, 10 * 1024 * 1024).default(262_144),
  ),
  allowPrivate: about(
    'Whether the host may have a private or loopback address, if the server allows it too.',
    z.boolean().default(false),
  ), // TAS-6
})
export type HttpSettings = z.infer<typeof http>

/** The settings of each kind: the one declaration that the stored JSON, the TypeScript types and the API's input are checked by. */
export const relicSettings = { KEY_VALUE: keyValue, SQL: sql, HTTP: http } satisfies Record<
  RelicKind,
  z.ZodType
>

function checkDatabaseUrl(text: string, ctx: z.RefinementCtx): void {
  const fault = validateDatabaseUrl(text)
  if (fault !== null) ctx.addIssue({ code: 'custom', message: fault })
}

/** Options of a connection can name files of this machine; only the mode of TLS is taken. */
function validateDatabaseUrl(text: string): string | null {
  const url = URL.parse(text)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.hostname === '')
    return 'must be the URL of a PostgreSQL server, for example postgres://reader@db.example.com:5432/shop'
  if (url.password !== '')
    return 'holds a password, and settings are stored and shown. Put the whole URL into a variable of the environment that begins with `RELIC_`, and name that in `env`'
  const options = [...url.searchParams.keys()]
  return options.every((name) => name === 'sslmode')
    ? null
    : 'must have no option but `sslmode` after its `?`. Put a URL with others into a variable of the environment, and name that in `env`'
}

function checkBaseUrl(text: string, ctx: z.RefinementCtx): void {
  const fault = validateBaseUrl(text)
  if (fault !== null) ctx.addIssue({ code: 'custom', message: fault })
}

function validateBaseUrl(text: string): string | null {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    return 'must be a URL that begins with http:// or https://'
  if (url.username !== '' || url.password !== '')
    return `holds a user name or password, and settings are stored and shown. Give a header \`authorization\` with ${example} in it`
  return url.search === '' && url.hash === '' ? null : 'must have no `?` and no `#`'
}

/** Headers that the connection or the relic sets itself. */
export const reservedHeaders: readonly string[] = [
  'host',
  'content-length',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'proxy-authorization',
  'idempotency-key',
]

export const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/
/** Visible ASCII, spaces and tabs. */
export const headerValue = /^[\t\x20-\x7e]*$/
const secretName = /auth|cookie|token|secret|password|key/i

function checkHeaders(headers: Readonly<Record<string, string>>, ctx: z.RefinementCtx): void {
  for (const [name, value] of Object.entries(headers)) {
    const fault = validateHeader(name, value)
    if (fault !== null) ctx.addIssue({ code: 'custom', path: [name], message: fault })
  }
}

function validateHeader(name: string, value: string): string | null {
  if (!headerName.test(name)) return 'is no name of a header'
  if (reservedHeaders.includes(name.toLowerCase())) return 'cannot be set'
  if (!headerValue.test(value)) return 'must be of visible ASCII characters, without line breaks'
  const variables = placeholdersOf(value)
  if (!variables.every((one) => variable.test(one))) return onlyRelicVariables
  return secretName.test(name) && variables.length === 0
    ? `looks like a secret, and settings are stored and shown. Put it into a variable of the environment, and write ${example} here`
    : null
}
