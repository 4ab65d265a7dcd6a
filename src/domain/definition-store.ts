import type { AgentDefinition, CurrentAgent } from './agent.ts'
import type { ObjectKey } from './object-key.ts'

/** An agent or a workflow in one of its versions. */
export interface Versioned<Definition> {
  readonly slug: string
  readonly version: number
  readonly definition: Definition
}

/** The rows of agents or of workflows, with their immutable versions. All is within one project. */
export interface DefinitionStore<Current extends Versioned<Definition>, Definition> {
  /** It with its newest version; `null` where there is none, or it is archived. */
  find(projectId: string, key: ObjectKey): Promise<Current | null>
  /** The slug of one that is archived; `null` for any other key. */
  findArchived(projectId: string, key: ObjectKey): Promise<string | null>
  /** The definition of this version; `null` where there is none. */
  findVersion(projectId: string, id: string, version: number): Promise<Definition | null>
  /** Stores a new one as its version 1; false where the slug is taken. */
  insert(added: NewDefinition<Definition>): Promise<boolean>
  /** Adds a version on top of `next.version`; false where another came first, or it was archived. */
  addVersion(projectId: string, next: NextVersion<Definition>): Promise<boolean>
  /**
   * Gives the version `next.version` the keys in the order of `next.definition`, which is the same besides: its own were sorted by the
   * database when it was stored. False where they were not, or it is not the newest.
   */
  takeOrder(projectId: string, next: NextVersion<Definition>): Promise<boolean>
  /** Archives or restores it; one that is in that state stays so. False where there is none. */
  setArchived(projectId: string, id: string, isArchived: boolean): Promise<boolean>
  /** Deletes it with its versions, unless something refers to it. */
  remove(projectId: string, id: string): Promise<RemovedRow>
}

/** The rows of agents. A restored agent is one of the API; a deleted one takes its policies with it. */
export interface AgentStore extends DefinitionStore<CurrentAgent, AgentDefinition> {
  count(projectId: string): Promise<number>
}

export interface NewDefinition<Definition> extends Authored {
  readonly projectId: string
  readonly id: string
  readonly slug: string
  readonly definition: Definition
}

export interface NextVersion<Definition> extends Authored {
  readonly id: string
  readonly version: number
  readonly definition: Definition
}

interface Authored {
  /** Who made the version: the name of a caller, from their credentials; absent: the engine itself. */
  readonly createdBy?: string | undefined
}

/** Outcome of deleting a row that others may refer to. */
export type RemovedRow =
  | { readonly kind: 'removed' }
  | { readonly kind: 'missing' }
  /** What messages call it, and the kinds of objects that refer to it. */
  | { readonly kind: 'used'; readonly name: string; readonly by: readonly string[] }
