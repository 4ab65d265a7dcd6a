import { errors } from 'jose'
import { z } from 'zod'
import type { SignInTickets } from '../domain/mcp-sign-in.ts'
import { createSigner, type SigningOptions } from './token-signer.ts'

/** Signs the addresses at which sign-ins begin (MCPAUTH-4). No two texts are the same. */
export function createSignInTickets(options: Required<SigningOptions>): SignInTickets {
  const signer = createSigner({ ...options, type: 'rungraph-sign-in+jwt' })
  return {
    sign: async (ticket, expiresAt) => {
      const signed = await signer.sign({ ticket, jti: crypto.randomUUID() }, expiresAt)
      // A question shows it: in its own form it would be taken for a credential, and left out.
      return Buffer.from(signed).toString('base64url')
    },
    open: async (text) => {
      const signed = Buffer.from(text, 'base64url').toString('latin1')
      try {
        return claims.parse(await signer.read(signed, 'jti')).ticket
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof z.ZodError) return null
        throw error
      }
    },
  }
}

const user = z.object({ kind: z.enum(['TOKEN', 'PERSON', 'LOOPBACK']), name: z.string() })

const claims = z.object({
  ticket: z.object({
    owner: z.object({
      ...{ server: z.string(), url: z.string() },
      ...{ projectId: z.uuid().nullable(), user: user.nullable() },
    }),
    challenge: z.object({ scope: z.string().nullable(), metadataUrl: z.string().nullable() }),
    isOfGate: z.boolean(),
  }),
})
