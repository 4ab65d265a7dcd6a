import type { RunResult } from '../../client/client.ts'
import type { RunEvent, RunEventOf, RunGate } from '../../client/run-state.ts'
import { isForPerson } from '../../domain/gate.ts'
import { describeCost } from '../../domain/usage.ts'
import type { Paint, Terminal } from '../terminal/terminal.ts'
import { harmless, inOneLine, widthOf } from '../terminal/terminal-text.ts'
import { type Look, renderQuestion } from './render-question.ts'

/** The events that the terminal shows. The others repeat these, or have too many details. */
export const shownTypes = [
  ...(['RunStarted', 'RunRecovered', 'RunResumed', 'RunContinued', 'RunWaiting', 'RunCompleted'] as const),
  ...(['RunFailed', 'StageStarted', 'StepStarted', 'ReasoningDelta', 'TextDelta', 'FinalAnswer'] as const),
  ...(['ActionStarted', 'ActionCompleted', 'ActionAttemptFailed', 'ActionFailed', 'ActionSkipped'] as const),
  ...(['ActionDenied', 'ModelSwitched', 'AttemptDiscarded', 'InputInjected', 'ContextCompacted'] as const),
  ...(['ChildRunStarted', 'ChildRunEnded', 'GateOpened', 'GateResolved', 'Warning'] as const),
  ...(['ActionLogged'] as const),
  ...(['ErrorOccurred', 'HistoryTruncated'] as const),
] as const

export type PrintedEvent = RunEventOf<(typeof shownTypes)[number]>

export function isShown(event: RunEvent): event is PrintedEvent {
  return shownSet.has(event.__typename)
}

const shownSet: ReadonlySet<RunEvent['__typename']> = new Set(shownTypes)

/** Renders a run's events as text, one after the other, with line ends. The text of the model is printed as it arrives. */
export function createRunRenderer(given: Look): (event: PrintedEvent) => string {
  // Names are chosen by models too.
  const look: Look = { ...given, paint: (style, text) => given.paint(style, harmless(text)) }
  const said = createSpeech(look.paint)
  return (event) => {
    if (event.__typename === 'TextDelta' || event.__typename === 'ReasoningDelta') return said.delta(event)
    if (event.__typename === 'RunCompleted') return said.end() // how it ended is said by its row
    const lines = linesOf(event, look, said)
    return lines.length === 0 ? '' : `${said.end()}${lines.join('\n')}\n`
  }
}

type Delta = RunEventOf<'TextDelta' | 'ReasoningDelta'>

/** State of the streamed text of the present message. */
interface Speech {
  /** The text to print for an increment; empty for text that was printed before. */
  delta(delta: Delta): string
  /** Ends the line of the text. */
  end(): string
  /** Whether the text was streamed just now. */
  has(text: string): boolean
}

function createSpeech(paint: Paint): Speech {
  let message = ''
  let text = ''
  let isLineOpen = false
  return {
    delta: ({ __typename: type, messageId, offset, text: added }) => {
      const isNew = message !== `${type} ${messageId}`
      const before = isNew && isLineOpen ? '\n' : ''
      if (isNew) text = ''
      message = `${type} ${messageId}`
      // An increment that comes again begins where it did.
      const rest = added.slice(Math.max(0, text.length - offset))
      text += rest
      const shown = harmless(rest)
      if (shown !== '') isLineOpen = !shown.endsWith('\n')
      return before + (type === 'ReasoningDelta' && shown !== '' ? paint('gray', shown) : shown)
    },
    end: () => {
      const end = isLineOpen ? '\n' : ''
      isLineOpen = false
      return end
    },
    has: (whole) => text.trim() === whole.trim(),
  }
}

/** The lines of an event that is no increment. */
function linesOf(
  event: Exclude<PrintedEvent, Delta | RunEventOf<'RunCompleted'>>,
  look: Look,
  said: Speech,
): readonly string[] {
  const { paint } = look
  switch (event.__typename) {
    case 'RunStarted':
      return [paint('bold', `▶ ${event.agentName}`)]
    case 'RunRecovered':
      return [note('↻', `Another worker continues the run, for the ${ordinal(event.recoveries)} time.`, look)]
    case 'RunResumed':
      return [note('▶', 'The run was resumed.', look)]
    case 'RunContinued':
      return [note('▶', 'The run continues.', look)]
    case 'StageStarted':
      return [
        paint('bold', `▪ ${event.name}${event.total === null ? '' : ` (${event.index} of ${event.total})`}`),
      ]
    case 'StepStarted':
      return [
        paint('gray', `step ${event.stepNumber}${event.maxSteps === null ? '' : ` of ${event.maxSteps}`}`),
      ]
    case 'ActionStarted':
      return [actionStarted(event, look)]
    case 'ActionCompleted':
      return [
        withDetail(paint('green', `✓ ${event.name}`), event.output, `  ${seconds(event.durationMs)}`, look),
      ]
    case 'ActionAttemptFailed':
      return [retry(event.name, event.errorCode, event.delayMs, look), indented(event.error, look)]
    case 'ActionLogged':
      return [loggedLine(event, look)]
    case 'ActionFailed':
      return [paint('red', `✗ ${event.name}  ${event.errorCode}`), indented(event.error, look)]
    case 'ActionSkipped':
      return [withDetail(paint('yellow', `✗ ${event.name} skipped`), event.reason, '', look)]
    case 'ActionDenied':
      return [withDetail(paint('red', `✗ ${event.name} denied`), event.reason, '', look)]
    case 'ChildRunStarted':
      return [note('▶', `${event.agentName}: ${look.command(`tail ${event.childRunId}`)}`, look)]
    case 'ChildRunEnded':
      return [note('■', `${event.name}: ${event.status} (${event.terminationReason})`, look)]
    case 'FinalAnswer':
      return said.has(event.text) ? [] : [harmless(event.text)]
    case 'RunFailed':
      return [paint('red', `✗ ${event.errorCode}`), indented(event.error, look)]
    default:
      return noticeOf(event, look)
  }
}

/** Lines for events other than text, steps and actions: failovers, gates, warnings, errors and the like. */
function noticeOf(
  event: RunEventOf<
    | 'ModelSwitched'
    | 'AttemptDiscarded'
    | 'InputInjected'
    | 'ContextCompacted'
    | 'RunWaiting'
    | 'GateOpened'
    | 'GateResolved'
    | 'Warning'
    | 'ErrorOccurred'
    | 'HistoryTruncated'
  >,
  look: Look,
): readonly string[] {
  const { paint } = look
  switch (event.__typename) {
    case 'ModelSwitched':
      return [paint('yellow', `↻ ${event.fromModel} → ${event.toModel}  ${event.reason}`)]
    case 'AttemptDiscarded':
      return [paint('yellow', `↻ The text above is discarded: ${event.reason}`)]
    case 'InputInjected':
      return [withDetail(paint('cyan', '» message'), event.text, '', look)]
    case 'ContextCompacted':
      return [
        note('⇣', `The context was compacted: ${event.tokensBefore} to ${event.tokensAfter} tokens.`, look),
      ]
    case 'RunWaiting':
      return [paint('yellow', `⏸ Waiting: ${waiting(event.gates, event.childRuns)}`)]
    case 'GateOpened':
      return renderOpened(event.gate, look)
    case 'GateResolved':
      return [renderResolved(event.gate, look)]
    case 'Warning':
      return [withDetail(paint('yellow', `! ${event.code}`), event.message, '', look)]
    case 'ErrorOccurred':
      return [withDetail(paint('red', `! ${event.code}`), event.message, '', look)]
    case 'HistoryTruncated':
      return [note('…', 'Events that stood here are no longer kept.', look)]
    default:
      return event satisfies never
  }
}

/** A gate that opened, with the commands that decide it while it is open: the gate is as it is now, and not as it was at its event. */
function renderOpened(gate: RunGate, look: Look): readonly string[] {
  const { id, kind, status, reason, action } = gate
  const { paint, width, command } = look
  if (kind === 'INPUT') return renderQuestion(gate, look)
  if (!isForPerson(kind)) return [note('⏸', inOneLine(reason, width - 2), look)]
  const target = harmless(action?.target ?? '')
  const call =
    action === null ? [] : [`  ${target}  ${inOneLine(action.parameters, width - target.length - 4)}`]
  const commands = [command(`decide ${id} approve`), command(`decide ${id} reject --note "<why>"`)]
  return [
    paint('yellow', `⏸ gate ${kind}: ${inOneLine(reason, width - kind.length - 9)}`),
    ...call,
    ...(status === 'OPEN' ? commands.map((line) => `  ${paint('bold', line)}`) : []),
  ]
}

/** Outcome of a gate. */
function renderResolved({ kind, status, resolvedBy }: RunGate, { paint }: Pick<Terminal, 'paint'>): string {
  const isOver = status === 'EXPIRED' || status === 'ANSWERED'
  if (!isForPerson(kind) && isOver) return paint('gray', '⏵ The wait is over.')
  return paint('gray', `⏵ gate ${status}${resolvedBy === null ? '' : ` by ${resolvedBy}`}`)
}

/** The line below a run that has ended or is paused: its status, and its usage. */
export function renderEnd(run: RunResult, paint: Paint): string {
  const style = run.status === 'COMPLETED' ? 'green' : run.status === 'PAUSED' ? 'yellow' : 'red'
  const reason = run.terminationReason === null ? '' : ` (${run.terminationReason})`
  const facts = [
    `${run.stepCount} step${run.stepCount === 1 ? '' : 's'}`,
    `${run.usage.totalTokens} tokens`,
    describeCost({ ...run.usage, costUsd: String(Number(run.usage.costUsd)) }),
    ...(run.durationMs === null ? [] : [seconds(run.durationMs)]),
  ]
  return `${paint(style, `■ ${run.status}${reason}`)}  ${paint('gray', facts.join(', '))}`
}

const levelStyles = { DEBUG: 'gray', INFO: 'gray', WARN: 'yellow', ERROR: 'red' } as const

function loggedLine({ name, level, message, data }: RunEventOf<'ActionLogged'>, look: Look): string {
  const { paint, width } = look
  const said = data === null ? message : `${message} ${JSON.stringify(data)}`
  const weight = level === 'WARN' || level === 'ERROR' ? `${level} ` : ''
  return paint(levelStyles[level], `· ${inOneLine(`${weight}${name}: ${said}`, width - 2)}`)
}

type ActionStarted = RunEventOf<'ActionStarted'>

function actionStarted({ name, target, attempt, parameters }: ActionStarted, look: Look): string {
  const title = name === target || name.startsWith(target) ? name : `${name}: ${target}`
  const again = attempt === 1 ? '' : ` (attempt ${attempt})`
  return withDetail(look.paint('cyan', `→ ${title}${again}`), parameters, '', look)
}

function retry(name: string, code: string, delayMs: number, { paint }: Look): string {
  return paint('yellow', `↻ ${name}  ${code}, next attempt in ${seconds(delayMs)}`)
}

/** A title, a value in the remaining width of the line, and a text at its end. */
function withDetail(title: string, detail: unknown, end: string, { paint, width }: Look): string {
  if (detail === null || detail === undefined) return title + paint('gray', end)
  const room = width - widthOf(title) - widthOf(end) - 2
  return `${title}  ${inOneLine(detail, room)}${paint('gray', end)}`
}

function note(mark: string, text: string, { paint }: Look): string {
  return paint('gray', `${mark} ${text}`)
}

function indented(text: string, { width }: Look): string {
  return `  ${inOneLine(text, width - 2)}`
}

function waiting(gates: number, childRuns: number): string {
  const parts = [
    ...(gates === 0 ? [] : [`${gates} open gate${gates === 1 ? '' : 's'}`]),
    ...(childRuns === 0 ? [] : [`${childRuns} child run${childRuns === 1 ? '' : 's'}`]),
  ]
  return parts.join(', ')
}

function seconds(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`
}

function ordinal(count: number): string {
  const suffix = new Map([
    ['one', 'st'],
    ['two', 'nd'],
    ['few', 'rd'],
  ]).get(new Intl.PluralRules('en', { type: 'ordinal' }).select(count))
  return `${count}${suffix ?? 'th'}`
}
