import { runBounds } from '../../domain/agent.ts'
import type { Spend } from '../../domain/budget.ts'
import { addDecimals } from '../../domain/decimal.ts'
import { invalid, RungraphError } from '../../domain/errors.ts'
import { toJson } from '../../domain/json.ts'
import { type EffectiveLimits, type Limit, largestTokenBudget, readLimits } from '../../domain/limits.ts'
import type { UserMessage } from '../../domain/message.ts'
import type { ResumeRun } from '../../domain/operations.ts'
import type { RunSummary } from '../../domain/run-store.ts'
import { topics } from '../../domain/wakeups.ts'
import { checkMessage } from '../check-input.ts'
import { originOfFiles, takeFiles } from '../files/take-files.ts'
import { continued } from '../gates/open-gate.ts'
import type { EngineServices } from '../run/run-context.ts'
import { inputInjected } from '../run/run-state.ts'
import { checkMoney, checkRange } from './run-input.ts'

type Services = Pick<
  EngineServices,
  'runs' | 'files' | 'fetchFile' | 'newId' | 'log' | 'wakeups' | 'clock' | 'budgets'
>

/** Resumes a PAUSED run with more steps, time or budget. A limit that is left out is granted again as at first (RUN-5). */
export async function resumeRun(call: ResumeRun, services: Services): Promise<{ readonly runId: string }> {
  checkResume(call)
  const run = await services.runs.find(call.projectId, call.runId)
  if (!run) throw new RungraphError('NOT_FOUND', { kind: 'run' })
  // What a caller names is found before anything is said of the run: a file that is not theirs is unknown, whatever the run is.
  const files = await takeFiles(call.files, originOfFiles(call), services)
  if (run.status !== 'PAUSED') throw notPaused(run)
  if (run.parentId !== null) throw isChild(run)
  if (run.workflow !== null) throw new RungraphError('UNSUPPORTED_FOR_WORKFLOW_RUN', { slug: run.workflow })
  const limits = grantLimits(run, await services.budgets.spent(run.id), call)
  const now = services.clock.now()
  const resumedBy = call.by ?? null
  const outcome = await services.log.commit({
    runId: run.id,
    epoch: null,
    from: ['PAUSED'],
    run: {
      ...continued,
      // The caller who resumes it has seen the escalation.
      escalation: null,
      effectiveLimits: toJson(limits),
    },
    messages:
      call.message === undefined
        ? []
        : [
            messageRow(run, call.projectId, {
              text: call.message,
              ...(files.length > 0 && { files }),
              at: now,
            }),
          ],
    events: [
      {
        type: 'RunResumed',
        stepNumber: null,
        data: {
          maxSteps: limits.maxSteps.value,
          timeoutMs: limits.timeoutMs.value,
          maxCostUsd: limits.maxCostUsd.value,
          maxTokens: limits.maxTokens.value,
          resumedBy,
        },
      },
      // The message came with the resume: no input of the run has it.
      ...(call.message === undefined ? [] : [inputInjected(call.message, resumedBy, new Date(now))]),
    ],
  })
  if (outcome.kind === 'refused')
    throw notPaused((await services.runs.find(call.projectId, call.runId)) ?? run)
  services.wakeups.publish(topics.queue)
  return { runId: run.id }
}

function checkResume({ maxSteps, timeoutMs, maxCostUsd, maxTokens, message, files }: ResumeRun): void {
  checkRange('maxSteps', maxSteps, 1_000_000)
  checkRange('timeoutMs', timeoutMs, runBounds.maxTimeoutMs)
  checkMoney('maxCostUsd', maxCostUsd)
  checkRange('maxTokens', maxTokens, largestTokenBudget)
  if (message !== undefined) checkMessage(message, runBounds.maxInputBytes)
  else if (files !== undefined && files.length > 0)
    throw invalid('files', 'come without a message. Give `message` too.')
}

/** The new limits: the usage so far, for budgets including the runs below it (LIM-9), plus the amounts granted now. */
function grantLimits(run: RunSummary, spent: Spend, call: ResumeRun): EffectiveLimits {
  const limits = readLimits(run.effectiveLimits)
  return {
    ...limits,
    maxSteps: grantMore(limits.maxSteps, call.maxSteps, (granted) => run.stepCount + granted),
    timeoutMs: grantMore(limits.timeoutMs, call.timeoutMs, (granted) => run.activeMs + granted),
    maxCostUsd: grantMore(limits.maxCostUsd, call.maxCostUsd, (granted) =>
      addDecimals(spent.costUsd, granted),
    ),
    maxTokens: grantMore(limits.maxTokens, call.maxTokens, (granted) => spent.tokens + granted),
  }
}

function grantMore<Value>(
  limit: Limit<Value | null>,
  granted: Value | undefined,
  added: (granted: Value) => Value,
): Limit<Value | null> {
  const initial = limit.initial === undefined ? limit.value : limit.initial
  const initialSource = limit.initialSource ?? limit.source
  const amount = granted ?? initial
  return amount === null
    ? { ...limit, value: null, initial, initialSource }
    : { value: added(amount), source: 'resume', initial, initialSource }
}

function messageRow(run: RunSummary, projectId: string, words: Pick<UserMessage, 'text' | 'files' | 'at'>) {
  return {
    runId: run.id,
    projectId,
    sessionId: run.sessionId,
    position: run.nextPosition,
    stepNumber: null,
    message: { role: 'user', ...words } as const,
  }
}

/** Its parent has read its outcome, and no event of a tree may come after the tree's end (SUB-3). */
function isChild(run: RunSummary): RungraphError {
  return new RungraphError('ILLEGAL_TRANSITION', {
    from: run.status,
    to: 'RUNNING',
    remedy:
      'it is a child run, and its parent continued without it. Fork it to continue from where it stopped.',
  })
}

function notPaused(run: RunSummary): RungraphError {
  return new RungraphError('ILLEGAL_TRANSITION', {
    from: run.status,
    to: 'RUNNING',
    remedy: 'only a PAUSED run can be resumed.',
  })
}
