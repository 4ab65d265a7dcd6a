import type { FoundGate } from '../../domain/gate.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import {
  type FoundWait,
  type ReceivedEventRow,
  resolverOf,
  type TimePosition,
} from '../../domain/received-event.ts'
import type { Vault } from '../../domain/redaction.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { type CelObject, parseExpression, type Reads, toCel } from '../plan/cel-expression.ts'
import { gateOf } from '../run/held.ts'
import type { EngineServices, RunContext } from '../run/run-context.ts'
import { type DecisionServices, endUndecided, isClosedByRun, writeDecision } from './resolve-gate.ts'

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
  event: ReceivedEventRow,
  services: Services,
  maxPages = Number.POSITIVE_INFINITY,
): Promise<'all' | 'some'> {
  const failures: unknown[] = []
  let after: TimePosition | null = null
  let pages = 0
  do {
    pages += 1
    const waits: readonly FoundWait[] = await services.runs.events.waitsFor(event, after, pageSize)
    const ends = waits
      .filter((wait) => fits(event, wait, services))
      .map(({ found }) => endWait(found, event, services))
    for (const end of await Promise.allSettled(ends)) if (end.status === 'rejected') failures.push(end.reason)
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
    const fitting = events.find((event) => fits(event, wait, services))
    if (fitting) return endWait(wait.found, fitting, services)
    const last = events.at(-1)
    after = last && events.length === pageSize ? { at: last.receivedAt, id: last.id } : null
  } while (after !== null)
}

/** The first decision stands: another event, an expiry, the end of the run. */
async function endWait(first: FoundGate, event: ReceivedEventRow, services: Services): Promise<void> {
  const { runs, clock, vault } = services
  let found: FoundGate | null = first
  while (found && found.gate.status === 'OPEN' && !isClosedByRun(found)) {
    const { gate }: FoundGate = found
    const now = clock.now()
    if (gate.expiresAt !== null && gate.expiresAt.getTime() <= now) {
      await endUndecided('EXPIRED', found, services)
    } else {
      const status = 'ANSWERED'
      const decided = { status, resolvedBy: resolverOf(event), resolvedAt: new Date(now) } as const
      if (
        await writeDecision({ ...gate, ...decided, resolution: resolutionBy(event, vault) }, found, services)
      )
        return
    }
    found = await runs.gates.find(gate.projectId, gate.id)
  }
}

/** The event is in the gate as calls are given it, with its secrets sealed. */
function resolutionBy(event: ReceivedEventRow, vault: Vault | null): Json {
  const answer = shownEvent(event, event.data)
  return event.sealed === null || vault === null
    ? { answer }
    : { answer, sealed: vault.seal(shownEvent(event, allDataOf(event, vault))) }
}

/** An event as calls, filters and the runs that it starts are given it. */
export function shownEvent({ key, name, receivedAt }: ReceivedEventRow, data: Json): JsonObject {
  return { id: key, name, data, receivedAt: receivedAt.toISOString() }
}

/** All of the data of an event; without its secrets where they can no longer be read. */
export function allDataOf({ data, sealed }: ReceivedEventRow, vault: Vault | null): Json {
  return sealed === null ? data : (vault?.open(sealed) ?? data)
}

function fits(event: ReceivedEventRow, { found, runContext }: FoundWait, { vault }: Services): boolean {
  const { filter } = isJsonObject(found.gate.context) ? found.gate.context : {}
  return typeof filter !== 'string' || meetsFilter(filter, event, { runContext, vault })
}

/** Whether an event meets a filter. One that the filter cannot be evaluated with does not: data from outside may lack anything. */
export function meetsFilter(
  filter: string,
  event: ReceivedEventRow,
  { runContext, vault }: { readonly runContext: JsonObject | null; readonly vault: Vault | null },
): boolean {
  const parsed = parseExpression(filter)
  if (!parsed.ok) return false
  const { reads, evaluate } = parsed.expression
  const verdict = evaluate(variablesOf(reads, shownEvent(event, allDataOf(event, vault)), runContext))
  return verdict.ok && verdict.holds
}

/** Only the keys of the context that it reads are converted: the context may be large. */
function variablesOf({ keys }: Reads, event: JsonObject, runContext: JsonObject | null): CelObject {
  const context = [...keys].flatMap((key) => {
    const value = runContext && Object.hasOwn(runContext, key) ? runContext[key] : undefined
    return value === undefined ? [] : [[key, toCel(value)] as const]
  })
  return new Map([
    ['event', toCel(event)],
    ['context', new Map(context)],
  ])
}

/** Why a text is no filter of events; `null` where it is one. A wait reads the context of its run too, a trigger has no run. */
export function filterFault(filter: string, by: 'wait' | 'trigger'): string | null {
  const parsed = parseExpression(filter)
  if (!parsed.ok) return parsed.problem
  const { names, keys, results } = parsed.expression.reads
  const others = [...names].filter((name) => name !== 'event')
  if (results.size > 0) others.push('results')
  if (by === 'trigger' && keys.size > 0) others.push('context')
  const known = by === 'wait' ? 'there are `event` and `context.<key>`' : 'there is `event` alone'
  return others[0] === undefined ? null : `reads \`${others[0]}\`: ${known}`
}
