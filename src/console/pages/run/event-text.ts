import type { LogLevel, RunLogQuery } from '../../../generated/console/graphql.ts'
import { costOf, formatCount, formatCounted, formatDuration, formatEnum } from '../../ui/format.ts'
import { editsText } from './state-edits.ts'

export type LoggedEvent = NonNullable<RunLogQuery['run']>['events']['nodes'][number]

/** An event in one line, in words. */
export function textOfEvent(event: LoggedEvent): string {
  switch (event.__typename) {
    case 'TextDelta':
    case 'ReasoningDelta':
      return event.text
    case 'ArgumentsDelta':
      return `${event.tool}: ${event.text}`
    case 'AttemptDiscarded':
      return `The text so far is discarded: ${discards[event.discardReason] ?? formatEnum(event.discardReason).toLowerCase()}`
    case 'FinalAnswer':
      return event.answer
    case 'InputInjected':
      return `${event.injected}${by(event.sentBy)}`
    case 'ConfidenceRequested':
      return event.requestedBy ? `By ${event.requestedBy}` : ''
    case 'GateResolved':
      return `${event.gateStatus ? formatEnum(event.gateStatus) : ''}${by(event.resolvedBy)}`
    case 'RunResumed':
      return event.resumedBy ? `By ${event.resumedBy}` : ''
    case 'RunStarted':
      return `${event.agentName}${event.maxSteps == null ? '' : `, at most ${formatCounted(event.maxSteps, 'step')}`}`
    case 'RunCompleted':
      return `${formatEnum(event.status)}: ${formatEnum(event.terminationReason)}, ${formatCounted(event.totalSteps, 'step')}, ${formatCounted(event.totalActions, 'action')}`
    case 'RunFailed':
      return `${event.errorCode}: ${event.error}`
    case 'RunRecovered':
      return `Another process goes on${event.recoveries > 1 ? `, the run was recovered ${event.recoveries} times` : ''}`
    case 'RunWaiting':
      return `For ${formatCounted(event.openGates, 'gate')} and ${formatCounted(event.childRuns, 'child', 'children')}`
    case 'Terminating':
      return `${formatEnum(event.terminationReason)}${by(event.abortedBy)}${event.abortReason ? `: ${event.abortReason}` : ''}`
    case 'StepCompleted':
      return formatCounted(event.actionsCompleted, 'action')
    case 'ActionStarted':
      return `${event.name}: ${event.target}${event.attempt > 1 ? `, attempt ${event.attempt}` : ''}`
    case 'ActionCompleted':
      return `${event.name}, ${formatDuration(event.durationMs)}`
    case 'ActionStepCompleted':
      return `${event.name}: ${event.key}`
    case 'ActionProgressed':
      return `${event.name}: ${progressText(event)}`
    case 'ActionLogged':
      return `${event.name}: ${event.message}${event.data == null ? '' : ` ${JSON.stringify(event.data)}`}`
    case 'ActionFailed':
      return `${event.name}: ${event.error}`
    case 'ActionAttemptFailed':
      return `${event.name}, attempt ${event.attempt}: ${event.error} Next in ${formatDuration(event.delayMs)}.`
    case 'ActionDenied':
    case 'ActionSkipped':
      return `${event.name}: ${event.reason}`
    case 'ChildRunStarted':
      return `${event.name}: ${event.agentName}`
    case 'ChildRunEnded':
      return `${event.name}: ${formatEnum(event.status)}`
    case 'PlanGenerated':
      return `${formatCounted(event.actions.length, 'action')}: ${event.actions.map(({ name }) => name).join(', ')}`
    case 'StageStarted':
      return `${event.name}, ${event.index}${event.total == null ? '' : ` of ${event.total}`}`
    case 'StateEdited':
      return editsText({
        context: event.contextEdited,
        messages: event.editedMessages,
        droppedFrom: event.droppedFrom,
      })
    case 'ModelSwitched':
      return `${event.fromModel} → ${event.toModel}: ${event.switchReason}`
    case 'CompactionStarted':
      return `${formatCount(event.tokens)} tokens of ${formatCount(event.limit)}`
    case 'ContextCompacted':
      return `${formatCount(event.tokensBefore)} → ${formatCount(event.tokensAfter)} tokens: ${event.strategies.map(formatEnum).join(', ')}`
    case 'UsageReported':
      return `${event.model}: ${formatCount(event.usage.totalTokens)} tokens, ${costOf(event.usage)}`
    case 'ErrorOccurred':
    case 'Warning':
      return `${event.code}: ${event.message}`
    default:
      return ''
  }
}

/** Why the text of an attempt is discarded, where no failure of the call is the reason. */
const discards: Readonly<Record<string, string>> = {
  ABORTED: 'the run was aborted',
  TIME_UP: 'the time of the run was up',
  LEASE_LOST: 'another worker had taken over',
  SHUTDOWN: 'its process was shut down',
  RECOVERY: 'its process died',
  ANSWER_TRUNCATED: 'it was cut off',
  PLAN_INVALID: 'it was no valid plan',
}

function by(caller: string | null | undefined): string {
  return caller ? `, by ${caller}` : ''
}

const bad: ReadonlySet<string> = new Set([
  'RunFailed',
  'ActionFailed',
  'ActionAttemptFailed',
  'ActionDenied',
  'ErrorOccurred',
])
const notable: ReadonlySet<string> = new Set([
  'Warning',
  'GateOpened',
  'RunWaiting',
  'AttemptDiscarded',
  'ModelSwitched',
])

export function toneOfEvent(event: LoggedEvent): 'bad' | 'waiting' | 'good' | 'queued' {
  const { type } = event
  if (event.__typename === 'ActionLogged') return toneOfLine(event.level)
  if (bad.has(type)) return 'bad'
  if (notable.has(type)) return 'waiting'
  // A run that was cancelled or paused is completed too, in the words of the log.
  const isGood =
    type === 'FinalAnswer' || (event.__typename === 'RunCompleted' && event.status === 'COMPLETED')
  return isGood ? 'good' : 'queued'
}

export function toneOfLine(level: LogLevel): 'bad' | 'waiting' | 'queued' {
  return level === 'ERROR' ? 'bad' : level === 'WARN' ? 'waiting' : 'queued'
}

function progressText({
  progress,
  progressTotal: total,
  progressMessage,
}: Extract<LoggedEvent, { __typename: 'ActionProgressed' }>): string {
  const share = progress == null ? '' : total == null ? `${progress}` : `${progress} of ${total}`
  return [share, progressMessage ?? ''].filter((part) => part !== '').join(', ')
}
