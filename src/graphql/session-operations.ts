import type { SessionOperations } from '../domain/operations.ts'
import type { GraphQLContext } from './context.ts'

/** What can be done about conversations. Throws where the server was put together without it. */
export function sessionOperations({ operations }: GraphQLContext): SessionOperations {
  if (operations.sessions) return operations.sessions
  throw new Error('The server was put together without operations on sessions.')
}
