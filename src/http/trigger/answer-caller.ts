import { RungraphError } from '../../domain/errors.ts'
import { isNameOf, isUuid, toGlobalId } from '../../graphql/global-id.ts'
import { apiErrorBody, toApiError } from '../error-responses.ts'
import type { Graph } from './graph.ts'
import type { TriggerOptions } from './trigger-endpoint.ts'

/** What an address below `/api/projects/:project/agents/:agent/` names. */
export interface NamedAgent {
  readonly project: string
  /** The global id or the slug. */
  readonly agent: string
}

/** Reads the names of a path, where a UUID is one of an agent's ids. */
export function toNamedAgent(project: string, agent: string): NamedAgent {
  return { project, agent: isUuid(agent) ? toGlobalId('Agent', agent) : agent }
}

/** Answers a request to an agent of the caller's project; an error is one of JSON, as the caller may read it. */
export async function answerCaller(
  { project }: NamedAgent,
  graph: Graph,
  { report, requestMetrics }: Pick<TriggerOptions, 'report' | 'requestMetrics'>,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    const context = await graph.context()
    if (!isNameOf(context.project, project))
      throw new RungraphError('NOT_FOUND', { kind: 'project', key: project })
    return await work()
  } catch (error) {
    const apiError = toApiError(error)
    if (apiError.status === 500) report('A request to an agent failed.', error)
    requestMetrics.refused(apiError.code)
    return new Response(apiErrorBody(apiError), { status: apiError.status, headers: jsonHeaders })
  }
}

export const jsonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
} as const
