import type { AccessTokenOperations, CreateAccessToken, TokenScope } from '../domain/access-token.ts'
import { checkSessionKey } from '../domain/agent.ts'
import { invalid, RungraphError } from '../domain/errors.ts'
import { notFound, type ObjectKey } from '../domain/object-key.ts'
import { labelBounds } from '../domain/run-labels.ts'
import { validateText } from '../engine/check-input.ts'
import { checkCallerName } from './caller-name.ts'
import type { TokenSigner } from './token-signer.ts'

/** The objects that an access token can name. */
export interface TokenSubjects {
  /** Whether the project has this run. */
  hasRun(projectId: string, runId: string): Promise<boolean>
  /** Whether the project has or had an API key of this name. */
  hasKeyNamed(projectId: string, name: string): Promise<boolean>
  /** Id of the agent of the project; `null` if there is none. */
  findAgent(projectId: string, agent: ObjectKey): Promise<string | null>
}

interface Services {
  /** `null`: the server has no encryption key. */
  readonly signer: TokenSigner | null
  readonly subjects: TokenSubjects
  readonly newId: () => string
  readonly now: () => number
}

/** Longest life of an access token, because a single token cannot be revoked. */
const maxLifeMs = 86_400_000

/** Creates the operations on access tokens. */
export function createTokenOperations(services: Services): AccessTokenOperations {
  return { createAccessToken: (call) => createAccessToken(call, services) }
}

async function createAccessToken(
  call: CreateAccessToken,
  { signer, subjects, newId, now }: Services,
): ReturnType<AccessTokenOperations['createAccessToken']> {
  const { project, issuer, scope, subject, expiresInMs } = call
  checkCallerName(subject, 'subject')
  if (expiresInMs < 1_000 || expiresInMs > maxLifeMs)
    throw invalid('expiresInMs', `is ${expiresInMs}. Give 1000 to ${maxLifeMs}, which is 24 hours.`)
  await checkScope(project.id, scope, subjects)
  if (await subjects.hasKeyNamed(project.id, subject))
    throw invalid('subject', 'is the name of an API key, so records could not tell them apart. Give another.')
  const agentId = await findTriggeredAgent(call, subjects)
  checkAbilities(call)
  if (signer === null) throw new RungraphError('TOKEN_KEY_MISSING', {})
  const ends = Math.min(now() + expiresInMs, call.callerExpiresAt?.getTime() ?? Number.POSITIVE_INFINITY)
  // The claim is in seconds.
  const expiresAt = new Date(Math.floor(ends / 1_000) * 1_000)
  const abilities = [...new Set(call.abilities)]
  const { childRights } = call
  const token = { id: newId(), project, issuer, scope, abilities, agentId, childRights, subject, expiresAt }
  return { token: await signer.sign(token), subject, expiresAt }
}

/** @throws NOT_FOUND */
async function findTriggeredAgent(
  { project, agent }: CreateAccessToken,
  subjects: TokenSubjects,
): Promise<string | null> {
  if (agent === undefined) return null
  const id = await subjects.findAgent(project.id, agent)
  if (id !== null) return id
  throw notFound('agent', agent)
}

/** TRIGGER needs a place for the run, and an agent: otherwise a holder of the token could start any agent of the project. */
function checkAbilities({ abilities, scope, agent, childRights }: CreateAccessToken): void {
  if (abilities.length === 0) throw invalid('abilities', 'are empty. Give at least READ.')
  const triggers = abilities.includes('TRIGGER')
  if (triggers && scope.kind === 'RUN')
    throw invalid(
      'abilities',
      'contain TRIGGER, which needs a session or a tag. Give `sessionKey` or `tag` instead of `runId`.',
    )
  if (triggers && agent === undefined)
    throw invalid('agent', 'is missing. Name the agent that a token with the ability TRIGGER starts.')
  if (!triggers && agent !== undefined)
    throw invalid('agent', 'is only for the ability TRIGGER. Leave it out.')
  if (!triggers && childRights !== undefined)
    throw invalid('childRights', 'are only for the ability TRIGGER. Leave them out.')
}

async function checkScope(projectId: string, scope: TokenScope, subjects: TokenSubjects): Promise<void> {
  switch (scope.kind) {
    case 'RUN':
      if (!(await subjects.hasRun(projectId, scope.runId)))
        throw new RungraphError('NOT_FOUND', { kind: 'run' })
      return
    case 'SESSION':
      checkSessionKey(scope.key)
      return
    case 'TAG':
      checkTag(scope.tag)
      return
    default:
      scope satisfies never
  }
}

/** As tags of runs are: a token for another tag would never reach a run. */
function checkTag(tag: string): void {
  const { maxTagLength } = labelBounds
  const fault = validateText(tag)
  if (fault !== null) throw invalid('tag', fault)
  if (tag === '' || tag !== tag.trim() || tag.length > maxTagLength)
    throw invalid('tag', `must have 1 to ${maxTagLength} characters, without spaces around them.`)
}
