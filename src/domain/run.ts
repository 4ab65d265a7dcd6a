/** Why a run stopped (RUN-6). */
export const terminationReasons = [
  'FINAL_ANSWER',
  'DONE_TOOL',
  'GOAL_ACHIEVED',
  'MAX_STEPS',
  'TIMEOUT',
  'COST_LIMIT',
  'TOKEN_LIMIT',
  'DOOM_LOOP',
  'NO_PROGRESS',
  'LOW_CONFIDENCE',
  'GATE_REJECTED',
  'PERMISSION_BLOCKED',
  'MODELS_EXHAUSTED',
  'ABORTED',
  'ERROR',
] as const
export type TerminationReason = (typeof terminationReasons)[number]

/** The life of a run: `from → possible next statuses` (docs/internals/specification.md). The README's picture is printed from it. */
export const runTransitions = {
  QUEUED: ['RUNNING', 'CANCELLED'],
  RUNNING: ['COMPLETED', 'FAILED', 'CANCELLED', 'PAUSED', 'WAITING'],
  WAITING: ['RUNNING', 'FAILED', 'CANCELLED'],
  PAUSED: ['RUNNING', 'CANCELLED'],
  COMPLETED: [],
  FAILED: [],
  CANCELLED: [],
} as const satisfies Record<string, readonly string[]>

export type RunStatus = keyof typeof runTransitions
export const runStatuses = Object.keys(runTransitions) as readonly RunStatus[] // Object.keys widens to string

/** Whether a run may go from one status to another (RUN-7). */
export function canTransition(from: RunStatus, to: RunStatus): boolean {
  const allowed: readonly RunStatus[] = runTransitions[from]
  return allowed.includes(to)
}

/** The statuses from which a run may become `to`. */
export function statusesBefore(to: RunStatus): readonly RunStatus[] {
  return runStatuses.filter((from) => canTransition(from, to))
}

/** A final run never changes again. */
export function isTerminal(status: RunStatus): boolean {
  return runTransitions[status].length === 0
}

/** Whether a run has stopped until a caller acts, or for good: its log has ended. */
export function isFinished(status: RunStatus): boolean {
  return isTerminal(status) || status === 'PAUSED'
}

/** The table as a Mermaid state diagram. */
export function runStateDiagram(): string {
  const edges = runStatuses.flatMap((from) => runTransitions[from].map((to) => `  ${from} --> ${to}`))
  const ends = runStatuses.filter(isTerminal).map((status) => `  ${status} --> [*]`)
  return ['stateDiagram-v2', '  [*] --> QUEUED', ...edges, ...ends].join('\n')
}
