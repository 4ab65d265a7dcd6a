import type { AgentInCode } from './defined-agent.ts'

/** A set of agents in code, as one process has it. */
export interface AgentSet {
  readonly projectId: string
  readonly agents: readonly AgentInCode[]
  /** SHA-256 of the agents as canonical JSON, with the properties of schemas in their order: two processes with the same code have the same. */
  readonly hash: string
  /** Id of the process. */
  readonly holderId: string
}

/** State of a set in the database, when a process brings it. */
export interface KnownSets {
  /** The set in force; `null`: the project had none yet. */
  readonly current: { readonly hash: string; readonly isHeld: boolean } | null
  /** Whether the set was in force before. */
  readonly isKnown: boolean
}

/**
 * Whether a process brings its set into force (EMB-2). A new set is a new deployment: it is applied. One that was in force before belongs
 * to a process that is older than the deployment, and restarts; or code was rolled back. It is applied once no process holds the set in
 * force: so two versions of the code that run side by side never take turns, and in the end the set of those that remain is in force.
 */
export function isToApply(hash: string, { current, isKnown }: KnownSets): boolean {
  return current === null || current.hash === hash || !isKnown || !current.isHeld
}

/** Slugs of the agents that a set changed. */
export interface AgentSetChanges {
  readonly created: readonly string[]
  /** They got a new version. */
  readonly changed: readonly string[]
  readonly restored: readonly string[]
  readonly archived: readonly string[]
  /** They were agents of the API before. */
  readonly takenOver: readonly string[]
}

/** Outcome for a set that a process brought; `left`: another is in force. */
export type AgentSetOutcome = ({ readonly kind: 'applied' } & AgentSetChanges) | { readonly kind: 'left' }

/** The rows that keep agents in code and those of the database in step. */
export interface AgentSetStore {
  /**
   * Notes that the process holds the set, and brings it into force unless `isToApply` says no: all in one transaction, one process at a
   * time. A process that was not seen for 60 s holds nothing.
   */
  hold(set: AgentSet): Promise<AgentSetOutcome>
  /** Notes that the process holds nothing any more. */
  release(set: Pick<AgentSet, 'holderId'>): Promise<void>
}
