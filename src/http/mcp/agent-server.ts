import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type CallToolResult,
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server'
import { parse } from 'graphql'
import { z } from 'zod'
import { toApiError } from '../error-responses.ts'
import type { Graph } from '../trigger/graph.ts'
import type { EndpointOptions, GraphCall } from '../trigger/graph-endpoint.ts'
import { findRun, isActive, type ShownRun, trigger } from '../trigger/triggered-run.ts'

/**
 * Answers the requests of MCP clients. The official package speaks both generations of the protocol; each request stands alone, so any
 * process of Rungraph can answer it.
 */
export function serveAgents({
  version,
  keepAliveMs,
  maxBodyBytes,
  report,
}: EndpointOptions & { readonly version: string }): (call: GraphCall) => Promise<Response> {
  const asked = new WeakMap<Request, GraphCall>()
  const unanswered = new AsyncLocalStorage<Unanswered>()
  const tell = (error: Error) => report('A request of an MCP client failed.', error)
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const call = requestInfo && asked.get(requestInfo)
      if (!call) throw new Error('A server was made for no request.')
      return createAgentServer({ ...call, version })
    },
    {
      // A run may take minutes without a word: comments keep proxies from giving up.
      responseMode: 'sse',
      keepAliveMs,
      maxRequestBodySize: maxBodyBytes,
      onerror: (error) => {
        const begun = unanswered.getStore()
        if (begun === undefined || begun.isAnswered) tell(error)
        else begun.errors.push(error)
      },
    },
  )
  return async (call) => {
    asked.set(call.request, call)
    const begun: Unanswered = { errors: [], isAnswered: false }
    const response = await unanswered.run(begun, () => handler.fetch(call.request))
    begun.isAnswered = true
    if (response.status < 400 || response.status >= 500) begun.errors.forEach(tell)
    return response
  }
}

/** What the package says of a request before its answer: that of a request that is refused is for its client, and no fault of this server. */
interface Unanswered {
  readonly errors: Error[]
  isAnswered: boolean
}

interface Options {
  readonly graph: Graph
  readonly abortSignals: readonly AbortSignal[]
  readonly version: string
}

/** An MCP server with a tool for each agent of the caller's project, and a resource for each run (API-18). */
function createAgentServer({ graph, abortSignals, version }: Options): Server {
  const server = new Server(
    { name: 'rungraph', title: 'Rungraph', version },
    {
      capabilities: { tools: {}, resources: {} },
      instructions:
        'Each tool is an agent: calling it starts a run and waits for its end. A run that waits for a person, or takes longer than the call, goes on: read its resource later.',
    },
  )
  server.setRequestHandler('tools/list', async ({ params }) => {
    const { agents } = await asked(graph.ask(agentsDocument, { after: params?.cursor ?? null }))
    const { nodes, pageInfo } = agentPage.parse(agents)
    const nextCursor =
      pageInfo.hasNextPage && pageInfo.endCursor !== null ? { nextCursor: pageInfo.endCursor } : {}
    return { tools: nodes.map(toolOf), ...nextCursor }
  })
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const given = callArguments.safeParse(params.arguments ?? {})
    if (!given.success) throw new ProtocolError(ProtocolErrorCode.InvalidParams, z.prettifyError(given.error))
    const triggered = await asked(trigger(graph, { ...given.data, agent: params.name }))
    if (triggered.kind === 'refused') return failed(triggered.error.message)
    const progressToken = mcpReq._meta?.progressToken
    const onProgress = async (progress: number, message: string) => {
      if (progressToken === undefined) return
      const params = { progressToken, progress, message }
      await mcpReq.notify({ method: 'notifications/progress', params })
    }
    const signal = AbortSignal.any([mcpReq.signal, ...abortSignals])
    return resultOf(await followed(triggered.run, graph, { signal, onProgress }))
  })
  server.setRequestHandler('resources/list', async () => ({ resources: [] }))
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: [
      {
        uriTemplate: `${runScheme}{id}`,
        name: 'run',
        title: 'Run of an agent',
        description: 'Status, answer, usage and open gates of a run, as JSON. Calls of tools link it.',
        mimeType: 'application/json',
      },
    ],
  }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const run = uri.startsWith(runScheme) ? await asked(findRun(graph, uri.slice(runScheme.length))) : null
    if (run === null)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no resource ${uri}. A run is ${runScheme}<id>.`,
      )
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(run) }] }
  })
  return server
}

const runScheme = 'rungraph://runs/'

const agentsDocument = parse(`query Agents($after: String) {
  agents(first: 100, after: $after) {
    nodes { slug name description }
    pageInfo { hasNextPage endCursor }
  }
}`)

const agentPage = z.object({
  nodes: z.array(z.object({ slug: z.string(), name: z.string(), description: z.string().nullable() })),
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
})

const callArguments = z.strictObject({
  input: z.string(),
  sessionKey: z.string().optional(),
  idempotencyKey: z.string().optional(),
  context: z.record(z.string(), z.unknown()).optional(),
})

function toolOf({ slug, name, description }: z.infer<typeof agentPage>['nodes'][number]) {
  return {
    name: slug,
    title: name,
    description: description ?? `Runs the agent ${name}.`,
    inputSchema: {
      type: 'object' as const,
      properties: {
        input: { type: 'string', description: 'What the agent is to do.' },
        sessionKey: {
          type: 'string',
          description:
            'Key of a conversation. Runs with the same key have the earlier messages as their history.',
        },
        idempotencyKey: {
          type: 'string',
          description: 'A call that is repeated with the same key gives the same run.',
        },
        context: { type: 'object', description: 'Data that the actions of the run share.' },
      },
      required: ['input'],
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object' as const,
      properties: {
        runId: { type: 'string' },
        status: { type: 'string' },
        terminationReason: { type: ['string', 'null'] },
        summary: { type: ['string', 'null'] },
        output: {},
      },
      required: ['runId', 'status'],
    },
    annotations: { openWorldHint: true },
  }
}

/** A run as it is, once it has stopped, waits for a person, or `signal` aborts. */
async function followed(
  run: ShownRun,
  graph: Graph,
  {
    signal,
    onProgress,
  }: {
    readonly signal: AbortSignal
    readonly onProgress: (progress: number, message: string) => Promise<void>
  },
): Promise<ShownRun> {
  if (!isActive(run)) return run
  const { results } = await graph.follow(progressDocument, { id: run.id }, signal)
  try {
    for await (const { runEvents } of results) {
      const event = progressEvent.parse(runEvents)
      await onProgress(event.seq, wordsOf(event))
      if (!halts.includes(event.type)) continue
      const now = await findRun(graph, run.id)
      if (now === null || !isActive(now)) return now ?? run
    }
  } finally {
    await results.return()
  }
  return (await findRun(graph, run.id)) ?? run
}

const halts = ['RunCompleted', 'RunFailed', 'RunWaiting']

const progressDocument = parse(`subscription Progress($id: ID!) {
  runEvents(runId: $id, types: [RunStarted, StepStarted, ActionStarted, RunWaiting, RunCompleted, RunFailed]) {
    type
    seq
    stepNumber
    ... on ActionStarted { target }
  }
}`)

const progressEvent = z.object({
  type: z.string(),
  seq: z.number(),
  stepNumber: z.number().nullable(),
  target: z.string().optional(),
})

function wordsOf({ type, stepNumber, target }: z.infer<typeof progressEvent>): string {
  const step = stepNumber === null ? '' : ` in step ${stepNumber}`
  return target === undefined ? `${type}${step}` : `${type}${step}: ${target}`
}

function resultOf(run: ShownRun): CallToolResult {
  const { id, status, terminationReason, summary, output } = run
  const uri = `${runScheme}${id}`
  return {
    content: [
      { type: 'text', text: textOf(run) },
      { type: 'resource_link', uri, name: 'run', title: 'The run', mimeType: 'application/json' },
    ],
    structuredContent: { runId: id, status, terminationReason, summary, output },
    isError: status === 'FAILED' || status === 'CANCELLED',
  }
}

/** What the model that called reads. */
function textOf({ id, status, summary, error }: ShownRun): string {
  const resource = `${runScheme}${id}`
  if (status === 'WAITING') return `The run waits for a decision of a person. Read ${resource} later.`
  if (status === 'QUEUED' || status === 'RUNNING') return `The run goes on. Read ${resource} later.`
  const message = errorShape.safeParse(error).data?.message
  return message ?? (typeof summary === 'string' ? summary : `The run ended as ${status}.`)
}

const errorShape = z.object({ message: z.string() })

function failed(message: string): CallToolResult {
  return { content: [{ type: 'text', text: message }], isError: true }
}

/** What a caller may read of a failure. @throws ProtocolError */
async function asked<Value>(answer: Promise<Value>): Promise<Value> {
  try {
    return await answer
  } catch (error) {
    const { status, message } = toApiError(error)
    const code = status < 500 ? ProtocolErrorCode.InvalidRequest : ProtocolErrorCode.InternalError
    throw new ProtocolError(code, message)
  }
}
