import { errors } from 'jose'
import { z } from 'zod'
import { RungraphError } from '../domain/errors.ts'
import type { FileLinks } from '../domain/file.ts'
import { createSigner, type SigningOptions } from './token-signer.ts'

/** Signs addresses of files (FILE-5). The same grant to the same time gives the same text, so that a browser caches it. */
export function createFileLinks(options: Required<SigningOptions>): FileLinks {
  const signer = createSigner({ ...options, type: 'rungraph-file+jwt' })
  return {
    sign: (grant, expiresAt) => signer.sign({ grant }, expiresAt),
    open: async (text) => {
      try {
        return claims.parse(await signer.read(text)).grant
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
