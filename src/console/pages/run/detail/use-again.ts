import { useMemo } from 'react'
import type { OperationContext } from 'urql'

/** A context of a query that has it sent again whenever `version` changes. */
export function useAgain(version: unknown): Partial<OperationContext> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object is what has the query sent again.
  return useMemo(() => ({ requestPolicy: 'cache-and-network' as const }), [version])
}
