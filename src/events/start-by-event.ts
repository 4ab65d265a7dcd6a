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

/**
 * Starts a run of each trigger that an event fits, and gives their ids. The event and the trigger are its idempotency key: however often it
 * is delivered, there is one run (WAIT-4). What cannot trigger a run is the trigger's last error.
 */
export async function startByEvent(
  event: ReceivedEventRow,
  services: StartServices,
): Promise<readonly string[]> {
  const triggers = await services.triggers.enabledFor(event.projectId, event.name)
  const { vault } = services
  const fitting = triggers.filter(
    ({ filter }) => filter === null || meetsFilter(filter, event, { runContext: null, vault }),
  )
  const started = await Promise.all(fitting.map((trigger) => start(trigger, event, services)))
  return started.filter((runId) => runId !== null)
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
    // The run was started by an earlier delivery, before the trigger was changed.
    const isStarted = error.code === 'IDEMPOTENCY_CONFLICT'
    await services.triggers.fired(trigger.id, at, isStarted ? null : error.message)
    return null
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
