import { isFrom, type LogFloor } from './log-lines.ts'
import type { Children } from './trace-model.ts'
import type { TraceNode } from './trace-nodes.ts'
import type { TraceRow } from './trace-rows.ts'

/** What of the trace is shown. */
export interface TraceView {
  /** Words that the shown lines have; empty: all lines. */
  readonly find: string
  readonly errorsOnly: boolean
  /** The level from which on lines of logs are shown. */
  readonly log: LogFloor
  /** Which lines are open that the reader has not opened or closed. */
  readonly base: 'usual' | 'all' | 'none'
  /** Lines that the reader has opened or closed, by key. */
  readonly toggled: ReadonlyMap<string, boolean>
  /** Runs below that are open because what the address names is in them, or below them. */
  readonly path: ReadonlySet<string>
}

export interface TraceLine {
  readonly row: TraceRow
  /** The number of lines that it stands below. */
  readonly depth: number
  /** Null where there is nothing below it. */
  readonly isOpen: boolean | null
  /** Whether it has the words that are searched for. */
  readonly isMatch: boolean
}

interface Lines {
  readonly lines: readonly TraceLine[]
  /** The number of lines that the search has found, shown or not. */
  readonly matchCount: number
}

/** The lines of a trace as they are shown: the found ones with those that they stand below, or those in which nothing is closed. */
export function toLines(
  nodes: readonly TraceNode[],
  view: TraceView,
  { children, read }: { readonly children: Children; readonly read: ReadonlySet<string> },
): Lines {
  const lines: TraceLine[] = []
  const found = isSearch(view) ? findNodes(nodes, view) : null
  const put = (node: TraceNode, depth: number) => {
    const { row, child } = node
    const logged = withoutLines(node.parts, view)
    const kept = found ? logged.filter((part) => found.kept.has(part)) : logged
    const isAncestor = found !== null && kept.length > 0
    // What stands below a found line is there for those who open it.
    const parts = isAncestor ? kept : logged
    const isWithin = parts.length > 0 || child !== null
    const isOpen = isWithin && isOpenIn(node, view, children, found && isAncestor)
    lines.push({
      ...{ row, depth },
      isOpen: isWithin ? isOpen && (child === null || parts.length > 0 || read.has(child)) : null,
      isMatch: found !== null && view.find.trim() !== '' && found.matches.has(node),
    })
    if (isOpen) for (const part of parts) put(part, depth + 1)
  }
  for (const node of nodes) if (found === null || found.kept.has(node)) put(node, 0)
  return { lines, matchCount: found?.matches.size ?? 0 }
}

export function isSearch({ find, errorsOnly }: Pick<TraceView, 'find' | 'errorsOnly'>): boolean {
  return errorsOnly || find.trim() !== ''
}

/** @param isFoundBelow whether the search has found a line below; null where nothing is searched */
function isOpenIn(
  { row, child }: TraceNode,
  view: TraceView,
  children: Children,
  isFoundBelow: boolean | null,
): boolean {
  const own = view.toggled.get(row.key)
  if (own !== undefined) return own
  if (isFoundBelow !== null) return isFoundBelow
  if (view.base !== 'usual') return view.base === 'all'
  return child === null || view.path.has(child) || children.get(child)?.isOpenAtFirst === true
}

/** The parts without the lines of a log whose level is not shown. */
function withoutLines(parts: readonly TraceNode[], { log }: TraceView): readonly TraceNode[] {
  return log === 'DEBUG' ? parts : parts.filter(({ row }) => isAtLevel(row, log))
}

function isAtLevel({ level }: TraceRow, floor: LogFloor): boolean {
  return level === undefined || isFrom(level, floor)
}

function findNodes(nodes: readonly TraceNode[], { find, errorsOnly, log }: TraceView) {
  const words = find.trim().toLowerCase()
  const matches = new Set<TraceNode>()
  const kept = new Set<TraceNode>()
  const visit = (node: TraceNode): boolean => {
    const { row } = node
    const isMatch =
      isSaid(row) && isAtLevel(row, log) && (!errorsOnly || row.tone === 'bad') && textOf(row).includes(words)
    if (isMatch) matches.add(node)
    // Each part is visited, also after one is found.
    const isKept = node.parts.filter(visit).length > 0 || isMatch
    if (isKept) kept.add(node)
    return isKept
  }
  nodes.forEach(visit)
  return { matches, kept }
}

/** Whether a line says what happened. The others say what is not read. */
function isSaid({ kind }: TraceRow): boolean {
  return kind !== 'more' && kind !== 'note'
}

function textOf({ label, detail, words }: TraceRow): string {
  return `${label} ${detail} ${words}`.toLowerCase()
}

interface Wanted {
  /** The runs below whose steps are to be read, those that are nearer to the top first. */
  readonly ids: readonly string[]
  /** How many more would be needed: the bound is reached. */
  readonly leftCount: number
}

/**
 * The runs below whose steps the view needs: those that are open, and where it needs all (a search does), all, as far as they are known.
 * Of those that nobody has opened by hand there are at most `max`.
 */
export function wantedRuns(
  nodes: readonly TraceNode[],
  view: TraceView,
  {
    children,
    needsAll,
    max,
  }: { readonly children: Children; readonly needsAll: boolean; readonly max: number },
): Wanted {
  const ids: string[] = []
  let leftCount = 0
  let free = max
  for (let level = nodes; level.length > 0; ) {
    const next: TraceNode[] = []
    for (const node of level) {
      const { row, child } = node
      const isByHand = view.toggled.get(row.key) === true
      const isWanted = needsAll || isOpenIn(node, view, children, null)
      if (child !== null && isWanted) {
        if (isByHand || view.path.has(child) || free > 0) ids.push(child)
        else leftCount += 1
        if (!isByHand) free -= 1
      }
      if (isWanted) next.push(...node.parts)
    }
    level = next
  }
  return { ids, leftCount }
}
