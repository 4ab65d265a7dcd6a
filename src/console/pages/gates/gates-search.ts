import type { GateFilter, GateKind } from '../../../generated/console/graphql.ts'
import { oneOf, reader, text } from '../../data/search.ts'

export const gateKinds: readonly GateKind[] = [
  'INPUT',
  'ACTION_APPROVAL',
  'PLAN_APPROVAL',
  'PERMISSION',
  'OUTCOME_UNKNOWN',
  'LOW_CONFIDENCE',
  'IDENTICAL_ERRORS',
  'MONITOR',
]

/** Whether a call waits for a time or an event, or a turn for its batch: then nobody decides. */
export function isWait(kind: GateKind): boolean {
  return kind === 'TIME' || kind === 'EVENT' || kind === 'BATCH'
}

/** State of the page of the gates, as in its address. */
export const readGatesSearch = reader((search) => ({
  /** The global id of the gate that is open beside the list. */
  gate: text(search.gate),
  show: oneOf(['resolved'], search.show),
  kind: oneOf(gateKinds, search.kind),
  /** Slug of the agent whose runs wait. */
  agent: text(search.agent),
}))

export type GatesSearch = ReturnType<typeof readGatesSearch>

/** The filter of the API for a view. */
export function toGateFilter({ show, kind, agent }: GatesSearch): GateFilter {
  return {
    status:
      show === 'resolved'
        ? ['APPROVED', 'REVISED', 'REJECTED', 'ANSWERED', 'EXPIRED', 'CANCELLED']
        : ['OPEN'],
    ...(kind && { kind: [kind] }),
    ...(agent && { agent }),
  }
}
