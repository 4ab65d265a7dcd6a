import { invalid, RungraphError, tooMany } from '../domain/errors.ts'
import type {
  EventTriggerOperations,
  EventTriggerRow,
  EventTriggerStore,
  SaveEventTrigger,
} from '../domain/event-trigger.ts'
import { eventNameFault } from '../domain/received-event.ts'
import { checkText } from '../engine/check-input.ts'
import { readMetadata, readTags } from '../engine/commands/check-labels.ts'
import { findAgent } from '../engine/commands/find-agent.ts'
import { changedPricing, checkInputText, checkKey } from '../engine/commands/run-input.ts'
import { filterFault } from '../engine/gates/wake-by-event.ts'
import type { EngineServices } from '../engine/run/run-context.ts'

/** Maximum number of event triggers of one project: an event may start a run of each. */
const maxTriggers = 100

const maxNameChars = 100

type TriggerServices = Pick<EngineServices, 'agents' | 'newId'> & {
  readonly triggers: EventTriggerStore
}

/** Creates the operations on event triggers (WAIT-4). */
export function createEventTriggerOperations(services: TriggerServices): EventTriggerOperations {
  const { triggers } = services
  return {
    saveEventTrigger: async (call) => {
      const triggerId = await triggers.save(await triggerOf(call, services), maxTriggers)
      if (triggerId !== null) return { triggerId }
      throw tooMany('event triggers of the project', {
        max: maxTriggers,
        remedy: 'Delete those that are not needed.',
      })
    },
    deleteEventTrigger: async ({ projectId, triggerId }) => {
      if (await triggers.delete(projectId, triggerId)) return { triggerId }
      throw new RungraphError('NOT_FOUND', { kind: 'event trigger' })
    },
  }
}

/** The trigger as it is to be: what the caller leaves out stays. */
async function triggerOf(call: SaveEventTrigger, services: TriggerServices): Promise<EventTriggerRow> {
  const { projectId, name } = call
  if (name.trim() === '' || name.length > maxNameChars)
    throw invalid('name', `must have 1 to ${maxNameChars} characters.`)
  checkText('name', name, maxNameChars * 4)
  const before = await services.triggers.find(projectId, name)
  const trigger = {
    id: before?.id ?? services.newId(),
    projectId,
    name,
    event: needed('event', call.event ?? before?.event),
    condition: call.condition === undefined ? (before?.condition ?? null) : call.condition,
    agentId: await agentOf(call, before, services),
    input: needed('input', call.input ?? before?.input),
    sessionKey: call.sessionKey === undefined ? (before?.sessionKey ?? null) : call.sessionKey,
    tags: call.tags === undefined ? (before?.tags ?? []) : readTags('tags', call.tags),
    metadata:
      call.metadata === undefined ? (before?.metadata ?? {}) : readMetadata('metadata', call.metadata),
    ...changedPricing(call, before),
    enabled: call.enabled ?? before?.enabled ?? true,
  }
  checkTrigger(trigger)
  return trigger
}

function checkTrigger({ event, condition, input, sessionKey }: EventTriggerRow): void {
  checkEventName('event', event)
  const fault = condition === null ? null : filterFault(condition, 'trigger')
  if (fault !== null) throw invalid('condition', `${fault}. For example: event.data.amount > 100`)
  checkInputText('input', input)
  checkKey('sessionKey', sessionKey ?? undefined)
}

/** Checks the name of an event, or the id that its sender has for it. @throws INVALID_INPUT */
export function checkEventName(field: string, text: string): void {
  const fault = eventNameFault(text)
  if (fault !== null) throw invalid(field, `${fault}.`)
}

async function agentOf(
  { projectId, agent }: SaveEventTrigger,
  before: EventTriggerRow | null,
  { agents }: TriggerServices,
): Promise<string> {
  if (agent !== undefined) return (await findAgent(projectId, agent, agents)).agentId
  return needed('agent', before?.agentId)
}

function needed(field: string, value: string | undefined): string {
  if (value !== undefined) return value
  throw invalid(field, 'is left out, and there is no trigger of this name. A new one needs it.')
}
