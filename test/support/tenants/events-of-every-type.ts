import { eventCatalogue } from '../../../src/domain/event-catalogue.ts'
import type { EventField, FieldKinds } from '../../../src/domain/event-fields.ts'
import { type EventType, eventTypes } from '../../../src/domain/run-event.ts'

/** Values that the events contain. */
interface Said {
  readonly mark: string
  readonly actionId: string
  readonly gateId: string
  readonly childRunId: string
}

/** One event of each type of the catalogue, each of its fields with a value; those at which a log rests come last. */
export function eventsOfEveryType(said: Said) {
  const last: readonly EventType[] = ['RunFailed', 'RunCompleted']
  const types = [...eventTypes.filter((type) => !last.includes(type)), ...last]
  return types.map((type, index) => ({ type, seq: index + 1, data: dataOf(type, said, index + 1) }))
}

function dataOf(type: EventType, said: Said, seq: number) {
  const values: Readonly<Record<keyof FieldKinds, unknown>> = {
    ID: '',
    String: `${said.mark} says`,
    Int: seq,
    SafeInt: seq,
    Float: 0.5,
    Decimal: '0.5',
    DateTime: '2026-11-21T08:30:00.000Z',
    JSON: { says: said.mark },
    ActionType: 'TOOL',
    ActionMode: 'ASYNC',
    RunStatus: 'COMPLETED',
    TerminationReason: 'FINAL_ANSWER',
    Usage: {
      ...{
        requests: 1,
        estimatedRequests: 0,
        inputTokens: 1,
        outputTokens: 1,
        cachedInputTokens: 1,
        reasoningTokens: 1,
      },
      ...{ totalTokens: 2, costUsd: '0.5' },
    },
    ProgressSource: 'TESTS',
    GateStatus: 'APPROVED',
    SwitchReason: 'RATE_LIMIT',
    DiscardReason: 'NETWORK',
    CompactionStrategies: ['SUMMARISE'],
    RemovedEvents: 'DELTAS',
    LogLevel: 'INFO',
    Boolean: true,
    Ints: [1],
    PlannedActions: [
      {
        ...{ name: 'look', type: 'TOOL', mode: 'ASYNC', target: `${said.mark}_tool` },
        ...{ dependsOn: ['none'], wave: 0, parameters: { of: said.mark } },
      },
    ],
  }
  const ids = new Map<string, string>(Object.entries(said))
  const fields: Readonly<Record<string, EventField>> = eventCatalogue[type].fields
  const filled = Object.entries(fields).map(([name, { kind }]) => [
    name,
    kind === 'ID' ? ids.get(name) : values[kind],
  ])
  // Stored as JSON, which has its types from the catalogue.
  return Object.fromEntries(filled)
}
