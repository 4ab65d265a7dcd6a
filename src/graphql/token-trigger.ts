import type { TokenAccess, TokenScope } from '../domain/access-token.ts'
import { sha256 } from '../domain/hash.ts'
import { toTokenKey } from '../domain/idempotency-key.ts'
import type { GraphQLContext } from './context.ts'
import { canBeName, toGlobalId, toKey } from './global-id.ts'
import { describeScope, refuseToken } from './token-refusal.ts'

/** Options of a run that the holder of a token may set. */
const triggerOptions = ['agent', 'input', 'files', 'sessionKey', 'idempotencyKey']

/**
 * The input of `triggerRun` for a run of the agent of the token, in its scope. Everything else about the run is for the server that issued
 * the token to say. @throws FORBIDDEN
 */
export async function narrowTrigger(
  input: Readonly<Record<string, unknown>>,
  access: TokenAccess,
  ctx: GraphQLContext,
): Promise<Readonly<Record<string, unknown>>> {
  const { scope, agentId } = access
  const given = Object.keys(input).filter((name) => input[name] !== undefined)
  const extra = given.find((name) => !triggerOptions.includes(name))
  if (extra !== undefined) throw refuseToken(`triggerRun with \`${extra}\``, access)
  if (agentId === null || (input.agent != null && (await findAgent(String(input.agent), ctx)) !== agentId))
    throw refuseToken('triggerRun of this agent', access)
  if (input.sessionKey != null && !isOwnSession(input.sessionKey, scope))
    throw refuseToken('triggerRun in this session', access)
  return {
    input: input.input,
    ...(input.files != null && { files: input.files }),
    agent: toGlobalId('Agent', agentId),
    ...(input.idempotencyKey != null && {
      idempotencyKey: idempotencyKeyWithin(scope, String(input.idempotencyKey)),
    }),
    ...(scope.kind === 'SESSION' && { sessionKey: scope.key }),
    ...(scope.kind === 'TAG' && { tags: [scope.tag] }),
  }
}

/** Keys of different scopes are different keys: the holder of a token neither meets nor takes a key of anybody else. */
function idempotencyKeyWithin(scope: TokenScope, key: string): string {
  return toTokenKey(sha256(describeScope(scope)).slice(0, 16), key)
}

async function findAgent(text: string, { prisma, project }: GraphQLContext): Promise<string | null> {
  const key = toKey('Agent', text)
  if ('id' in key) return key.id
  if (!canBeName(text)) return null
  const where = { projectId_slug: { projectId: project.id, slug: text } }
  return (await prisma.agent.findUnique({ where, select: { id: true } }))?.id ?? null
}

/** Whether a key is that of the session of a token. */
export function isOwnSession(key: unknown, scope: TokenScope): boolean {
  return scope.kind === 'SESSION' && scope.key === key
}
