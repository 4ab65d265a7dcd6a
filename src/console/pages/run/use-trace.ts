import { useCallback, useEffect, useMemo, useState } from 'react'
import { type Client, useClient } from 'urql'
import { RunParentDocument } from '../../../generated/console/graphql.ts'
import { useStateOf } from '../../data/use-list.ts'
import type { LogFloor } from './log-lines.ts'
import { isAtRest, type RunAndSteps, type Speaking } from './run-model.ts'
import type { BelowState, TracedRun } from './trace-model.ts'
import { type Trace, type TraceNode, toNodes } from './trace-nodes.ts'
import { isSearch, type TraceLine, type TraceView, toLines, wantedRuns } from './trace-view.ts'
import { useBelow, useChildrenOf } from './use-below.ts'
import { useCommentMarks } from './use-comment-marks.ts'

/** So many runs below are read for a search or to show all, and so many more each time that the reader asks. */
const maxRead = 30

export interface TraceOfPage extends RunAndSteps {
  readonly nodes: readonly TraceNode[]
  readonly lines: readonly TraceLine[]
  readonly matchCount: number
  /** How many runs below the view would need that are not read: there are too many. */
  readonly leftCount: number
  /** Whether runs have been started that the trace can open. */
  readonly hasRunsBelow: boolean
  /** Whether a call has written lines to its log. */
  readonly hasLines: boolean
  /** Whether one of those that are read is at work. */
  readonly isWorkBelow: boolean
  /** A run below by its id, as far as it is read. */
  runOf(id: string): TracedRun | null
  toggle(line: TraceLine): void
  openAll(): void
  closeAll(): void
  readMoreSteps(runId: string): void
  readMoreRuns(): void
}

interface Options {
  readonly find: string
  readonly errorsOnly: boolean
  readonly log: LogFloor
  /** Whether the steps of all runs below are needed, because their waits count. */
  readonly needsAll: boolean
  /** The run below that the opened object belongs to. */
  readonly within: string | undefined
}

/** The trace of the run of a page and of the runs below it, which are read as they are opened. */
export function useTrace(
  root: Trace['root'] & RunAndSteps,
  speaking: Speaking | null,
  options: Options,
): TraceOfPage {
  const { run, steps, logged, cuts } = root
  const { find, errorsOnly, log, within } = options
  const [ids, setIds] = useState<Ids>({ below: [], parents: [] })
  const { below, readMore } = useBelow(ids.below)
  const children = useChildrenOf(ids.parents)
  const path = usePath(within, run.id)
  const [max, setMax] = useState(maxRead)
  // A search begins with what it finds in sight, whatever was closed before.
  const isSearching = isSearch(options)
  const searchKey = isSearching ? `${errorsOnly} ${find}` : ''
  const [usual, setUsual] = useState(initial)
  const [searched, setSearched] = useStateOf(searchKey, initial)
  const [{ base, toggled }, setOpened] = isSearching ? [searched, setSearched] : [usual, setUsual]
  const view: TraceView = useMemo(
    () => ({ find, errorsOnly, log, base, toggled, path }),
    [find, errorsOnly, log, base, toggled, path],
  )
  const comments = useCommentMarks([run.id, ...ids.below])
  const nodes = useMemo(
    () => toNodes({ root: { run, steps, logged, cuts }, speaking, below, children, comments }),
    [run, steps, logged, cuts, speaking, below, children, comments],
  )
  const needsAll = options.needsAll || isSearching
  const wanted = useMemo(
    () => wantedRuns(nodes, view, { children, needsAll, max }),
    [nodes, view, children, needsAll, max],
  )
  const parents = useMemo(() => parentsOf(nodes), [nodes])
  const next = { below: wanted.ids, parents }
  // Another list of the same runs would change nothing.
  if (!isSame(ids, next)) setIds(next)
  const { lines, matchCount } = useMemo(
    () => toLines(nodes, view, { children, read: new Set(ids.below) }),
    [nodes, view, children, ids],
  )
  const toggle = useCallback(
    ({ row: { key }, isOpen }: TraceLine) =>
      setOpened({ base, toggled: new Map(toggled).set(key, isOpen !== true) }),
    [setOpened, base, toggled],
  )
  const runOf = useCallback(
    (id: string) => {
      const state = below.get(id)
      return state?.kind === 'shown' ? state.traced : null
    },
    [below],
  )
  return useMemo(
    () => ({
      ...{ run, steps, nodes, lines, matchCount, runOf, toggle, readMoreSteps: readMore },
      leftCount: wanted.leftCount,
      hasRunsBelow: parents.length > 0,
      hasLines: logged.size > 0 || [...below.values()].some(hasLines),
      isWorkBelow: [...below.values()].some((state) => state.kind === 'shown' && !isAtRest(state.traced.run)),
      openAll: () => setOpened({ base: 'all', toggled: new Map() }),
      closeAll: () => setOpened({ base: 'none', toggled: new Map() }),
      readMoreRuns: () => setMax((now) => now + maxRead),
    }),
    [
      run,
      steps,
      logged,
      nodes,
      lines,
      matchCount,
      parents,
      below,
      runOf,
      toggle,
      readMore,
      wanted,
      setOpened,
    ],
  )
}

function hasLines(state: BelowState): boolean {
  return state.kind === 'shown' && state.traced.logged.size > 0
}

const initial: Pick<TraceView, 'base' | 'toggled'> = { base: 'usual', toggled: new Map() }

interface Ids {
  /** Runs below whose steps are read. */
  readonly below: readonly string[]
  /** Runs whose children are asked for. */
  readonly parents: readonly string[]
}

/** The runs that have started others, as far as the trace knows them. */
function parentsOf(nodes: readonly TraceNode[]): readonly string[] {
  const parents = new Set<string>()
  const visit = ({ row, parts, child }: TraceNode) => {
    if (child !== null) parents.add(row.run)
    parts.forEach(visit)
  }
  nodes.forEach(visit)
  return [...parents]
}

function isSame(a: Ids, b: Ids): boolean {
  return a.below.join() === b.below.join() && a.parents.join() === b.parents.join()
}

/**
 * The runs from the one that an address names up to the one that the page shows, and those of the addresses before: what is open stays open.
 */
function usePath(within: string | undefined, root: string): ReadonlySet<string> {
  const client = useClient()
  const [path, setPath] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (within === undefined) return
    void readPath(client, within, root).then(
      (found) => setPath((now) => (found.every((id) => now.has(id)) ? now : new Set([...now, ...found]))),
      // The opened object says that it cannot be read.
      () => undefined,
    )
  }, [client, within, root])
  return path
}

/** Nothing where the run is not below the other. */
async function readPath(client: Client, within: string, root: string): Promise<readonly string[]> {
  const path: string[] = []
  for (let id = within; id !== root; ) {
    path.push(id)
    const { data } = await client.query(RunParentDocument, { id }, { requestPolicy: 'cache-first' })
    const parent = data?.run?.parent?.id
    if (parent === undefined || path.includes(parent)) return []
    id = parent
  }
  return path
}
