import type { AgentSet, AgentSetOutcome, AgentSetStore } from '../../domain/agent-set.ts'
import { warningsOf } from '../../domain/agent-warnings.ts'
import type { AgentInCode } from '../../domain/defined-agent.ts'
import { withListedProperties } from '../../domain/definition-changes.ts'
import { isRungraphError, RungraphError } from '../../domain/errors.ts'
import { sha256OfJson } from '../../domain/hash.ts'
import { toJson } from '../../domain/json.ts'
import { createPeriodicTask } from '../periodic-task.ts'
import type { EngineServices } from '../run/run-context.ts'
import { refuseUnusable } from './save-agent.ts'

/** Interval at which a process says that it holds its set, in milliseconds: a third of the time after which it counts as gone. */
const holdEveryMs = 20_000

type Services = Pick<EngineServices, 'tools' | 'schemas' | 'models' | 'clock' | 'report' | 'newId'>

export interface SyncOptions {
  readonly sets: AgentSetStore
  readonly projectId: string
  /** Each with the file that it came from, where it came from one. */
  readonly agents: readonly (AgentInCode & { readonly file?: string })[]
  /** Logs each agent that was changed, or left, in a line. */
  readonly log: (line: string) => void
}

/** Keeps the agents of the database in step with those of code, for as long as the process lives (EMB-2). */
export interface AgentSync {
  /** Says from now on that the process holds its set, and brings it into force when no process holds another. */
  start(): void
  close(): Promise<void>
}

/**
 * Checks agents in code by the rules of the API, and brings them into force, unless a process with another set would later undo this
 * (`isToApply`). @throws AGENT_INVALID
 */
export async function syncAgents(
  { sets, projectId, agents, log }: SyncOptions,
  services: Services,
): Promise<AgentSync> {
  checkAgents(agents, services)
  const sorted = agents.toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
  const set: AgentSet = {
    ...{ projectId, agents: sorted, holderId: services.newId() },
    hash: sha256OfJson(
      sorted.map(({ slug, definition }) => ({ slug, definition: withListedProperties(toJson(definition)) })),
    ),
  }
  let isInForce: boolean | null = null
  const hold = async () => {
    const outcome = await sets.hold(set)
    for (const line of linesOf(outcome, isInForce)) log(line)
    isInForce = outcome.kind === 'applied'
  }
  await hold()
  for (const { slug, definition } of sorted)
    for (const { message } of warningsOf(definition, services)) log(`Agent in code ${slug}: ${message}`)
  const task = createPeriodicTask(
    {
      perform: hold,
      pauseMs: () => holdEveryMs,
      everyMs: holdEveryMs,
      failure: 'The agents in code could not be kept in step with the database; trying again.',
    },
    services,
  )
  return {
    start: () => task.start(),
    close: async () => {
      await task.close()
      await sets.release(set)
    },
  }
}

/** Checks agents in code by the rules of the API, against the installed tools and providers. @throws AGENT_INVALID */
export function checkAgents(
  agents: SyncOptions['agents'],
  services: Pick<Services, 'tools' | 'schemas' | 'models'>,
): void {
  for (const agent of agents) checkAgentInCode(agent, services)
}

function checkAgentInCode(
  { slug, definition, file }: SyncOptions['agents'][number],
  services: Parameters<typeof checkAgents>[1],
): void {
  try {
    refuseUnusable(definition, services)
  } catch (error) {
    if (!isRungraphError(error) || error.code !== 'INVALID_INPUT') throw error
    throw new RungraphError(
      'AGENT_INVALID',
      { agent: slug, ...(file && { file }), problems: [error.message] },
      error,
    )
  }
}

function linesOf(outcome: AgentSetOutcome, wasInForce: boolean | null): readonly string[] {
  if (outcome.kind === 'left')
    return wasInForce === false
      ? []
      : [
          'The agents in code of this process are older than those in force, which another process holds. They are left as they are.',
        ]
  const { created, changed, restored, archived, takenOver } = outcome
  const changes = Object.entries({ created, changed, restored, archived }).filter(
    ([, slugs]) => slugs.length > 0,
  )
  return [
    ...changes.map(([what, slugs]) => `Agents in code: ${what} ${slugs.join(', ')}.`),
    ...(takenOver.length === 0
      ? []
      : [`Agents in code: took over ${takenOver.join(', ')}, which the API maintained before.`]),
  ]
}
