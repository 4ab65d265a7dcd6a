import { Prisma } from '../generated/prisma/client.ts'
import { toAgentKey } from './binding.ts'
import type { GraphQLContext } from './context.ts'

/** The agent that a filter names by its slug or global id; where the project has none of that slug, null, which equals nothing. */
export function agentIdOf({ project }: GraphQLContext, agent: string): Prisma.Sql {
  const key = toAgentKey(agent)
  return 'id' in key
    ? Prisma.sql`${key.id}::uuid`
    : Prisma.sql`(select id from "Agent" where "projectId" = ${project.id}::uuid and slug = ${key.slug})`
}
