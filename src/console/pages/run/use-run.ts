import { useEffect, useState } from 'react'
import { type Client, type CombinedError, useClient } from 'urql'
import {
  LastWordDocument,
  RunAgentModelDocument,
  RunLinesDocument,
  RunPageDocument,
  RunPageEventsDocument,
  RunStatusDocument,
  RunStatusUpdatesDocument,
  RunStepsDocument,
} from '../../../generated/console/graphql.ts'
import { followLive, inFrames, toError } from '../../data/live.ts'
import { isNoId } from '../../data/reach.ts'
import { readAnew, readPages } from '../../data/use-list.ts'
import { isOfDeath, toCut } from './cuts.ts'
import { withLines } from './log-lines.ts'
import {
  type LiveEvent,
  type OfLog,
  type RunModel,
  type RunOfPage,
  toModel,
  withEvents,
  withRead,
} from './run-model.ts'

export type RunState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly error: CombinedError | Error }
  | { readonly kind: 'shown'; readonly model: RunModel; readonly problem: Error | null }

/**
 * A run, live. The state is read once; from then on events bring the changes. They are applied together once per frame, however many come,
 * and resume after a break of the connection. A run that stopped and is resumed is read and followed again.
 */
export function useRun(id: string): RunState {
  const client = useClient()
  const [state, setState] = useState<RunState>({ kind: 'loading' })
  useEffect(() => {
    const end = new AbortController()
    const show = (next: RunState | ((now: RunState) => RunState)) => {
      if (!end.signal.aborted) setState(next)
    }
    show({ kind: 'loading' })
    void open(client, id, show, end.signal).catch((reason: unknown) => {
      const error = toError(reason)
      if (isNoId(error)) return show({ kind: 'missing' })
      show((now) => (now.kind === 'shown' ? { ...now, problem: error } : { kind: 'failed', error }))
    })
    return () => end.abort()
  }, [client, id])
  return state
}

type Show = (next: RunState | ((now: RunState) => RunState)) => void

async function open(client: Client, id: string, show: Show, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // The point from which events are followed is read before the state: what happens between both comes twice, and nothing is missed.
    const { run: found } = await readAnew(client, RunPageDocument, { id })
    if (!found) return show({ kind: 'missing' })
    const [run, first, log] = await Promise.all([
      withModel(client, found),
      readSteps(client, id, null),
      readOfLog(client, id),
    ])
    show({ kind: 'shown', model: toModel(run, first?.nodes ?? [], log), problem: null })
    // Its events end where it stops. A caller that resumes it then, here or elsewhere, lets it continue with other limits.
    await Promise.all([showMoreSteps(client, id, first, show), follow(run, show, signal)])
    await untilAtWork(client, id, signal)
  }
}

/** Resolves when a run that had stopped is at work again, or the signal aborts. */
async function untilAtWork(client: Client, id: string, signal: AbortSignal): Promise<void> {
  const { data } = await client.query(RunStatusDocument, { id }, { requestPolicy: 'network-only' })
  const { runUpdated: after = null, query: now } = data?.updateCursors ?? {}
  // It may have been resumed before.
  if (now?.run && isAtWork(now.run.status)) return
  for await (const { runUpdated } of followLive(RunStatusUpdatesDocument, { id, after }, { signal }))
    if (isAtWork(runUpdated.run.status)) return
}

function isAtWork(status: string): boolean {
  return status === 'QUEUED' || status === 'RUNNING' || status === 'WAITING'
}

/** The run with the model of the version that it is pinned to: its agent may have another one by now. */
async function withModel(client: Client, run: RunOfPage): Promise<RunOfPage> {
  const variables = { agent: run.agent.id, version: run.agentVersion }
  const { data } = await client.query(RunAgentModelDocument, variables, { requestPolicy: 'cache-first' })
  const model = data?.agentVersion?.definition.model
  return model === undefined ? run : { ...run, agent: { ...run.agent, model } }
}

async function readSteps(client: Client, id: string, after: string | null) {
  return (await readAnew(client, RunStepsDocument, { id, after })).run?.steps
}

/** The steps after the first page of them: a run of a thousand is read and used before they are there. */
async function showMoreSteps(
  client: Client,
  id: string,
  first: Awaited<ReturnType<typeof readSteps>>,
  show: Show,
): Promise<void> {
  if (!first?.pageInfo.hasNextPage) return
  const { endCursor } = first.pageInfo
  const more = await readPages((after) => readSteps(client, id, after ?? endCursor))
  show((now) =>
    now.kind === 'shown' ? { ...now, model: { ...now.model, steps: withRead(now.model.steps, more) } } : now,
  )
}

/** So many lines of a run are shown, its first ones, and those that come live; the tab of events has all. */
const maxLines = 500

/** The first lines of the logs of the calls of a run, and the model calls that broke off with their workers. */
export async function readOfLog(client: Client, id: string): Promise<OfLog> {
  const read = async (after: string | null) =>
    (await readAnew(client, RunLinesDocument, { id, after })).run?.events
  const events = await readPages(read, maxLines)
  const cuts = await Promise.all(
    events.filter(isOfDeath).map(async (event) => {
      const { run } = await readAnew(client, LastWordDocument, { id, before: event.cursor })
      const word = run?.events.nodes[0]
      return toCut(event, word ? Date.parse(word.at) : null) ?? []
    }),
  )
  return { logged: withLines(new Map(), events), cuts: { all: cuts.flat(), lastWordAt: null } }
}

/** Follows from the newest step on: the text of a message that is being written comes from its beginning. */
async function follow(run: RunOfPage, show: Show, signal: AbortSignal): Promise<void> {
  const apply = inFrames<LiveEvent>((events) =>
    show((now) => (now.kind === 'shown' ? { ...now, model: withEvents(now.model, events) } : now)),
  )
  const variables = { runId: run.id, after: run.cursor.edges[0]?.cursor ?? null }
  for await (const { runEvents } of followLive(RunPageEventsDocument, variables, { signal })) apply(runEvents)
}
