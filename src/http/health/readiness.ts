import { waitAtMost } from '../../domain/time-limit.ts'
import type { GraphQLSources } from '../../graphql/context.ts'

/** Status of one resource that a process needs. `degraded`: the process works without it, as the reason says. Reasons are public. */
export type Readiness =
  | { readonly status: 'ready' }
  | { readonly status: 'degraded' | 'unready'; readonly reason: string }

/** Checks one component. A check that throws or does not answer soon counts as unready. */
export type ReadinessCheck = () => Readiness | Promise<Readiness>

/** Statuses of all resources, by name. */
interface ReadinessReport {
  /** Worst of the statuses. */
  readonly status: Readiness['status']
  readonly checks: Readonly<Record<string, Readiness>>
}

/** Maximum duration of a check, in milliseconds. */
const answerWithinMs = 2_000

const fromWorst = ['unready', 'degraded', 'ready'] as const

/**
 * Time for which a report is reused, in milliseconds: more frequent probes cause no more queries. What is unready is looked at again
 * sooner, so that a process that has just started says so. One that is degraded works.
 */
const reusedForMs = { working: 1_000, unready: 50 } as const

/** Gives the state of all components, checked concurrently and at most once a second while the process works. Never rejects. */
export function createReadiness(
  checks: Readonly<Record<string, ReadinessCheck>>,
  now: () => number = () => performance.now(),
): () => Promise<ReadinessReport> {
  let latest: Promise<ReadinessReport> | null = null
  let isUsedUntil = 0
  return () => {
    if (latest !== null && now() < isUsedUntil) return latest
    // Until its end all wait for this one.
    isUsedUntil = Number.POSITIVE_INFINITY
    const startedAt = now()
    latest = runAll(checks).then((report) => {
      isUsedUntil =
        report.status === 'unready' ? now() + reusedForMs.unready : startedAt + reusedForMs.working
      return report
    })
    return latest
  }
}

async function runAll(checks: Readonly<Record<string, ReadinessCheck>>): Promise<ReadinessReport> {
  const found = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await readCheck(check)] as const),
  )
  const status = fromWorst.find((status) => found.some(([, one]) => one.status === status)) ?? 'ready'
  return { status, checks: Object.fromEntries(found) }
}

/** Whether the database answers and takes writes. */
export async function probeDatabase(reads: Pick<GraphQLSources['reads'], 'ping'>): Promise<Readiness> {
  const { takesWrites } = await reads.ping()
  return takesWrites ? { status: 'ready' } : notReady('it takes no writes')
}

async function readCheck(check: ReadinessCheck): Promise<Readiness> {
  try {
    const outcome = await waitAtMost(answerWithinMs, (async () => check())())
    return outcome?.result ?? notReady(`no answer within ${answerWithinMs} ms`)
  } catch {
    // The error may name hosts and users. The code that uses the resource logs it.
    return notReady('it fails')
  }
}

function notReady(reason: string): Readiness {
  return { status: 'unready', reason }
}
