import type { GateRow } from '../../domain/gate.ts'
import type { Json } from '../../domain/json.ts'
import type { Vault } from '../../domain/redaction.ts'
import { revisionOf } from './revision.ts'

/** What a gate came to, for what it holds up. */
export type GateOutcome =
  | {
      readonly kind: 'proceed'
      /** What REVISE put in the place of the arguments; `undefined`: as they were. */
      readonly revised: Json | undefined
      readonly note: string | null
    }
  /** REVISE with a note alone: whoever asked is to do it otherwise. */
  | { readonly kind: 'sent-back'; readonly note: string }
  | { readonly kind: 'refused'; readonly isExpired: boolean; readonly note: string | null }

/** `null` while nobody has decided, and nobody was too late. */
export function gateOutcome(gate: GateRow, means: { readonly vault: Vault | null }): GateOutcome | null {
  const { status, note, onExpiry } = gate
  switch (status) {
    case 'OPEN':
      return null
    case 'APPROVED':
      return { kind: 'proceed', revised: undefined, note }
    case 'REVISED': {
      const revised = revisionOf(gate, means)
      if (revised === null) return { kind: 'refused', isExpired: false, note: lostRevision }
      return revised === undefined
        ? { kind: 'sent-back', note: note ?? '' }
        : { kind: 'proceed', revised, note }
    }
    case 'REJECTED':
    case 'CANCELLED':
      return { kind: 'refused', isExpired: false, note }
    case 'EXPIRED':
      return onExpiry === 'PROCEED'
        ? { kind: 'proceed', revised: undefined, note }
        : { kind: 'refused', isExpired: true, note }
    default:
      return status satisfies never
  }
}

const lostRevision = 'The arguments that were put in its place held a secret, and cannot be read any more.'
