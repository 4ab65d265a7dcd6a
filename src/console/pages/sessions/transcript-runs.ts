import type { SessionMessageFragment, SessionRunFragment } from '../../../generated/console/graphql.ts'
import type { SessionOfPage } from './use-transcript.ts'

export type Part = SessionMessageFragment['parts'][number]
export type ToolResult = Extract<Part, { readonly __typename: 'ToolResultPart' }>

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
