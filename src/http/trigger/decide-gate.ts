import { parse } from 'graphql'
import { z } from 'zod'
import { gateDecision } from '../../domain/gate.ts'
import type { Graph } from './graph.ts'

/** A decision as callers without GraphQL give it; the operation checks the rest. */
export const givenDecision = z.strictObject({
  decision: gateDecision,
  note: z.string().optional(),
  arguments: z.record(z.string(), z.unknown()).optional(),
  answer: z.record(z.string(), z.unknown()).optional(),
})

const document = parse(`mutation Decide($input: ResolveGateInput!) {
  resolveGate(input: $input) {
    __typename
    ... on Gate { run { id } }
    ... on Error { message }
    ... on InvalidInputError { path }
  }
}`)

const decided = z.union([
  z.object({ run: z.object({ id: z.string() }) }),
  z.object({ message: z.string(), path: z.array(z.string()).optional() }),
])

/** Decides at a gate; gives its run, or why the decision is refused. */
export async function decideGate(graph: Graph, id: string, given: z.infer<typeof givenDecision>) {
  const { resolveGate } = await graph.ask(document, { input: { id, ...given } })
  return decided.parse(resolveGate)
}
