import type { AgentVersion } from '../domain/agent.ts'
import type { RelicOperation } from '../domain/relic.ts'
import type { WorkflowVersion } from '../domain/workflow.ts'

/** What an agent's definition lets it reach besides the server's tools, as it is when the run is taken up. */
export interface Reach {
  readonly agents: readonly AgentVersion[]
  readonly relics: readonly RelicOperation[]
  readonly workflows: readonly WorkflowVersion[]
}

/** What a planner is told of it, a line each. */
export function reachWords({ agents, relics, workflows }: Reach): readonly string[] {
  return [
    ...agents.map(
      ({ slug, definition: { description } }) =>
        `- AGENT ${slug}: ${description ?? 'an agent'} Parameters: { input: what it is asked, with all that it needs to know }`,
    ),
    ...relics.map(
      ({ relic, operation, description, inputSchema }) =>
        `- RELIC ${relic}.${operation}: ${description} Parameters: ${JSON.stringify(inputSchema)}`,
    ),
    ...workflows.map(
      ({ slug, definition: { description, parameters } }) =>
        `- WORKFLOW ${slug}: ${description ?? 'a stored plan'} Parameters: ${JSON.stringify(parameters)}`,
    ),
  ]
}
