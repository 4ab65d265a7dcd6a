import { useCallback, useEffect, useRef, useState } from 'react'
import { type Client, useClient } from 'urql'
import {
  RunChildrenDocument,
  RunChildrenUpdatesDocument,
  RunPageEventsDocument,
  RunStepsDocument,
  TracedRunDocument,
} from '../../../generated/console/graphql.ts'
import { followLive, inFrames, toError } from '../../data/live.ts'
import { Slots } from '../../data/slots.ts'
import { readAnew } from '../../data/use-list.ts'
import { isAtRest, isEnded, type LiveEvent } from './run-model.ts'
import {
  type Below,
  type BelowState,
  type Children,
  type TracedRun,
  toTracedRun,
  tracedTypes,
  withChildren,
  withEventsBelow,
  withPage,
} from './trace-model.ts'
import { readOfLog } from './use-run.ts'

/** So many runs are followed at once, and the children of so many: a WebSocket has room for 50 operations. */
const maxFollowed = 16

/** Runs below with their steps, live. `readMore` reads the next steps of one that has more. */
export function useBelow(ids: readonly string[]): { readonly below: Below; readMore(id: string): void } {
  const client = useClient()
  const [below, setBelow] = useState<Below>(new Map())
  const [slots] = useState(() => new Slots(maxFollowed))
  const newest = useRef(below)
  newest.current = below
  const put = useCallback(
    (id: string, change: (state: BelowState | undefined) => BelowState) =>
      setBelow((now) => new Map(now).set(id, change(now.get(id)))),
    [],
  )
  const change = useCallback(
    (id: string, to: (traced: TracedRun) => TracedRun) =>
      setBelow((now) => {
        const state = now.get(id)
        if (state?.kind !== 'shown') return now
        return new Map(now).set(id, { kind: 'shown', traced: to(state.traced) })
      }),
    [],
  )
  const open = useCallback(
    async (id: string, signal: AbortSignal) => {
      put(id, () => ({ kind: 'reading' }))
      try {
        const run = await readRun(client, id)
        if (signal.aborted) return
        put(id, () => ({ kind: 'shown', traced: run.traced }))
        if (isAtRest(run.traced.run)) return
        const apply = inFrames<LiveEvent>((events) => change(id, (now) => withEventsBelow(now, events)))
        const variables = { runId: id, after: run.cursor, types: [...tracedTypes] }
        await slots.run(signal, async () => {
          for await (const { runEvents } of followLive(RunPageEventsDocument, variables, { signal }))
            apply(runEvents)
        })
      } catch (reason) {
        const { message } = toError(reason)
        if (!signal.aborted) put(id, () => ({ kind: 'failed', message }))
      }
    },
    [client, slots, put, change],
  )
  const close = useCallback((id: string) => {
    setBelow((now) => new Map([...now].filter(([each]) => each !== id)))
  }, [])
  useOpened(ids, open, close)
  const readMore = useCallback(
    (id: string) => {
      const state = newest.current.get(id)
      if (state?.kind !== 'shown' || state.traced.rest === null) return
      const { after } = state.traced.rest
      void readSteps(client, id, after).then(
        // A second request for the same page changes nothing.
        (page) => change(id, (now) => (now.rest?.after === after ? withPage(now, page) : now)),
        (reason: unknown) => put(id, () => ({ kind: 'failed', message: toError(reason).message })),
      )
    },
    [client, change, put],
  )
  return { below, readMore }
}

/** The point from which its events are followed is read before its steps: nothing is missed between both. */
async function readRun(client: Client, id: string) {
  const { run } = await readAnew(client, TracedRunDocument, { id })
  if (!run) throw new Error('There is no such run any more.')
  const [steps, log] = await Promise.all([readSteps(client, id, null), readOfLog(client, id)])
  const traced = toTracedRun(run, steps, log)
  return { traced, cursor: run.cursor.edges[0]?.cursor ?? null }
}

async function readSteps(client: Client, id: string, after: string | null) {
  const { run } = await readAnew(client, RunStepsDocument, { id, after })
  if (!run) throw new Error('There is no such run any more.')
  return run.steps
}

/** What is known of the children of some runs, live: their agents, inputs, figures and statuses, the first hundred of each run. */
export function useChildrenOf(ids: readonly string[]): Children {
  const client = useClient()
  const [children, setChildren] = useState<Children>(new Map())
  const [slots] = useState(() => new Slots(maxFollowed))
  const open = useCallback(
    async (parent: string, signal: AbortSignal) => {
      try {
        const { updateCursors } = await readAnew(client, RunChildrenDocument, { id: parent })
        const { runUpdated: after, query } = updateCursors
        if (signal.aborted || !query.run) return
        const { nodes } = query.run.children
        setChildren((now) => withChildren(now, nodes))
        if (isEnded(query.run) && nodes.every(isEnded)) return
        await slots.run(signal, async () => {
          const variables = { parent, after }
          for await (const { runUpdated } of followLive(RunChildrenUpdatesDocument, variables, { signal }))
            setChildren((now) => withChildren(now, [runUpdated.run]))
        })
      } catch {
        // The trace then says of them what their actions say.
      }
    },
    [client, slots],
  )
  useOpened(ids, open, ignore)
  return children
}

function ignore(): void {}

/** Calls `open` for each id as long as it is among them; then its signal aborts, and `close` is called. */
function useOpened(
  ids: readonly string[],
  open: (id: string, signal: AbortSignal) => Promise<void>,
  close: (id: string) => void,
): void {
  const opened = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const wanted = new Set(ids)
    for (const [id, end] of opened.current) {
      if (wanted.has(id)) continue
      end.abort()
      opened.current.delete(id)
      close(id)
    }
    for (const id of wanted) {
      if (opened.current.has(id)) continue
      const end = new AbortController()
      opened.current.set(id, end)
      void open(id, end.signal)
    }
  }, [ids, open, close])
  useEffect(() => {
    const { current } = opened
    return () => {
      for (const end of current.values()) end.abort()
      current.clear()
    }
  }, [])
}
