import { parse } from 'graphql'
import { z } from 'zod'
import { isForPerson } from '../../domain/gate.ts'
import { eventFields, leavesOf } from '../../graphql/run-events-document.ts'
import { schema } from '../../graphql/schema.ts'
import { type ApiError, describeApiError, toApiError } from '../error-responses.ts'
import type { Data, Graph } from './graph.ts'

/** A run as callers without GraphQL read it; the names are those of the graph. */
export interface ShownRun extends Data {
  readonly id: string
  readonly status: string
}

/** A run that is there, or why it was not started. */
export type Triggered =
  | { readonly kind: 'run'; readonly run: ShownRun }
  | { readonly kind: 'refused'; readonly error: ApiError }

/** What callers without GraphQL read of a run. */
export const runFields = `fragment RunFields on Run {
  id
  status
  terminationReason
  agent { id slug }
  agentVersion
  input
  summary
  output
  error { code message }
  abortReason
  triggeredBy
  abortedBy
  traceId
  artifacts
  progress
  stepCount
  gates { id kind status reason decider respondent expiresAt context { ... on QuestionContext { question schema url } } }
  session { id key }
  idempotencyKey
  usage { ${leavesOf(schema.getType('Usage'))} }
  createdAt
  startedAt
  completedAt
  durationMs
}`

export const triggerDocument = parse(`mutation Trigger($input: TriggerRunInput!) {
  triggerRun(input: $input) {
    __typename
    ...RunFields
    ... on Error { code message }
    ... on InvalidInputError { path }
  }
}
${runFields}`)

export const runDocument = parse(`query Run($id: ID!) { run(id: $id) { ...RunFields } }
${runFields}`)

/** Events after which a run may have stopped or begun to wait. */
export const haltsDocument = parse(`subscription Halts($id: ID!) {
  runEvents(runId: $id, types: [RunCompleted, RunFailed, RunWaiting]) { type }
}`)

/** Every event with all its fields; the ids of linked objects are among them. */
export const eventsDocument = parse(`subscription Events($id: ID!) {
  runEvents(runId: $id) { id cursor type seq at stepNumber ${eventFields(schema).join(' ')} }
}`)

/** Starts a run, or finds the one that the same key started. @throws errors that no caller can fix */
export async function trigger(graph: Graph, input: Readonly<Record<string, unknown>>): Promise<Triggered> {
  const { triggerRun } = await graph.ask(triggerDocument, { input })
  const { __typename: member, ...value } = recordOf(triggerRun)
  if (member === 'Run') return { kind: 'run', run: toRun(value) }
  const { code, message, path } = value
  // From the argument inwards: the argument has no name here.
  const fieldPath = Array.isArray(path) ? path.slice(1).map(String) : null
  const error = { code: String(code), message: String(message), ...(fieldPath && { path: fieldPath }) }
  return { kind: 'refused', error: describeApiError(error) }
}

/** The run as it is now; `null` where the project has none. @throws the refusal of the caller */
export async function findRun(graph: Graph, id: string): Promise<ShownRun | null> {
  const { run } = await graph.ask(runDocument, { id })
  return run === null ? null : toRun(recordOf(run))
}

/**
 * The run when it has stopped, when it waits for a human, or when `signal` aborts; `null` where it was removed
 * meanwhile.
 */
export async function awaitRun(graph: Graph, id: string, signal: AbortSignal): Promise<ShownRun | null> {
  const { results: halts } = await graph.follow(haltsDocument, { id }, signal)
  try {
    // A run that was resumed has halts that are past: its row has the present state.
    for await (const _halt of halts) {
      const run = await findRun(graph, id)
      if (run === null || !isActive(run)) return run
    }
  } catch (error) {
    // The database has lost a part of the log: what is there is awaited.
    if (toApiError(error).code !== 'CURSOR_INVALID') throw error
    return (await findRun(graph, id)) && awaitRun(graph, id, signal)
  } finally {
    await halts.return()
  }
  return findRun(graph, id)
}

/** Whether it continues without a human. */
export function isActive({ status, gates }: ShownRun): boolean {
  return status === 'QUEUED' || status === 'RUNNING' || (status === 'WAITING' && waitsForNobody(gates))
}

/** Whether all that it waits for is a time or an event. */
function waitsForNobody(given: unknown): boolean {
  const gates = shownGates.parse(given)
  return gates.some(({ status }) => status === 'OPEN') && !gates.some(asksPerson)
}

/** Whether a gate is open, and a person decides at it or gives an answer. */
export function asksPerson({ kind, status }: { readonly kind: string; readonly status: string }): boolean {
  return status === 'OPEN' && isForPerson(kind)
}

const shownGates = z.array(z.object({ kind: z.string(), status: z.string() }))

function toRun(value: Data): ShownRun {
  return { ...value, id: String(value.id), status: String(value.status) }
}

function recordOf(value: unknown): Data {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}
