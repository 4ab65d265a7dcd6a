import type { TokenAccess, TokenScope } from '../domain/access-token.ts'
import { RungraphError } from '../domain/errors.ts'
import { toGlobalId } from './global-id.ts'

/** The error for an operation that an access token does not permit: it names the scope and the abilities of the token. */
export function refuseToken(what: string, access: TokenAccess): RungraphError {
  return new RungraphError('FORBIDDEN', { action: what, access: describeAccess(access) })
}

function describeAccess({ scope, abilities }: TokenAccess): string {
  return `${describeScope(scope)} with ${abilities.join(', ')}`
}

/** The scope in words, different for different scopes. */
export function describeScope(scope: TokenScope): string {
  switch (scope.kind) {
    case 'RUN':
      return `the run ${toGlobalId('Run', scope.runId)}`
    case 'SESSION':
      return `the session "${scope.key}"`
    case 'TAG':
      return `runs with the tag "${scope.tag}"`
    default:
      return scope satisfies never
  }
}
