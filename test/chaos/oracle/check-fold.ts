import type { EventFacts, RunHistory } from './history.ts'

/** A log is a fold without holes: it begins with its beginning, and each event follows from those before it. The rows are its result. */
export function foldViolations(history: RunHistory): readonly string[] {
  // Retention has removed what these rules count.
  if (history.events.some(({ type }) => type === 'HistoryTruncated')) return []
  return [
    ...beginning(history),
    ...steps(history),
    ...actions(history),
    ...increments(history),
    ...conversation(history),
    ...usage(history),
  ]
}

/** RUN-1: nothing stands before RunStarted, but in the log of a run that was cancelled before it began. */
function beginning({ run, events }: RunHistory): readonly string[] {
  const [first] = events
  const starts = events.filter(({ type }) => type === 'RunStarted')
  return [
    ...(first && run.wasStarted && first.type !== 'RunStarted' ? [`the log begins with ${first.type}`] : []),
    ...(starts.length > 1 ? [`RunStarted stands ${starts.length} times in the log`] : []),
  ]
}

/** Steps follow each other without a gap, and one ends before the next begins. */
function steps({ run, events, steps: rows }: RunHistory): readonly string[] {
  const faults: string[] = []
  let open: number | null = null
  let last: number | null = null
  const completed = new Set<number>()
  for (const { seq, type, stepNumber } of events) {
    if (type === 'StepStarted') {
      if (open !== null) faults.push(`event ${seq}: a step begins while step ${open} is open`)
      if (last !== null && stepNumber !== last + 1)
        faults.push(`event ${seq}: step ${stepNumber} begins after step ${last}`)
      open = stepNumber
      last = stepNumber
    }
    if (type === 'StepCompleted') {
      if (open !== stepNumber) faults.push(`event ${seq}: step ${stepNumber} ends, and step ${open} is open`)
      if (stepNumber !== null) completed.add(stepNumber)
      open = null
    }
    if (type === 'PlanGenerated' && stepNumber !== open)
      faults.push(`event ${seq}: ${type} of step ${stepNumber}, and step ${open} is open`)
  }
  const own = rows.filter(({ number }) => last !== null && number <= last)
  if (own.length !== rows.length) faults.push(`the rows have steps after step ${last}, the log has none`)
  for (const { number, isCompleted } of rows)
    if (isCompleted !== completed.has(number))
      faults.push(
        `step ${number} is ${isCompleted ? 'closed' : 'open'}, and the log has ${completed.has(number) ? 'its' : 'no'} StepCompleted`,
      )
  if (last !== null && run.stepCount !== last)
    faults.push(`the run counts ${run.stepCount} steps, the log ${last}`)
  // An ending that could not be written with its rows leaves the step as it was (RUN-3).
  if (open !== null && run.status === 'COMPLETED')
    faults.push(`the run is COMPLETED, and step ${open} is open`)
  return faults
}

/** The statuses of an action that each of its last events may stand for. What an abort ends is CANCELLED. */
const ends: Readonly<Record<string, readonly string[]>> = {
  ActionCompleted: ['SUCCEEDED'],
  ActionFailed: ['FAILED', 'CANCELLED'],
  ActionSkipped: ['SKIPPED', 'CANCELLED'],
  ActionDenied: ['DENIED'],
}

/** An action that ended has the status that the log says, and ended once. */
function actions({ events, actions: rows }: RunHistory): readonly string[] {
  const ended = new Map<unknown, string>()
  const started = new Map<unknown, unknown>()
  const faults: string[] = []
  for (const { seq, type, data } of events) {
    if (type === 'ActionStarted') started.set(data.actionId, data.attempt)
    if (ends[type] === undefined) continue
    const hasBegun = type === 'ActionCompleted' || type === 'ActionFailed'
    const begun = started.get(data.actionId)
    if (hasBegun && data.attempt !== begun && data.errorCode !== 'PERMISSION_DENIED')
      faults.push(
        `event ${seq}: ${type} of ${String(data.name)}, whose attempt ${String(data.attempt)} has not begun`,
      )
    if (type === 'ActionSkipped' && begun !== undefined)
      faults.push(`event ${seq}: ${type} of ${String(data.name)}, which has begun`)
    const before = ended.get(data.actionId)
    if (before !== undefined)
      faults.push(`event ${seq}: ${type} of ${String(data.name)}, after its ${before}`)
    ended.set(data.actionId, type)
  }
  for (const { id, name, status } of rows) {
    const said = ended.get(id)
    if (said !== undefined && !ends[said]?.includes(status))
      faults.push(`action ${name} is ${status}, the log says ${said}`)
  }
  return faults
}

/** EVT-4: the increments of a text follow each other without a gap, up to where the attempt was discarded. */
function increments({ events }: RunHistory): readonly string[] {
  const faults: string[] = []
  const lengths = new Map<string, number>()
  const discarded = new Set<unknown>()
  for (const { seq, type, data } of events) {
    if (type === 'AttemptDiscarded') discarded.add(data.messageId)
    if (!isIncrement(data) || !type.endsWith('Delta')) continue
    const text = `${type} ${data.messageId} ${String(data.callId ?? '')}`
    const length = lengths.get(text) ?? 0
    if (data.offset !== length)
      faults.push(`event ${seq}: ${type} at ${data.offset}, after ${length} characters`)
    if (discarded.has(data.messageId)) faults.push(`event ${seq}: ${type} of a discarded message`)
    lengths.set(text, length + data.text.length)
  }
  return faults
}

function isIncrement(data: EventFacts['data']): data is {
  readonly messageId: string
  readonly offset: number
  readonly text: string
} & EventFacts['data'] {
  return (
    typeof data.offset === 'number' && typeof data.text === 'string' && typeof data.messageId === 'string'
  )
}

/** LOOP-5: positions without a gap, and each call of an answer has one result, before the next answer. */
function conversation({ run, messages }: RunHistory): readonly string[] {
  const faults: string[] = []
  const gap = messages.findIndex(({ position }, index) => position !== index)
  if (gap !== -1) faults.push(`message ${gap} has position ${messages[gap]?.position}`)
  if (run.wasStarted && run.stepCount > 0 && messages[0]?.role !== 'USER')
    faults.push(`the history begins with ${messages[0]?.role ?? 'nothing'}`)
  // A model may give two calls of an answer one id.
  let waiting: string[] = []
  for (const { position, role, calls, callId } of messages) {
    if (role === 'ASSISTANT') {
      if (waiting.length > 0)
        faults.push(`message ${position}: ${waiting.length} calls before it have no result`)
      waiting = [...calls]
    }
    if (role !== 'TOOL') continue
    const call = waiting.indexOf(callId ?? '')
    if (call === -1) faults.push(`message ${position} is the result of no call`)
    else waiting.splice(call, 1)
  }
  if (waiting.length > 0 && run.status === 'COMPLETED') faults.push(`${waiting.length} calls have no result`)
  return faults
}

/** MOD-8: the last event counts what the rows of the model calls add up to. */
function usage({ run, events }: RunHistory): readonly string[] {
  const end = events.findLast(({ type }) => type === 'RunCompleted')
  if (end === undefined || run.status === 'RUNNING' || run.status === 'WAITING') return []
  const said = end.data.usage
  if (typeof said !== 'object' || said === null || !('requests' in said) || !('costUsd' in said)) return []
  return [
    ...(said.requests === run.requests
      ? []
      : [`the log counts ${String(said.requests)} requests, the rows ${run.requests}`]),
    ...(Number(said.costUsd) === Number(run.costUsd)
      ? []
      : [`the log counts ${String(said.costUsd)} dollars, the rows ${run.costUsd}`]),
  ]
}
