import { type AgentDefinition, agentDefinition } from '../domain/agent.ts'
import type { Scope } from './scope.ts'

/** A version of an agent. */
export interface VersionKey {
  readonly agentId: string
  readonly version: number
}

/** The definitions of these versions, in their order. */
export async function readDefinitions(
  { prisma, projectId }: Scope,
  keys: readonly VersionKey[],
): Promise<readonly AgentDefinition[]> {
  const distinct = new Map(keys.map((key) => [nameOf(key), key]))
  const rows = await prisma.agentVersion.findMany({
    where: { projectId, OR: [...distinct.values()].map(({ agentId, version }) => ({ agentId, version })) },
  })
  const found = new Map(rows.map((row) => [nameOf(row), row.definition]))
  return keys.map((key) => agentDefinition.parse(found.get(nameOf(key))))
}

function nameOf({ agentId, version }: VersionKey): string {
  return `${agentId} ${version}`
}
