import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { connect, follow } from '../../client/follow.ts'
import { isRungraphError, messageOf, RungraphError } from '../../domain/errors.ts'

/** A server over its API. */
export interface Remote {
  /** The data of a query or mutation. @throws SERVER_UNREACHABLE, SERVER_REFUSED */
  ask(query: string, variables: Readonly<Record<string, unknown>>): Promise<unknown>
  /** Every result of a subscription, over restarts of the server. Ends when the signal is aborted. @throws SERVER_REFUSED */
  follow<Data extends object>(query: string, following: Following): AsyncIterable<Data>
}

export interface Following {
  readonly variables: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
  /** Called when the connection is lost, and when there is one again. */
  readonly onLine: (state: 'lost' | 'back') => void
}

/** Where the server is: what the command was given, else RUNGRAPH_URL and RUNGRAPH_KEY, else the port of the settings on this machine. */
export interface RemoteAddress {
  readonly url: string | null
  readonly key: string | null
}

/** @throws ARGUMENTS_INVALID if the URL is none */
export function openRemote(
  given: RemoteAddress,
  env: Readonly<Record<string, string | undefined>>,
  command: string,
): Remote {
  const url = urlOf(given.url ?? (env.RUNGRAPH_URL || `http://127.0.0.1:${env.PORT || '4000'}`), command)
  const key = given.key ?? (env.RUNGRAPH_KEY || '')
  return {
    ask: (query, variables) => ask({ url, key }, query, variables),
    follow: (query, following) => followAt({ url, key }, query, following),
  }
}

interface Endpoint {
  readonly url: string
  readonly key: string
}

/** The URL of the endpoint; that of the server alone will do. */
function urlOf(text: string, command: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new RungraphError('ARGUMENTS_INVALID', {
      problem: `"${text}" is no URL of a server. Use one such as http://127.0.0.1:4000 in --url or RUNGRAPH_URL.`,
      command,
    })
  if (url.pathname === '/') url.pathname = '/graphql'
  return url.href
}

const answer = z.object({
  data: z.unknown().optional(),
  errors: z
    .array(z.object({ message: z.string(), extensions: z.object({ code: z.string() }).partial().optional() }))
    .optional(),
})

async function ask({ url, key }: Endpoint, query: string, variables: object): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json, application/json',
      ...(key !== '' && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({ query, variables }),
  }).catch((error: unknown) => {
    throw unreachable(url, reasonOf(error), error)
  })
  const { data, errors = [] } = await bodyOf(url, response)
  const [first] = errors
  if (first) throw refused(first.message, first.extensions?.code)
  return data
}

async function bodyOf(url: string, response: Response): Promise<z.infer<typeof answer>> {
  try {
    return answer.parse(await response.json())
  } catch (error) {
    throw unreachable(url, `what answers there is no Rungraph (HTTP ${response.status})`, error)
  }
}

async function* followAt<Data extends object>(
  { url, key }: Endpoint,
  query: string,
  { variables, signal, onLine }: Following,
): AsyncGenerator<Data> {
  const client = connect(url.replace(/^http/, 'ws'), () => key)
  let isLost = false
  client.on('closed', (event) => {
    if (isLost || signal.aborted || (event instanceof CloseEvent && event.code === 1000)) return
    isLost = true
    onLine('lost')
  })
  client.on('connected', () => {
    if (isLost) onLine('back')
    isLost = false
  })
  try {
    yield* follow<Data>(client, { query, variables }, signal)
  } catch (error) {
    throw isRungraphError(error) ? error : refused(reasonOf(error), codeOf(error))
  } finally {
    await client.dispose()
  }
}

/** Of an error of the network, of GraphQL, or of a WebSocket that was closed. */
function reasonOf(error: unknown): string {
  if (error instanceof CloseEvent) return `${error.code} ${error.reason}`.trim()
  if (error instanceof Error && error.cause instanceof Error) return reasonOf(error.cause)
  return messageOf(error instanceof AggregateError ? (error.errors[0] ?? error) : error)
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof CloseEvent && error.code === 4403) return 'UNAUTHENTICATED'
  const [first]: readonly unknown[] = error instanceof AggregateError ? error.errors : []
  return z.object({ extensions: z.object({ code: z.string() }) }).safeParse(first).data?.extensions.code
}

function unreachable(url: string, reason: string, cause: unknown): RungraphError {
  return new RungraphError('SERVER_UNREACHABLE', { url, reason }, cause)
}

/** An error of the server, which has words of its own; those about credentials lack where they come from. */
export function refused(message: string, code = ''): RungraphError {
  const remedy =
    code === 'UNAUTHENTICATED'
      ? 'Set RUNGRAPH_KEY, or --key, to an API key that is in force (`npx rungraph keys create`).'
      : ''
  // Of a refusal of credentials, the other sentences are for programs.
  const said = remedy === '' ? message : message.replace(/\. .*$/s, '.')
  return new RungraphError('SERVER_REFUSED', { message: said, remedy })
}

/** A key under which a mutation can be sent again. */
export function newIdempotencyKey(): string {
  return `rungraph-${randomUUID()}`
}
