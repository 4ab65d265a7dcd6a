import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { listenOnLoopback } from '../support/free-port.ts'
import { type ServedExchange, sendExchange } from '../support/wire.ts'

/** A provider of every dialect, which answers each of its models with the exchanges that were given for it, in their order. */
export interface ReplayProvider {
  /** The settings that lead a server to it. */
  readonly settings: Readonly<Record<string, string>>
  give(model: string, exchanges: readonly ServedExchange[]): void
  /** What it was asked, and had no answer for. */
  readonly surprises: readonly string[]
  close(): void
}

/** Several: a key that a recording refuses is not used for a while. */
const keys = Array.from({ length: 6 }, (_, place) => `key-${place}`).join(',')

export async function openReplayProvider(): Promise<ReplayProvider> {
  const given = new Map<string, ServedExchange[]>()
  const surprises: string[] = []
  const server = createServer(async (request, response) => {
    const body: { model?: string } = JSON.parse(await text(request))
    // Google has the model in the path.
    const model = body.model ?? /\/models\/([^:/]+):/.exec(request.url ?? '')?.[1] ?? ''
    const exchange = given.get(model)?.shift()
    if (exchange !== undefined) return sendExchange(exchange, response, { cut: 'random', seed: 7 })
    surprises.push(`${model}: ${request.url}`)
    response.writeHead(501, { 'x-should-retry': 'false' }).end()
  })
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}`
  return {
    settings: {
      ...{ OPENAI_API_KEY: keys, OPENAI_BASE_URL: `${url}/v1` },
      ...{ OPENAI_CHAT_API_KEY: keys, OPENAI_CHAT_BASE_URL: `${url}/v1` },
      ...{ ANTHROPIC_API_KEY: keys, ANTHROPIC_BASE_URL: url },
      ...{ GOOGLE_API_KEY: keys, GOOGLE_GEMINI_BASE_URL: url },
    },
    give: (model, exchanges) => given.set(model, [...exchanges]),
    surprises,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
