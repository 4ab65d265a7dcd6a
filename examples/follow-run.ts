import { setTimeout } from 'node:timers/promises'
import { createClient } from 'graphql-ws'

/** Gives every event of a run, each once and in order, to the last one, whatever becomes of the connection. */
export async function* followRun(url: string, runId: string, after: string | null = null) {
  // By itself graphql-ws would begin again where it began first, and give events twice.
  const client = createClient({ url, retryAttempts: 0 })
  for (;;) {
    try {
      for await (const { data, errors } of client.iterate<Answer>({ query, variables: { runId, after } })) {
        if (!data) throw new AggregateError(errors ?? [])
        yield data.runEvents
        after = data.runEvents.cursor
      }
      return // the run rests
    } catch (error) {
      if (!mayPass(error)) throw error
      await setTimeout(500)
    }
  }
}

const query = `subscription($runId: ID!, $after: String) {
  runEvents(runId: $runId, after: $after) { __typename seq cursor ... on TextDelta { text } }
}`

interface Answer {
  readonly runEvents: {
    readonly __typename: string
    readonly seq: number
    readonly cursor: string
    readonly text?: string
  }
}

/** Everything but an answer that is an error, and what the client did wrong: that would happen again. */
function mayPass(error: unknown): boolean {
  if (Array.isArray(error) || error instanceof AggregateError) return false
  const code = error instanceof Object && 'code' in error ? error.code : null
  return ![1009, 4400, 4401, 4406, 4409, 4429].some((hopeless) => hopeless === code)
}
