import type {
  RunLinesQuery,
  RunLiveFragment,
  RunPageEventsSubscription,
} from '../../../generated/console/graphql.ts'

type LiveEvent = RunPageEventsSubscription['runEvents']
type ReadEvent = NonNullable<RunLinesQuery['run']>['events']['nodes'][number]

/** A model call whose worker died. No call is stored of it: the log has its words, and that they were discarded when another took over. */
export interface Cut {
  readonly messageId: string
  readonly stepNumber: number
  /** When the last of its words came, in milliseconds since 1970. Null where they are no longer kept. */
  readonly lastWordAt: number | null
  readonly discardedAt: number
}

export interface Cuts {
  readonly all: readonly Cut[]
  /** When the newest word of any call came. */
  readonly lastWordAt: number | null
}

export const noCuts: Cuts = { all: [], lastWordAt: null }

type DiscardedEvent = Extract<LiveEvent | ReadEvent, { readonly __typename: 'AttemptDiscarded' }>

/** Whether the process of a discarded call died: every other one is stored, with its error. */
export function isOfDeath(event: LiveEvent | ReadEvent): event is DiscardedEvent {
  return event.__typename === 'AttemptDiscarded' && event.discardReason === 'RECOVERY'
}

export function toCut({ messageId, stepNumber, at }: DiscardedEvent, lastWordAt: number | null): Cut | null {
  return stepNumber == null ? null : { messageId, stepNumber, lastWordAt, discardedAt: Date.parse(at) }
}

/** The calls that broke off with those among some events. One that comes a second time changes nothing. */
export function withCuts(known: Cuts, events: readonly LiveEvent[]): Cuts {
  let { all, lastWordAt } = known
  for (const event of events) {
    if (event.__typename === 'TextDelta' || event.__typename === 'ReasoningDelta')
      lastWordAt = Date.parse(event.at)
    const cut = isOfDeath(event) ? toCut(event, lastWordAt) : null
    if (cut && !all.some(({ messageId }) => messageId === cut.messageId)) all = [...all, cut]
  }
  return all === known.all && lastWordAt === known.lastWordAt ? known : { all, lastWordAt }
}

/** Those of a step. */
export function cutsIn({ all }: Cuts, { number }: { readonly number: number }): readonly Cut[] {
  return all.filter(({ stepNumber }) => stepNumber === number)
}

/** The worker that had a run when a call broke off, and why another took over. Null where it is an earlier one than the last ten. */
export function workerOf(cut: Cut, { workerClaims }: Pick<RunLiveFragment, 'workerClaims'>) {
  const indexAt = (moment: number) => workerClaims.findLastIndex(({ since }) => Date.parse(since) <= moment)
  // The next worker discards what the one before it had begun.
  const index = cut.lastWordAt === null ? indexAt(cut.discardedAt) - 1 : indexAt(cut.lastWordAt)
  const claim = workerClaims[index]
  return claim?.lost == null ? null : { name: claim.name, lost: claim.lost }
}
