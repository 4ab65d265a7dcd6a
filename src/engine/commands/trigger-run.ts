import { type CurrentAgent, runBounds } from '../../domain/agent.ts'
import { asContext, chooseBinding, describeOrigin, type Origin } from '../../domain/binding.ts'
import { invalid, RungraphError } from '../../domain/errors.ts'
import type { GivenFile } from '../../domain/file.ts'
import { sha256, sha256OfJson } from '../../domain/hash.ts'
import { isJsonObject, type Json, toJson } from '../../domain/json.ts'
import { limitsAt } from '../../domain/limits.ts'
import type { FilePart } from '../../domain/message.ts'
import type { ObjectKey } from '../../domain/object-key.ts'
import type { TriggerRun } from '../../domain/operations.ts'
import { boundBy } from '../../domain/rights-bound.ts'
import type { KnownRun } from '../../domain/run-store.ts'
import type { ScheduleStep } from '../../domain/schedule.ts'
import { topics } from '../../domain/wakeups.ts'
import { toWordId } from '../../domain/word-id.ts'
import { abortIfLive } from '../actions/abort-run.ts'
import { originOfFiles, takeFiles } from '../files/take-files.ts'
import { inDrawnVersion } from '../run/drawn-version.ts'
import type { EngineServices } from '../run/run-context.ts'
import { readLabels } from './check-labels.ts'
import { acceptPlan } from './check-plan.ts'
import { findAgent } from './find-agent.ts'
import { readPrompt } from './read-prompt.ts'
import { batchDeadlineOf, checkTrigger, idempotencyConflict } from './run-input.ts'

type Services = Pick<EngineServices, 'agents' | 'runs' | 'log' | 'clock' | 'newId' | 'wakeups'>
/** Those for what a plan calls. */
type PlanServices = Pick<EngineServices, 'tools' | 'relics' | 'workflows' | 'schemas'>
type FileServices = Pick<EngineServices, 'files' | 'fetchFile'>

/** Accepts a run of an agent: checked whole, then stored; durable when this resolves (RUN-8). */
export async function triggerRun(
  call: TriggerRun,
  services: Services & PlanServices & FileServices,
): Promise<{ readonly runId: string }> {
  const context = contextOfTrigger(call)
  const planOf = (agent: CurrentAgent) => acceptPlan({ ...call, context }, agent, services)
  const filesOf = () => takeFiles(call.files, originOfFiles(call), services)
  const inputOf = async () => (call.prompt ? readPrompt(call.prompt, services) : (call.input ?? ''))
  const accepted = await acceptTrigger(call, null, services, { planOf, filesOf, inputOf })
  if (!accepted) throw new Error('A run without a schedule was skipped as superseded.')
  return accepted
}

/** A schedule that a caller fires now, whatever its times are. */
interface FiredNow {
  readonly firedScheduleId: string
}

/**
 * The same for a schedule or an event, which have neither a plan nor files; `null` where another process has fired the schedule for that
 * time.
 */
export async function acceptRun(
  call: Omit<TriggerRun, 'plan' | 'files' | 'prompt'>,
  scheduled: ScheduleStep | FiredNow | null,
  services: Services,
): Promise<{ readonly runId: string } | null> {
  const brought = {
    planOf: async () => null,
    filesOf: async () => [],
    inputOf: async () => call.input ?? '',
  }
  return acceptTrigger(call, scheduled, services, brought)
}

/** What comes with a trigger and takes work to accept. */
interface Brought {
  readonly planOf: (agent: CurrentAgent) => Promise<Json>
  readonly filesOf: () => Promise<readonly FilePart[]>
  readonly inputOf: () => Promise<string>
}

async function acceptTrigger(
  call: TriggerRun,
  scheduled: ScheduleStep | FiredNow | null,
  services: Services,
  { planOf, filesOf, inputOf }: Brought,
): Promise<{ readonly runId: string } | null> {
  checkTrigger(call, services.clock.now())
  const { projectId, idempotencyKey } = call
  const sessionKey = call.sessionKey ?? (call.origin ? sessionKeyOf(call.origin) : null)
  const runId = services.newId()
  const newest = await agentOfTrigger(call, services)
  const { agent, canaryId } = await inDrawnVersion(newest, { runId, projectId, sessionKey }, services)
  const { definition } = agent
  const inputHash = idempotencyKey === undefined ? null : hashOfTrigger(call, agent.agentId)
  // Files may be large, and are stored before the run: those of a run that is there already are neither fetched nor stored again. Nor is its
  // prompt asked for.
  if ((call.files?.length || call.prompt) && idempotencyKey !== undefined) {
    const known = await services.runs.known(projectId, idempotencyKey)
    if (known) return sameRun(known, { idempotencyKey, inputHash })
  }
  const batchDeadlineMs = batchDeadlineOf(call, definition)
  const plan = await planOf(agent)
  const files = await filesOf()
  const input = await inputOf()
  const stored = await services.runs.insert({
    id: runId,
    projectId,
    agentId: agent.agentId,
    agentVersion: agent.version,
    canaryId,
    sessionKey,
    input,
    ...(files.length > 0 && { inputFiles: files }),
    context: contextOfTrigger(call),
    busySession: definition.busySession,
    parent: null,
    threadId: call.threadId ?? null,
    ...(call.priority !== undefined && { priority: call.priority }),
    ...(call.startAt !== undefined && { startAt: call.startAt }),
    labels: readLabels(call),
    overrides: null,
    plan,
    workflow: null,
    effectiveLimits: limitsAt(0, call, definition, agent.projectLimits),
    idempotencyKey: idempotencyKey ?? null,
    inputHash,
    triggeredBy: call.by,
    triggeredByKind: call.byKind,
    bound: call.bindsDescendants === true ? boundBy(agent) : null,
    batchDeadlineMs,
    trace: call.trace ?? null,
    ...(scheduled && ('firedScheduleId' in scheduled ? scheduled : { scheduled })),
  })
  switch (stored.kind) {
    case 'inserted':
      await interrupt(projectId, stored, services)
      return { runId: stored.runId }
    case 'known':
      return sameRun(stored, { idempotencyKey, inputHash })
    case 'superseded':
      return null
    case 'childLimitExceeded':
    case 'parentLost':
      throw new Error('A run without a parent was refused as a child.')
    case 'busy':
      throw new RungraphError('SESSION_BUSY', { key: sessionKey ?? '', runId: stored.runId })
    default:
      return stored satisfies never
  }
}

/** The run that an idempotency key has brought. @throws IDEMPOTENCY_CONFLICT where its input was another */
export function sameRun(
  { runId, inputHash: before }: KnownRun,
  {
    idempotencyKey,
    inputHash,
  }: { readonly idempotencyKey: string | undefined; readonly inputHash: string | null },
): { readonly runId: string } {
  if (before === inputHash) return { runId }
  throw idempotencyConflict(idempotencyKey)
}

/** The agent that the caller names, or that the binding of the origin does (CTX-6). */
async function agentOfTrigger(call: TriggerRun, services: Services): Promise<CurrentAgent> {
  const key = call.agent ?? (await boundAgent(call, services))
  return findAgent(call.projectId, key, services.agents)
}

async function boundAgent({ projectId, origin }: TriggerRun, { runs }: Services): Promise<ObjectKey> {
  if (!origin) throw invalid('agent', 'is left out, and so is the origin that a binding could decide by.')
  const binding = chooseBinding(await runs.bindings.matching(projectId, origin), origin)
  if (binding) return { id: binding.agentId }
  throw new RungraphError('NO_BINDING', { origin: describeOrigin(origin) })
}

/** What the caller gave, with the origin of the message unless the caller gave another (CTX-4). */
function contextOfTrigger({ context, origin }: Pick<TriggerRun, 'context' | 'origin'>): Json {
  const given = toJson(context ?? {})
  return origin && isJsonObject(given) ? { origin: asContext(origin), ...given } : given
}

/** One key for one origin: readable, and of bounded length whatever the origin's. */
function sessionKeyOf({ channel, accountId, guildId, peer }: Origin): string {
  const fields = JSON.stringify([channel, accountId, guildId, peer])
  const key = `origin:${fields}`
  return key.length <= runBounds.maxKeyLength ? key : `origin:${sha256(fields)}`
}

/**
 * Aborts the active runs of the session. The new run begins when all of them have stopped, because claims keep the session's order (CTX-5).
 */
export async function interrupt(
  projectId: string,
  { runId: by, interrupted }: { readonly runId: string; readonly interrupted: readonly string[] },
  services: Pick<Services, 'runs' | 'log' | 'clock' | 'wakeups'>,
): Promise<void> {
  if (interrupted.length === 0) return
  const reason = `Run ${toWordId('run', by)} of the same session interrupts it.`
  await Promise.all(interrupted.map((runId) => abortIfLive({ projectId, runId, reason }, services)))
  // The wakeup of the new run found others before it.
  services.wakeups.publish(topics.queue)
}

/**
 * Hash of the fields that must be equal when an idempotency key is used again. It excludes the agent that a binding selected, because
 * bindings may change in between, and the caller with their trace.
 */
function hashOfTrigger(call: TriggerRun, agentId: string): string {
  const {
    projectId: _project,
    agent,
    idempotencyKey: _key,
    by: _by,
    byKind: _kind,
    bindsDescendants: _binds,
    trace: _trace,
    tokenScope: _scope,
    files,
    ...input
  } = call
  return hashOfInput({ ...input, ...(files && { files: files.map(namedFile) }), ...(agent && { agentId }) })
}

/** A file as one that is sent again is the same: by its id, or by its bytes. */
function namedFile({ upload, ...file }: GivenFile) {
  if (!upload) return file
  const { data, ...named } = upload
  return { ...named, sha256: sha256(data) }
}

/** Hash of an input that does not depend on the order of its keys. */
export function hashOfInput(input: object): string {
  return sha256OfJson(input)
}
