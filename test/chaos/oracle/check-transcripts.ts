import type { SeenEvent, Transcript } from '../clients/transcript.ts'
import type { EventFacts, RunHistory } from './history.ts'

/** EVT-2: each client was given the log, whole, in order, each event once, however often it had to connect. */
export function transcriptViolations({ run, events, transcripts }: RunHistory): readonly string[] {
  const isOver = ['COMPLETED', 'FAILED', 'CANCELLED', 'PAUSED'].includes(run.status)
  return [
    ...transcripts.flatMap((transcript) => [
      ...againstLog(transcript, events),
      ...(isOver && !transcript.isComplete
        ? [`the stream of the ${transcript.client} client was not completed`]
        : []),
    ]),
    ...againstEachOther(transcripts),
  ]
}

function againstLog(
  { client, events: seen, errors }: Transcript,
  events: readonly EventFacts[],
): readonly string[] {
  const index = events.findIndex((event, index) => !isSame(seen[index], event))
  if (index === -1 && seen.length === events.length) return []
  const at = index === -1 ? events.length : index
  const [given, written] = [seen[at], events[at]]
  const instead = errors.length === 0 ? '' : `; it was told: ${[...new Set(errors)].join(' ')}`
  return [
    `the ${client} client was given ${seen.length} of ${events.length} events; number ${at + 1} is ${name(given)} to it and ${name(written)} in the log${instead}`,
  ]
}

/** Whether a sent event equals its row in the table. */
function isSame(seen: SeenEvent | undefined, event: EventFacts): boolean {
  return (
    seen !== undefined &&
    seen.seq === event.seq &&
    seen.type === event.type &&
    seen.stepNumber === event.stepNumber &&
    Date.parse(seen.at) === event.at.getTime() &&
    (seen.type !== 'TextDelta' || seen.text === event.data.text)
  )
}

/** Field by field, with what the log does not hold word for word. */
function againstEachOther(transcripts: readonly Transcript[]): readonly string[] {
  const [first, ...others] = transcripts
  return others.flatMap(({ client, events }) => {
    const differing = events.find(
      (event, index) => JSON.stringify(event) !== JSON.stringify(first?.events[index]),
    )
    if (differing === undefined) return []
    return [
      `event ${differing.seq} (${differing.type}) was told otherwise to the ${client} and the ${first?.client} client`,
    ]
  })
}

function name(event: { readonly seq: number; readonly type: string } | undefined): string {
  return event === undefined ? 'nothing' : `${event.seq} ${event.type}`
}
