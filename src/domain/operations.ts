import type { z } from 'zod'
import type { AccessTokenOperations } from './access-token.ts'
import type { KeyOperations } from './api-key.ts'
import type { Origin } from './binding.ts'
import type { Caller, CallerKind } from './caller.ts'
import type { DataSetOperations } from './data-set.ts'
import type { DeletionOperations } from './deletion.ts'
import type { EvaluationOperations } from './evaluation.ts'
import type { FileOperations, GivenFile } from './file.ts'
import type { Json } from './json.ts'
import type { SignInOperations, SignInPages } from './mcp-sign-in.ts'
import type { ToolSpec } from './model.ts'
import type { TrafficOperations } from './model-traffic.ts'
import type { InProject, ObjectKey } from './object-key.ts'
import type { givenPolicy, PermittedType, Ruling } from './permission.ts'
import type { ProjectOperations } from './project.ts'
import type { RatingOperations } from './rating.ts'
import type { EventOperations } from './received-event.ts'
import type { givenRelic, Relics } from './relic.ts'
import type { RunBatchOperations } from './run-batch.ts'
import type {
  gateResolution,
  labelsChange,
  runFork,
  runResumption,
  triggerInput,
  workflowTrigger,
} from './run-calls.ts'
import type { CommentOperations } from './run-comment.ts'
import type { ReplayTools } from './run-history.ts'
import type { SecretScope } from './run-store.ts'
import type { ScheduleOperations } from './schedule.ts'
import type { TraceContext } from './trace-context.ts'
import type { VersionOperations } from './version-traffic.ts'
import type { WebhookOperations } from './webhook.ts'

/** Operations of the engine. Each throws a RungraphError of the `client` audience for errors that the caller can fix. */
export interface Operations extends RunOperations {
  readonly sessions: SessionOperations
  readonly policies: PolicyOperations
  readonly workflows: WorkflowOperations
  readonly relics: RelicAdministration
  readonly history: HistoryOperations
  readonly batches: RunBatchOperations
  readonly deletions: DeletionOperations
  readonly webhooks: WebhookOperations
  readonly keys: KeyOperations
  readonly accessTokens: AccessTokenOperations
  readonly projects: ProjectOperations
  readonly schedules: ScheduleOperations
  readonly events: EventOperations
  readonly dataSets: DataSetOperations
  readonly evaluations: EvaluationOperations
  readonly files: FileOperations
  readonly ratings: RatingOperations
  readonly comments: CommentOperations
  readonly versions: VersionOperations
  readonly traffic: TrafficOperations
  readonly signIns: SignInOperations & SignInPages
}

/** Operations on agents and their runs. */
export interface RunOperations {
  /** @throws INVALID_INPUT, SLUG_TAKEN */
  createAgent(call: CreateDefinition): Promise<{ readonly agentId: string }>
  /** Makes a new immutable version where the definition changed. @throws INVALID_INPUT, NOT_FOUND, ARCHIVED, VERSION_CONFLICT */
  updateAgent(call: UpdateDefinition<'agentId'>): Promise<{ readonly agentId: string }>
  /** Makes a new version with the definition of an earlier one. @throws INVALID_INPUT, NOT_FOUND, ARCHIVED, VERSION_CONFLICT */
  rollBackAgent(call: RollBackDefinition<'agentId'>): Promise<{ readonly agentId: string }>
  /** Archives an agent, which starts no run any more; its runs continue. @throws NOT_FOUND */
  archiveAgent(call: InProject<'agentId'>): Promise<{ readonly agentId: string }>
  /** Ends the archiving of an agent. @throws NOT_FOUND */
  restoreAgent(call: InProject<'agentId'>): Promise<{ readonly agentId: string }>
  /** Deletes an agent that nothing refers to, with its versions and policies. @throws NOT_FOUND, DEFINITION_IN_USE */
  deleteAgent(call: InProject<'agentId'>): Promise<{ readonly agentId: string }>
  /** The prompt that a run of an agent would begin with, also of changes that are not saved. @throws INVALID_INPUT, NOT_FOUND, ARCHIVED */
  previewPrompt(call: PreviewPrompt): Promise<PromptPreview>
  /**
   * Accepts a run durably. @throws INVALID_INPUT, INPUT_TOO_LARGE, NOT_FOUND, NO_BINDING, SESSION_BUSY, IDEMPOTENCY_CONFLICT, FILE_TOO_LARGE,
   * FILE_REFUSED, LIMIT_EXCEEDED
   */
  triggerRun(call: TriggerRun): Promise<{ readonly runId: string }>
  /** Stops a run; resolves when it is CANCELLED, or within a second with the request in force. @throws NOT_FOUND, ILLEGAL_TRANSITION */
  abortRun(call: AbortRun): Promise<{ readonly runId: string }>
  /** Sends a message, read at the next step. @throws INVALID_INPUT, NOT_FOUND, RUN_NOT_ACTIVE, UNSUPPORTED_FOR_WORKFLOW_RUN */
  steerRun(call: SteerRun): Promise<{ readonly runId: string }>
  /** Asks the agent of a run for its confidence after its next step. @throws NOT_FOUND, RUN_NOT_ACTIVE, UNSUPPORTED_FOR_WORKFLOW_RUN */
  checkConfidence(call: Audited & InProject<'runId'>): Promise<{ readonly runId: string }>
  /** Changes the tags and metadata of a run in any status. @throws INVALID_INPUT, NOT_FOUND */
  updateRun(call: UpdateRun): Promise<{ readonly runId: string }>
  /** Resumes a PAUSED run with larger limits. @throws INVALID_INPUT, NOT_FOUND, ILLEGAL_TRANSITION, UNSUPPORTED_FOR_WORKFLOW_RUN */
  resumeRun(call: ResumeRun): Promise<{ readonly runId: string }>
  /** Decides at a gate, once: the run continues, or ends. @throws INVALID_INPUT, NOT_FOUND, FORBIDDEN, GATE_RESOLVED */
  resolveGate(call: ResolveGate): Promise<{ readonly gateId: string }>
  /** The output of a run as this caller reads it (TAS-7). */
  shownOutput(call: OutputFor): Promise<Json>
}

export interface PreviewPrompt extends InProject {
  readonly agent: ObjectKey
  /** Changes to its definition, as the caller wrote them; absent: none. */
  readonly changes?: Readonly<Record<string, unknown>> | undefined
  /** Lines of the memory of a session. */
  readonly memory: readonly string[]
}

/** What a model receives beside the messages of a run. */
export interface PromptPreview {
  /** `null` where it is empty. */
  readonly systemPrompt: string | null
  readonly tools: readonly ToolSpec[]
}

/** The output of a run as it is stored, with the key under which its marks are resolved. */
export interface OutputFor extends SecretScope {
  readonly caller: Caller
  readonly output: Json
}

/** Operations on the relics of a project (DAG-8). */
export interface RelicAdministration {
  /** @throws INVALID_INPUT, NOT_FOUND, RELIC_TAKEN */
  saveRelic(call: SaveRelic): Promise<{ readonly relicId: string }>
  /** @throws NOT_FOUND */
  deleteRelic(call: InProject<'relicId'>): Promise<{ readonly relicId: string }>
  readonly operationsOf: Relics['operationsOf']
  /** The value of an entry as this caller reads it: `null` for one that may not, and never a secret of the server. */
  shownValue(call: ValueFor): Json
}

/** The value of an entry of a KEY_VALUE relic as it is stored. */
export interface ValueFor {
  readonly caller: Caller
  readonly value: Json
}

export type SaveRelic = InProject &
  Readonly<z.infer<typeof givenRelic>> & {
    /** The relic to change, of the same kind; a new one where it is left out. */
    readonly relicId?: string | undefined
    /** As the caller wrote them; checked by `relicSettings`. */
    readonly settings: Json
  }

/** Operations that make a new run from an existing one (RUN-9). */
export interface HistoryOperations {
  /** Starts a run from the state of another after a step, with changes. @throws INVALID_INPUT, INPUT_TOO_LARGE, NOT_FOUND */
  forkRun(call: ForkRun): Promise<{ readonly runId: string }>
  /** Starts a stopped run again as a new run. @throws NOT_FOUND, RUN_NOT_FINISHED, SESSION_BUSY */
  retryRun(call: RetryRun): Promise<{ readonly runId: string }>
  /** Executes a stopped run again against its recorded answers. @throws NOT_FOUND, RUN_NOT_FINISHED */
  replayRun(call: ReplayRun): Promise<{ readonly runId: string }>
}

/** Operations on conversations: bindings of agents, and memory (CTX-6). */
export interface SessionOperations {
  /** @throws INVALID_INPUT, NOT_FOUND, BINDING_TAKEN */
  saveBinding(call: SaveBinding): Promise<{ readonly bindingId: string }>
  /** @throws NOT_FOUND */
  deleteBinding(call: InProject<'bindingId'>): Promise<{ readonly bindingId: string }>
  /** The agent that a run of this origin gets; `null` where no binding matches. @throws INVALID_INPUT */
  resolveAgent(call: ResolveAgent): Promise<{ readonly agentId: string } | null>
  /** Replaces the memory of a session, and creates the session if it does not exist. @throws INVALID_INPUT, INPUT_TOO_LARGE */
  updateSession(call: UpdateSession): Promise<{ readonly sessionId: string }>
}

/** Operations on the permission of calls (TAS-1). */
export interface PolicyOperations {
  /** @throws INVALID_INPUT, NOT_FOUND, POLICY_TAKEN, LIMIT_EXCEEDED */
  savePolicy(call: SavePolicy): Promise<{ readonly policyId: string }>
  /** @throws NOT_FOUND */
  deletePolicy(call: InProject<'policyId'>): Promise<{ readonly policyId: string }>
  /** Resolves when every call is decided by the new default permission of the project. */
  defaultPermissionChanged(projectId: string): Promise<void>
  /**
   * Returns the ruling of the policies on a call. Hooks are not consulted, as they decide on arguments. @throws INVALID_INPUT, NOT_FOUND
   */
  findRuling(call: FindRuling): Promise<Ruling>
}

/** What can be done with a definition: the operations on agents and on workflows, named without the kind. */
export interface DefinitionOperations<Id extends string> {
  create(call: CreateDefinition): Promise<NamedById<Id>>
  update(call: UpdateDefinition<Id>): Promise<NamedById<Id>>
  rollBack(call: RollBackDefinition<Id>): Promise<NamedById<Id>>
  archive(call: InProject<Id>): Promise<NamedById<Id>>
  restore(call: InProject<Id>): Promise<NamedById<Id>>
  remove(call: InProject<Id>): Promise<NamedById<Id>>
}

/** The id of an agent or a workflow, under the name that calls have for it. */
export type NamedById<Id extends string> = Readonly<Record<Id, string>>

/** Operations on stored workflows (DAG-8). */
export interface WorkflowOperations {
  /** @throws INVALID_INPUT, INPUT_TOO_LARGE, SLUG_TAKEN */
  createWorkflow(call: CreateDefinition): Promise<{ readonly workflowId: string }>
  /** Makes a new version if the definition changed. @throws INVALID_INPUT, INPUT_TOO_LARGE, NOT_FOUND, ARCHIVED, VERSION_CONFLICT */
  updateWorkflow(call: UpdateDefinition<'workflowId'>): Promise<{ readonly workflowId: string }>
  /** Makes a new version with the definition of an earlier one. @throws INVALID_INPUT, NOT_FOUND, ARCHIVED, VERSION_CONFLICT */
  rollBackWorkflow(call: RollBackDefinition<'workflowId'>): Promise<{ readonly workflowId: string }>
  /** Archives a workflow, which can no longer be run; its runs continue. @throws NOT_FOUND */
  archiveWorkflow(call: InProject<'workflowId'>): Promise<{ readonly workflowId: string }>
  /** Ends the archiving of a workflow. @throws NOT_FOUND */
  restoreWorkflow(call: InProject<'workflowId'>): Promise<{ readonly workflowId: string }>
  /** Deletes a workflow that no run refers to, with its versions. @throws NOT_FOUND, DEFINITION_IN_USE */
  deleteWorkflow(call: InProject<'workflowId'>): Promise<{ readonly workflowId: string }>
  /** Accepts a run of the workflow's newest version by an agent. @throws INVALID_INPUT, INPUT_TOO_LARGE, NOT_FOUND, IDEMPOTENCY_CONFLICT */
  runWorkflow(call: RunWorkflow): Promise<{ readonly runId: string }>
}

export type RunWorkflow = RunStart & Readonly<z.infer<typeof workflowTrigger>>

export type SavePolicy = InProject &
  Readonly<z.infer<typeof givenPolicy>> & {
    /** The policy to replace; a new one where it is left out. */
    readonly policyId?: string | undefined
  }

export interface FindRuling {
  readonly projectId: string
  readonly agent: ObjectKey
  readonly type: PermittedType
  readonly target: string
  readonly operation?: string | undefined
  /** The run that makes the call; absent: any run of the agent without a run above. */
  readonly runId?: string | undefined
}

export type ForkRun = RunStart & InProject<'runId'> & Readonly<z.infer<typeof runFork>>

export interface RetryRun extends RunStart {
  readonly runId: string
}

export interface ReplayRun extends RunStart {
  readonly runId: string
  readonly tools: ReplayTools
}

export interface SaveBinding {
  readonly projectId: string
  /** The binding to replace; a new one where it is left out. */
  readonly bindingId?: string | undefined
  readonly agent: ObjectKey
  /** Origins that the binding matches. All fields null: any origin. */
  readonly origin: Origin
}

export interface ResolveAgent {
  readonly projectId: string
  readonly origin: Origin
}

export interface UpdateSession {
  readonly projectId: string
  readonly key: string
  /** Lines that its runs read; replaces earlier ones. */
  readonly memory: readonly string[]
}

/** Definitions are as the caller wrote them; the declaration of an agent or a workflow checks them. */
export interface CreateDefinition extends Audited, InProject {
  readonly slug: string
  readonly definition: Readonly<Record<string, unknown>>
}

/** A change of an agent or a workflow, as its new version. */
export type ChangeDefinition<Id extends string> = InProject<Id> & Audited & Expected

export type UpdateDefinition<Id extends string> = ChangeDefinition<Id> & {
  /** The fields to change; the others keep their value. */
  readonly definition: Readonly<Record<string, unknown>>
}

export type RollBackDefinition<Id extends string> = ChangeDefinition<Id> & { readonly version: number }

/** A change of the version that the caller has read. */
interface Expected {
  /** The version that the caller changes; absent: the newest, whichever it is. */
  readonly expectedVersion?: number | undefined
}

export type TriggerRun = RunStart &
  WithFiles &
  Readonly<Omit<z.infer<typeof triggerInput>, 'origin'>> & {
    /** Origin of the input. It determines the agent and the session key if they are omitted (CTX-6). */
    readonly origin?: Origin | undefined
  }

/** Input that is recorded with its author. */
export interface Audited {
  /** Name of the caller, from their credentials; absent: the engine itself. */
  readonly by?: string | undefined
}

/** A call that files may come with. */
interface WithFiles {
  /** Hash of the scope of the caller's access token, to which the files that come with the call belong; absent: no token. */
  readonly tokenScope?: string | undefined
}

/** A call that starts a run. */
interface RunStart extends Audited, InProject {
  /** Kind of the caller's credentials; absent: it is not known. */
  readonly byKind?: CallerKind | undefined
  /** Whether the runs below the new one can do no more than its agent; absent: they have the rights of their own agents. */
  readonly bindsDescendants?: boolean
  /** Trace of the caller; `null` or absent: none. It is not part of the request that an idempotency key identifies. */
  readonly trace?: TraceContext | null
}

export interface AbortRun extends Audited, InProject<'runId'> {
  readonly reason?: string | undefined
}

export interface SteerRun extends Audited, WithFiles, InProject<'runId'> {
  readonly message: string
  readonly files?: readonly GivenFile[] | undefined
}

export type UpdateRun = InProject<'runId'> & Readonly<z.infer<typeof labelsChange>>

export type ResolveGate = InProject<'gateId'> &
  Readonly<z.infer<typeof gateResolution>> & {
    /** Caller who decides, from their credentials. */
    readonly caller: Caller
  }

/** Limits on top of what the run has used. */
export type ResumeRun = Audited & InProject<'runId'> & Readonly<z.infer<typeof runResumption>>
