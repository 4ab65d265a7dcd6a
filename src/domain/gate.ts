import type { Json } from './json.ts'

/** Why a human must decide: what the engine itself opens gates for. */
export const gateKinds = ['LOW_CONFIDENCE', 'IDENTICAL_ERRORS', 'MONITOR'] as const
export type GateKind = (typeof gateKinds)[number]

export type GateStatus = 'OPEN' | 'APPROVED' | 'REJECTED' | 'REVISED' | 'EXPIRED' | 'CANCELLED'

/** A point where a human must decide (JDG-4). It is a row and nothing else: while it is open no process holds anything for it. */
export interface GateRow {
  readonly id: string
  readonly projectId: string
  readonly runId: string
  /** The step after which it opened. */
  readonly stepId: string | null
  /** The action that it is about; `null` where it is about the whole run. */
  readonly actionId: string | null
  readonly kind: GateKind
  readonly reason: string
  /** What the decision is about, for the one who decides. */
  readonly context: Json
  readonly status: GateStatus
  readonly note: string | null
  readonly resolution: Json
  readonly resolvedBy: string | null
  readonly resolvedAt: Date | null
  readonly expiresAt: Date | null
  readonly onExpiry: string | null
  readonly createdAt: Date
}

/** The rows of gates. They are written with the commits of their run, so that run and gates never disagree. */
export interface GateStore {
  /** The gates that a run waits at, oldest first. */
  open(runId: string): Promise<readonly GateRow[]>
}
