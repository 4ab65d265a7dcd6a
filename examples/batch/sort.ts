/**
 * Sorts messages at half the price: each is a run whose model call is part of a batch. It can be stopped and started again at any time: a
 * message is sorted once, and one whose run has failed is tried again.
 */
import { Client, RungraphClientError } from 'rungraph/client'

const messages = ['Where is my parcel?', 'The lamp flickers.', 'I was charged twice.']

interface Sorted {
  readonly input: string
  readonly status: string
  readonly summary: string | null
  /** Why it failed, and what to do. */
  readonly error: { readonly code: string; readonly message: string } | null
  readonly usage: { readonly costUsd: string; readonly savedUsd: string }
}

/** Has a run for each message, and yields each as soon as it has ended. */
async function* sortMessages(client: Client, texts: readonly string[]): AsyncGenerator<Sorted> {
  const ids: string[] = []
  for (const [nth, input] of texts.entries()) ids.push(await runOf(client, input, `message-${nth}`))
  for (const id of ids) {
    for await (const _ of client.follow(id)) {
      // Following ends when the run has ended; until then nothing needs to be asked.
    }
    const { run } = await client.query<{ run: Sorted }, object>(
      `query($id: ID!) {
        run(id: $id) { input status summary error { code message } usage { costUsd savedUsd } }
      }`,
      { id },
    )
    yield run
  }
}

/**
 * The run of a message. A known key gives the run that there is; where that has failed before, the next key is that of another attempt. So
 * what is answered or under way is never paid twice.
 */
async function runOf(client: Client, input: string, key: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const idempotencyKey = `${key}-${attempt}`
    const { id, status } = await client.trigger({ agent: 'sorter', input, idempotencyKey })
    if (status !== 'FAILED' && status !== 'CANCELLED') return id
  }
}

const { RUNGRAPH_URL: url = 'http://127.0.0.1:4000/graphql', RUNGRAPH_KEY: token = '' } = process.env
try {
  for await (const run of sortMessages(new Client({ url, token }), messages)) print(run)
} catch (error) {
  if (!(error instanceof RungraphClientError)) throw error
  console.error(`${url}: ${error.message}`)
  process.exitCode = 1
}

function print({ input, status, summary, error, usage }: Sorted): void {
  if (status === 'COMPLETED') {
    console.log(`${summary}: ${input} (${usage.costUsd} USD, ${usage.savedUsd} saved)`)
    return
  }
  console.error(`${status}: ${input} ${error ? `${error.code}: ${error.message}` : ''}`)
  process.exitCode = 1
}
