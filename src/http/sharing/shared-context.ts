import type { Identity } from '../../domain/caller.ts'
import { createContext, type GraphQLContext } from '../../graphql/context.ts'

/**
 * The context of an execution whose results go to several subscriptions: the properties they have in common, and nothing of the one that it
 * is made from. It continues after the cursor of that one.
 */
export function createSharedContext(of: GraphQLContext): GraphQLContext {
  const { prisma, reads, operations, log, tools, priceOf, catalogue, server } = of
  const { project, issuer, position, lastEventId } = of
  return createContext(
    { prisma, reads, operations, log, tools, priceOf, catalogue, server },
    { caller: nameless(of.caller), project, issuer },
    { lastEventId: position.cursor ?? lastEventId },
  )
}

/** An anonymous caller with the rights of another: a result that depended on the caller would be shown to others. */
function nameless({ role, access }: Identity): Identity {
  return {
    role,
    access,
    get name(): never {
      throw new Error('A shared result cannot depend on the name of a caller.')
    },
    get kind(): never {
      throw new Error('A shared result cannot depend on the credentials of a caller.')
    },
    get expiresAt(): never {
      throw new Error('A shared result cannot depend on the credentials of a caller.')
    },
  }
}
