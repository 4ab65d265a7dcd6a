import type { PolicyOperations } from '../domain/operations.ts'
import type { GraphQLContext } from './context.ts'

/** What can be done about which calls are permitted. Throws where the server was put together without it. */
export function policyOperations({ operations }: GraphQLContext): PolicyOperations {
  if (operations.policies) return operations.policies
  throw new Error('The server was put together without operations on policies.')
}
