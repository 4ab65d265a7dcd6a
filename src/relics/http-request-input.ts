import { z } from 'zod'
import { headerName, headerValue, reservedHeaders } from '../domain/relic-settings.ts'

const scalar = z.union([z.string(), z.number(), z.boolean()])

/** Parameters of a request. */
export const requestInput = z.strictObject({
  method: z.string().max(10).default('GET').describe('GET, or another method that the service is allowed.'),
  path: z.string().min(1).max(8_000).describe('The path below the address of the service; begins with `/`.'),
  query: z
    .record(z.string(), z.union([scalar, z.array(scalar)]))
    .default({})
    .describe('Parameters after the `?`; one with a list comes several times.'),
  headers: z
    .record(
      z
        .string()
        .regex(headerName, { error: 'is no name of a header' })
        .refine((name) => !reservedHeaders.includes(name.toLowerCase()), { error: 'cannot be set' }),
      z.string().max(4_000).regex(headerValue, { error: 'must be of visible ASCII characters' }),
    )
    .default({})
    .describe('Further headers; those of the relic itself stay as they are.'),
  body: z.unknown().optional().describe('A text is sent as it is, all else as JSON.'),
})
export type HttpRequest = z.output<typeof requestInput>
