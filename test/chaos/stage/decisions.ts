import { Refused, resultOf } from '../clients/graphql-client.ts'
import { eventually } from '../eventually.ts'
import type { Run } from './run.ts'
import type { Stage } from './stage.ts'

/** Outcome of a request in the API where another request may win. */
export type Decided =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }

/** Asks a server, by default any, to abort a run. */
export async function abort(stage: Stage, run: Run, nth?: number): Promise<Decided> {
  return decided(async () => {
    const { abortRun } = await stage.ask<{ abortRun: { id: string } }>(
      'mutation($id: ID!) { abortRun(input: { id: $id }) { ... on Run { id } ... on Error { code message } } }',
      { id: run.globalId },
      nth,
    )
    resultOf(abortRun)
  })
}

/** Decides at a gate. */
export async function resolveGate(
  stage: Stage,
  gateId: string,
  decision: 'APPROVE' | 'REJECT' | 'REVISE',
  nth?: number,
  note?: string,
): Promise<Decided> {
  return decided(async () => {
    const { resolveGate } = await stage.ask<{ resolveGate: { id: string } }>(
      `mutation($input: ResolveGateInput!) {
        resolveGate(input: $input) { ... on Gate { id } ... on Error { code message } }
      }`,
      { input: { id: gateId, decision, ...(note !== undefined && { note }) } },
      nth,
    )
    resultOf(resolveGate)
  })
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

async function decided(ask: () => Promise<void>): Promise<Decided> {
  try {
    await ask()
    return { kind: 'accepted' }
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', code: error.code, message: error.message }
    throw error
  }
}
