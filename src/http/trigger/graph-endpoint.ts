import type { Plugin } from 'graphql-yoga'
import { RungraphError } from '../../domain/errors.ts'
import type { RequestMetrics } from '../../domain/request-metrics.ts'
import type { GraphQLContext } from '../../graphql/context.ts'
import { isNameOf, isUuid, toGlobalId } from '../../graphql/global-id.ts'
import type { Callers } from '../access/callers.ts'
import { refuseCall, toApiError } from '../error-responses.ts'
import { readRequestBody } from '../limits/body-limit.ts'
import type { NodeContext } from '../streams/event-streams.ts'
import { toKeptAlive } from '../streams/kept-alive.ts'
import { createGraph, type Graph, type Yoga } from './graph.ts'

/** What the endpoints beside GraphQL have in common. */
export interface EndpointOptions {
  readonly callers: Pick<Callers, 'inTurn' | 'streamTurn'>
  readonly maxBodyBytes: number
  /** Interval of the comments that keep a quiet event stream open, in milliseconds. */
  readonly keepAliveMs: number
  /** Aborts when the server drains: a waiting caller receives the present state of the run. */
  readonly leaving: AbortSignal
  readonly requestMetrics: Pick<RequestMetrics, 'refused'>
  readonly report: (message: string, error?: unknown) => void
}

/** A request of a caller, who asks the graph by it. */
export interface GraphCall {
  readonly request: Request
  readonly url: URL
  readonly graph: Graph
  readonly options: EndpointOptions
  readonly left: AbortSignal | undefined
  /** Each ends a wait: the caller has left, may not call any more, or is disconnected. */
  readonly abortSignals: readonly AbortSignal[]
}

interface Endpoint<Target> {
  /** What a request is for; null: nothing that this endpoint answers. */
  readonly targetOf: (request: Request, url: URL, context: NodeContext) => Target | null
  readonly answer: (target: Target, call: GraphCall) => Response | Promise<Response>
}

/** An endpoint whose answers come from the graph. */
export function useGraphEndpoint<Target>(
  options: EndpointOptions,
  { targetOf, answer }: Endpoint<Target>,
): Plugin<GraphQLContext, NodeContext> {
  let yoga: Yoga
  return {
    onYogaInit: (init) => {
      yoga = init.yoga
    },
    // Not async: most requests are for another address, and wait for nothing here.
    onRequest({ request, url, serverContext, endResponse }) {
      const target = targetOf(request, url, serverContext)
      if (target === null) return
      const graph = createGraph(yoga, { ...serverContext, request }, options.callers)
      const { left, shutOut } = serverContext
      const abortSignals = [left, options.leaving, shutOut].filter((signal) => signal !== undefined)
      const call = { request, url, graph, options, left, abortSignals }
      return Promise.resolve(answer(target, call)).then(endResponse)
    },
  }
}

/** What an address below `/api/projects/:project/agents/:agent/` names. */
export interface NamedAgent {
  readonly project: string
  /** The global id or the slug. */
  readonly agent: string
}

/** Reads the names of a path, where a UUID is one of an agent's ids. */
export function toNamedAgent(project: string, agent: string): NamedAgent {
  const key = decodePart(agent)
  return { project: decodePart(project), agent: isUuid(key) ? toGlobalId('Agent', key) : key }
}

/** Decodes a part of a path. An invalid encoding is kept as it is, and names nothing. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Answers a request to something of the caller's project. */
export function answerCaller(
  { project: key }: { readonly project: string },
  call: GraphCall,
  work: () => Promise<Response>,
): Promise<Response> {
  return answerErrors(call, async () => {
    const { project } = await call.graph.context()
    if (!isNameOf(project, key)) throw new RungraphError('NOT_FOUND', { kind: 'project', key })
    return work()
  })
}

/** What some work answers with; an error is one of JSON, as the caller may read it. */
export async function answerErrors(call: GraphCall, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    const apiError = toApiError(error)
    if (apiError.status === 500) reportFailure('A request below /api/ failed.', error, call)
    return refuseCall(apiError, call.options)
  }
}

/** A page of another origin cannot send such a body without a preflight request, which is refused. */
export function isJson({ headers }: Pick<Request, 'headers'>): boolean {
  return /^application\/json\s*(;|$)/i.test(headers.get('content-type') ?? '')
}

/** The text of a body. @throws INPUT_TOO_LARGE, REQUEST_MALFORMED */
export async function readText({ request, options }: GraphCall): Promise<string> {
  return new TextDecoder().decode(await readRequestBody(request, options.maxBodyBytes))
}

/** An operation that was cancelled because its caller left is no fault. */
export function reportFailure(message: string, error: unknown, { left, options }: GraphCall): void {
  if (!left?.aborted) options.report(message, error)
}

/** An answer of messages as they come (Server-Sent Events). */
export function answerStream(
  { request: { signal }, options: { keepAliveMs: everyMs } }: GraphCall,
  { next, cancel }: Pick<Parameters<typeof toKeptAlive>[0], 'next' | 'cancel'>,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body = toKeptAlive({ first: ping, heartbeat: ping, everyMs, signal, next, cancel })
  return new Response(body, { status: 200, headers: { 'content-type': 'text/event-stream', ...headers } })
}

const ping = ':\n\n'

/** A message of such an answer without a name and an id. */
export function messageWith(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`
}
