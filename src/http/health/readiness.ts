import { waitAtMost } from '../../domain/time-limit.ts'
import type { GraphQLSources } from '../../graphql/context.ts'

/** How one thing that a process needs is. `degraded`: it does without, as its reason says. A reason is for operators, and for anybody who asks. */
export type Readiness =
  | { readonly status: 'ready' }
  | { readonly status: 'degraded' | 'unready'; readonly reason: string }

/** Checks one component. A check that throws or does not answer soon counts as unready. */
export type ReadinessCheck = () => Readiness | Promise<Readiness>

/** How all of them are, each by its name. */
interface ReadinessReport {
  /** That of the worst. */
  readonly status: Readiness['status']
  readonly checks: Readonly<Record<string, Readiness>>
}

/** How long a check may take. */
const answerWithinMs = 2_000

const fromWorst = ['unready', 'degraded', 'ready'] as const

/** How long a report is reused: more frequent probes cause no more queries. */
const reportForMs = 1_000

/** Gives the state of all components, checked concurrently and at most once a second. Never rejects. */
export function createReadiness(
  checks: Readonly<Record<string, ReadinessCheck>>,
  now: () => number = () => performance.now(),
): () => Promise<ReadinessReport> {
  let latest: { readonly at: number; readonly report: Promise<ReadinessReport> } | null = null
  return () => {
    if (latest === null || now() - latest.at >= reportForMs) latest = { at: now(), report: runAll(checks) }
    return latest.report
  }
}

async function runAll(checks: Readonly<Record<string, ReadinessCheck>>): Promise<ReadinessReport> {
  const found = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await readCheck(check)] as const),
  )
  const status = fromWorst.find((status) => found.some(([, one]) => one.status === status)) ?? 'ready'
  return { status, checks: Object.fromEntries(found) }
}

/** Whether the database answers. */
export async function checkDatabase(reads: Pick<GraphQLSources['reads'], 'ping'>): Promise<Readiness> {
  await reads.ping()
  return { status: 'ready' }
}

async function readCheck(check: ReadinessCheck): Promise<Readiness> {
  try {
    const outcome = await waitAtMost(answerWithinMs, (async () => check())())
    return outcome?.result ?? notReady(`no answer within ${answerWithinMs} ms`)
  } catch {
    // What was thrown may name hosts and users; the log has it from the code that uses the same resource.
    return notReady('it fails')
  }
}

function notReady(reason: string): Readiness {
  return { status: 'unready', reason }
}
