import type { FoundGate } from '../../domain/gate.ts'
import { filterSliced, inSlices, pauseWhenLong } from '../../domain/in-slices.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import {
  type FoundWait,
  type ReceivedEventRow,
  resolverOf,
  type TimePosition,
} from '../../domain/received-event.ts'
import type { Vault } from '../../domain/redaction.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { type CelValue, parseExpression, toCel, unknownRead, valuesOf } from '../plan/cel-expression.ts'
import { gateOf } from '../run/held.ts'
import type { EngineServices, RunContext } from '../run/run-context.ts'
import { type DecisionServices, decideFirst } from './resolve-gate.ts'

/*
 * An event and a wait for it may come at the same moment, in two processes. The event is durable before it looks for waits, and the wait
 * before it looks for events: whichever is second sees the other. Of two events, or two looks, one writes the decision (WAIT-3).
 */

type Services = DecisionServices & Pick<EngineServices, 'vault'>

const pageSize = 50

/**
 * Continues the calls that wait for an event, each once: all of them, or those of so many pages. A second call changes nothing.
 * @throws the first failure, after the others continue
 */
export async function wakeByEvent(
  event: SeenEvent,
  services: DecisionServices,
  maxPages = Number.POSITIVE_INFINITY,
): Promise<'all' | 'some'> {
  const failures: unknown[] = []
  let after: TimePosition | null = null
  let pages = 0
  do {
    pages += 1
    const waits: readonly FoundWait[] = await services.runs.events.waitsFor(event.row, after, pageSize)
    const fitting = await inSlices(filterSliced(waits, (wait) => fits(event, wait)))
    const ended = await Promise.allSettled(fitting.map(({ found }) => endWait(found, event, services)))
    failures.push(...ended.flatMap((end) => (end.status === 'rejected' ? [end.reason] : [])))
    const last = waits.at(-1)?.found.gate
    after = last && waits.length === pageSize ? { at: last.createdAt, id: last.id } : null
  } while (after !== null && pages < maxPages)
  if (failures.length > 0) throw failures[0]
  return after === null ? 'all' : 'some'
}

/** Continues a call that waits for an event, if one that counts was there first: before its run rests. Nothing for other calls. */
export async function meetPastEvents(action: ActionRow, ctx: RunContext): Promise<void> {
  const gateId = gateOf(action)
  if (gateId === null || action.type !== 'TOOL' || action.status !== 'RUNNING') return
  await ctx.journal.durable()
  const wait = await ctx.runs.events.waitOf(gateId)
  if (wait) await wakeByPastEvent(wait, ctx)
}

async function wakeByPastEvent(wait: FoundWait, services: Services): Promise<void> {
  let after: TimePosition | null = null
  do {
    const events: readonly ReceivedEventRow[] = await services.runs.events.eventsFor(wait, after, pageSize)
    for (const row of events) {
      const event = seenEvent(row, services.vault)
      if (fits(event, wait)) return endWait(wait.found, event, services)
      await pauseWhenLong()
    }
    const last = events.at(-1)
    after = last && events.length === pageSize ? { at: last.receivedAt, id: last.id } : null
  } while (after !== null)
}

/** The first decision stands: another event, an expiry, the end of the run. */
async function endWait(found: FoundGate, event: SeenEvent, services: DecisionServices): Promise<void> {
  const { row, resolution } = event
  const decided = { status: 'ANSWERED', resolvedBy: resolverOf(row), resolution: resolution() } as const
  await decideFirst(found, decided, services)
}

/** An event as it is shown to the waits and triggers of one delivery: its secrets are opened, and sealed, once for all of them. */
export interface SeenEvent {
  readonly row: ReceivedEventRow
  /** As calls and the runs that it starts are given it, without its secrets. */
  readonly shown: JsonObject
  /** As filters see it: all of its data, where its secrets can still be read. */
  forFilters(): CelValue
  /** As gates keep it: as calls are given it, with its secrets sealed. */
  resolution(): Json
}

/** What costs something is made where it is first needed. */
export function seenEvent(row: ReceivedEventRow, vault: Vault | null): SeenEvent {
  const { key, name, data, sealed, receivedAt } = row
  const shown = { id: key, name, data, receivedAt: receivedAt.toISOString() }
  if (sealed === null || vault === null)
    return { row, shown, forFilters: once(() => toCel(shown)), resolution: () => ({ answer: shown }) }
  const all = once(() => ({ ...shown, data: vault.open(sealed) ?? data }))
  return {
    row,
    shown,
    forFilters: once(() => toCel(all())),
    resolution: once(() => ({ answer: shown, sealed: vault.seal(all()) })),
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}

function fits(event: SeenEvent, { found, runContext }: FoundWait): boolean {
  const { filter } = isJsonObject(found.gate.context) ? found.gate.context : {}
  return typeof filter !== 'string' || meetsFilter(filter, event, runContext)
}

/** Whether an event meets a filter. One that the filter cannot be evaluated with does not: data from outside may lack anything. */
export function meetsFilter(filter: string, event: SeenEvent, runContext: JsonObject | null): boolean {
  const parsed = parseExpression(filter)
  if (!parsed.ok) return false
  const { reads, evaluate } = parsed.expression
  const context = valuesOf(reads.keys, (key) =>
    runContext && Object.hasOwn(runContext, key) ? runContext[key] : undefined,
  )
  const verdict = evaluate(
    new Map([
      ['event', event.forFilters()],
      ['context', context],
    ]),
  )
  return verdict.ok && verdict.holds
}

/** Why a text is no filter of events; `null` where it is one. A wait reads the context of its run too, a trigger has no run. */
export function filterFault(filter: string, by: 'wait' | 'trigger'): string | null {
  const parsed = parseExpression(filter)
  if (!parsed.ok) return parsed.problem
  const unknown = unknownRead(parsed.expression.reads, by === 'wait' ? ['event', 'context'] : ['event'])
  const known = by === 'wait' ? 'there are `event` and `context.<key>`' : 'there is `event` alone'
  return unknown === undefined ? null : `reads \`${unknown}\`: ${known}`
}
