import type { GateKind } from '../../../generated/console/graphql.ts'

/** Effect of each decision at a gate of a kind, in a line (docs/gates.md has the whole table). */
export const outcomes: Readonly<Record<GateKind, string>> = {
  ACTION_APPROVAL:
    'Approved, the call is made. Rejected, it is not made, and the model reads your note. With edited arguments it is made with those.',
  PERMISSION: 'Approved, the denied call is made. Rejected, the run ends as failed.',
  OUTCOME_UNKNOWN: 'Approved, the call is made again. Rejected, the model reads that the outcome is unknown.',
  PLAN_APPROVAL:
    'Approved, the plan runs. Rejected, the run ends as failed. Sent back with a note alone, the model plans again.',
  LOW_CONFIDENCE: 'Approved, the run goes on, and the note is its next message. Rejected, it ends as failed.',
  IDENTICAL_ERRORS:
    'Approved, the run goes on, and the note is its next message. Rejected, it ends as failed.',
  MONITOR: 'Approved, the run goes on, and the note is its next message. Rejected, it ends as failed.',
}
