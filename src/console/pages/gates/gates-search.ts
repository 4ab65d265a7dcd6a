import type { GateFilter, GateKind } from '../../../generated/console/graphql.ts'
import { given, oneOf, type Search, text } from '../../data/search.ts'

export const gateKinds: readonly GateKind[] = [
  'ACTION_APPROVAL',
  'PLAN_APPROVAL',
  'PERMISSION',
  'OUTCOME_UNKNOWN',
  'LOW_CONFIDENCE',
  'IDENTICAL_ERRORS',
  'MONITOR',
]

/** State of the page of the gates, as in its address. */
export interface GatesSearch {
  /** The global id of the gate that is open beside the list. */
  readonly gate?: string
  readonly show?: 'resolved'
  readonly kind?: GateKind
  /** Slug of the agent whose runs wait. */
  readonly agent?: string
}

/** Reads the parameters of the address; invalid ones are left out. */
export function readGatesSearch(search: Search): GatesSearch {
  return given({
    gate: text(search.gate),
    show: oneOf(['resolved'], search.show),
    kind: oneOf(gateKinds, search.kind),
    agent: text(search.agent),
  })
}

/** The filter of the API for a view. */
export function toGateFilter({ show, kind, agent }: GatesSearch): GateFilter {
  return {
    status: show === 'resolved' ? ['APPROVED', 'REVISED', 'REJECTED', 'EXPIRED', 'CANCELLED'] : ['OPEN'],
    ...(kind && { kind: [kind] }),
    ...(agent && { agent }),
  }
}
