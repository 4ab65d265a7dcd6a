import type { RelicAdministration } from '../domain/operations.ts'
import type { GraphQLContext } from './context.ts'

/** What can be done about relics. Throws where the server was put together without it. */
export function relicAdministration({ operations }: GraphQLContext): RelicAdministration {
  if (operations.relics) return operations.relics
  throw new Error('The server was put together without operations on relics.')
}
