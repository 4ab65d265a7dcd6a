import type { GateKind as Kind } from '../domain/gate.ts'
import { describedEnum } from './described-enum.ts'

export const GateStatus = describedEnum('GateStatus', 'What became of a gate.', {
  OPEN: 'It waits for a decision.',
  APPROVED: 'The run goes on.',
  REJECTED: 'The run does not go on.',
  REVISED: 'The run goes on another way.',
  EXPIRED: 'Nobody decided in time.',
  CANCELLED: 'Its run ended before.',
})

export const GateKind = describedEnum('GateKind', 'Why a human must decide.', {
  LOW_CONFIDENCE: 'The agent was not sure enough.',
  IDENTICAL_ERRORS: 'The same error came again and again.',
  MONITOR: 'The monitor saw something odd from outside.',
  PLAN_APPROVAL: 'A plan is to be approved before any of it runs.',
  ACTION_APPROVAL: 'A policy wants a call approved.',
  PERMISSION: 'A call was denied, and nobody else may make it.',
  OUTCOME_UNKNOWN: 'A call was cut off that must not happen twice.',
} satisfies Readonly<Record<Kind, string>>)

export const GateExpiry = describedEnum(
  'GateExpiry',
  'What becomes of a gate at which nobody decides in time.',
  {
    REFUSE: 'What it holds up is refused.',
    PROCEED: 'What it holds up goes on.',
  },
)

export const GateDecider = describedEnum('GateDecider', 'The least role that may decide at a gate.', {
  OPERATOR: 'Whoever may run agents.',
  ADMIN: 'Whoever may change them.',
})
