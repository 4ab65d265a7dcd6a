import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'

/** A request whose head the server has and whose body it waits for. */
export interface HeldRequest {
  /** Sends the body; gives the answer. */
  finish(): Promise<{ readonly status: number; readonly body: string }>
}

/** Begins a query that the server is to count as active. */
export async function holdRequest(url: string, query: string): Promise<HeldRequest> {
  const body = JSON.stringify({ query })
  const held = request(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      // The server answers to this as soon as it has the head.
      expect: '100-continue',
    },
  })
  const answered = once(held, 'response')
  answered.catch(() => undefined) // `finish` tells
  held.flushHeaders()
  await once(held, 'continue')
  return {
    finish: async () => {
      held.end(body)
      const [response] = await answered
      return { status: response.statusCode, body: await text(response) }
    },
  }
}
