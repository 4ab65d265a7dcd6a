import type { CurrentAgent } from '../domain/agent.ts'
import type { DataSetRow, DataSetStore } from '../domain/data-set.ts'
import { invalid, RungraphError, tooMany } from '../domain/errors.ts'
import {
  defaultJudge,
  type EvaluationOperations,
  type EvaluationRow,
  type EvaluationStore,
  evaluationBounds,
  type JudgeSettings,
  type StartEvaluation,
} from '../domain/evaluation.ts'
import type { Evaluators } from '../domain/evaluator.ts'
import { notFound, type ObjectKey } from '../domain/object-key.ts'
import { topics } from '../domain/wakeups.ts'
import { checkRange } from '../engine/commands/run-input.ts'
import { validateProvider } from '../engine/commands/save-agent.ts'
import type { EngineServices } from '../engine/run/run-context.ts'
import { wakingTurns } from '../engine/signal.ts'
import { abortRuns, ofVersion } from './evaluation-runs.ts'
import { judgeDefinition } from './judge-result.ts'

type Services = Pick<EngineServices, 'agents' | 'models' | 'runs' | 'log' | 'clock' | 'newId' | 'wakeups'> & {
  readonly dataSets: DataSetStore
  readonly evaluations: EvaluationStore
  /** `null`: this process executes no runs, and need not know them. */
  readonly evaluators: Evaluators | null
}

/** Creates the operations on evaluations (EVAL-2). */
export function createEvaluationOperations(services: Services): EvaluationOperations {
  const { evaluations } = services
  return {
    startEvaluation: (call) => startEvaluation(call, services),
    cancelEvaluation: async (projectId, evaluationId, by) => {
      if ((await evaluations.dataSetOf(projectId, evaluationId)) === null)
        throw new RungraphError('NOT_FOUND', { kind: 'evaluation' })
      const active = await evaluations.cancel(projectId, evaluationId)
      const reason = `Its evaluation was cancelled${by === undefined ? '' : ` by ${by}`}.`
      await abortRuns(projectId, active, reason, services)
    },
    deleteEvaluation: async (projectId, evaluationId) => {
      const outcome = await evaluations.delete(projectId, evaluationId)
      if (outcome === 'missing') throw new RungraphError('NOT_FOUND', { kind: 'evaluation' })
      if (outcome === 'active') throw new RungraphError('EVALUATION_ACTIVE', { what: 'An evaluation' })
    },
    changes: (projectId, signal) =>
      wakingTurns(topics.evaluations(projectId), lookMs, { ...services, signal }),
  }
}

/** Accepts an evaluation: checked whole, then stored with its results and its job. */
async function startEvaluation(call: StartEvaluation, services: Services): Promise<string> {
  const {
    projectId,
    mode = 'MODELS',
    trials = 1,
    concurrency = 5,
    judge = {},
    pricing = null,
    baselineId,
  } = call
  checkRange('trials', trials, evaluationBounds.maxTrials)
  checkRange('concurrency', concurrency, evaluationBounds.maxConcurrency)
  checkRange('judge.votes', judge.votes, evaluationBounds.maxVotes)
  const dataSet = await services.dataSets.find(projectId, call.dataSet)
  if (!dataSet) throw notFound('data set', call.dataSet)
  const agent = await findAgentVersion(projectId, call.agent, call.agentVersion ?? null, services)
  await checkBaseline(projectId, baselineId, dataSet, services)
  const needs = await services.evaluations.needs(dataSet.id, dataSet.version)
  refuseUnknown(needs.evaluators, services.evaluators)
  const isJudged = needs.hasCriteria && mode === 'MODELS'
  const judgeAgent = isJudged ? await findJudge(projectId, judge, agent, services) : null
  const evaluation: EvaluationRow = {
    ...{ id: services.newId(), projectId, dataSetId: dataSet.id, dataSetVersion: dataSet.version },
    ...{ agentId: agent.agentId, agentVersion: agent.version, mode, trials, concurrency },
    judgeAgentId: judgeAgent?.agentId ?? null,
    // `null`: the model of the judge itself.
    judgeModel: judgeAgent && (judge.model ?? (judge.agent ? null : agent.definition.model)),
    judgeVotes: judge.votes ?? 1,
    // A replay asks no model.
    pricing: mode === 'RECORDED' ? null : pricing,
    ...{ baselineId: baselineId ?? null, createdBy: call.by ?? null },
  }
  const inserted = await services.evaluations.insert(evaluation)
  if (inserted === 'inserted') return evaluation.id
  throw refusalOf(inserted, dataSet)
}

function refusalOf(
  why: Exclude<Awaited<ReturnType<EvaluationStore['insert']>>, 'inserted'>,
  { slug }: DataSetRow,
): RungraphError {
  const { maxEvaluations, maxActive } = evaluationBounds
  switch (why) {
    case 'empty':
      return invalid('dataSet', `"${slug}" has no items. Add some first.`)
    case 'unrecorded':
      return invalid(
        'mode',
        `is RECORDED, and "${slug}" has items that came from no stored run. Make the data set of runs, or use MODELS.`,
      )
    case 'full':
      return tooMany('evaluations of the data set', {
        max: maxEvaluations,
        remedy: 'Delete those that are not needed.',
      })
    case 'busy':
      return tooMany('active evaluations of the project', {
        max: maxActive,
        remedy: 'Wait until one ends, or cancel one.',
      })
    default:
      return why satisfies never
  }
}

/** Archived agents are unknown here. */
async function findAgentVersion(
  projectId: string,
  key: ObjectKey,
  version: number | null,
  { agents }: Services,
): Promise<CurrentAgent> {
  const newest = await agents.find(projectId, key)
  if (!newest) throw notFound('agent', key)
  if (version === null) return newest
  const agent = await ofVersion(projectId, newest, version, agents)
  if (agent) return agent
  throw new RungraphError('NOT_FOUND', { kind: 'agent', key: newest.slug, version })
}

async function checkBaseline(
  projectId: string,
  baselineId: string | undefined,
  dataSet: DataSetRow,
  { evaluations }: Services,
): Promise<void> {
  if (baselineId === undefined) return
  const of = await evaluations.dataSetOf(projectId, baselineId)
  if (of === null) throw new RungraphError('NOT_FOUND', { kind: 'evaluation' })
  if (of !== dataSet.id)
    throw invalid('baseline', 'is an evaluation of another data set. Name one of the same data set.')
}

function refuseUnknown(names: readonly string[], evaluators: Evaluators | null): void {
  if (evaluators === null) return
  const unknown = names.filter((name) => !Object.hasOwn(evaluators, name))
  if (unknown.length === 0) return
  const known = Object.keys(evaluators)
  throw invalid(
    'dataSet',
    `has items with the evaluators ${unknown.map((name) => `"${name}"`).join(', ')}, which the tools module does not export. ${known.length === 0 ? 'It exports none: add an export `evaluators` to the module of RUNGRAPH_TOOLS.' : `It exports ${known.join(', ')}.`}`,
  )
}

/** The agent that the caller names; else the project's own judge, which is created where there is none. */
async function findJudge(
  projectId: string,
  settings: JudgeSettings,
  agent: CurrentAgent,
  services: Services,
): Promise<CurrentAgent> {
  const { model, agent: key } = settings
  const fault = model === undefined ? null : validateProvider(model, services.models)
  if (fault !== null) throw invalid('judge.model', `cannot be asked: ${fault}`)
  if (key) return findAgentVersion(projectId, key, null, services)
  const found = await services.agents.find(projectId, { slug: defaultJudge })
  if (found) return found
  const definition = judgeDefinition(model ?? agent.definition.model)
  await services.agents.insert({ projectId, id: services.newId(), slug: defaultJudge, definition })
  return findAgentVersion(projectId, { slug: defaultJudge }, null, services)
}

/** How far the values of a subscription are apart, in milliseconds. */
const lookMs = { least: 250, most: 2_000 } as const
