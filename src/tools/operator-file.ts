import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { messageOf } from '../domain/errors.ts'
import { formatIssue } from '../domain/format-issue.ts'
import type { JsonObject } from '../domain/json.ts'

/** The environment that `${NAME}` in a file is read from. */
export type OperatorEnvironment = Readonly<Record<string, string | undefined>>

/** Content of a file, or its problem. */
export type FileContent =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string }

/** Reads JSON that the operator wrote, in the file at a path or in code. Never throws. */
export async function readJsonFile(path: string | JsonObject): Promise<FileContent> {
  if (typeof path !== 'string') return { ok: true, value: path }
  try {
    return { ok: true, value: JSON.parse(await readFile(path, 'utf8')) }
  } catch (error) {
    return { ok: false, problem: error instanceof SyntaxError ? noJson(error) : unreadReason(error) }
  }
}

function noJson(error: SyntaxError): string {
  return `It is not JSON: ${messageOf(error)}.`
}

function unreadReason(error: unknown): string {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
  return isMissing ? 'There is no such file.' : `It cannot be read: ${messageOf(error)}.`
}

/** `${NAME}`, or `${NAME:-default where it is unset}`. */
const variable = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g

/** A text of such a file, with the variables that it names put in: secrets stay out of files. */
export function expanded(env: OperatorEnvironment) {
  return z.string().transform((text, ctx) =>
    text.replace(variable, (_whole, name: string, fallback?: string) => {
      const value = env[name] || fallback
      if (value === undefined) {
        const message = `names the variable ${name}, which is not set. Set it, or write \${${name}:-default}`
        ctx.issues.push({ code: 'custom', input: text, message })
      }
      return value ?? ''
    }),
  )
}

/** A web address. */
export function urlIn(env: OperatorEnvironment) {
  return expanded(env).refine(isHttpUrl, {
    error: 'must be a URL that begins with http:// or https://, without user name and password',
  })
}

/** HTTP headers by name. */
export function headersIn(env: OperatorEnvironment) {
  return z.record(z.string(), expanded(env)).default({}).refine(areHeaders, {
    error: 'must be HTTP headers: names of letters, digits and hyphens, values without line breaks',
  })
}

/** The problems of the entry of a name in such a file, one sentence each: `name.field: must be at least 1.` */
export function entryProblems(name: string, error: z.ZodError | undefined): readonly string[] {
  return (error?.issues ?? []).map((issue) => `${formatIssue(issue, [name])}.`)
}

function isHttpUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

function areHeaders(headers: Readonly<Record<string, string>>): boolean {
  try {
    new Headers(headers)
    return true
  } catch {
    return false
  }
}
