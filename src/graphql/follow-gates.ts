import { RungraphError } from '../domain/errors.ts'
import type { RunEvent } from '../domain/run-event.ts'
import type { GateStatus } from '../generated/prisma/client.ts'
import type { GraphQLContext } from './context.ts'
import { readId } from './global-id.ts'
import { releasable } from './releasable.ts'

/** Which changes a caller wants to hear of. */
interface Wanted {
  readonly status?: readonly GateStatus[] | null | undefined
  readonly runId?: string | null | undefined
  readonly includeDescendants?: boolean | null | undefined
}

type GateEvent = Extract<RunEvent, { readonly type: 'GateOpened' | 'GateResolved' }>

/** A gate that changed. */
interface ChangedGate {
  readonly gateId: string
}

/**
 * The gates of the caller's project as they change, from now on. Pulled one by one: nothing is held for a slow reader.
 * @throws INVALID_ID, NOT_FOUND
 */
export async function followGates(
  ctx: GraphQLContext,
  { status, runId, includeDescendants }: Wanted,
): Promise<AsyncIterableIterator<ChangedGate>> {
  const run = runId == null ? null : await findRunId(ctx, runId)
  return releasable(ctx.signal, async (signal) => {
    const events = await ctx.log.followGates(ctx.project.id, { signal })
    return changes(events, async (event) => {
      if (run !== null && event.runId !== run)
        if (includeDescendants !== true || !(await isBelow(ctx, event.runId, run))) return false
      return status == null || isIn(ctx, status, event)
    })
  })
}

async function findRunId({ prisma, project }: GraphQLContext, globalId: string): Promise<string> {
  const id = readId('Run', globalId, 'runId')
  const run = await prisma.run.findUnique({ where: { id, projectId: project.id }, select: { id: true } })
  if (run === null) throw new RungraphError('NOT_FOUND', { kind: 'run', key: globalId })
  return run.id
}

async function isBelow({ prisma }: GraphQLContext, id: string, runId: string): Promise<boolean> {
  return (await prisma.run.count({ where: { id, ancestorIds: { has: runId } } })) > 0
}

async function* changes(
  events: AsyncGenerator<RunEvent, void, void>,
  isWanted: (event: GateEvent) => Promise<boolean>,
): AsyncGenerator<ChangedGate, void, void> {
  for await (const event of events) {
    if (event.type !== 'GateOpened' && event.type !== 'GateResolved') continue
    if (await isWanted(event)) yield { gateId: event.data.gateId }
  }
}

/**
 * Whether the gate is in one of these states by what the event says. One that opened and is decided already was in none of them
 * for long enough to be shown: the event of its decision brings it, and so it does not come twice.
 */
async function isIn(
  { prisma }: GraphQLContext,
  statuses: readonly GateStatus[],
  event: GateEvent,
): Promise<boolean> {
  const gate = await prisma.gate.findUnique({
    where: { id: event.data.gateId },
    select: { status: true },
  })
  if (gate === null || !statuses.includes(gate.status)) return false
  return (gate.status === 'OPEN') === (event.type === 'GateOpened')
}
