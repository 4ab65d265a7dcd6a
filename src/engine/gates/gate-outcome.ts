import { invalid } from '../../domain/errors.ts'
import type { GateRow } from '../../domain/gate.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { Redactor, Vault } from '../../domain/redaction.ts'
import type { RecordedGate } from '../../domain/run-history.ts'
import type { RunTrace } from '../../domain/tracer.ts'
import type { Recording } from '../run/run-context.ts'

/** Outcome of a gate for the action or run that waits at it. */
export type GateOutcome =
  | {
      readonly kind: 'proceed'
      /** Arguments that REVISE set; `undefined`: unchanged. */
      readonly revised: Json | undefined
      readonly note: string | null
    }
  /** REVISE with a note alone: the asker is to do it otherwise. */
  | { readonly kind: 'revision-requested'; readonly note: string }
  | { readonly kind: 'refused'; readonly isExpired: boolean; readonly note: string | null }

/** `null` while nobody has decided, and nobody was too late. */
export function gateOutcome(gate: GateRow, means: { readonly vault: Vault | null }): GateOutcome | null {
  const { status, note, onExpiry } = gate
  switch (status) {
    case 'OPEN':
      return null
    case 'APPROVED':
      return { kind: 'proceed', revised: undefined, note }
    case 'REVISED': {
      const revised = readGiven('arguments', gate, means)
      if (revised === null) return { kind: 'refused', isExpired: false, note: lostRevision }
      return revised === undefined
        ? { kind: 'revision-requested', note: note ?? '' }
        : { kind: 'proceed', revised, note }
    }
    // The answer to a call is no decision about it (`readGiven`).
    case 'ANSWERED':
    case 'REJECTED':
    case 'CANCELLED':
      return { kind: 'refused', isExpired: false, note }
    case 'EXPIRED':
      return onExpiry === 'PROCEED'
        ? { kind: 'proceed', revised: undefined, note }
        : { kind: 'refused', isExpired: true, note }
    default:
      return status satisfies never
  }
}

/** The same for a run that goes on from the gate: its trace has the wait (OPS-2). */
export function metGate(
  gate: GateRow,
  ctx: { readonly vault: Vault | null; readonly trace: Pick<RunTrace, 'waited'> },
): GateOutcome | null {
  const outcome = gateOutcome(gate, ctx)
  if (outcome !== null) ctx.trace.waited(gate)
  return outcome
}

const lostRevision = 'The arguments that were put in its place held a secret, and cannot be read any more.'

/** What a person gives a call at its gate: the arguments of REVISE, or the answer of ANSWER. */
type Given = 'arguments' | 'answer'

const unsealable: Record<Given, string> = {
  arguments:
    'hold a secret, and this server has no RUNGRAPH_ENCRYPTION_KEY to keep it with. Reject the call instead, or set one.',
  answer:
    'holds a secret, and this server has no RUNGRAPH_ENCRYPTION_KEY to keep it with. Reject the question instead, or set one.',
}

/** Encodes what a person gave for storage in the gate: redacted, and in full only if encrypted (TAS-7). @throws INVALID_INPUT */
export function keptGiven(
  field: Given,
  given: JsonObject,
  { redactor, vault }: { readonly redactor: Redactor; readonly vault: Vault | null },
): Json {
  const shown = redactor.value(given)
  if (shown === given) return { [field]: given }
  if (!vault) throw invalid(field, unsealable[field])
  return { [field]: shown, sealed: vault.seal(given) }
}

/** Returns what a person or an event gave; `undefined` if there is nothing, `null` if it can no longer be decrypted. */
export function readGiven(
  field: Given,
  { resolution }: GateRow,
  { vault }: { readonly vault: Vault | null },
): Json | undefined {
  if (!isJsonObject(resolution)) return undefined
  const { [field]: given, sealed } = resolution
  return typeof sealed === 'string' ? (vault?.open(sealed) ?? null) : given
}

/** Whether the run that is replayed has a gate about this call at which nobody approved it as it stood (RUN-9). */
export async function wasRefused(name: string, stepNumber: number, recording: Recording): Promise<boolean> {
  const gates = await recording.gates(stepNumber)
  return gates.some((gate) => gate.actionName === name && !isApproved(gate))
}

/** The gate about the plan of a step of the run that is replayed; `null` where none was decided. */
export async function recordedPlanGate(
  stepNumber: number,
  recording: Recording,
): Promise<RecordedGate | null> {
  const gates = await recording.gates(stepNumber)
  return gates.find(({ kind, status }) => kind === 'PLAN_APPROVAL' && status !== 'CANCELLED') ?? null
}

function isApproved({ status, onExpiry }: RecordedGate): boolean {
  return status === 'APPROVED' || (status === 'EXPIRED' && onExpiry === 'PROCEED')
}
