import type { z } from 'zod'
import { choice } from './declared.ts'
/** Why a run stopped (RUN-6). */
export const terminationReason = choice('TerminationReason', 'Reason why a run ended, paused or waits.', {
  FINAL_ANSWER: 'The model gave its final answer.',
  DONE_TOOL: 'A tool call ended the run.',
  GOAL_ACHIEVED: 'The goal of the run was achieved.',
  MAX_STEPS: 'The run reached its step limit.',
  TIMEOUT: 'The run reached its time limit.',
  COST_LIMIT: 'The run reached its cost limit.',
  TOKEN_LIMIT: 'The run reached its token limit.',
  DOOM_LOOP: 'The run repeated the same call again and again.',
  NO_PROGRESS: 'The run made no progress.',
  LOW_CONFIDENCE: 'The confidence of the agent was too low.',
  GATE_REJECTED: 'A human rejected the continuation of the run.',
  PERMISSION_BLOCKED: 'A call that the run needed was not permitted.',
  MODELS_EXHAUSTED: 'All models of the chain failed.',
  ABORTED: 'A caller aborted the run.',
  ERROR: 'An error ended the run.',
})
export type TerminationReason = z.infer<typeof terminationReason>

export const runStatus = choice('RunStatus', 'Status of a run.', {
  QUEUED: 'The run is accepted and waits for a worker.',
  RUNNING: 'A worker executes the run.',
  WAITING: 'The run waits for a human decision at a gate.',
  PAUSED: 'The run reached a limit. You can resume it with higher limits.',
  COMPLETED: 'The run gave its answer. This status is final.',
  FAILED: 'The run ended in an error. This status is final.',
  CANCELLED: 'The run was aborted. This status is final.',
})
export type RunStatus = z.infer<typeof runStatus>

/** The life of a run: `from → possible next statuses` (docs/internals/specification.md). The README's picture is printed from it. */
export const runTransitions = {
  QUEUED: ['RUNNING', 'CANCELLED'],
  RUNNING: ['COMPLETED', 'FAILED', 'CANCELLED', 'PAUSED', 'WAITING'],
  WAITING: ['RUNNING', 'FAILED', 'CANCELLED'],
  PAUSED: ['RUNNING', 'CANCELLED'],
  COMPLETED: [],
  FAILED: [],
  CANCELLED: [],
} as const satisfies Record<RunStatus, readonly RunStatus[]>

/** Whether a run may go from one status to another (RUN-7). */
export function canTransition(from: RunStatus, to: RunStatus): boolean {
  const allowed: readonly RunStatus[] = runTransitions[from]
  return allowed.includes(to)
}

/** The statuses from which a run may become `to`. */
export function statusesBefore(to: RunStatus): readonly RunStatus[] {
  return runStatus.options.filter((from) => canTransition(from, to))
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
  const edges = runStatus.options.flatMap((from) => runTransitions[from].map((to) => `  ${from} --> ${to}`))
  const ends = runStatus.options.filter(isTerminal).map((status) => `  ${status} --> [*]`)
  return ['stateDiagram-v2', '  [*] --> QUEUED', ...edges, ...ends].join('\n')
}
