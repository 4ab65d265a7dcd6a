import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Read = () => Promise<Uint8Array<ArrayBuffer>>

/** A file of a page. Its address holds a hash of its content, so it never changes. */
export interface PageFile {
  readonly type: string
  readonly content: Read
  /** Its content by encoding, best first; empty for a format that is compressed already. */
  readonly encoded: readonly (readonly [encoding: 'br' | 'gzip', content: Read])[]
}

/** Read, and compressed, when it is first asked for. */
export function pageFile(type: string, read: Read): PageFile {
  const content = once(read)
  const brotlied = once(async () => promisify(brotliCompress)(await content(), brotli))
  const zipped = once(async () => promisify(gzip)(await content(), { level: 9 }))
  const isCompressed = type === 'font/woff2'
  return {
    ...{ type, content },
    encoded: isCompressed
      ? []
      : [
          ['br', brotlied],
          ['gzip', zipped],
        ],
  }
}

/** A twelfth smaller than gzip, and as fast; browsers accept it over TLS and from their own machine. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }

/** What could not be read, such as for want of a file handle, is read again. */
function once(make: Read): Read {
  let made: ReturnType<Read> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}

/** The answer with a file. Null where it is gone: another version was built while this process runs. */
export async function answerWith(
  { type, content, encoded }: PageFile,
  { headers: asked }: Request,
  Response: typeof globalThis.Response,
): Promise<Response | null> {
  const accepted = asked.get('accept-encoding') ?? ''
  const found = encoded.find(([encoding]) => new RegExp(`\\b${encoding}\\b`).test(accepted))
  const headers = {
    'content-type': type,
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
    ...(found && { 'content-encoding': found[0] }),
  }
  try {
    return new Response(await (found?.[1] ?? content)(), { headers })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/**
 * The headers of a page. It runs its own scripts and no others, and speaks to this server alone: it holds a key. A page of another site must
 * not show it in a frame, where a click is an operation that its visitor did not want. `own` are the directives that it has otherwise.
 */
export function pageHeaders(own: Readonly<Record<string, string>>) {
  const policy = {
    'default-src': "'none'",
    'script-src': "'self'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    ...own,
  }
  const directives = Object.entries(policy).map(([name, value]) => `${name} ${value}`)
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': directives.join('; '),
    'x-frame-options': 'DENY',
  }
}
