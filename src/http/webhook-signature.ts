import { createHmac } from 'node:crypto'

/** What is signed of a request. */
export interface Signed {
  readonly id: string
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly body: string
}

/**
 * The header `webhook-signature` of the Standard Webhooks specification 1.0.0: for each key `v1,` and the HMAC-SHA256 of id, time and
 * body, with dots between. A receiver takes the request where one of them fits.
 */
export function signatureOf({ id, timestamp, body }: Signed, keys: readonly Buffer[]): string {
  const content = `${id}.${timestamp}.${body}`
  return keys.map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`).join(' ')
}
