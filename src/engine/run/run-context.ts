import type { ActionCache } from '../../domain/action-cache.ts'
import type { AgentVersion } from '../../domain/agent.ts'
import type { BatchCalls } from '../../domain/batch-store.ts'
import type { BudgetRefusal, Budgets } from '../../domain/budget.ts'
import type { Clock } from '../../domain/clock.ts'
import type { AgentStore } from '../../domain/definition-store.ts'
import type { Dispatch } from '../../domain/dispatch.ts'
import type { ErrorReporter } from '../../domain/error-reporter.ts'
import type { RungraphError } from '../../domain/errors.ts'
import type { FileStore } from '../../domain/file.ts'
import type { ModelInfo, ModelQuestion, Models } from '../../domain/model.ts'
import type { TrafficLog } from '../../domain/model-traffic.ts'
import type { CanExecuteTool, PolicyStore } from '../../domain/permission.ts'
import type { ServerRedactor, Vault } from '../../domain/redaction.ts'
import type { RelicOperation, Relics } from '../../domain/relic.ts'
import type { RecordedGate, ReplayTools } from '../../domain/run-history.ts'
import type { ReceivedInput } from '../../domain/run-input.ts'
import type { ActionAttemptRow, ActionRow, RunLog } from '../../domain/run-log.ts'
import type { ClaimedRun, RunStore, SlotBroker } from '../../domain/run-store.ts'
import type { Schemas } from '../../domain/schemas.ts'
import type { Tools } from '../../domain/tool.ts'
import type { RunTrace, Tracer } from '../../domain/tracer.ts'
import type { FetchFile } from '../../domain/upload.ts'
import type { PriceOf } from '../../domain/usage.ts'
import type { Wakeups } from '../../domain/wakeups.ts'
import type { WorkerLiveness } from '../../domain/worker-liveness.ts'
import type { WorkflowStore, WorkflowVersion } from '../../domain/workflow.ts'
import type { CoolDowns } from '../cool-downs.ts'
import type { CompletionGuard } from '../judge/completion-guards.ts'
import type { RateLimits } from '../rate-limits.ts'
import type { Background, Journal } from './journal.ts'
import type { RunSecrets } from './run-secrets.ts'
import type { LiveRun, OpenStep } from './run-state.ts'

/** Time, ids, chance, and whom faults are told: a test replaces them. */
interface Instruments {
  readonly clock: Clock
  readonly newId: () => string
  /** From 0 to below 1. */
  readonly random: () => number
  /** Reports details to the operator that no caller sees. */
  readonly report: ErrorReporter
  /** Whether lines of calls with the level DEBUG are kept (TAS-17). Absent: no. */
  readonly keepsDebugLines?: boolean
}

/** What a model call needs: who answers, for how much money, and when to ask whom. */
interface ModelServices {
  readonly models: Models
  readonly modelInfo: ModelInfo
  readonly priceOf: PriceOf
  readonly budgets: Budgets
  readonly schemas: Schemas
  readonly coolDowns: CoolDowns
  readonly rateLimits: RateLimits
  /** Time without a byte from a provider after which its answer is given up, in milliseconds (MOD-3). */
  readonly modelSilenceMs: number
  /** Keeps the files of messages (FILE-1). */
  readonly files: FileStore
  /** Fetches the files of messages that callers name by a URL. */
  readonly fetchFile: FetchFile
  /** Stores the HTTP exchanges of model calls; absent: they are not recorded (MOD-9). */
  readonly traffic?: TrafficLog
  /** Keeps the requests of batches, sealed; absent: there is no key for that, and all models are asked at once (BATCH-2). */
  readonly batches?: BatchCalls
}

/** What an action may call. */
interface TargetServices {
  readonly tools: Tools
  readonly relics: Relics
  readonly agents: AgentStore
  readonly workflows: WorkflowStore
  readonly schemas: Schemas
}

/** Who decides about a call (TAS-1). */
interface CallRules {
  readonly policies: PolicyStore
  /** Decides in code, before any policy; absent: the policies decide. */
  readonly canExecuteTool?: CanExecuteTool
}

/** What only some actions, gates and the end of a run need. */
interface RunServices {
  readonly log: RunLog
  readonly wakeups: Wakeups
  readonly actionCache: ActionCache
  /** Keeps secrets; `null`: there is no key, and a crash loses them. */
  readonly vault: Vault | null
}

/** Everything that the engine depends on, passed in, so that a test can replace any of it (LOOP-9). */
export interface EngineServices extends Instruments, ModelServices, TargetServices, CallRules, RunServices {
  readonly runs: RunStore
  /** Guards that may send a final answer back, after the engine's own (LOOP-4); absent: none. */
  readonly guards?: readonly CompletionGuard[]
  readonly dispatch: Dispatch
  /** Broker through which the worker offers free slots to runs that this process accepts; absent: all runs go through the queue. */
  readonly slots?: SlotBroker
  /** Absent: nobody takes runs from a worker before its leases end. */
  readonly workerLiveness?: WorkerLiveness
  /** Removes secrets from logged, stored and streamed data (TAS-7). */
  readonly redactor: ServerRedactor
  /** Absent: no tracing. */
  readonly tracer?: Tracer
}

/** A run that goes on: enough to record what happens to it, and to read what was recorded. */
export interface RunCore extends Instruments, Pick<EngineServices, 'runs' | 'guards'> {
  readonly run: ClaimedRun
  readonly secrets: RunSecrets
  readonly journal: Journal
  /** Aborted with a Stop when the run's work must end at once. */
  readonly signal: AbortSignal
  /** Aborted when the process is about to end: stop at the next checkpoint. */
  readonly draining: AbortSignal
  /** This stretch of it in its trace. */
  readonly trace: RunTrace
  /** In a replay: the record that it is executed against (RUN-9). */
  readonly recording?: Recording
}

/** A run that asks models. */
export interface ModelContext extends RunCore, ModelServices {}

/** A run that names what its actions may call. */
export interface TargetContext extends RunCore, TargetServices {
  /** Capabilities of its agent besides tools. */
  readonly capabilities: Capabilities
}

/** Everything of the execution of one run. */
export interface RunContext extends ModelContext, TargetContext, CallRules, RunServices {
  readonly background: Background
  readonly spawnGate: SpawnGate
  /** Marks the time in which the run only waits for a child run: its place is another's meanwhile. */
  readonly withSlotYielded: <Value>(wait: () => Promise<Value>) => Promise<Value>
}

/** The step that a run is in. */
interface InStep {
  readonly step: OpenStep
  readonly state: LiveRun
  /** Aborted when the work of the step is to end: with the run, when its time is up, or when its plan stops it. */
  readonly stepSignal: AbortSignal
}

/** One step, to record what happens in it. */
export interface StepCore extends RunCore, InStep {}

/** One step that a model plans, of what may be called. */
export interface PlanningContext extends StepCore, ModelContext, TargetContext {}

/** Everything of one step. */
export interface StepContext extends RunContext, InStep {}

/** `stepSignal`: by default the step ends when the run does. */
export function stepContext<Context extends RunCore>(
  step: OpenStep,
  state: LiveRun,
  ctx: Context,
  stepSignal: AbortSignal = ctx.signal,
): Context & InStep {
  return { ...ctx, step, state, stepSignal }
}

/** The record of the run that is executed again (RUN-9). */
export interface Recording {
  readonly tools: ReplayTools
  /** Whether the recorded run took steps after this one. */
  goesOnAfter(stepNumber: number): boolean
  /** The recorded action, with its whole output. */
  action(stepNumber: number, name: string): Promise<ActionRow | null>
  /** The attempts of a recorded action that another followed, in order. */
  attempts(actionId: string): Promise<readonly ActionAttemptRow[]>
  /** The gates that opened in a step, and their outcomes. */
  gates(stepNumber: number): Promise<readonly RecordedGate[]>
  /** The limit that had no room for a question that nobody answered; `null` where another reason kept it from being asked. */
  unpaid(question: ModelQuestion): Promise<BudgetRefusal['reason'] | null>
  /** The limit of tokens or cost at which the recorded run stopped after a step; `null` where it did not. */
  stoppedBy(stepNumber: number): Promise<BudgetRefusal['reason'] | null>
  /** Returns the waiting messages that were read before the step; `consumed` is the number of those read earlier. */
  due(waiting: readonly ReceivedInput[], consumed: number, stepNumber: number): readonly ReceivedInput[]
  /** Notes that nothing recorded fits: the run fails with this, even if other code catches the error. */
  diverge(stepNumber: number, what: string): RungraphError
  /** Returns the first point at which the replay diverged from the record. */
  divergence(): RungraphError | null
}

type SpawnGate = ReturnType<typeof createSpawnGate>

/**
 * Gate for the start of child runs. It is closed while the run finishes, so that the descendants which are then read are
 * all that there will be (SUB-3). A run has one owner, so the gate exists in its process only.
 */
export function createSpawnGate() {
  const creations = new Set<Promise<unknown>>()
  let isClosed = false
  return {
    /** Starts a child; `null` if the gate is closed. */
    async begin<Value>(make: () => Promise<Value>): Promise<Value | null> {
      if (isClosed) return null
      const creation = make()
      creations.add(creation)
      try {
        return await creation
      } finally {
        creations.delete(creation)
      }
    },
    /** Closes the gate and resolves when no child is being started. */
    async close(): Promise<void> {
      isClosed = true
      await Promise.allSettled(creations)
    },
    /** The run continues after all. */
    open(): void {
      isClosed = false
    },
  }
}

/** Capabilities that an agent's definition grants besides the server's tools, as of the claim of the run. */
export interface Capabilities {
  readonly agents: readonly AgentVersion[]
  readonly relics: readonly RelicOperation[]
  readonly workflows: readonly WorkflowVersion[]
}
