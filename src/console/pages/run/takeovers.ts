import type { RunLiveFragment, StepLiveFragment } from '../../../generated/console/graphql.ts'

type Claim = RunLiveFragment['workerClaims'][number]

/** A moment at which another worker took over the run. */
export interface Takeover {
  /** In milliseconds since 1970. */
  readonly at: number
  readonly text: string
}

/** When other workers took over a run, in order: of the last ten workers that had it. */
export function takeoversOf({ workerClaims }: Pick<RunLiveFragment, 'workerClaims'>): readonly Takeover[] {
  return workerClaims.flatMap((claim, index) => {
    const before = workerClaims[index - 1]
    if (before?.lost == null) return []
    const text = `from ${nameOf(before)} by ${nameOf(claim)}: ${lossText(before.lost)}`
    return [{ at: Date.parse(claim.since), text }]
  })
}

/** Those that came while a step was at work, or after it and before the next. */
export function takeoversIn(
  takeovers: readonly Takeover[],
  step: StepLiveFragment,
  next: StepLiveFragment | undefined,
): readonly Takeover[] {
  const until = next === undefined ? Number.POSITIVE_INFINITY : Date.parse(next.startedAt)
  return takeovers.filter(({ at }) => at >= Date.parse(step.startedAt) && at < until)
}

/** Only an ADMIN reads the names of hosts. */
function nameOf({ name }: Claim): string {
  return name ?? 'a worker'
}

/** Why another worker took over from one. */
export function lossText(lost: NonNullable<Claim['lost']>): string {
  return lost === 'LEASE_EXPIRED' ? 'its lease had expired' : 'nobody held its lock'
}
