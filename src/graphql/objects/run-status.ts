import { describedEnum } from '../builder.ts'

export const RunStatus = describedEnum('RunStatus', 'Status of a run.', {
  QUEUED: 'The run is accepted and waits for a worker.',
  RUNNING: 'A worker executes the run.',
  WAITING: 'The run waits for a human decision at a gate.',
  PAUSED: 'The run reached a limit. You can resume it with higher limits.',
  COMPLETED: 'The run gave its answer. This status is final.',
  FAILED: 'The run ended in an error. This status is final.',
  CANCELLED: 'The run was aborted. This status is final.',
})

export const TerminationReason = describedEnum(
  'TerminationReason',
  'Reason why a run ended, paused or waits.',
  {
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
  },
)
