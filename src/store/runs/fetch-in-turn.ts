import type { FetchedJob, FetchOptions } from '../../domain/dispatch.ts'

/** A project that has runs to claim. */
export interface ProjectSlots {
  readonly projectId: string
  /** Its trees of runs that are owned. */
  readonly running: number
  /** Number of free slots of the project; 0 or less: none. */
  readonly slots: number
}

/**
 * Fetches up to `limit` jobs of runs: from the project that runs the fewest trees first, so that a project with a long queue takes from
 * others no more than its share, and from none more than it has slots (LIM-12). pg-boss has no such order: it orders by priority and age
 * over all groups, and its limits per group count its own active jobs, which here end with the claim. Within a project, and between
 * projects that run as many, the order is the queue's. Jobs without a group, which take no place, come by their priority before all others.
 */
export async function fetchInTurn(
  projects: readonly ProjectSlots[],
  limit: number,
  fetch: (options: FetchOptions) => Promise<readonly FetchedJob[]>,
): Promise<readonly FetchedJob[]> {
  const turns = new Map(projects.map(({ projectId, running, slots }) => [projectId, { running, slots }]))
  const fetched: FetchedJob[] = []
  while (fetched.length < limit) {
    const turn = nextTurn(turns, limit - fetched.length)
    const exceptGroups = [...turns.keys()].filter((projectId) => !turn.projectIds.includes(projectId))
    const jobs = await fetch({ limit: turn.limit, exceptGroups })
    fetched.push(...jobs)
    for (const { group } of jobs) takeSlot(turns, group)
    if (jobs.length === turn.limit) continue
    // Neither these projects nor those without a queue here have more.
    if (turn.projectIds.length === 0) break
    for (const projectId of turn.projectIds) turns.set(projectId, { running: 0, slots: 0 })
    if (![...turns.values()].some(({ slots }) => slots > 0)) break
  }
  return fetched
}

interface Turn {
  readonly running: number
  readonly slots: number
}

/** The projects whose jobs are fetched next, and how many jobs at once without delaying another project's turn. */
function nextTurn(
  turns: ReadonlyMap<string, Turn>,
  remaining: number,
): { readonly projectIds: readonly string[]; readonly limit: number } {
  const open = [...turns].filter(([, { slots }]) => slots > 0)
  const fewest = Math.min(...open.map(([, { running }]) => running))
  const tied = open.filter(([, { running }]) => running === fewest)
  const [first] = tied
  // Children and runs without an owner take no slot of their own.
  if (!first) return { projectIds: [], limit: remaining }
  // Not each of them gets one more: the queue decides which do.
  if (tied.length > remaining) return { projectIds: tied.map(([projectId]) => projectId), limit: 1 }
  const [projectId, { slots }] = first
  const others = open.filter(([, { running }]) => running > fewest).map(([, { running }]) => running)
  const share = Math.min(Math.floor(remaining / tied.length), Math.min(...others) - fewest)
  return { projectIds: [projectId], limit: Math.min(share, slots) }
}

function takeSlot(turns: Map<string, Turn>, group: string | null): void {
  const turn = group === null ? undefined : turns.get(group)
  if (turn && group !== null) turns.set(group, { running: turn.running + 1, slots: turn.slots - 1 })
}
