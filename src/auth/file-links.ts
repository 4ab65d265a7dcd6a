import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { RungraphError } from '../domain/errors.ts'
import type { FileLinks } from '../domain/file.ts'
import { createKeyring } from './token-signer.ts'

interface Options {
  /** 32 bytes, the same in all processes of a database. */
  readonly key: Uint8Array
  /** Further keys whose signatures are taken, while a key is replaced. */
  readonly furtherKeys: readonly Uint8Array[]
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

const algorithm = 'HS256'

/** In the header: the text is never taken for an access token (RFC 8725, 3.11). */
const linkType = 'rungraph-file+jwt'

/** Signs addresses of files with HMAC SHA-256 (FILE-5). The same grant to the same time gives the same text, so that a browser caches it. */
export function createFileLinks({ key, furtherKeys, now }: Options): FileLinks {
  const keyring = createKeyring(key, furtherKeys)
  return {
    sign: (grant, expiresAt) =>
      new SignJWT({ grant })
        .setProtectedHeader({ alg: algorithm, typ: linkType, kid: keyring.keyId })
        .setExpirationTime(expiresAt)
        .sign(key),
    open: async (text) => {
      const currentDate = new Date(now())
      const options = { algorithms: [algorithm], typ: linkType, currentDate, requiredClaims: ['exp'] }
      try {
        return claims.parse((await jwtVerify(text, keyring.find, options)).payload).grant
      } catch (error) {
        return new RungraphError('FILE_LINK_INVALID', { reason: faultOf(error) }, error)
      }
    },
  }
}

const file = { projectId: z.uuid(), fileId: z.uuid() }

const claims = z.object({
  grant: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('READ'), ...file }),
    z.object({
      ...{ kind: z.literal('UPLOAD'), ...file },
      ...{ name: z.string().nullable(), mediaType: z.string(), byteCount: z.int() },
      ...{ createdBy: z.string().nullable(), tokenScope: z.string().nullable() },
    }),
  ]),
})

function faultOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'The address has expired.'
  if (error instanceof errors.JOSEError || error instanceof z.ZodError) return 'The address is not valid.'
  throw error
}
