import { type ApiError, describeApiError, toApiError } from '../error-responses.ts'
import { endDocument, haltsDocument, runDocument, triggerDocument } from './documents.ts'
import type { Data, Graph } from './graph.ts'

/** A run as `documents.ts` asks for it. */
export interface ShownRun extends Data {
  readonly id: string
  readonly status: string
}

/** A run that is there, or why it was not started. */
export type Triggered =
  | { readonly kind: 'run'; readonly run: ShownRun }
  | { readonly kind: 'refused'; readonly error: ApiError }

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
  const halts = await graph.follow(haltsDocument, { id }, signal)
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
export function isActive({ status }: ShownRun): boolean {
  return status === 'QUEUED' || status === 'RUNNING'
}

/** Whether there is nothing more to come: neither now nor, unless it is resumed, ever. */
export function isFinished(run: ShownRun): boolean {
  return !isActive(run) && run.status !== 'WAITING'
}

/** Whether nothing comes after a cursor: its run is not active and has no further event. @throws CURSOR_INVALID */
export async function isEnd(graph: Graph, id: string, cursor: string): Promise<boolean> {
  const { run } = await graph.ask(endDocument, { id, cursor })
  if (run === null) return false
  const { status, events } = recordOf(run)
  const { edges } = recordOf(events)
  return isFinished({ id, status: String(status) }) && Array.isArray(edges) && edges.length === 0
}

function toRun(value: Data): ShownRun {
  return { ...value, id: String(value.id), status: String(value.status) }
}

function recordOf(value: unknown): Data {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}
