import type { AgentDefinition, AgentVersion, CurrentAgent } from './agent.ts'
import type { ObjectKey } from './object-key.ts'

/** The rows of agents and their immutable versions. All is within one project. */
export interface AgentStore {
  /** The agent with its newest version; `null` where there is none, or it is archived. */
  find(projectId: string, key: ObjectKey): Promise<CurrentAgent | null>
  /** The slug of an agent that is archived; `null` for any other key. */
  findArchived(projectId: string, key: ObjectKey): Promise<string | null>
  /** The definition of this version; `null` where there is none. */
  findVersion(projectId: string, agentId: string, version: number): Promise<AgentDefinition | null>
  /** False where the slug is taken. */
  insert(agent: NewAgent): Promise<boolean>
  /** Adds a version on top of `agent.version`; false where another came first, or the agent was archived. */
  addVersion(projectId: string, agent: AgentVersion & Authored): Promise<boolean>
  /** Archives or restores it, and has a restored one be one of the API; one that is in that state stays so. False where there is none. */
  setArchived(projectId: string, agentId: string, isArchived: boolean): Promise<boolean>
  /** Deletes it with its versions and policies, unless something refers to it. */
  remove(projectId: string, agentId: string): Promise<RemovedDefinition>
  count(projectId: string): Promise<number>
}

interface NewAgent extends Omit<AgentVersion, 'agentId' | 'version'>, Authored {
  readonly projectId: string
  readonly id: string
}

/** Who made a version: the name of a caller, from their credentials; absent: the engine itself. */
export interface Authored {
  readonly createdBy?: string | undefined
}

/** Outcome of deleting an agent or a workflow. */
export type RemovedDefinition =
  | { readonly kind: 'removed' }
  | { readonly kind: 'missing' }
  /** Kinds of objects that refer to it, as messages call them. */
  | { readonly kind: 'used'; readonly slug: string; readonly by: readonly string[] }
