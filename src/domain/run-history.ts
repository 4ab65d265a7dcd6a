import { z } from 'zod'
import type { AgentVersion } from './agent.ts'
import type { BudgetRefusal } from './budget.ts'
import type { ContextView, HistoryEntry } from './context-view.ts'
import { about, choice, object } from './declared.ts'
import type { GateRow } from './gate.ts'
import type { Json } from './json.ts'
import type { EffectiveLimits } from './limits.ts'
import type { AssistantMessage, FilePart, Message } from './message.ts'
import type { RightsBound } from './rights-bound.ts'
import type { RunStatus } from './run.ts'
import type { RunInput } from './run-input.ts'
import type { ActionAttemptRow, ActionRow, ModelCallRow } from './run-log.ts'
import type { TokenUsage } from './usage.ts'

/** State of a run at the end of a step: all that a fork needs besides the rows (RUN-9). */
export interface Checkpoint {
  readonly stepCount: number
  readonly actionCount: number
  /** Number of messages in the history of the run itself. */
  readonly messages: number
  /** Number of the compaction that made the view in force; 0: none has. */
  readonly views: number
  /** Number of messages sent to the run that it had taken up by then. A fork begins without any. */
  readonly inputs: number
  readonly loopState: Json
  /** The shared context and the artifacts, where they changed since the checkpoint before. */
  readonly context?: Json | undefined
  readonly artifacts?: Json | undefined
}

export const checkpoint: z.ZodType<Checkpoint> = z.object({
  stepCount: z.int(),
  actionCount: z.int(),
  messages: z.int(),
  views: z.int().default(0),
  inputs: z.int().default(0),
  loopState: z.json(),
  context: z.json().optional(),
  artifacts: z.json().optional(),
})

const stateEdits = object('StateEdits', 'Changes to the state that a fork took over.', {
  context: about('Whether the context was replaced.', z.boolean()),
  messages: about(
    'Positions of the messages whose text was replaced, in the run that was forked.',
    z.array(z.int()).readonly(),
  ),
  droppedFrom: about(
    'Position in the run that was forked from which on its messages were dropped. Null if none were.',
    z.int().nullable(),
  ),
})
export type StateEdits = Readonly<z.infer<typeof stateEdits>>

export const runOverrides = object('RunOverrides', "Changes to the agent's definition for one run.", {
  model: about("Model of the run. Null if it is the agent's.", z.string().optional()),
  systemPrompt: about("System prompt of the run. Null if it is the agent's.", z.string().optional()),
  edits: about(
    'Changes to the state that the run took over as a fork. Null if there are none.',
    stateEdits.optional(),
  ),
})
export type RunOverrides = z.infer<typeof runOverrides>

/** Handling of tools in a replay: use the recorded results, or call the tools again (RUN-9). */
export const replayTools = choice('ReplayTools', 'Treatment of tool calls in a replay.', {
  RECORDED: 'The replay uses the recorded outputs. It executes no tools and opens no gates.',
  LIVE: 'The replay calls the tools again, with all their effects. Current policies apply and every gate opens again. A call that was not approved in the recorded form opens a gate in any case.',
})
export type ReplayTools = z.infer<typeof replayTools>

export interface ReplayOf {
  readonly runId: string
  readonly tools: ReplayTools
}

/** Initial state of a run that is made from another one. */
export interface ForkState {
  readonly forkedFromId: string | null
  readonly forkedAfterStep: number | null
  readonly replayOf: ReplayOf | null
  readonly overrides: RunOverrides | null
  /** `null`: with nothing but its input. */
  readonly checkpoint: Checkpoint | null
  /** The history that it takes over, in order. */
  readonly messages: readonly TakenMessage[]
  readonly view: ContextView | null
  /** Inputs that its model reads before its first step or, in a replay, before the recorded steps. */
  readonly inputs: readonly RunInput[]
}

export interface TakenMessage {
  readonly message: Message
  readonly stepNumber: number | null
}

/** A run as the source of another run. */
export interface RunSource {
  readonly id: string
  readonly projectId: string
  readonly status: RunStatus
  /** As it is stored: without the run's overrides. */
  readonly agent: AgentVersion
  readonly overrides: RunOverrides | null
  readonly input: string
  readonly inputFiles: readonly FilePart[] | null
  readonly givenContext: Json
  readonly plan: Json
  readonly workflow: { readonly id: string; readonly version: number; readonly slug: string } | null
  readonly threadId: string | null
  readonly effectiveLimits: EffectiveLimits
  readonly sessionId: string | null
  readonly sessionKey: string | null
  /** The agent beyond whose rights it and the runs below it cannot reach. */
  readonly bound: RightsBound | null
  /** Milliseconds from its start until which its turns were asked in batches; `null`: they were asked at once. */
  readonly batchDeadlineMs: number | null
  readonly start: Checkpoint | null
  /** The number of its last step that has ended; that of its start where none has. */
  readonly lastStep: number
}

export interface StepEnd {
  /** `null`: the step is open, or was taken by a version that kept none. */
  readonly checkpoint: Checkpoint | null
  readonly completedAt: Date | null
  /** As they were then. */
  readonly context: Json
  readonly artifacts: Json
}

/**
 * A part of a run's record: its own first `messages` messages, with what its owner was shown of the session when it wrote the last of them,
 * and the view that was in force.
 */
export interface RecordPart {
  readonly messages: number
  /** Number of the compaction that made the view; `null`: the latest that its owner was shown of the session. */
  readonly views: number | null
}

export interface RecordedHistory {
  /** Messages of other runs of its session, in order, without those that the view covers. */
  readonly earlier: readonly HistoryEntry[]
  readonly own: readonly (HistoryEntry & { readonly stepNumber: number | null })[]
  readonly view: ContextView
}

/** A model call of the record, with its answer. */
export interface RecordedCall
  extends TokenUsage,
    Pick<
      ModelCallRow,
      | 'purpose'
      | 'provider'
      | 'model'
      | 'attempt'
      | 'questionHash'
      | 'errorCode'
      | 'errorMessage'
      | 'finishReason'
    > {
  /** `null`: it failed. */
  readonly message: AssistantMessage | null
}

/** An answer to a question beside the conversation. */
export interface RecordedAnswer
  extends Pick<ModelCallRow, 'purpose' | 'actionId' | 'actionAttempt' | 'messageId' | 'questionHash'> {
  readonly message: AssistantMessage
}

/** A message that was sent to a run, and the step ahead of which it reached the history. */
export type RecordedInput = RunInput & { readonly beforeStep: number }

/** A gate of the record, with the name of the action that it is about; `null`: it is about more than one. */
export type RecordedGate = GateRow & { readonly actionName: string | null }

/** Reads of earlier runs, for runs that are made from them (RUN-9). */
export interface HistoryStore {
  /** `null` where the project has no such run. */
  find(projectId: string, runId: string): Promise<RunSource | null>
  /** Returns the state at the end of a step of the run itself; `null` if it has no step with this number. */
  stepEnd(runId: string, stepNumber: number): Promise<StepEnd | null>
  messages(source: RunSource, part: RecordPart): Promise<RecordedHistory>
  /** The calls of a step, in the order in which they were made. */
  calls(runId: string, stepNumber: number): Promise<readonly RecordedCall[]>
  /** Returns the answers to side questions of a step, used or not, in the order of the questions. */
  answers(runId: string, stepNumber: number): Promise<readonly RecordedAnswer[]>
  /** An action with its whole output; `null` where the step has none of this name. */
  action(runId: string, stepNumber: number, name: string): Promise<ActionRow | null>
  /** The attempts of an action of the project that another followed, in order. */
  attempts(projectId: string, actionId: string): Promise<readonly ActionAttemptRow[]>
  /** The gates of a step, oldest first. A replay with recorded tools has those of the run that it replays. */
  gates(runId: string, stepNumber: number): Promise<readonly RecordedGate[]>
  inputs(runId: string): Promise<readonly RecordedInput[]>
  /** The limit of tokens or cost at which the run was stopped after a step; `null` where it was not. */
  stoppedBy(runId: string, stepNumber: number): Promise<BudgetRefusal['reason'] | null>
}
