import type { Plugin } from 'graphql-yoga'
import type { EndableStream } from '../../domain/end-on-abort.ts'
import { RungraphError } from '../../domain/errors.ts'
import type { GraphQLContext } from '../../graphql/context.ts'
import { runOfCursor } from '../../graphql/event-cursor.ts'
import { isUuid, parseGlobalId, toGlobalId } from '../../graphql/global-id.ts'
import { readIdempotencyKey } from '../asked-operation.ts'
import {
  type ApiError,
  answerJson,
  refuseBody,
  refuseCall,
  refuseMethod,
  toApiError,
} from '../error-responses.ts'
import type { ReceivedBytes } from '../files/received-bytes.ts'
import { isUploadRequest, withSentForm } from '../files/upload-requests.ts'
import { encodingProblem } from '../limits/body-limit.ts'
import { allowed } from '../request-address.ts'
import type { NodeContext } from '../streams/event-streams.ts'
import type { Data, Graph } from './graph.ts'
import {
  answerCaller,
  answerStream,
  decodePart,
  type EndpointOptions,
  type GraphCall,
  isJson,
  readText,
  reportFailure,
  toNamedAgent,
  useGraphEndpoint,
} from './graph-endpoint.ts'
import { type AnswerMode, readAnswerMode, readTriggerBody, readTriggerForm } from './trigger-request.ts'
import { awaitRun, eventsDocument, findRun, isActive, type ShownRun, trigger } from './triggered-run.ts'

interface TriggerOptions extends EndpointOptions {
  /** The bytes of files that come with requests. */
  readonly received: ReceivedBytes
}

/** Target of an address below `/api/`. */
type Target = TriggerTarget | { readonly kind: 'nothing' }

type TriggerTarget = { readonly project: string } & (
  | { readonly kind: 'trigger'; readonly agent: string }
  | { readonly kind: 'run'; readonly run: string }
)

/**
 * Runs for callers without GraphQL (S0, "Trigger Endpoint Activation"): `POST …/agents/:agentId/trigger` starts one, and `GET
 * …/runs/:runId` finds it again; each answers with the run or streams its events (API-1).
 */
export function useTriggerEndpoint(options: TriggerOptions): Plugin<GraphQLContext, NodeContext> {
  return useGraphEndpoint(options, {
    targetOf: (_, { pathname }) => parseTarget(pathname),
    answer: (target, call) => {
      if (target.kind === 'nothing') return refuseCall(noSuchPath, options)
      const methods = allowed(target.kind === 'trigger' ? 'POST' : 'GET')
      if (!methods.includes(call.request.method)) return refuseMethod(methods.join(', '), options)
      return answerCaller(target, call, () =>
        target.kind === 'trigger' ? start(target, call, options) : show(target, call),
      )
    },
  })
}

async function start(
  target: TriggerTarget & { kind: 'trigger' },
  call: GraphCall,
  options: TriggerOptions,
): Promise<Response> {
  const { request, url, graph } = call
  const isForm = isUploadRequest(request)
  if (!isForm && !isJson(request)) return refuseBody(notJson, options)
  const { headers } = request
  const problem = encodingProblem(headers)
  if (problem !== null) return refuseBody(problem, options)
  const mode = readAnswerMode(url, headers, 'wait')
  const idempotencyKey = readIdempotencyKey(headers)
  const cursor = headers.get('last-event-id')
  if (cursor !== null) await checkResumed(cursor, idempotencyKey, graph)
  const startWith = (asked: Readonly<Record<string, unknown>>) =>
    trigger(graph, { ...asked, agent: target.agent, idempotencyKey })
  const triggered = isForm
    ? await withSentForm(request, options.received, async (form) => startWith(readTriggerForm(form)))
    : await startWith(readTriggerBody(await readText(call)))
  if (triggered.kind === 'refused') return refuseCall(triggered.error, options)
  const { run } = triggered
  try {
    return await answerRun(run, mode, target, call)
  } catch (error) {
    // The run was started, even if it cannot be followed. A caller that receives a failure would start another one.
    if (toApiError(error).status === 500) reportFailure('A run could not be waited for.', error, call)
    return json(202, run, { location: locationOf(run, target) })
  }
}

async function show(target: TriggerTarget & { kind: 'run' }, call: GraphCall): Promise<Response> {
  const { request, url, graph } = call
  const asked = readAnswerMode(url, request.headers, 'now')
  // Without a body there is nothing to wait for.
  const mode = request.method === 'HEAD' ? ({ kind: 'now' } as const) : asked
  const id = isUuid(target.run) ? toGlobalId('Run', target.run) : target.run
  const run = parseGlobalId(id)?.kind === 'Run' ? await findRun(graph, id) : null
  if (run === null) throw new RungraphError('NOT_FOUND', { kind: 'run', key: target.run })
  return answerRun(run, mode, target, call)
}

async function answerRun(
  run: ShownRun,
  mode: AnswerMode,
  target: TriggerTarget,
  call: GraphCall,
): Promise<Response> {
  const location = locationOf(run, target)
  switch (mode.kind) {
    case 'stream':
      return stream(run, location, call)
    case 'now':
      return target.kind === 'run' ? json(200, run) : json(202, run, { location })
    case 'wait': {
      const { graph, abortSignals } = call
      const signal = AbortSignal.any([AbortSignal.timeout(mode.waitMs), ...abortSignals])
      const later = isActive(run) ? await awaitRun(graph, run.id, signal) : run
      if (later === null) throw new RungraphError('NOT_FOUND', { kind: 'run', key: run.id })
      const status = isActive(later) || later.status === 'WAITING' ? 202 : 200
      return json(status, later, { location })
    }
    default:
      return mode satisfies never
  }
}

function locationOf({ id }: ShownRun, { project }: TriggerTarget): string {
  return `/api/projects/${encodeURIComponent(project)}/runs/${id}`
}

async function stream({ id }: ShownRun, location: string, call: GraphCall): Promise<Response> {
  const { request, graph } = call
  const { signal } = request
  const { results: events, isOver } = await graph.follow(eventsDocument, { id }, signal)
  if (isOver && request.method === 'GET' && request.headers.has('last-event-id')) {
    // An EventSource takes the end of a stream for a lost connection and reconnects until it receives 204.
    await events.return()
    return new Response(null, { status: 204 })
  }
  return answerStream(
    call,
    { next: () => nextMessage(events, () => findRun(graph, id)), cancel: () => events.return() },
    { location },
  )
}

/** Each event has its cursor as `id` and its type as `event`. At the end comes `complete` with what `last` gives. */
async function nextMessage(events: EndableStream<Data>, last: () => Promise<ShownRun | null>) {
  try {
    const { done, value } = await events.next()
    if (done) return { isLast: true, text: messageOf('complete', await last()) }
    const { cursor, ...event } = Object(value.runEvents)
    return { isLast: false, text: messageOf(String(event.type), event, String(cursor)) }
  } catch (error) {
    const { code, message } = toApiError(error)
    return { isLast: true, text: messageOf('error', { code, message }) }
  }
}

/** JSON has no line breaks of its own, nor have cursors and types. */
function messageOf(event: string, data: unknown, id: string | null = null): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n${id === null ? '' : `id: ${id}\n`}\n`
}

function parseTarget(path: string): Target | null {
  if (!path.startsWith('/api/')) return null
  const [, project, agent, run] =
    /^\/api\/projects\/([^/]+)\/(?:agents\/([^/]+)\/trigger|runs\/([^/]+))$/.exec(path) ?? []
  if (project === undefined) return { kind: 'nothing' }
  if (agent !== undefined) return { kind: 'trigger', ...toNamedAgent(project, agent) }
  return run === undefined
    ? { kind: 'nothing' }
    : { kind: 'run', project: decodePart(project), run: decodePart(run) }
}

const noSuchPath: ApiError = {
  status: 404,
  code: 'REQUEST_MALFORMED',
  message: 'There is nothing here. GET /api/openapi.json lists the addresses below /api/.',
}

const notJson =
  'The body must be JSON: send it with `Content-Type: application/json`. Or send a form with files, as `multipart/form-data`.'

/** A reconnecting request must use the key that started the run, so that it does not start another. @throws INVALID_INPUT */
async function checkResumed(cursor: string, key: string | undefined, graph: Graph): Promise<void> {
  const runId = runOfCursor(cursor)
  const run = runId !== null && isUuid(runId) ? await findRun(graph, toGlobalId('Run', runId)) : null
  if (key === undefined || run?.idempotencyKey !== key) throw wouldStartAnew()
}

function wouldStartAnew(): RungraphError {
  const message =
    'Last-Event-ID continues a run that was started before, and this request would start another. Send an `id` of its events, and the Idempotency-Key that started it.'
  return new RungraphError('INVALID_INPUT', { message, path: ['Last-Event-ID'] })
}

function json(status: number, run: ShownRun, headers: Readonly<Record<string, string>> = {}): Response {
  return answerJson(status, JSON.stringify(run), headers)
}
