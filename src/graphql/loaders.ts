import DataLoader from 'dataloader'
import type { GraphQLResolveInfo } from 'graphql'
import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'
import type { TokenScope } from '../domain/access-token.ts'
import { type AgentDefinition, agentDefinition } from '../domain/agent.ts'
import type { CompactedView } from '../domain/conversation.ts'
import type { ConversationKey, Reads, ScopedKind } from '../domain/reads.ts'
import type { RunEvent } from '../domain/run-event.ts'
import type { Usage } from '../domain/usage.ts'
import type { CostLeaf, UsageOwner, UsageRange } from '../domain/usage-reads.ts'
import type { PrismaClient } from '../generated/prisma/client.ts'
import { type StepPlan, shapeStepPlans } from './step-plans.ts'

/** The rows that a statement may read: those of one project (KEY-5). */
export interface ProjectScope {
  readonly prisma: PrismaClient
  readonly projectId: string
}

/**
 * Loaders read the same field of sibling objects with one statement, within the caller's project (API-12). They cache nothing but plans:
 * the next event of a subscription sees the next state of the rows.
 */
export interface Loaders {
  readonly definition: DataLoader<VersionKey, AgentDefinition>
  readonly stepId: DataLoader<StepKey, string>
  /** Plans of steps, by step id. A query works each out once, wherever it asks for it; every other operation sees the next state. */
  plan(info: GraphQLResolveInfo): DataLoader<string, StepPlan | null>
  /** Makes the rows of runs as new as their events: one shows nothing older than itself (EVT-6). */
  readonly current: DataLoader<Pick<RunEvent, 'runId' | 'seq'>, true>
  /** Outputs of actions, by action id. */
  readonly output: DataLoader<string, unknown>
  /** Compactions of conversations: one reading for all fields of an object that need them. */
  compactions(kind: ConversationKey['kind']): DataLoader<ConversationKey, readonly CompactedView[]>
  /** Cost of the trees of runs, by run id. */
  readonly costLeaves: DataLoader<string, readonly CostLeaf[]>
  /** Usage of the model calls of an owner, by its id. */
  usage(owner: UsageOwner, range?: UsageRange): DataLoader<string, Usage>
  /** Whether objects of a kind belong to runs that an access token reaches, by id. */
  within(scope: TokenScope, kind: ScopedKind): DataLoader<string, boolean>
  /** The loader of one use of one field of the operation, shared by all objects that have the field. */
  ofField<Key, Value>(info: GraphQLResolveInfo, use: string, read: Read<Key, Value>): DataLoader<Key, Value>
  /** The same by a read that gives one value for each key. */
  read<Name extends KeyedRead>(info: GraphQLResolveInfo, name: Name): DataLoader<KeyOf<Name>, ValueOf<Name>>
}

type KeyOf<Name extends keyof Reads> = Reads[Name] extends (
  projectId: string,
  keys: readonly (infer Key)[],
) => unknown
  ? Key
  : never
type ValueOf<Name extends keyof Reads> = Reads[Name] extends (
  ...given: never
) => Promise<readonly (infer Value)[]>
  ? Value
  : never
type KeyedRead = {
  [Name in keyof Reads]: Reads[Name] extends (projectId: string, keys: never) => Promise<readonly unknown[]>
    ? Name
    : never
}[keyof Reads]

/** A query keeps so many plans; one of ten thousand actions takes megabytes. */
const keptPlans = 10

/** Statements of one request at once: it may not take all connections that the process has, nor have all it asks for in memory. */
const maxReads = 6

interface Sources {
  readonly prisma: PrismaClient
  readonly reads: Reads
  readonly project: { readonly id: string }
  /** Nothing more is read for an answer that is refused. */
  readonly answer?: { readonly refusal: Error | null } | undefined
  /** Nor for a caller that went away. */
  readonly signal?: AbortSignal | undefined
}

type Read<Key, Value> = (keys: readonly Key[]) => Promise<readonly (Value | Error)[]>

export function createLoaders({ prisma, reads, project, answer, signal }: Sources): Loaders {
  const scope = { prisma, projectId: project.id }
  const shared = new Map<string, unknown>()
  // A subscription may be open for long and need none of these.
  let limit: LimitFunction | undefined

  function batched<Key, Value>(
    read: Read<Key, Value>,
    options: DataLoader.Options<Key, Value> = { cache: false },
  ): DataLoader<Key, Value> {
    limit ??= pLimit(maxReads)
    const inTurn = limit
    const next: Read<Key, Value> = (keys) =>
      inTurn(async () => {
        if (answer?.refusal) throw answer.refusal
        signal?.throwIfAborted()
        return read(keys)
      })
    return new DataLoader(next, options)
  }

  function once<Key, Value>(
    name: string,
    read: Read<Key, Value>,
    options?: DataLoader.Options<Key, Value>,
  ): DataLoader<Key, Value> {
    // A name is used with one pair of types: it names a field and its use, or an owner and a range.
    const known = shared.get(name) as DataLoader<Key, Value> | undefined
    const loader = known ?? batched(read, options)
    if (known === undefined) shared.set(name, loader)
    return loader
  }

  return {
    get definition() {
      return once<VersionKey, AgentDefinition>('definition', (keys) => readDefinitions(scope, keys))
    },
    get stepId() {
      return once<StepKey, string>('stepId', (keys) => readStepIds(scope, keys))
    },
    plan: (info) => {
      const read: Read<string, StepPlan | null> = async (ids) =>
        shapeStepPlans(await reads.stepPlans(project.id, ids))
      return info.operation.operation === 'query'
        ? once('plan of a query', read, { cacheMap: new LRUCache({ max: keptPlans }) })
        : once('plan', read)
    },
    get current() {
      return once<Pick<RunEvent, 'runId' | 'seq'>, true>('current', async (events) => {
        await reads.bringUpTo(events)
        return events.map(() => true as const)
      })
    },
    get output() {
      return once<string, unknown>('output', (ids) => readOutputs(scope, ids))
    },
    // One statement reads compactions of one kind.
    compactions: (kind) =>
      once(`compactions ${kind}`, (keys) => readDistinct(keys, (one) => reads.compactions(project.id, one))),
    get costLeaves() {
      return once<string, readonly CostLeaf[]>('costLeaves', (ids) => reads.costLeaves(project.id, ids))
    },
    usage: (owner, range) => {
      const times = range === undefined ? '' : `${range.since?.toISOString()} ${range.until?.toISOString()}`
      return once(`usage ${owner} ${times}`, (ids) => reads.usage(project.id, owner, range ?? {}, ids))
    },
    // A request has one caller, and so one scope.
    within: (scope, kind) =>
      once(`within ${kind}`, async (ids) => {
        const found = await reads.within(project.id, scope, kind, ids)
        return ids.map((id) => found.has(id))
      }),
    ofField: (info, use, read) => once(`${use} ${fieldName(info)}`, read),
    read: <Name extends KeyedRead>(info: GraphQLResolveInfo, name: Name) => {
      // The compiler sees the types of all reads at once.
      const read = reads[name] as (
        projectId: string,
        keys: readonly KeyOf<Name>[],
      ) => Promise<ValueOf<Name>[]>
      return once<KeyOf<Name>, ValueOf<Name>>(`${name} ${fieldName(info)}`, (keys) => read(project.id, keys))
    },
  }
}

/** Reads a conversation once that several fields ask for at the same time. */
async function readDistinct<Value>(
  keys: readonly ConversationKey[],
  read: (distinct: readonly ConversationKey[]) => Promise<readonly Value[]>,
): Promise<readonly (Value | Error)[]> {
  const distinct = [...new Map(keys.map((key) => [JSON.stringify(key), key]))]
  const values = await read(distinct.map(([, key]) => key))
  const found = new Map(distinct.map(([name], index) => [name, values[index]]))
  return keys.map((key) => found.get(JSON.stringify(key)) ?? new Error('A conversation was not read.'))
}

/** The field's place in the operation: the same for all items of a list. */
function fieldName(info: GraphQLResolveInfo): string {
  const keys: string[] = []
  for (let at: typeof info.path | undefined = info.path; at !== undefined; at = at.prev) {
    if (typeof at.key === 'string') keys.unshift(at.key)
  }
  return `${info.parentType.name} ${keys.join('.')}`
}

/** Reads the outputs of these actions, in their order; `null` if there is none. */
async function readOutputs(
  { prisma, projectId }: ProjectScope,
  ids: readonly string[],
): Promise<readonly unknown[]> {
  const rows = await prisma.action.findMany({
    where: { projectId, id: { in: [...new Set(ids)] } },
    select: { id: true, output: true },
  })
  const outputs = new Map(rows.map((row) => [row.id, row.output]))
  return ids.map((id) => outputs.get(id) ?? null)
}

/** A version of an agent. */
interface VersionKey {
  readonly agentId: string
  readonly version: number
}

/** The definitions of these versions, in their order. */
async function readDefinitions(
  { prisma, projectId }: ProjectScope,
  keys: readonly VersionKey[],
): Promise<readonly AgentDefinition[]> {
  const distinct = new Map(keys.map((key) => [nameOf(key), key]))
  const rows = await prisma.agentVersion.findMany({
    where: { projectId, OR: [...distinct.values()].map(({ agentId, version }) => ({ agentId, version })) },
  })
  const found = new Map(rows.map((row) => [nameOf(row), row.definition]))
  return keys.map((key) => agentDefinition.parse(found.get(nameOf(key))))
}

function nameOf({ agentId, version }: VersionKey): string {
  return `${agentId} ${version}`
}

/** A step, as an event names it. */
interface StepKey {
  readonly runId: string
  readonly number: number
}

/** The ids of these steps, in their order; an error in the place of one that does not exist. */
async function readStepIds(
  { prisma, projectId }: ProjectScope,
  keys: readonly StepKey[],
): Promise<readonly (string | Error)[]> {
  const rows = await prisma.step.findMany({
    where: { projectId, OR: keys.map(({ runId, number }) => ({ runId, number })) },
    select: { id: true, runId: true, number: true },
  })
  const found = new Map(rows.map((row) => [stepNameOf(row), row.id]))
  return keys.map(
    (key) => found.get(stepNameOf(key)) ?? new Error(`Run ${key.runId} has no step ${key.number}.`),
  )
}

function stepNameOf({ runId, number }: StepKey): string {
  return `${runId} ${number}`
}
