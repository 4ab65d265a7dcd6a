import type { Json } from './json.ts'

/** What an action of a plan is performed with. */
export interface Performance {
  readonly projectId: string
  readonly runId: string
  readonly stepNumber: number
  readonly target: string
  readonly parameters: Json
  /** The same for a repeated attempt (TAS-5). */
  readonly idempotencyKey: string
  /** Aborted when the run is, or when the action's time is up. */
  readonly signal: AbortSignal
}

/** Who performs the actions of one type: runs agents, executes workflows (DAG-8). */
export interface Performer {
  knows(target: string): boolean
  /** Gives the action's output; what it throws is the action's error. */
  perform(performance: Performance): Promise<Json>
}

/** The types of actions that a server may be given a performer for; a plan that names another is refused. */
export type Performers = Readonly<Partial<Record<'AGENT' | 'WORKFLOW', Performer>>>
