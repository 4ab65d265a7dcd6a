import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Client } from '../../client/client.ts'
import { RungraphClientError } from '../../client/client-error.ts'
import { isRungraphError, messageOf, RungraphError } from '../../domain/errors.ts'

/** A server over its API. */
export interface Remote {
  /** The data of a query or mutation, which is sent once: a person who waits wants to know. @throws SERVER_UNREACHABLE, SERVER_REFUSED */
  readonly ask: Ask
  /** The data of a query about what was followed to its end: sent again while the server restarts. @throws as `ask` */
  readonly read: Ask
  /** Every result of a subscription, over restarts of the server. Ends when the signal is aborted. @throws SERVER_REFUSED */
  follow<Data extends object>(query: string, following: Following): AsyncIterable<Data>
}

export type Ask = (query: string, variables: Readonly<Record<string, unknown>>) => Promise<unknown>

export interface Following {
  readonly variables: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
  /** Called when the connection is lost, and when there is one again. */
  readonly onLine: (state: 'lost' | 'back') => void
}

/** Messages to the user about the connection. */
export const lineNotes = {
  lost: 'The connection was lost. Connecting again…',
  back: 'Connected again.',
} as const

/** Address of the server: the options of the command, else RUNGRAPH_URL and RUNGRAPH_KEY, else the port of the settings on this machine. */
export interface RemoteAddress {
  readonly url?: string | undefined
  readonly key?: string | undefined
}

/** A mutation that gives an object, or an error in its place. */
export interface Mutation<Given extends z.ZodType> {
  readonly name: string
  /** The type of the object, and what is read of it: `Run { id }`. */
  readonly selection: string
  readonly given: Given
}

/** What most mutations are asked for. */
export const withId = z.object({ id: z.string() })

const refusal = z.object({ code: z.string(), message: z.string() })

/** Sends a mutation, and gives its object. @throws SERVER_REFUSED with the error that it gives in place of one, and those of `ask` */
export async function mutate<Given extends z.ZodType>(
  remote: Remote,
  mutation: Mutation<Given>,
  input: Readonly<Record<string, unknown>>,
): Promise<z.infer<Given>> {
  const answer = await tryMutation(remote, mutation, input)
  if (answer.kind === 'given') return answer.given
  throw refused(answer.message, answer.code)
}

/** The same for a caller that can do something about the error. */
export async function tryMutation<Given extends z.ZodType>(
  { ask }: Remote,
  { name, selection, given }: Mutation<Given>,
  input: Readonly<Record<string, unknown>>,
) {
  const inputType = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`
  const { answer } = z.object({ answer: z.unknown() }).parse(
    await ask(
      `mutation Command($input: ${inputType}!) {
  answer: ${name}(input: $input) { ... on ${selection} ... on Error { code message } }
}`,
      { input },
    ),
  )
  const { data: error } = refusal.safeParse(answer)
  return error
    ? ({ kind: 'refused', ...error } as const)
    : ({ kind: 'given', given: given.parse(answer) } as const)
}

/** @throws ARGUMENTS_INVALID if the URL is none */
export function openRemote(
  given: RemoteAddress,
  env: Readonly<Record<string, string | undefined>>,
  command: string,
): Remote {
  const url = urlOf(given.url ?? (env.RUNGRAPH_URL || `http://127.0.0.1:${env.PORT || '4000'}`), command)
  const key = given.key ?? (env.RUNGRAPH_KEY || '')
  return remoteOf(new Client({ url, token: key }))
}

/** The server that a client calls. */
export function remoteOf(client: Client): Remote {
  const { url } = client
  return {
    ask: (query, variables) => client.mutate<unknown, object>(query, variables).catch(refuse(url)),
    read: (query, variables) => client.query<unknown, object>(query, variables).catch(refuse(url)),
    follow: (query, following) => follow(client, query, following),
  }
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

async function* follow<Data extends object>(
  client: Client,
  query: string,
  { variables, signal, onLine }: Following,
): AsyncGenerator<Data> {
  let isLost = false
  const unsubscribe = client.connection.subscribe(() => {
    const state = client.connection.current()
    if (state === 'broken' && !isLost) onLine('lost')
    if (state === 'connected' && isLost) onLine('back')
    isLost = state === 'broken' || (isLost && state !== 'connected')
  })
  try {
    yield* client.subscribe<Data, object>(query, variables, { signal })
  } catch (error) {
    refuse(client.url)(error)
  } finally {
    unsubscribe()
  }
}

/** Throws an error of the client as one with the remedy of the command line. */
function refuse(url: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof RungraphClientError)) throw error
    const { code, message, cause } = error
    if (code === 'CONNECTION_FAILED') throw unreachable(url, reasonOf(cause ?? error), error)
    if (code === 'INVALID_RESPONSE') throw unreachable(url, 'what answers there is no Rungraph', error)
    throw refused(message, code)
  }
}

/** The innermost cause: `fetch failed` says nothing. */
function reasonOf(error: unknown): string {
  return error instanceof Error && error.cause instanceof Error ? reasonOf(error.cause) : messageOf(error)
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
  return new RungraphError('SERVER_REFUSED', { message: said, remedy, code })
}

export function isRefusal(error: unknown): error is RungraphError<'SERVER_REFUSED'> {
  return isRungraphError(error) && error.code === 'SERVER_REFUSED'
}

/** A key under which a mutation can be sent again. */
export function newIdempotencyKey(): string {
  return `rungraph-${randomUUID()}`
}
