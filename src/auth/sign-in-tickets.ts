import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { SignInTickets } from '../domain/mcp-sign-in.ts'
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

/** In the header: the text is never taken for an access token or a link (RFC 8725, 3.11). */
const ticketType = 'rungraph-sign-in+jwt'

/** Signs the addresses at which sign-ins begin, with HMAC SHA-256 (MCPAUTH-4). No two texts are the same. */
export function createSignInTickets({ key, furtherKeys, now }: Options): SignInTickets {
  const keyring = createKeyring(key, furtherKeys)
  return {
    sign: async (ticket, expiresAt) => {
      const signed = await new SignJWT({ ticket })
        .setProtectedHeader({ alg: algorithm, typ: ticketType, kid: keyring.keyId })
        .setJti(crypto.randomUUID())
        .setExpirationTime(expiresAt)
        .sign(key)
      // A question shows it: in its own form it would be taken for a credential, and left out.
      return Buffer.from(signed).toString('base64url')
    },
    open: async (text) => {
      const signed = Buffer.from(text, 'base64url').toString('latin1')
      const currentDate = new Date(now())
      const options = {
        algorithms: [algorithm],
        typ: ticketType,
        currentDate,
        requiredClaims: ['exp', 'jti'],
      }
      try {
        return claims.parse((await jwtVerify(signed, keyring.find, options)).payload).ticket
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
