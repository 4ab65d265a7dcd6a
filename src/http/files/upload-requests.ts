import type { GraphQLParams, Plugin } from 'graphql-yoga'
import { RungraphError } from '../../domain/errors.ts'
import { parseRawJson } from '../../domain/exact-numbers.ts'
import { fileBounds } from '../../domain/file.ts'
import { isJsonArray, isJsonObject, type JsonObject } from '../../domain/json.ts'
import type { Upload } from '../../domain/upload.ts'
import { encodingProblem } from '../limits/body-limit.ts'
import { type ReceivedBytes, readBytes } from './received-bytes.ts'

/** Room beside the files for the operation, its variables and the heads of the parts. */
const maxTextBytes = 2 * 1024 * 1024

/** The files of one message, `operations`, `map`, and the end of the last part. */
const maxBoundaries = fileBounds.maxPerMessage + 3

/**
 * Takes operations with files (GraphQL multipart request specification): `operations` is the operation, `map` leads each file to the variables
 * that it is the value of (FILE-5). Other plugins leave such a request alone.
 */
export function useFileUploads(received: ReceivedBytes): Plugin {
  const reads = new WeakMap<Request, () => void>()
  return {
    // The files are in memory until the operation has ended, however it ends.
    onRequest({ request, requestHandler, setRequestHandler }) {
      if (!isUploadRequest(request)) return
      setRequestHandler(async (asked, context) => {
        try {
          return await requestHandler(asked, context)
        } finally {
          reads.get(asked)?.()
        }
      })
    },
    onRequestParse({ request, setRequestParser }) {
      if (!isUploadRequest(request)) return
      checkSender(request.headers)
      setRequestParser(async (given) => {
        const { data, free } = await readUploadBody(given, received)
        reads.set(request, free)
        return readOperation(await readForm(data, given.headers.get('content-type') ?? ''))
      })
    },
  }
}

/** The body of a multipart request. */
function readUploadBody(request: Request, received: ReceivedBytes): ReturnType<typeof readBytes> {
  const maxBytes = fileBounds.maxFileBytes + maxTextBytes
  return readBytes(request, { field: 'The request', maxBytes }, received)
}

/** A form that a caller sent in place of JSON: its texts by their names, and its files in order. */
export interface SentForm {
  readonly texts: ReadonlyMap<string, string>
  readonly files: readonly { readonly part: string; readonly upload: Upload }[]
}

/**
 * Does some work with a multipart request that is no operation of GraphQL. Its files are in memory meanwhile.
 * @throws REQUEST_MALFORMED, INPUT_TOO_LARGE, UPLOADS_BUSY
 */
export async function withSentForm<Result>(
  request: Request,
  received: ReceivedBytes,
  work: (form: SentForm) => Promise<Result>,
): Promise<Result> {
  checkSender(request.headers)
  const { data, free } = await readUploadBody(request, received)
  try {
    const form = [...(await readForm(data, request.headers.get('content-type') ?? ''))]
    const files = form.flatMap(([part, value]) => (value instanceof File ? [{ part, file: value }] : []))
    return await work({
      texts: new Map(
        form.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])),
      ),
      files: await Promise.all(files.map(async ({ part, file }) => ({ part, upload: await toUpload(file) }))),
    })
  } finally {
    free()
  }
}

export function isUploadRequest({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  return method === 'POST' && /^multipart\/form-data\s*;/i.test(headers.get('content-type') ?? '')
}

/** A form of another page can send this type without permission, but none of these headers. @throws REQUEST_MALFORMED */
function checkSender(headers: Headers): void {
  const names = ['authorization', 'graphql-require-preflight', 'apollo-require-preflight']
  if (!names.some((name) => headers.has(name)))
    throw malformed(
      'A multipart request needs a header that no form of another page can send.',
      'Send `GraphQL-Require-Preflight: 1`, or an API key.',
    )
  const problem = encodingProblem(headers)
  if (problem !== null) throw malformed(problem, 'Send it as it is.')
}

/** @throws REQUEST_MALFORMED */
async function readForm(body: Buffer<ArrayBuffer>, type: string): Promise<FormData> {
  const boundary = /boundary\s*=\s*(?:"([^"]+)"|([^;\s]+))/i.exec(type)
  const mark = boundary?.[1] ?? boundary?.[2]
  if (mark === undefined)
    throw malformed('The multipart request has no boundary.', 'Send `boundary` in the content type.')
  if (countOf(body, `--${mark}`, maxBoundaries) > maxBoundaries)
    throw malformed(
      `The multipart request has more than ${fileBounds.maxPerMessage} files.`,
      'Send the others with another request.',
    )
  try {
    return await new Response(body, { headers: { 'content-type': type } }).formData()
  } catch (error) {
    throw malformed('The body is no multipart form.', 'Send it as RFC 7578 says.', error)
  }
}

/** At most one more than `max`: a form of a million parts takes long to read. */
function countOf(body: Buffer, mark: string, max: number): number {
  let count = 0
  for (let at = body.indexOf(mark); at >= 0 && count <= max; at = body.indexOf(mark, at + mark.length))
    count += 1
  return count
}

/** @throws REQUEST_MALFORMED */
async function readOperation(form: FormData): Promise<GraphQLParams> {
  const operation = readPart(form, 'operations')
  const map = readPart(form, 'map')
  const files = new Map([...form].filter(([name]) => name !== 'operations' && name !== 'map'))
  const params: Record<string, unknown> = { ...operation }
  for (const [name, paths] of Object.entries(map)) {
    const file = files.get(name)
    if (!(file instanceof File))
      throw malformed(`\`map\` names the file ${JSON.stringify(name)}, which is no part.`, wholeForm)
    if (!isJsonArray(paths) || paths.length !== 1 || typeof paths[0] !== 'string')
      throw malformed('`map` must lead each file to one variable.', wholeForm)
    put(params, paths[0], await toUpload(file))
    files.delete(name)
  }
  const [left] = files.keys()
  if (left !== undefined)
    throw malformed(`\`map\` leads the part ${JSON.stringify(left)} nowhere.`, wholeForm)
  return params
}

const wholeForm =
  'Send `operations` with null in the place of each file, then `map` such as {"0": ["variables.input.file"]}, then the files (GraphQL multipart request specification).'

function readPart(form: FormData, name: 'operations' | 'map'): JsonObject {
  const text = form.get(name)
  try {
    const value = typeof text === 'string' && text.length <= maxTextBytes ? parseRawJson(text) : null
    if (isJsonObject(value)) return value
  } catch {
    // Said below.
  }
  throw malformed(`\`${name}\` must be a part with an object as JSON.`, wholeForm)
}

async function toUpload(file: File): Promise<Upload> {
  const name = file.name === '' || file.name === 'blob' ? null : file.name
  return {
    name,
    mediaType: file.type === '' ? null : file.type,
    data: new Uint8Array(await file.arrayBuffer()),
  }
}

/** Puts a file in the place of a null. @throws REQUEST_MALFORMED */
function put(params: Record<string, unknown>, path: string, file: Upload): void {
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  let at: unknown = params
  for (const key of keys) at = memberOf(at, key)
  const isPlace = keys[0] === 'variables' && memberOf(at, last) === null
  if (!isPlace || typeof at !== 'object' || at === null)
    throw malformed(`\`map\` leads to ${JSON.stringify(path)}, where no variable is null.`, wholeForm)
  Reflect.set(at, last, file)
}

/** A property of its own. */
function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return Reflect.get(value, key)
}

function malformed(problem: string, remedy: string, cause?: unknown): RungraphError {
  return new RungraphError('REQUEST_MALFORMED', { problem, remedy }, cause)
}
