import { resolve } from 'node:path'
import { z } from 'zod'
import { RungraphError } from '../../domain/errors.ts'
import { issueMessages } from '../../domain/format-issue.ts'
import type { JsonObject } from '../../domain/json.ts'
import {
  entryProblems,
  expanded,
  headersIn,
  type OperatorEnvironment,
  readJsonFile,
  urlIn,
} from '../operator-file.ts'
import { clashes, noPrefix, toPrefix } from '../tool-names.ts'

/** An OpenAPI document of the operator's file. */
export interface OpenApiConfig {
  readonly name: string
  /** Prefix of the names of its tools. */
  readonly prefix: string
  /** An absolute path, or a URL. */
  readonly document: { readonly path: string } | { readonly url: string }
  /** Base URL of its operations; absent: as the document says. */
  readonly baseUrl?: string
  /** Sent with each call, and shown to nobody. */
  readonly headers: Readonly<Record<string, string>>
  /** By the name of a security scheme of the document; shown to nobody. `null`: something else meets it. */
  readonly credentials?: Readonly<Record<string, string | null>>
  /** The ids of the operations that are taken; absent: all. */
  readonly operations?: readonly string[]
  /** Whether its server may have a private or loopback address. */
  readonly allowPrivate: boolean
}

/**
 * Reads which OpenAPI documents there are; the documents are not read yet.
 * @throws OPENAPI_FILE_INVALID with every problem at once
 */
export async function readOpenApiFile(
  source: string | JsonObject,
  env: OperatorEnvironment,
): Promise<readonly OpenApiConfig[]> {
  const path = typeof source === 'string' ? source : 'the option openapi'
  const refuse = (problems: readonly string[]) =>
    new RungraphError('OPENAPI_FILE_INVALID', { path, problems })
  const content = await readJsonFile(source)
  if (!content.ok) throw refuse([content.problem])
  const file = z.record(z.string(), z.unknown()).safeParse(content.value)
  if (!file.success)
    throw refuse(['It must be one JSON object: { "<name>": { "document": "<path or URL>" } }.'])
  const checked = Object.entries(file.data).map(([name, entry]) => checkOpenApiEntry(name, entry, env))
  const configs = checked.flatMap(({ config }) => config ?? [])
  const problems = [...checked.flatMap((one) => one.problems), ...clashes(configs)]
  if (problems.length > 0) throw refuse(problems)
  return configs
}

function entryForm(env: OperatorEnvironment) {
  return z.strictObject({
    document: expanded(env).pipe(z.string().min(1, { error: 'must be a path or a URL' })),
    baseUrl: urlIn(env).optional(),
    headers: headersIn(env),
    credentials: z.record(z.string(), expanded(env).pipe(secretText).nullable()).optional(),
    operations: z.array(z.string()).optional(),
    allowPrivate: z.boolean().default(false),
  })
}

const secretText = z
  .string()
  .regex(/^[^\p{Cc}]+$/u, { error: 'must be the key, the token, or "user:password", without line breaks' })

interface Checked {
  readonly config: OpenApiConfig | null
  readonly problems: readonly string[]
}

function checkOpenApiEntry(name: string, entry: unknown, env: OperatorEnvironment): Checked {
  const prefix = toPrefix(name)
  const parsed = entryForm(env).safeParse(entry, { reportInput: true, error: issueMessages })
  const problems = [...(prefix === null ? [noPrefix(name)] : []), ...entryProblems(name, parsed.error)]
  if (!parsed.success || prefix === null) return { config: null, problems }
  const { document, baseUrl, credentials, operations, ...rest } = parsed.data
  const config = {
    name,
    prefix,
    document: /^https?:\/\//i.test(document) ? { url: document } : { path: resolve(document) },
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(credentials === undefined ? {} : { credentials }),
    ...(operations === undefined ? {} : { operations }),
    ...rest,
  }
  return { config, problems }
}
