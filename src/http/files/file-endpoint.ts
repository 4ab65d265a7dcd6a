import type { Plugin } from 'graphql-yoga'
import { RungraphError } from '../../domain/errors.ts'
import type { FileGrant, FileOperations, StoredFile } from '../../domain/file.ts'
import type { RequestMetrics } from '../../domain/request-metrics.ts'
import { toGlobalId } from '../../graphql/global-id.ts'
import { answerJson, apiErrorBody, refuseCall, toApiError } from '../error-responses.ts'
import { encodingProblem } from '../limits/body-limit.ts'
import { allowed, isRead, signedFile } from '../request-address.ts'
import type { NodeContext } from '../streams/event-streams.ts'
import { type ReceivedBytes, readBytes } from './received-bytes.ts'

interface Options {
  readonly files: FileOperations
  readonly received: ReceivedBytes
  readonly requestMetrics: Pick<RequestMetrics, 'refused'>
  readonly report: (message: string, error?: unknown) => void
}

/** Files at signed addresses: GET gives one, PUT takes one that was announced. The signature is all that a caller needs (FILE-5). */
export function useFileEndpoint(options: Options): Plugin<Record<never, never>, NodeContext> {
  return {
    async onRequest({ request, url, endResponse }) {
      const target = signedFile(url)
      if (target === null) return
      endResponse(await answer(target, request, options))
    },
  }
}

type Target = NonNullable<ReturnType<typeof signedFile>>

async function answer(target: Target, request: Request, options: Options): Promise<Response> {
  try {
    const grant = await options.files.openLink(target.signature)
    if (grant.fileId !== target.fileId)
      throw new RungraphError('FILE_LINK_INVALID', { reason: 'The address is not valid.' })
    if (grant.kind === 'READ')
      return isRead(request.method)
        ? await give(grant, request, options)
        : wrongMethod(allowed('GET').join(', '))
    return request.method === 'PUT' ? await take(grant, request, options) : wrongMethod('PUT')
  } catch (error) {
    const apiError = toApiError(error)
    if (apiError.status === 500) options.report('A file could not be served.', error)
    return refuseCall(apiError, options)
  }
}

async function give(
  grant: FileGrant,
  { method, headers: asked }: Request,
  { files, received }: Options,
): Promise<Response> {
  const file = await files.findFile(grant)
  const headers = headersOf(file)
  if (asked.get('if-none-match') === headers.etag) return new Response(null, { status: 304, headers })
  if (method === 'HEAD') return new Response(null, { status: 200, headers })
  const free = received.reserve(file.byteCount)
  try {
    return new Response(streamOf(await files.readFile(grant)), { status: 200, headers })
  } finally {
    free()
  }
}

/** As a body of bytes they would be copied. */
function streamOf(data: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(data)
      controller.close()
    },
  })
}

/** What browsers show within a page; anything else is downloaded. */
const shown = /^(image|audio)\/|^application\/pdf$/

/** A file is foreign: no browser runs anything of it, nor takes it for another type. */
function headersOf({ mediaType, name, byteCount, sha256 }: StoredFile) {
  const disposition = shown.test(mediaType) ? 'inline' : 'attachment'
  const filename =
    name === null ? '' : `; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`
  return {
    'content-type': mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType,
    'content-length': String(byteCount),
    'content-disposition': `${disposition}${filename}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'private, max-age=900, immutable',
    etag: `"${sha256}"`,
  }
}

async function take(
  grant: FileGrant & { readonly kind: 'UPLOAD' },
  request: Request,
  { files, received }: Options,
): Promise<Response> {
  const problem = encodingProblem(request.headers)
  if (problem !== null) throw new RungraphError('REQUEST_MALFORMED', { problem, remedy: 'Send it as it is.' })
  const { data, free } = await readBytes(request, { field: 'The file', maxBytes: grant.byteCount }, received)
  try {
    const { fileId } = await files.receive(grant, data)
    return answerJson(201, JSON.stringify({ id: toGlobalId('File', fileId) }))
  } finally {
    free()
  }
}

function wrongMethod(allow: string): Response {
  const error = { code: 'REQUEST_MALFORMED', message: `This address takes ${allow} alone.` }
  return answerJson(405, apiErrorBody(error), { allow })
}
