import type { CurrentAgent } from '../domain/agent.ts'
import { RungraphError } from '../domain/errors.ts'
import type { EvaluationRow, PendingResult } from '../domain/evaluation.ts'
import type { Json } from '../domain/json.ts'
import { effectiveLimits } from '../domain/limits.ts'
import { isFinished } from '../domain/run.ts'
import type { RunSource } from '../domain/run-history.ts'
import type { NewRun } from '../domain/run-store.ts'
import { startOf } from '../engine/commands/starting-point.ts'
import type { EngineServices } from '../engine/run/run-context.ts'

type Services = Pick<EngineServices, 'runs' | 'newId'>

/** Runs that a person or a program waits for go first. */
const priority = -10

/** The source of an item cannot be replayed: the result is an ERROR with this message. */
export class NoRecord extends Error {}

/**
 * Starts the run of a result: once, however often it is called, as the result is its idempotency key (EVAL-3). A replay runs the
 * evaluated version of the agent against the recorded answers of the item's source (RUN-9).
 * @throws NoRecord
 */
export async function startTrial(
  evaluation: EvaluationRow,
  result: PendingResult,
  agent: CurrentAgent,
  services: Services,
): Promise<string> {
  const { mode } = evaluation
  const run =
    mode === 'RECORDED'
      ? await replayOf(result.sourceRunId, evaluation.projectId, agent, services)
      : newRun(result, limitsOf(agent))
  return insert(evaluation, agent, { ...run, key: `evaluation:${result.id}` }, services)
}

/** Starts a run of the judge: the n-th vote on a result. */
export function startVote(
  evaluation: EvaluationRow,
  vote: { readonly resultId: string; readonly number: number; readonly question: string },
  judge: CurrentAgent,
  services: Services,
): Promise<string> {
  const { resultId, number, question } = vote
  const { judgeModel } = evaluation
  const run = newRun({ input: question, context: {} }, limitsOf(judge))
  const key = `evaluation:${resultId}:vote:${number}`
  const isOther = judgeModel !== null && judgeModel !== judge.definition.model
  return insert(
    evaluation,
    judge,
    { ...run, key, overrides: isOther ? { model: judgeModel } : null },
    services,
  )
}

type Run = Pick<NewRun, 'id' | 'input' | 'context' | 'effectiveLimits' | 'plan' | 'workflow' | 'overrides'> &
  Partial<Pick<NewRun, 'beginning'>>

function newRun(
  { input, context }: { readonly input: string; readonly context: Json },
  limits: NewRun['effectiveLimits'],
): Omit<Run, 'id'> {
  return { input, context, effectiveLimits: limits, plan: null, workflow: null, overrides: null }
}

/** Limits as a trigger that sets none has them. */
function limitsOf({ definition, projectLimits }: CurrentAgent): NewRun['effectiveLimits'] {
  return effectiveLimits({}, { ...definition, timeoutMs: definition.defaultTimeoutMs }, 0, projectLimits)
}

async function replayOf(
  sourceRunId: string | null,
  projectId: string,
  agent: CurrentAgent,
  { runs, newId }: Services,
): Promise<Run> {
  const source = sourceRunId === null ? null : await runs.history.find(projectId, sourceRunId)
  const problem = problemWith(source, agent)
  if (source === null || problem !== null) throw new NoRecord(problem ?? '')
  const id = newId()
  const { history } = runs
  const { stepNumber: _after, context, ...begun } = await startOf(source, id, history)
  const inputs = await history.inputs(source.id)
  const isSameVersion = source.agent.version === agent.version
  return {
    ...{ id, context, input: source.input, plan: source.plan, workflow: source.workflow, overrides: null },
    // Another version has its own limits: the replay is to show their effect.
    effectiveLimits: isSameVersion ? source.effectiveLimits : limitsOf(agent),
    beginning: {
      ...{ ...begun, forkedFromId: null, forkedAfterStep: null },
      replayOf: { runId: source.id, tools: 'RECORDED' },
      overrides: isSameVersion ? source.overrides : null,
      inputs: inputs.map(({ beforeStep: _step, ...input }) => input),
    },
  }
}

function problemWith(source: RunSource | null, agent: CurrentAgent): string | null {
  if (source === null)
    return 'The run that the item came from is not stored any more, so there is nothing to replay.'
  if (source.agent.agentId !== agent.agentId)
    return `The item came from a run of the agent "${source.agent.slug}", whose record another agent cannot be replayed against.`
  return isFinished(source.status)
    ? null
    : `The run that the item came from is ${source.status}; only a stopped run can be replayed.`
}

async function insert(
  { projectId, createdBy }: EvaluationRow,
  { agentId, version }: CurrentAgent,
  { key, ...run }: Omit<Run, 'id'> & { readonly id?: string; readonly key: string },
  { runs, newId }: Services,
): Promise<string> {
  const stored = await runs.insert({
    ...{ id: newId(), ...run },
    ...{ projectId, agentId, agentVersion: version, sessionKey: null, busySession: 'ENQUEUE', priority },
    ...{ parent: null, threadId: null, idempotencyKey: key, inputHash: key, trace: null },
    triggeredBy: createdBy ?? undefined,
  })
  if (stored.kind === 'inserted') return stored.runId
  if (stored.kind === 'known' && stored.inputHash === key) return stored.runId
  if (stored.kind === 'known') throw new RungraphError('IDEMPOTENCY_CONFLICT', { key })
  throw new Error('A run without a parent, a session and a schedule was refused as if it had one.')
}
