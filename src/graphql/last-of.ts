import type { GraphQLContext } from './context.ts'

/**
 * The cursor that a subscription goes on after. An event stream that connects again asks as it did at first, `after` and all: what the
 * `Last-Event-ID` says came later.
 */
export function lastOf(
  { lastEventId }: Pick<GraphQLContext, 'lastEventId'>,
  { after }: { readonly after?: string | null | undefined },
): string | undefined {
  return lastEventId ?? after ?? undefined
}
