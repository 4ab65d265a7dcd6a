import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Client, type CombinedError, useClient } from 'urql'
import {
  type SessionMessageFragment,
  SessionPageDocument,
  SessionPageEventsDocument,
  type SessionPageQuery,
  type SessionRunFragment,
} from '../../../generated/console/graphql.ts'
import { followLive, toError } from '../../data/live.ts'

export type SessionOfPage = NonNullable<SessionPageQuery['session']>

const pageSize = 60

interface Read {
  readonly session: SessionOfPage
  /** In order, those of the pages that were read. */
  readonly messages: readonly SessionMessageFragment[]
  /** Cursor of the page before. Null where there is none. */
  readonly before: string | null
}

export interface TranscriptState {
  /** Null while it is read for the first time, and where there is no such session. */
  readonly read: Read | null
  readonly isMissing: boolean
  readonly error: CombinedError | Error | undefined
  loadEarlier(): Promise<void>
  /** Reads the newest part again. */
  refresh(): Promise<void>
}

/**
 * A conversation, live: its newest messages, more where they are asked for. It is read again when its events
 * begin, and after each event that can add a message, once however many events come meanwhile.
 */
export function useTranscript(key: string): TranscriptState {
  const client = useClient()
  const [read, setRead] = useState<Read | null>(null)
  const [isMissing, setMissing] = useState(false)
  const [error, setError] = useState<CombinedError | Error>()
  const shown = useRef(key)

  const load = useCallback(
    async (before: string | null) => {
      const { session, error } = await readPage(client, key, before)
      if (shown.current !== key) return
      setError(error)
      if (error) return
      setMissing(session === null)
      setRead((now) => (session === null ? null : withPage(now, session, before)))
    },
    [client, key],
  )
  const refresh = useMemo(() => oneAtATime(() => load(null)), [load])

  useEffect(() => {
    shown.current = key
    setRead(null)
    const end = new AbortController()
    void refresh()
    void followSession(key, refresh, end.signal).catch((reason: unknown) => {
      if (!end.signal.aborted) setError(toError(reason))
    })
    return () => end.abort()
  }, [key, refresh])

  const loadEarlier = async () => {
    if (read?.before != null) await load(read.before)
  }
  return { read, isMissing, error, loadEarlier, refresh }
}

async function readPage(client: Client, key: string, before: string | null) {
  const variables = { key, last: pageSize, before }
  const { data, error } = await client.query(SessionPageDocument, variables, {
    requestPolicy: 'network-only',
  })
  return { session: data?.session ?? null, error }
}

function withPage(now: Read | null, session: SessionOfPage, before: string | null): Read {
  const { nodes, pageInfo } = session.messages
  const previous = pageInfo.hasPreviousPage ? (pageInfo.startCursor ?? null) : null
  if (now === null) return { session, messages: nodes, before: previous }
  const messages = before === null ? withNewest(now.messages, nodes) : withEarlier(now.messages, nodes)
  // Where the newest page no longer touches the pages read before, it takes their place.
  const isRestart = before === null && messages === nodes
  return { session, messages, before: before === null && !isRestart ? now.before : previous }
}

const nameOf = ({ runId, position }: SessionMessageFragment) => `${runId} ${position}`

function withNewest(
  known: readonly SessionMessageFragment[],
  page: readonly SessionMessageFragment[],
): readonly SessionMessageFragment[] {
  const first = page[0]
  const at = first ? known.findIndex((message) => nameOf(message) === nameOf(first)) : -1
  return at < 0 ? page : [...known.slice(0, at), ...page]
}

function withEarlier(
  known: readonly SessionMessageFragment[],
  page: readonly SessionMessageFragment[],
): readonly SessionMessageFragment[] {
  const names = new Set(known.map(nameOf))
  return [...page.filter((message) => !names.has(nameOf(message))), ...known]
}

/**
 * Before the first event there is no cursor from which to continue: each connection calls `onChange` too.
 * @throws the error of the server, if it refuses the subscription
 */
async function followSession(key: string, onChange: () => void, signal: AbortSignal): Promise<void> {
  for await (const _ of followLive(SessionPageEventsDocument, { key }, { signal, onOpen: onChange }))
    onChange()
}

/** The function, run once more after the present run however often it is called meanwhile. */
function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  const now = { isRunning: false, isAsked: false }
  return async () => {
    now.isAsked = true
    if (now.isRunning) return
    now.isRunning = true
    try {
      while (now.isAsked) {
        now.isAsked = false
        await run()
      }
    } finally {
      now.isRunning = false
    }
  }
}

export type MessagePart = SessionMessageFragment['parts'][number]
export type ToolResult = Extract<MessagePart, { readonly __typename: 'ToolResultPart' }>

/** Messages of one run in a conversation: a question and everything up to its answer. */
export interface RunOfTranscript {
  readonly runId: string
  /** Absent where the run is older than those that the page has read. */
  readonly run: SessionRunFragment | undefined
  readonly messages: readonly SessionMessageFragment[]
  /** Results of tools, by call. */
  readonly results: ReadonlyMap<string, ToolResult>
  readonly isActive: boolean
}

/** The messages of a conversation run by run, then the active runs that have said nothing yet. */
export function toRuns(
  session: SessionOfPage,
  messages: readonly SessionMessageFragment[],
): readonly RunOfTranscript[] {
  const known = new Map([...session.runs.nodes, ...session.activeRuns].map((run) => [run.id, run]))
  const byRun = Map.groupBy(messages, ({ runId }) => runId)
  const active = new Set(session.activeRuns.map(({ id }) => id))
  const waiting = session.activeRuns.filter(({ id }) => !byRun.has(id)).map(({ id }) => id)
  return [...byRun.keys(), ...waiting].map((runId) => {
    const said = byRun.get(runId) ?? []
    return {
      runId,
      run: known.get(runId),
      messages: said,
      results: resultsIn(said),
      isActive: active.has(runId),
    }
  })
}

function resultsIn(messages: readonly SessionMessageFragment[]): ReadonlyMap<string, ToolResult> {
  const results = messages
    .flatMap(({ parts }) => parts)
    .filter((part) => part.__typename === 'ToolResultPart')
  return new Map(results.map((part) => [part.callId, part]))
}

/** Number of the last step whose message is stored; what a model says in a later one is being written. */
export function lastStoredStep(messages: readonly SessionMessageFragment[]): number {
  const steps = messages.filter(({ role }) => role === 'ASSISTANT').map(({ stepNumber }) => stepNumber ?? -1)
  return Math.max(-1, ...steps)
}
