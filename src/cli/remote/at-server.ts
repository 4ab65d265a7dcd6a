import { randomUUID } from 'node:crypto'
import { Client } from '../../client/client.ts'
import { RungraphClientError } from '../../client/client-error.ts'
import { messageOf, RungraphError } from '../../domain/errors.ts'
import type { CommandContext } from '../terminal/command-context.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Address of the server: the options of the command, else RUNGRAPH_URL and RUNGRAPH_KEY, else the port of the settings on this machine. */
export interface RemoteAddress {
  readonly url?: string | undefined
  readonly key?: string | undefined
}

/** Does the work of a command at the server of an address. @throws ARGUMENTS_INVALID if the URL is none, and as `atServer` */
export function atAddress<Result>(
  given: RemoteAddress,
  { command, settings }: Pick<CommandContext, 'settings'> & { readonly command: string },
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const env = settings.environment()
  const url = urlOf(given.url ?? (env.RUNGRAPH_URL || `http://127.0.0.1:${env.PORT || '4000'}`), command)
  return atServer(new Client({ url, token: given.key ?? (env.RUNGRAPH_KEY || '') }), work)
}

/**
 * Does work with a client, whose errors become those with the remedy of the command line.
 * @throws SERVER_UNREACHABLE, SERVER_REFUSED, and what the work throws
 */
export async function atServer<Result>(
  client: Client,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(client)
  } catch (error) {
    throw error instanceof RungraphClientError ? withRemedy(error, client.url) : error
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

/** The same items; the user is told meanwhile that the connection is lost, and that there is one again. */
export async function* withLineNotes<Item>(
  items: AsyncIterable<Item>,
  { connection }: Client,
  terminal: Pick<Terminal, 'note'>,
): AsyncGenerator<Item> {
  let isLost = false
  const unsubscribe = connection.subscribe(() => {
    const state = connection.current()
    if (state === 'broken' && !isLost) terminal.note('The connection was lost. Connecting again…')
    if (state === 'connected' && isLost) terminal.note('Connected again.')
    isLost = state === 'broken' || (isLost && state !== 'connected')
  })
  try {
    yield* items
  } finally {
    unsubscribe()
  }
}

function withRemedy(error: RungraphClientError, url: string): RungraphError {
  const { code, message, cause } = error
  if (code === 'CONNECTION_FAILED') return unreachable(url, innermostReason(cause ?? error), error)
  if (code === 'INVALID_RESPONSE') return unreachable(url, 'what answers there is no Rungraph', error)
  // The words of the server about credentials lack where they come from; their other sentences are for programs.
  const isOfKey = code === 'UNAUTHENTICATED'
  const remedy = isOfKey
    ? 'Set RUNGRAPH_KEY, or --key, to an API key that is in force (`npx rungraph keys create <name> --role OPERATOR`).'
    : ''
  return new RungraphError('SERVER_REFUSED', {
    ...{ code, remedy },
    message: isOfKey ? message.replace(/\. .*$/s, '.') : message,
  })
}

/** `fetch failed` says nothing. */
function innermostReason(error: unknown): string {
  return error instanceof Error && error.cause instanceof Error
    ? innermostReason(error.cause)
    : messageOf(error)
}

function unreachable(url: string, reason: string, cause: unknown): RungraphError {
  return new RungraphError('SERVER_UNREACHABLE', { url, reason }, cause)
}

/** A key under which a mutation can be sent again. */
export function newIdempotencyKey(): string {
  return `rungraph-${randomUUID()}`
}
