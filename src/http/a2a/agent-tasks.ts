import {
  AgentCard,
  type Message,
  type Part,
  type SendMessageRequest,
  StreamResponse,
  type Task,
  TaskState,
  Task as Tasks,
} from '@a2a-js/sdk'
import {
  JsonRpcPushNotificationNotSupportedError,
  JsonRpcRequestMalformedError,
  JsonRpcTaskNotCancelableError,
  JsonRpcTaskNotFoundError,
  JsonRpcUnsupportedOperationError,
} from '@a2a-js/sdk/errors'
import type { A2ARequestHandler } from '@a2a-js/sdk/server'
import { parse } from 'graphql'
import { z } from 'zod'
import { parseGlobalId } from '../../graphql/global-id.ts'
import { decideGate, givenDecision } from '../trigger/decide-gate.ts'
import type { Data, Graph } from '../trigger/graph.ts'
import {
  asksPerson,
  awaitRun,
  findRun,
  isActive,
  runFields,
  type ShownRun,
  trigger,
} from '../trigger/triggered-run.ts'

/** What the card of an agent says. */
export interface ServedAgent {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly version: string
  /** Address of its JSON-RPC endpoint. */
  readonly url: string
}

/**
 * An agent to clients of A2A (API-20): a task is a run, a context is a session. Nothing is kept beside the log, so any process answers, and a
 * client that lost its stream subscribes again.
 */
export function agentTasks(agent: ServedAgent, graph: Graph, signal: AbortSignal): A2ARequestHandler {
  return {
    getAgentCard: async () => cardOf(agent),
    getAuthenticatedExtendedAgentCard: async () => cardOf(agent),
    sendMessage: async (params) => {
      const run = await begin(params, agent, graph)
      return taskOf(params.configuration?.returnImmediately === true ? run : await rested(run, graph, signal))
    },
    sendMessageStream: async function* (params) {
      yield* told(await begin(params, agent, graph), graph, signal)
    },
    resubscribe: async function* ({ id }) {
      yield* told(await runOf(id, graph), graph, signal)
    },
    getTask: async ({ id }) => taskOf(await runOf(id, graph)),
    cancelTask: async ({ id }) => {
      const { abortRun } = await graph.ask(abortDocument, { input: { id } })
      const refused = changed.parse(abortRun)
      if (refused.__typename !== 'Run') throw new JsonRpcTaskNotCancelableError({ message: refused.message })
      return taskOf(await runOf(id, graph))
    },
    listTasks: async ({ contextId, status, pageSize = 50, pageToken }) => {
      const filter = {
        agent: agent.slug,
        ...(contextId !== '' && { sessionKey: contextId }),
        ...(status !== TaskState.TASK_STATE_UNSPECIFIED && { status: statusesOf(status) }),
      }
      const size = Math.min(Math.max(pageSize, 1), 100)
      const { runs } = await graph.ask(runsDocument, { filter, first: size, after: pageToken || null })
      const { nodes, pageInfo, totalCount } = page.parse(runs)
      const nextPageToken = pageInfo.hasNextPage ? (pageInfo.endCursor ?? '') : ''
      // What a run waits for is no part of its status: a page may have fewer tasks than its size, and the total counts all that wait.
      const isAsked = (run: ShownRun) =>
        status === TaskState.TASK_STATE_UNSPECIFIED || stateOf(run) === status
      return {
        ...{ tasks: nodes.filter(isAsked).map(taskOf), nextPageToken },
        ...{ pageSize: size, totalSize: totalCount },
      }
    },
    createTaskPushNotificationConfig: noPush,
    getTaskPushNotificationConfig: noPush,
    listTaskPushNotificationConfigs: noPush,
    deleteTaskPushNotificationConfig: noPush,
  }
}

/** Webhooks of the project serve for this. */
async function noPush(): Promise<never> {
  throw new JsonRpcPushNotificationNotSupportedError({
    message: 'Create a webhook of the project in place of it.',
  })
}

function cardOf({ slug, name, description, version, url }: ServedAgent): AgentCard {
  return AgentCard.fromJSON({
    name,
    description,
    version,
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: true, pushNotifications: false },
    securitySchemes: { key: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
    securityRequirements: [{ schemes: { key: { list: [] } } }],
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain', 'application/json'],
    skills: [{ id: slug, name, description, tags: ['agent'] }],
  })
}

/** A run that a message starts, or that it goes on with. */
async function begin({ message }: SendMessageRequest, agent: ServedAgent, graph: Graph): Promise<ShownRun> {
  if (!message) throw unsupported('`message` is missing.')
  // It would be the same task as any other message without one.
  if (message.messageId === '')
    throw new JsonRpcRequestMalformedError({ message: '`message.messageId` is missing.' })
  if (message.taskId !== '') return goOn(message, graph)
  const triggered = await trigger(graph, {
    agent: agent.slug,
    input: textOf(message.parts),
    sessionKey: message.contextId === '' ? crypto.randomUUID() : message.contextId,
    // A client that lost its answer sends the message again: it gets the same task.
    idempotencyKey: `a2a:${message.messageId}`,
  })
  if (triggered.kind === 'run') return triggered.run
  throw unsupported(triggered.error.message)
}

/** A message to a task that is there: words to a run that goes on, more limits for a paused one, a decision for one that waits. */
async function goOn({ taskId: id, parts }: Message, graph: Graph): Promise<ShownRun> {
  const run = await runOf(id, graph)
  const gates = openGates.parse(run).gates.filter(asksPerson)
  // One that waits for a time, an event or another run goes on by itself.
  if (run.status === 'WAITING' && gates.length > 0) {
    const given = givenDecision.safeParse(decisionIn(parts, gates))
    if (!given.success)
      throw unsupported(
        'The task waits for a decision. Send a part with `data`: {"decision": "APPROVE" | "REJECT" | "REVISE" | "ANSWER", "note", "arguments", "answer"}.',
      )
    for (const gate of gates) {
      const decided = await decideGate(graph, gate.id, given.data)
      if (!('run' in decided)) throw unsupported(decided.message)
    }
    return runOf(id, graph)
  }
  const isPaused = run.status === 'PAUSED'
  await change(isPaused ? resumeDocument : steerDocument, { id, message: textOf(parts) }, graph)
  return runOf(id, graph)
}

const openGates = z.object({
  gates: z.array(z.object({ id: z.string(), kind: z.string(), status: z.string() })),
})

/** The data of a message; its text, where nothing but questions is open. */
function decisionIn(parts: readonly Part[], gates: z.infer<typeof openGates>['gates']): unknown {
  const data = parts.flatMap(({ content }) => (content?.$case === 'data' ? [content.value] : []))
  if (data.length > 0) return data[0]
  const areQuestions = gates.every(({ kind }) => kind === 'INPUT')
  return areQuestions ? { decision: 'ANSWER', answer: { answer: textOf(parts) } } : undefined
}

/** @throws UnsupportedOperationError, with what the caller may read */
async function change(document: typeof resumeDocument, input: Data, graph: Graph): Promise<void> {
  const { result } = await graph.ask(document, { input })
  const { __typename: kind, message } = changed.parse(result)
  if (kind.endsWith('Error')) throw unsupported(message)
}

const changed = z.object({ __typename: z.string(), message: z.string().default('') })

const resumeDocument = parse(`mutation Resume($input: ResumeRunInput!) {
  result: resumeRun(input: $input) { __typename ... on Error { message } }
}`)

const steerDocument = parse(`mutation Steer($input: SteerRunInput!) {
  result: steerRun(input: $input) { __typename ... on Error { message } }
}`)

const abortDocument = parse(`mutation Abort($input: AbortRunInput!) {
  abortRun(input: $input) { __typename ... on Error { message } }
}`)

const runsDocument = parse(`query Runs($filter: RunFilter, $first: Int, $after: String) {
  runs(filter: $filter, first: $first, after: $after) {
    nodes { ...RunFields }
    totalCount
    pageInfo { hasNextPage endCursor }
  }
}
${runFields}`)

const page = z.object({
  nodes: z.array(z.looseObject({ id: z.string(), status: z.string() })),
  totalCount: z.number(),
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
})

async function runOf(id: string, graph: Graph): Promise<ShownRun> {
  const run = parseGlobalId(id)?.kind === 'Run' ? await findRun(graph, id) : null
  return run ?? missing(id)
}

function missing(id: string): never {
  throw new JsonRpcTaskNotFoundError({ message: `There is no task ${id}.` })
}

/** A run where it has stopped or waits, or as it is when `signal` aborts. */
async function rested(run: ShownRun, graph: Graph, signal: AbortSignal): Promise<ShownRun> {
  return isActive(run) ? ((await awaitRun(graph, run.id, signal)) ?? missing(run.id)) : run
}

/** The task as it is, then what becomes of it. */
async function* told(
  run: ShownRun,
  graph: Graph,
  signal: AbortSignal,
): AsyncGenerator<StreamResponse, void, undefined> {
  yield { payload: { $case: 'task', value: taskOf(run) } }
  if (!isActive(run)) return
  const { id: taskId, contextId, artifacts, status } = taskOf(await rested(run, graph, signal))
  for (const artifact of artifacts)
    yield StreamResponse.fromJSON({ artifactUpdate: { taskId, contextId, artifact, lastChunk: true } })
  yield { payload: { $case: 'statusUpdate', value: { taskId, contextId, status, metadata: undefined } } }
}

const states: Readonly<Record<string, TaskState>> = {
  QUEUED: TaskState.TASK_STATE_SUBMITTED,
  RUNNING: TaskState.TASK_STATE_WORKING,
  WAITING: TaskState.TASK_STATE_INPUT_REQUIRED,
  PAUSED: TaskState.TASK_STATE_INPUT_REQUIRED,
  COMPLETED: TaskState.TASK_STATE_COMPLETED,
  FAILED: TaskState.TASK_STATE_FAILED,
  CANCELLED: TaskState.TASK_STATE_CANCELED,
}

/** A run that waits works where nobody is asked for anything. */
function stateOf(run: ShownRun): TaskState | undefined {
  return run.status === 'WAITING' && isActive(run) ? states.RUNNING : states[run.status]
}

/** The statuses of runs that may be in a state. */
function statusesOf(state: TaskState): readonly string[] {
  const statuses = Object.keys(states).filter((status) => states[status] === state)
  return state === TaskState.TASK_STATE_WORKING ? [...statuses, 'WAITING'] : statuses
}

const shown = z.object({
  input: z.string(),
  summary: z.string().nullable(),
  output: z.unknown().optional(),
  error: z.object({ message: z.string() }).nullable(),
  session: z.object({ key: z.string() }).nullable(),
  terminationReason: z.string().nullable(),
  gates: z.array(
    z.object({
      ...{ id: z.string(), kind: z.string(), status: z.string(), reason: z.string() },
      context: z.object({
        question: z.string().optional(),
        schema: z.unknown().optional(),
        url: z.string().nullish(),
      }),
    }),
  ),
  createdAt: z.coerce.date(),
  completedAt: z.coerce.date().nullable(),
})

function taskOf(run: ShownRun): Task {
  const { id, status } = run
  const facts = shown.parse(run)
  const { input, summary, output, session, createdAt, completedAt } = facts
  const contextId = session?.key ?? id
  const words = wordsOf(status, facts)
  const said = (role: string, text: string, place: string, data: readonly object[] = []) => ({
    messageId: `${id}:${place}`,
    ...{ contextId, taskId: id, role, parts: [{ text }, ...data.map((each) => ({ data: each }))] },
  })
  const questions = facts.gates.flatMap(({ id: gate, status: state, context: { question, schema, url } }) =>
    state === 'OPEN' && question !== undefined ? [{ gate, question, schema, url: url ?? null }] : [],
  )
  const parts = [
    ...(summary === null ? [] : [{ text: summary }]),
    ...(output == null ? [] : [{ data: output }]),
  ]
  return Tasks.fromJSON({
    id,
    contextId,
    status: {
      state: stateOf(run),
      timestamp: (completedAt ?? createdAt).toISOString(),
      ...(words !== null && { message: said('ROLE_AGENT', words, 'status', questions) }),
    },
    artifacts: status === 'COMPLETED' ? [{ artifactId: 'answer', name: 'answer', parts }] : [],
    history: [said('ROLE_USER', input, 'input')],
  })
}

/** What a person reads of a state that needs something, or is an end without an answer. */
function wordsOf(
  status: string,
  { summary, error, terminationReason, gates }: z.infer<typeof shown>,
): string | null {
  switch (status) {
    case 'WAITING':
      return gates
        .flatMap(({ status: state, kind, reason }) => (state === 'OPEN' ? [`${kind}: ${reason}`] : []))
        .join('\n')
    case 'PAUSED':
      return `The run is paused: ${terminationReason}. ${summary ?? ''} A message grants it the same limits again.`
    case 'FAILED':
    case 'CANCELLED':
      return error?.message ?? summary
    default:
      return null
  }
}

function unsupported(message: string): JsonRpcUnsupportedOperationError {
  return new JsonRpcUnsupportedOperationError({ message })
}

function textOf(parts: readonly Part[]): string {
  return parts
    .map(({ content }) => {
      if (content?.$case === 'text') return content.value
      if (content?.$case === 'data') return JSON.stringify(content.value)
      throw unsupported('A part is a file. Send text or data.')
    })
    .join('\n')
}
