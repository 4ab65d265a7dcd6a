import type { CurrentAgent } from '../domain/agent.ts'
import type { AgentStore } from '../domain/definition-store.ts'
import { isRungraphError, RungraphError } from '../domain/errors.ts'
import type { EvaluationRow, EvaluationStore, ResultInHand } from '../domain/evaluation.ts'
import type { Evaluators } from '../domain/evaluator.ts'
import { limitsAt } from '../domain/limits.ts'
import type { FilePart } from '../domain/message.ts'
import { maxInteger } from '../domain/row-list.ts'
import { isFinished } from '../domain/run.ts'
import type { NewRun } from '../domain/run-store.ts'
import { abortIfLive } from '../engine/actions/abort-run.ts'
import { invalidInput } from '../engine/check-input.ts'
import { batchDeadlineOf } from '../engine/commands/run-input.ts'
import { startOf } from '../engine/commands/starting-point.ts'
import type { EngineServices } from '../engine/run/run-context.ts'

/** Services that drive evaluations. */
export interface DriveServices
  extends Pick<
    EngineServices,
    'agents' | 'runs' | 'log' | 'clock' | 'newId' | 'wakeups' | 'schemas' | 'report'
  > {
  readonly evaluations: EvaluationStore
  readonly evaluators: Evaluators
}

/** The versions of the two agents that an evaluation needs. */
export interface Cast {
  readonly agent: CurrentAgent
  /** `null`: nobody judges. */
  readonly judge: CurrentAgent | null
}

/** An evaluation that this process drives until the signal aborts. */
export interface Driven {
  readonly evaluation: EvaluationRow
  readonly cast: Cast
  readonly signal: AbortSignal
}

/** The agents of an evaluation, or why it cannot continue. */
export async function castOf(evaluation: EvaluationRow, { agents }: DriveServices): Promise<Cast | string> {
  const { projectId, agentId, agentVersion, judgeAgentId } = evaluation
  const newest = await agents.find(projectId, { id: agentId })
  const agent = newest && (await ofVersion(projectId, newest, agentVersion, agents))
  if (!agent) return 'The agent was archived before the evaluation ended.'
  if (judgeAgentId === null) return { agent, judge: null }
  const judge = await agents.find(projectId, { id: judgeAgentId })
  return judge ? { agent, judge } : 'The agent that judges was archived before the evaluation ended.'
}

/** An agent in a version of it; `null` where it has none such. */
export async function ofVersion(
  projectId: string,
  newest: CurrentAgent,
  version: number,
  agents: Pick<AgentStore, 'findVersion'>,
): Promise<CurrentAgent | null> {
  const isPossible = version <= maxInteger
  const definition = isPossible ? await agents.findVersion(projectId, newest.agentId, version) : null
  return definition && { ...newest, version, definition }
}

/**
 * Starts the run of a result: once, however often it is called, as the result is its idempotency key (EVAL-3). A replay runs the
 * evaluated version of the agent against the recorded answers of the item's source (RUN-9).
 * @throws INVALID_INPUT where there is no record to replay
 */
export async function startTrial(
  evaluation: EvaluationRow,
  { id, input, files, context, sourceRunId }: ResultInHand,
  agent: CurrentAgent,
  services: RunServices,
): Promise<string> {
  const { mode, projectId } = evaluation
  const run =
    mode === 'RECORDED'
      ? await replayOf(sourceRunId, projectId, agent, services)
      : { input, context, ...withFiles(files) }
  return insert(evaluation, agent, { ...run, key: `evaluation:${id}` }, services)
}

function withFiles(files: readonly FilePart[]): Pick<NewRun, 'inputFiles'> {
  return files.length > 0 ? { inputFiles: files } : {}
}

/** A question to the judge, with the files of the item: it looks at those that its model can see. */
interface Vote {
  readonly resultId: string
  readonly number: number
  readonly question: string
  readonly files: readonly FilePart[]
}

/** Starts a run of the judge: the n-th vote on a result. */
export function startVote(
  evaluation: EvaluationRow,
  vote: Vote,
  judge: CurrentAgent,
  services: RunServices,
): Promise<string> {
  const { resultId, number, question, files } = vote
  const { judgeModel } = evaluation
  const isOther = judgeModel !== null && judgeModel !== judge.definition.model
  const overrides = isOther ? { model: judgeModel } : null
  const run = { input: question, context: {}, overrides, ...withFiles(files) }
  return insert(evaluation, judge, { ...run, key: `evaluation:${resultId}:vote:${number}` }, services)
}

/** Aborts those of the runs that have not ended. */
export async function abortRuns(
  projectId: string,
  runIds: readonly string[],
  reason: string,
  services: Pick<EngineServices, 'runs' | 'log' | 'clock' | 'wakeups'>,
): Promise<void> {
  const abort = async (runId: string) => {
    try {
      await abortIfLive({ projectId, runId, reason }, services)
    } catch (error) {
      // Retention removed it.
      if (!isRungraphError(error) || error.code !== 'NOT_FOUND') throw error
    }
  }
  await Promise.all(runIds.map(abort))
}

type RunServices = Pick<EngineServices, 'runs' | 'newId'>

/** Limits as a trigger that sets none has them. */
function limitsOf({ definition, projectLimits }: CurrentAgent): NewRun['effectiveLimits'] {
  return limitsAt(0, {}, definition, projectLimits)
}

async function replayOf(
  sourceRunId: string | null,
  projectId: string,
  agent: CurrentAgent,
  { runs: { history }, newId }: RunServices,
): Promise<Partial<NewRun> & Pick<NewRun, 'input' | 'context'>> {
  const source = sourceRunId === null ? null : await history.find(projectId, sourceRunId)
  if (source === null)
    throw noRecord('The run that the item came from is not stored any more, so there is nothing to replay.')
  const { status, input, inputFiles, plan, workflow } = source
  if (source.agent.agentId !== agent.agentId)
    throw noRecord(
      `The item came from a run of the agent "${source.agent.slug}", whose record another agent cannot be replayed against.`,
    )
  if (!isFinished(status))
    throw noRecord(`The run that the item came from is ${status}; only a stopped run can be replayed.`)
  const id = newId()
  const { stepNumber: _after, context, ...begun } = await startOf(source, id, history)
  const inputs = await history.inputs(source.id)
  const isSameVersion = source.agent.version === agent.version
  return {
    ...{ id, input, context, plan, workflow, ...withFiles(inputFiles ?? []) },
    // Another version has its own limits: the replay is to show their effect.
    effectiveLimits: isSameVersion ? source.effectiveLimits : limitsOf(agent),
    beginning: {
      ...{ ...begun, forkedFromId: null, forkedAfterStep: null },
      replayOf: { runId: source.id, tools: 'RECORDED' },
      overrides: isSameVersion ? source.overrides : null,
      inputs: inputs.map(({ beforeStep: _step, ...taken }) => taken),
    },
  }
}

function noRecord(why: string): RungraphError {
  return invalidInput(['mode'], why)
}

/** Runs that a person or a program waits for go first. */
const priority = -10

async function insert(
  { projectId, createdBy, mode, pricing }: EvaluationRow,
  agent: CurrentAgent,
  { key, ...run }: Partial<NewRun> & Pick<NewRun, 'input' | 'context'> & { readonly key: string },
  { runs, newId }: RunServices,
): Promise<string> {
  const stored = await runs.insert({
    ...{ id: newId(), plan: null, workflow: null, overrides: null, effectiveLimits: limitsOf(agent) },
    batchDeadlineMs:
      mode === 'RECORDED' ? null : batchDeadlineOf({ pricing: pricing ?? undefined }, agent.definition),
    ...run,
    ...{ projectId, agentId: agent.agentId, agentVersion: agent.version, priority },
    ...{ sessionKey: null, busySession: 'ENQUEUE', parent: null, threadId: null, trace: null },
    ...{ idempotencyKey: key, inputHash: key, triggeredBy: createdBy ?? undefined },
  })
  if (stored.kind === 'inserted') return stored.runId
  if (stored.kind === 'known' && stored.inputHash === key) return stored.runId
  if (stored.kind === 'known') throw new RungraphError('IDEMPOTENCY_CONFLICT', { key })
  throw new Error('A run without a parent, a session and a schedule was refused as if it had one.')
}
