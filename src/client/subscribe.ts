import type { Client } from 'graphql-ws'
import { follow } from './follow.ts'
import { type EventData, sumUpText } from './text-so-far.ts'

/** What both Apollo Client and urql give their transports to write to. */
interface Sink {
  next(answer: { readonly data: EventData }): void
  error(error: unknown): void
  complete(): void
}

interface Request {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
}

/** Follows a subscription for a client library, through restarts of the server; gives what ends it. */
export function subscribe(client: Client, request: Request, sink: Sink): () => void {
  const end = new AbortController()
  void pump(client, request, { sink, signal: end.signal })
  return () => end.abort()
}

async function pump(
  client: Client,
  request: Request,
  { sink, signal }: { readonly sink: Sink; readonly signal: AbortSignal },
): Promise<void> {
  const toSoFar = sumUpText()
  try {
    for await (const data of follow<EventData>(client, request, signal)) sink.next({ data: toSoFar(data) })
    sink.complete()
  } catch (error) {
    sink.error(error)
  }
}
