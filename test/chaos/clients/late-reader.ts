import { authorized } from './graphql-client.ts'
import { newTranscript, runEventsSubscription, type SeenEvent, type Transcript } from './transcript.ts'

export interface LateReaderOptions {
  readonly url: string
  /** The run's global id. */
  readonly runId: string
  /** The number of the last event that there is; the stream of a run that only waits goes on after it. */
  readonly lastSeq: number
  readonly withinMs: number
  readonly apiKey: string | null
}

/** Reads a log from its beginning as an event stream (SSE), when everything is over. */
export async function readLate(options: LateReaderOptions): Promise<Transcript> {
  const { url, runId, lastSeq, withinMs, apiKey } = options
  const transcript = newTranscript('late')
  const leaving = new AbortController()
  const timer = setTimeout(() => leaving.abort(), withinMs)
  try {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...authorized(apiKey),
      },
      body: JSON.stringify({ query: runEventsSubscription, variables: { runId, after: null } }),
      signal: leaving.signal,
    })
    for await (const { event, data } of messagesOf(response)) {
      if (event === 'complete') transcript.isComplete = true
      if (event === 'next') take(data, transcript)
      if (transcript.isComplete || transcript.errors.length > 0) break
      if (event === 'next' && (transcript.events.at(-1)?.seq ?? 0) >= lastSeq && !isEnd(transcript)) break
    }
  } catch (error) {
    transcript.errors.push(String(error))
  } finally {
    clearTimeout(timer)
    leaving.abort()
  }
  return transcript
}

/** After a resting event the server completes the stream, and that is waited for. */
function isEnd({ events }: Transcript): boolean {
  const type = events.at(-1)?.type
  return type === 'RunCompleted' || type === 'RunFailed'
}

function take(text: string, transcript: Transcript): void {
  const result: {
    data?: { runEvents: SeenEvent } | null
    errors?: readonly { message: string; extensions?: { code?: string } }[]
  } = JSON.parse(text)
  for (const { message, extensions } of result.errors ?? [])
    transcript.errors.push(extensions?.code ?? message)
  if (result.data) transcript.events.push(result.data.runEvents)
}

interface Message {
  readonly event: string
  readonly data: string
}

/** The messages of an event stream as they come, without its comments. */
export async function* messagesOf(response: Response): AsyncGenerator<Message> {
  if (response.body === null) return
  let rest = ''
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1]
      const event = field('event')
      if (event !== undefined) yield { event, data: field('data') ?? '' }
    }
  }
}
