import { errorTable, isRungraphError } from '../domain/errors.ts'
import { type EventTriggerRow, type EventTriggerStore, runKeyOf } from '../domain/event-trigger.ts'
import type { Json } from '../domain/json.ts'
import type { ReceivedEventRow } from '../domain/received-event.ts'
import { fillTemplate } from '../domain/references.ts'
import { acceptRun } from '../engine/commands/trigger-run.ts'
import { meetsFilter, shownEvent } from '../engine/gates/wake-by-event.ts'
import type { EngineServices } from '../engine/run/run-context.ts'

export type StartServices = Pick<
  EngineServices,
  'agents' | 'runs' | 'log' | 'clock' | 'newId' | 'wakeups' | 'vault'
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
export async function startByEvent(event: ReceivedEventRow, services: StartServices): Promise<Started> {
  const triggers = await services.triggers.enabledFor(event.projectId, event.name)
  const { vault } = services
  const fitting = triggers.filter(
    ({ condition }) => condition === null || meetsFilter(condition, event, { runContext: null, vault }),
  )
  const starts = await Promise.allSettled(fitting.map((trigger) => start(trigger, event, services)))
  return {
    runIds: starts.flatMap((start) => (start.status === 'fulfilled' ? (start.value ?? []) : [])),
    failures: starts.flatMap((start) => (start.status === 'rejected' ? [start.reason] : [])),
  }
}

async function start(
  trigger: EventTriggerRow,
  event: ReceivedEventRow,
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
    const started = await services.runs.known(event.projectId, runKeyOf(event.id, trigger.id))
    await services.triggers.fired(trigger.id, at, started ? null : error.message)
    return started?.runId ?? null
  }
}

/** The run has the event in its context, without its secrets. */
function runOf(trigger: EventTriggerRow, event: ReceivedEventRow) {
  const { projectId, agentId, input, sessionKey, tags, metadata, id, name } = trigger
  const shown = shownEvent(event, event.data)
  const fill = (template: string) =>
    asText(fillTemplate(template, (key) => (key === 'event' ? shown : undefined)))
  return {
    ...{ projectId, agent: { id: agentId }, tags, metadata },
    input: fill(input),
    context: { event: shown },
    idempotencyKey: runKeyOf(event.id, id),
    by: `event trigger ${name}`,
    ...(sessionKey !== null && { sessionKey: fill(sessionKey) }),
  }
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
