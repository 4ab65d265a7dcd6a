import { errorTable, isRungraphError } from '../domain/errors.ts'
import { type EventTriggerRow, type EventTriggerStore, runKeyOf } from '../domain/event-trigger.ts'
import { filterSliced, inSlices } from '../domain/in-slices.ts'
import type { Json } from '../domain/json.ts'
import { asTrigger } from '../domain/model-batch.ts'
import { fillTemplate } from '../domain/references.ts'
import { acceptRun } from '../engine/commands/trigger-run.ts'
import { meetsFilter, type SeenEvent } from '../engine/gates/wake-by-event.ts'
import type { EngineServices } from '../engine/run/run-context.ts'

export type StartServices = Pick<
  EngineServices,
  'agents' | 'runs' | 'log' | 'clock' | 'newId' | 'wakeups'
> & { readonly triggers: EventTriggerStore }

interface Started {
  readonly runIds: readonly string[]
  /** Why runs were not started that may be later. */
  readonly failures: readonly unknown[]
}

/**
 * Starts a run of each trigger that an event fits. The event and the trigger are its idempotency key: however often it is delivered, there is
 * one run (WAIT-4). What cannot trigger a run is the trigger's last error. No failure is in the way of other runs.
 */
export async function startByEvent(event: SeenEvent, services: StartServices): Promise<Started> {
  const triggers = await services.triggers.enabledFor(event.row.projectId, event.row.name)
  // A condition may take long over a large event.
  const fitting = await inSlices(
    filterSliced(triggers, ({ condition }) => condition === null || meetsFilter(condition, event, null)),
  )
  const starts = await Promise.allSettled(fitting.map((trigger) => start(trigger, event, services)))
  return {
    runIds: starts.flatMap((start) => (start.status === 'fulfilled' ? (start.value ?? []) : [])),
    failures: starts.flatMap((start) => (start.status === 'rejected' ? [start.reason] : [])),
  }
}

async function start(
  trigger: EventTriggerRow,
  event: SeenEvent,
  services: StartServices,
): Promise<string | null> {
  const at = new Date(services.clock.now())
  try {
    const accepted = await acceptRun(runOf(trigger, event), null, services)
    await services.triggers.fired(trigger.id, at, null)
    return accepted?.runId ?? null
  } catch (error) {
    if (!isRungraphError(error) || errorTable[error.code].audience !== 'client') throw error
    // It was started by an earlier delivery, before the trigger or its agent was changed.
    const started = await services.runs.known(trigger.projectId, runKeyOf(event.row.id, trigger.id))
    await services.triggers.fired(trigger.id, at, started ? null : error.message)
    return started?.runId ?? null
  }
}

/** The run has the event in its context, without its secrets. */
function runOf(trigger: EventTriggerRow, { row, shown }: SeenEvent) {
  const { projectId, agentId, input, sessionKey, tags, metadata, id, name } = trigger
  const fill = (template: string) =>
    asText(fillTemplate(template, (key) => (key === 'event' ? shown : undefined)))
  return {
    ...{ projectId, agent: { id: agentId }, tags, metadata },
    input: fill(input),
    context: { event: shown },
    idempotencyKey: runKeyOf(row.id, id),
    by: `event trigger ${name}`,
    ...(sessionKey !== null && { sessionKey: fill(sessionKey) }),
    ...asTrigger(trigger),
  }
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
