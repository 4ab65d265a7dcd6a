import type { RunLogQuery } from '../../../generated/console/graphql.ts'
import { costOf, formatCount, formatDuration, formatEnum } from '../../ui/format.ts'

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
      return `What was said is void: ${event.discardReason}`
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
      return `${event.agentName}${event.maxSteps == null ? '' : `, at most ${event.maxSteps} steps`}`
    case 'RunCompleted':
      return `${formatEnum(event.status)}: ${formatEnum(event.terminationReason)}, ${event.totalSteps} steps, ${event.totalActions} actions`
    case 'RunFailed':
      return `${event.errorCode}: ${event.error}`
    case 'RunRecovered':
      return `Another process goes on, for the ${event.recoveries}. time`
    case 'RunWaiting':
      return `For ${event.openGates} gates and ${event.childRuns} children`
    case 'Terminating':
      return `${formatEnum(event.terminationReason)}${by(event.abortedBy)}${event.abortReason ? `: ${event.abortReason}` : ''}`
    case 'StepCompleted':
      return `${event.actionsCompleted} actions`
    case 'ActionStarted':
      return `${event.name}: ${event.target}${event.attempt > 1 ? `, attempt ${event.attempt}` : ''}`
    case 'ActionCompleted':
      return `${event.name}, ${formatDuration(event.durationMs)}`
    case 'ActionStepCompleted':
      return `${event.name}: ${event.key}`
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
      return `${event.actions.length} actions: ${event.actions.map(({ name }) => name).join(', ')}`
    case 'StageStarted':
      return `${event.name}, ${event.index}${event.total == null ? '' : ` of ${event.total}`}`
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
  if (bad.has(type)) return 'bad'
  if (notable.has(type)) return 'waiting'
  // A run that was cancelled or paused is completed too, in the words of the log.
  const isGood =
    type === 'FinalAnswer' || (event.__typename === 'RunCompleted' && event.status === 'COMPLETED')
  return isGood ? 'good' : 'queued'
}
