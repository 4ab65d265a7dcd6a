import DataLoader from 'dataloader'
import type { GraphQLResolveInfo } from 'graphql'
import type { AgentDefinition } from '../domain/agent.ts'
import type { Usage } from '../domain/usage.ts'
import type { PrismaClient } from '../generated/prisma/client.ts'
import { readOutputs } from './action-outputs.ts'
import { readDefinitions, type VersionKey } from './agent-definitions.ts'
import { type CostLeaf, readCostLeaves } from './cost-leaves.ts'
import { fewAtOnce } from './few-at-once.ts'
import { readStepIds, type StepKey } from './step-ids.ts'
import { readUsage, type UsageOwner, type UsageRange } from './usage-statement.ts'

/**
 * What fields of sibling objects ask for in the same moment is read by one statement, within the caller's project.
 * Nothing is kept: a subscription's next event sees the next state of the rows.
 */
export interface Loaders {
  readonly definition: DataLoader<VersionKey, AgentDefinition>
  readonly stepId: DataLoader<StepKey, string>
  /** What an action gave, by its id. */
  readonly output: DataLoader<string, unknown>
  /** What a run's tree spent, by run. */
  readonly costLeaves: DataLoader<string, readonly CostLeaf[]>
  /** What the model calls of an owner used, by its id. */
  usage(owner: UsageOwner, range?: UsageRange): DataLoader<string, Usage>
  /** The loader of one use of one field of the operation, shared by all objects that have the field. */
  ofField<Key, Value>(info: GraphQLResolveInfo, use: string, read: Read<Key, Value>): DataLoader<Key, Value>
}

/** Statements of one request at once: it may not take all connections that the process has, nor have all it asks for in memory. */
const maxReads = 6

interface Sources {
  readonly prisma: PrismaClient
  readonly project: { readonly id: string }
  /** Aborts when nothing more is wanted. */
  readonly givenUp?: AbortSignal | undefined
}

type Read<Key, Value> = (keys: readonly Key[]) => Promise<readonly (Value | Error)[]>

export function createLoaders({ prisma, project, givenUp }: Sources): Loaders {
  const scope = { prisma, projectId: project.id }
  const shared = new Map<string, unknown>()
  const inTurn = fewAtOnce(maxReads)

  function batched<Key, Value>(read: Read<Key, Value>): DataLoader<Key, Value> {
    const next: Read<Key, Value> = (keys) =>
      inTurn(async () => {
        givenUp?.throwIfAborted()
        return read(keys)
      })
    return new DataLoader(next, { cache: false })
  }

  function once<Key, Value>(name: string, read: Read<Key, Value>): DataLoader<Key, Value> {
    // A name is used with one pair of types: it names a field and its use, or an owner and a range.
    const known = shared.get(name) as DataLoader<Key, Value> | undefined
    const loader = known ?? batched(read)
    if (known === undefined) shared.set(name, loader)
    return loader
  }

  return {
    definition: batched((keys) => readDefinitions(scope, keys)),
    stepId: batched((keys) => readStepIds(scope, keys)),
    output: batched((ids) => readOutputs(scope, ids)),
    costLeaves: batched((runIds) => readCostLeaves(scope, runIds)),
    usage: (owner, range = {}) =>
      once(`usage ${owner} ${range.since?.toISOString()} ${range.until?.toISOString()}`, (ids) =>
        readUsage(scope, owner, range, ids),
      ),
    ofField: (info, use, read) => once(`${use} ${fieldName(info)}`, read),
  }
}

/** The field's place in the operation: the same for all items of a list. */
function fieldName(info: GraphQLResolveInfo): string {
  const keys: string[] = []
  for (let at: typeof info.path | undefined = info.path; at !== undefined; at = at.prev) {
    if (typeof at.key === 'string') keys.unshift(at.key)
  }
  return `${info.parentType.name} ${keys.join('.')}`
}
