import type { CurrentAgent } from '../../domain/agent.ts'
import { RungraphError } from '../../domain/errors.ts'
import { drawVersion } from '../../domain/version-traffic.ts'
import type { EngineServices } from './run-context.ts'

/** An agent in the version that a run gets, and the canary that drew it, if one did. */
export interface DrawnAgent {
  readonly agent: CurrentAgent
  readonly canaryId: string | null
}

interface NewRunOf {
  readonly runId: string
  readonly projectId: string
  readonly sessionKey: string | null
}

/**
 * The agent in the version that a new run gets (VER-1): the newest, unless its row says that some versions share its runs. Only then anything
 * is read: the last run of the session, and the definition of another version.
 */
export async function inDrawnVersion(
  newest: CurrentAgent,
  { runId, projectId, sessionKey }: NewRunOf,
  { agents, runs }: Pick<EngineServices, 'agents' | 'runs'>,
): Promise<DrawnAgent> {
  const { traffic, agentId } = newest
  if (traffic === null) return { agent: newest, canaryId: null }
  const last =
    sessionKey === null ? null : await runs.sessions.lastVersion(projectId, { key: sessionKey, agentId })
  const { version, canaryId } = drawVersion(traffic, { agentId, key: sessionKey ?? runId, last })
  if (version === newest.version) return { agent: newest, canaryId }
  const definition = await agents.findVersion(projectId, agentId, version)
  if (definition === null) throw new RungraphError('NOT_FOUND', { kind: 'agent', key: newest.slug, version })
  return { agent: { ...newest, version, definition }, canaryId }
}
