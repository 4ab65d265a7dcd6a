import { Refused } from '../clients/graphql-client.ts'
import { eventually } from '../eventually.ts'
import type { Run } from './run.ts'
import type { Stage } from './stage.ts'

/** Outcome of a request in the API where another request may win. */
export type Decided =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }

/** Asks a server, by default any, to abort a run. */
export async function abort(stage: Stage, run: Run, nth?: number): Promise<Decided> {
  return decided(stage.mutate('abortRun', 'Run', { id: run.globalId }, nth))
}

/** Decides at a gate. */
export async function resolveGate(
  stage: Stage,
  gateId: string,
  decision: 'APPROVE' | 'REJECT' | 'REVISE',
  nth?: number,
  note?: string,
): Promise<Decided> {
  const input = { id: gateId, decision, ...(note !== undefined && { note }) }
  return decided(stage.mutate('resolveGate', 'Gate', input, nth))
}

/** Answers a question. */
export async function answerQuestion(
  stage: Stage,
  gateId: string,
  answer: Readonly<Record<string, unknown>>,
  nth?: number,
): Promise<Decided> {
  return decided(stage.mutate('resolveGate', 'Gate', { id: gateId, decision: 'ANSWER', answer }, nth))
}

/** The global id of the run's open gate of this kind, once there is one. */
export function openGate(stage: Stage, run: Run, kind: string): Promise<string> {
  return gateOf(stage, run, kind, ({ status }) => status === 'OPEN')
}

/** The first gate of its kind, once it has opened; it may have expired since, which on a busy machine happens between two looks. */
export function openedGate(stage: Stage, run: Run, kind: string): Promise<string> {
  return gateOf(stage, run, kind, () => true)
}

interface Gate {
  readonly id: string
  readonly kind: string
  readonly status: string
}

function gateOf(stage: Stage, run: Run, kind: string, isWanted: (gate: Gate) => boolean): Promise<string> {
  return eventually(
    async () => {
      const answer = await stage.ask<{ run: { gates: readonly Gate[] } }>(
        'query($id: ID!) { run(id: $id) { gates { id kind status } } }',
        { id: run.globalId },
      )
      return answer.run.gates.find((gate) => gate.kind === kind && isWanted(gate))?.id
    },
    { what: `a gate ${kind} of ${run.marker} opens`, everyMs: 100 },
  )
}

async function decided(asked: Promise<unknown>): Promise<Decided> {
  try {
    await asked
    return { kind: 'accepted' }
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', code: error.code, message: error.message }
    throw error
  }
}
