import { setTimeout as delay } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../src/database/connect.ts'
import type { AgentDefinitionInput } from '../../src/domain/agent.ts'
import { defineAgent } from '../../src/domain/defined-agent.ts'
import type { Json, JsonObject } from '../../src/domain/json.ts'
import type { ModelRequest } from '../../src/domain/model.ts'
import { type EventType, isFinishing } from '../../src/domain/run-event.ts'
import type { FeedEvent } from '../../src/domain/run-log.ts'
import type { TestEngine } from './engine.ts'
import { answer, type LiveModel } from './live-model.ts'

/** Script of a run in a tree, which is given to the run as its input: its turns, each of concurrent calls, then its answer. */
export interface Part {
  readonly turns?: readonly (readonly PartCall[])[]
  readonly say?: string
}

export type PartCall =
  | { readonly tool: string; readonly args?: JsonObject }
  | { readonly spawn: Part; readonly agent?: string; readonly overrides?: JsonObject }

/** A call that starts a run which plays the part. */
export const spawn = (part: Part): PartCall => ({ spawn: part })

/** The agent that plays parts, and starts others that do. */
export const player = 'player'

/** Has the model `live/player` play the part that a run's input is. */
export function playParts(live: LiveModel): void {
  live.plays.player = async function* (request) {
    const { part, turn } = placeOf(request)
    const calls = part.turns?.[turn] ?? []
    if (request.toolChoice === 'none') yield answer(request, 'Stopping.')
    else yield answer(request, calls.length > 0 ? '' : (part.say ?? 'Done.'), calls.map(toCall))
  }
}

/** Returns the last input, and the number of turns since. */
function placeOf({ messages }: ModelRequest): { readonly part: Part; readonly turn: number } {
  const last = messages.findLastIndex(({ role }) => role === 'user')
  const asked = messages[last]
  const turn = messages.slice(last).filter(({ role }) => role === 'assistant').length
  return { part: asked?.role === 'user' ? JSON.parse(asked.text) : {}, turn }
}

function toCall(call: PartCall): { readonly name: string; readonly arguments: Json } {
  if ('tool' in call) return { name: call.tool, arguments: call.args ?? {} }
  const { spawn, agent = player, overrides = {} } = call
  return { name: 'spawn_agent', arguments: { agent, input: JSON.stringify(spawn), ...overrides } }
}

/** Stores an agent that plays parts with all tools of the engine, and may start itself. */
export async function definePlayer(
  { services, project }: Pick<TestEngine, 'services' | 'project'>,
  slug: string = player,
  more: Partial<AgentDefinitionInput> = {},
): Promise<void> {
  const defined = defineAgent({
    slug,
    name: slug,
    model: 'live/player',
    tools: services.tools.list().map(({ name }) => name),
    promptSections: [],
    subagents: [slug],
    ...more,
  })
  await services.agents.insert({ projectId: project.id, id: uuidv7(), ...defined })
}

/** Triggers a run that plays the part. */
export async function play(
  { operations, project }: Pick<TestEngine, 'operations' | 'project'>,
  part: Part,
  more: Partial<Parameters<TestEngine['operations']['triggerRun']>[0]> = {},
): Promise<string> {
  const call = { projectId: project.id, agent: { slug: player }, input: JSON.stringify(part), ...more }
  return (await operations.triggerRun(call)).runId
}

/** The runs of a tree, the root first, then in the order in which they were made. */
export function runsOf({ prisma }: Pick<Database, 'prisma'>, rootId: string) {
  return prisma.run.findMany({
    where: { rootId },
    orderBy: [{ depth: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }],
  })
}

/** The whole log of a tree, in its order. It waits for what other transactions of the server hold back. */
export async function treeLog(
  { services }: Pick<TestEngine, 'services'>,
  { prisma }: Pick<Database, 'prisma'>,
  rootId: string,
): Promise<readonly FeedEvent[]> {
  const events: FeedEvent[] = []
  while (events.length < (await prisma.event.count({ where: { rootId } }))) {
    const page = await services.log.readTree(rootId, { after: events.at(-1) ?? null, limit: 1_000 })
    events.push(...page)
    if (page.length === 0) await delay(10)
  }
  return events
}

/** Returns the faults of a tree whose root has ended; empty if there are none (SUB-3). */
export async function faultsOfTree(
  engine: Pick<TestEngine, 'services'>,
  { prisma }: Pick<Database, 'prisma'>,
  rootId: string,
): Promise<readonly string[]> {
  const runs = await runsOf({ prisma }, rootId)
  const log = await treeLog(engine, { prisma }, rootId)
  const last = log.findLastIndex((event) => event.runId === rootId && isFinishing(event.type))
  const [gates, actions, holds] = await Promise.all([
    prisma.gate.findMany({ where: { run: { rootId }, status: 'OPEN' } }),
    // One that was aborted while it waited keeps its step as it was.
    prisma.action.findMany({
      where: { run: { rootId, status: { not: 'CANCELLED' } }, status: { in: ['PENDING', 'RUNNING'] } },
    }),
    prisma.reservation.findMany({ where: { runId: { in: runs.map(({ id }) => id) } } }),
  ])
  const logs = Map.groupBy(log, ({ runId }) => runId)
  return [
    ...(last < 0 ? ['the root has no last event'] : []),
    ...log
      .slice(last + 1)
      .filter(isNoEndOfFired)
      .map(({ runId, seq, type }) => `after the end: ${runId} ${seq} ${type}`),
    ...runs
      .filter(({ status }) => ['QUEUED', 'RUNNING', 'WAITING'].includes(status))
      .map(({ id, status }) => `${status}: ${id}`),
    ...runs.flatMap(({ id }) => faultsOfLog(id, logs.get(id) ?? [])),
    ...gates.map(({ id }) => `open gate: ${id}`),
    ...actions.map(({ id, name, status }) => `${status} action: ${name} ${id}`),
    ...holds.map(({ id }) => `reservation: ${id}`),
  ]
}

/** FIRE_AND_FORGET actions may end after their run (DAG-4). */
const endsOfFired: readonly EventType[] = ['ActionCompleted', 'ActionFailed', 'ChildRunEnded', 'Warning']
function isNoEndOfFired({ type }: FeedEvent): boolean {
  return !endsOfFired.includes(type)
}

/** Its numbers are dense, and its last event, but for the ends of what it fired, is one of rest. */
function faultsOfLog(runId: string, events: readonly FeedEvent[]): readonly string[] {
  const isDense = events.every(({ seq }, index) => seq === index + 1)
  const end = events.findLast(isNoEndOfFired)
  return [
    ...(isDense ? [] : [`the log of ${runId} has gaps`]),
    ...(end && isFinishing(end.type) ? [] : [`the log of ${runId} ends with ${end?.type}`]),
  ]
}
