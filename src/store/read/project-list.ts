import type { ProjectEntry } from '../../domain/project.ts'
import type { ProjectPage } from '../../domain/reads.ts'
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'

/** A page of all projects of the server, oldest first: their ids are in the order of their creation. */
export async function readProjects(
  prisma: PrismaClient,
  { limit, backward, from }: ProjectPage,
): Promise<readonly ProjectEntry[]> {
  const beyond =
    from === null ? Prisma.sql`true` : Prisma.sql`id ${Prisma.raw(backward ? '<' : '>')} ${from}::uuid`
  const rows = await prisma.$queryRaw<ProjectEntry[]>`
    select id, slug, name, "createdAt" from "Project" where ${beyond}
    order by id ${Prisma.raw(backward ? 'desc' : 'asc')} limit ${limit}`
  return backward ? rows.toReversed() : rows
}
