import type { EventFacts, RunHistory } from './history.ts'

/** Rules that every log must fulfil: each gives its violations. */
export function logViolations({ run, events, actions }: RunHistory): readonly string[] {
  const fired = new Set(
    actions.flatMap(({ id, mode, gates }) => (mode === 'FIRE_AND_FORGET' ? [id, ...gates] : [])),
  )
  const own = events.filter((event) => !isOfFired(event, fired))
  return [
    ...numbering(events, run.lastSeq),
    ...epochs(events, run.epoch),
    ...ending(own, run.status),
    ...actionsOnce(events),
    ...actionRows({ events, actions }),
  ]
}

/** Types after which nothing more is said, unless a paused run is resumed. */
function isEnd({ type }: EventFacts): boolean {
  return type === 'RunCompleted' || type === 'RunFailed'
}

/** EVT-1: 1 to n without a gap, and the row counts the same. */
function numbering(events: readonly EventFacts[], lastSeq: number): readonly string[] {
  const gap = events.findIndex(({ seq }, index) => seq !== index + 1)
  return [
    ...(gap === -1 ? [] : [`event ${gap + 1} of the log has seq ${events[gap]?.seq}`]),
    ...(events.length === lastSeq ? [] : [`the log has ${events.length} events, the row counts ${lastSeq}`]),
  ]
}

/** DUR-2: an owner that was replaced writes nothing after its successor. */
function epochs(events: readonly EventFacts[], epoch: number): readonly string[] {
  const stale = events.filter((event, index) => event.epoch < (events[index - 1]?.epoch ?? 0))
  const foreign = events.filter((event) => event.epoch > epoch)
  return [
    ...stale.map(
      ({ seq, type, epoch }) => `event ${seq} (${type}) was written by epoch ${epoch} after a later one`,
    ),
    ...foreign.map(({ seq, epoch }) => `event ${seq} is of epoch ${epoch}, which nobody ever had`),
  ]
}

/** The outcome of a fired action may be recorded after its run has ended (DAG-4). */
function isOfFired({ type, data }: EventFacts, fired: ReadonlySet<unknown>): boolean {
  if (type.startsWith('Gate')) return fired.has(data.gateId)
  const isAboutAction = type.startsWith('Action') || type === 'ChildRunEnded'
  return (isAboutAction && fired.has(data.actionId)) || data.code === 'BACKGROUND_ACTION_FAILED'
}

/** RUN-7: one end, last, and it says what the row says. */
function ending(events: readonly EventFacts[], status: string): readonly string[] {
  const last = events.at(-1)
  const early = events.filter(
    (event, index) => isEnd(event) && index < events.length - 1 && events[index + 1]?.type !== 'RunResumed',
  )
  const final = events.filter((event) => isEnd(event) && event.data.status !== 'PAUSED')
  const isAtEnd = ['COMPLETED', 'FAILED', 'CANCELLED', 'PAUSED'].includes(status)
  const logged =
    last?.type === 'RunFailed' ? 'FAILED' : last?.type === 'RunCompleted' ? last.data.status : null
  return [
    ...early.map(({ seq, type }) => `${type} is event ${seq}, and not the last`),
    ...(final.length > 1 ? [`the log ends ${final.length} times`] : []),
    ...(isAtEnd && logged !== status
      ? [`the run is ${status}, its log ends with ${last?.type} ${String(logged)}`]
      : []),
    ...(!isAtEnd && last !== undefined && isEnd(last) ? [`the log has ended, the run is ${status}`] : []),
  ]
}

/** TAS-5: an action is completed once, and not begun again after that. */
function actionsOnce(events: readonly EventFacts[]): readonly string[] {
  const completed = new Set<unknown>()
  return events.flatMap(({ seq, type, data }) => {
    const isKnown = completed.has(data.actionId)
    if (type === 'ActionCompleted') completed.add(data.actionId)
    if (!isKnown || (type !== 'ActionCompleted' && type !== 'ActionStarted')) return []
    return [`event ${seq}: ${type} of ${String(data.name)}, which was completed before`]
  })
}

/** Rows of actions and the log tell the same. */
function actionRows({ events, actions }: Pick<RunHistory, 'events' | 'actions'>): readonly string[] {
  const completed = new Set(
    events.flatMap(({ type, data }) => (type === 'ActionCompleted' ? [data.actionId] : [])),
  )
  return actions.flatMap(({ id, name, status }) => {
    if (completed.has(id) === (status === 'SUCCEEDED')) return []
    return [
      `action ${name} is ${status}, and the log has ${completed.has(id) ? 'an' : 'no'} ActionCompleted of it`,
    ]
  })
}
