import { type Event, EventType, type Interrupt, PROTOCOL_VERSION } from '@ag-ui/core'
import { RunAgentInputSchema } from '@ag-ui/core/schemas'
import { parse } from 'graphql'
import { z } from 'zod'
import { invalid, RungraphError } from '../../domain/errors.ts'
import { toApiError } from '../error-responses.ts'
import { decideGate, givenDecision } from '../trigger/decide-gate.ts'
import type { Graph } from '../trigger/graph.ts'
import {
  answerCaller,
  answerStream,
  type GraphCall,
  messageWith,
  type NamedAgent,
  readText,
} from '../trigger/graph-endpoint.ts'
import { asksPerson, findRun, type ShownRun, trigger } from '../trigger/triggered-run.ts'
import { readEvent, Translation, toAgUiUsage, toldEventsDocument } from './ag-ui-events.ts'

/** Runs an agent, or lets a run of it go on, and sends its events. */
export function answerAgUi(named: NamedAgent, call: GraphCall): Promise<Response> {
  return answerCaller(named, call, async () => {
    const { graph } = call
    const input = readInput(await readText(call))
    return stream(await begin(input, named.agent, graph), input, call)
  })
}

type Asked = z.infer<typeof RunAgentInputSchema>

/** @throws INVALID_INPUT */
function readInput(body: string): Asked {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    throw new RungraphError('INVALID_INPUT', { message: 'The body is not JSON.', path: [] })
  }
  const input = RunAgentInputSchema.safeParse(json)
  if (input.success) return input.data
  const [issue] = input.error.issues
  throw new RungraphError('INVALID_INPUT', {
    message: `${issue?.message}. Send a RunAgentInput of AG-UI ${PROTOCOL_VERSION}.`,
    path: (issue?.path ?? []).map(String),
  })
}

/** A run that is begun or goes on, and the gates whose decision lets it. */
interface Begun {
  readonly runId: string
  readonly decided: ReadonlySet<string>
}

async function begin(input: Asked, agent: string, graph: Graph): Promise<Begun> {
  if (input.resume !== undefined && input.resume.length > 0) return resume(input.resume, graph)
  const triggered = await trigger(graph, {
    agent,
    input: lastWords(input),
    sessionKey: input.threadId,
    // A client that lost its answer asks again with the same id: it gets the same run.
    idempotencyKey: `ag-ui:${input.threadId}:${input.runId}`,
    ...(input.context.length > 0 && {
      context: Object.fromEntries(input.context.map(({ description, value }) => [description, value])),
    }),
  })
  if (triggered.kind === 'run') return { runId: triggered.run.id, decided: new Set() }
  const { message, path = [] } = triggered.error
  throw new RungraphError('INVALID_INPUT', { message, path })
}

/** What the person said last. @throws INVALID_INPUT */
function lastWords({ messages }: Asked): string {
  const last = messages.at(-1)
  if (last?.role !== 'user')
    throw invalid('messages', 'must end with a message of the role user: the session has those before it.')
  if (typeof last.content === 'string') return last.content
  const other = last.content.find(({ type }) => type !== 'text')
  if (other) throw invalid('messages', `have a part of the type ${other.type}. Send text.`)
  return last.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
}

/** What the answer to an interrupt must be. */
const decisionSchema = z.toJSONSchema(givenDecision)

async function resume(entries: NonNullable<Asked['resume']>, graph: Graph): Promise<Begun> {
  let runId: string | null = null
  for (const { interruptId: id, status, payload } of entries) {
    const given = givenDecision.safeParse(status === 'cancelled' ? { decision: 'REJECT' } : payload)
    if (!given.success) throw invalid('resume', `has an invalid payload. ${z.prettifyError(given.error)}`)
    const decided = await decideGate(graph, id, given.data)
    if (!('run' in decided))
      throw new RungraphError('INVALID_INPUT', { message: decided.message, path: decided.path ?? [] })
    runId = decided.run.id
  }
  if (runId === null) throw invalid('resume', 'is empty. Name the interrupts that are decided.')
  return { runId, decided: new Set(entries.map(({ interruptId }) => interruptId)) }
}

async function stream(
  { runId: id, decided: gates }: Begun,
  { threadId, runId }: Asked,
  call: GraphCall,
): Promise<Response> {
  const { graph, options } = call
  const { signal } = call.request
  const { results } = await graph.follow(toldEventsDocument, { id }, signal)
  const waiting = new Set(gates)
  async function* told(): AsyncGenerator<Event, void, void> {
    const translation = new Translation()
    yield { type: EventType.RUN_STARTED, threadId, runId, protocolVersion: PROTOCOL_VERSION }
    for await (const { runEvents } of results) {
      const event = readEvent(runEvents)
      // The interrupted run of AG-UI had the events before the decision.
      if (waiting.size > 0) {
        if (event.type === 'GateResolved') waiting.delete(event.gateId)
        continue
      }
      yield* translation.of(event)
      if (event.type !== 'RunWaiting') continue
      const interrupts = await interruptsOf(id, graph)
      if (interrupts.length === 0) continue
      yield* translation.ended()
      return yield {
        type: EventType.RUN_FINISHED,
        threadId,
        runId,
        outcome: { type: 'interrupt', interrupts },
      }
    }
    yield* translation.ended()
    const run = await findRun(graph, id)
    if (run) yield endOf(run, { threadId, runId })
  }
  const events = told()
  return answerStream(call, {
    next: async () => {
      try {
        const { done, value } = await events.next()
        return { isLast: done === true, text: value === undefined ? '' : messageWith(value) }
      } catch (error) {
        const { status, code, message } = toApiError(error)
        if (status === 500 && !signal.aborted)
          options.report('A run could not be told of to an AG-UI client.', error)
        return { isLast: true, text: messageWith({ type: EventType.RUN_ERROR, code, message }) }
      }
    },
    cancel: () => results.return(),
  })
}

const gatesDocument = parse(`query OpenGates($id: ID!) {
  run(id: $id) {
    gates { id kind status reason expiresAt action { id } context { ... on QuestionContext { question schema } } }
  }
}`)

const openGates = z.object({
  gates: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      status: z.string(),
      reason: z.string(),
      expiresAt: z.coerce.date().nullable(),
      action: z.object({ id: z.string() }).nullable(),
      context: z.object({ question: z.string().optional(), schema: z.unknown().optional() }),
    }),
  ),
})

async function interruptsOf(id: string, graph: Graph): Promise<Interrupt[]> {
  const { gates } = openGates.parse((await graph.ask(gatesDocument, { id })).run)
  return gates
    .filter(asksPerson)
    .map(({ id: gateId, kind, reason, expiresAt, action, context: { question, schema } }) => ({
      id: gateId,
      reason: kind,
      message: question ?? reason,
      responseSchema: question === undefined ? decisionSchema : answerSchema(schema),
      ...(action && { toolCallId: action.id }),
      ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    }))
}

/** What the answer to a question must be. */
function answerSchema(schema: unknown) {
  return {
    type: 'object',
    properties: {
      decision: { enum: ['ANSWER', 'REJECT'] },
      answer: schema,
      note: { type: 'string' },
    },
    required: ['decision'],
    additionalProperties: false,
  }
}

const shownError = z.object({ code: z.string(), message: z.string() })

/** The last event of a run that has ended or is paused. */
function endOf(run: ShownRun, ids: { readonly threadId: string; readonly runId: string }): Event {
  const { id, status, terminationReason, summary, output } = run
  const usage = toAgUiUsage(run.usage)
  const result = { runId: id, status, summary, output }
  if (status === 'COMPLETED')
    return { type: EventType.RUN_FINISHED, ...ids, result, usage, outcome: { type: 'success' } }
  if (status === 'CANCELLED')
    return { type: EventType.RUN_FINISHED, ...ids, result, usage, outcome: { type: 'cancelled' } }
  const error = shownError.safeParse(run.error).data
  const paused = {
    code: String(terminationReason),
    message: `The run is ${status}. \`resumeRun\` continues a paused run.`,
  }
  return { type: EventType.RUN_ERROR, ...(error ?? paused), usage }
}
