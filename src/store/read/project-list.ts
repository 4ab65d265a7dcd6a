import type { ProjectPage } from '../../domain/reads.ts'
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'

/** Ids of a page of all projects of the server, oldest first: they are in the order of their creation. */
export async function readProjects(
  prisma: PrismaClient,
  { limit, backward, from }: ProjectPage,
): Promise<readonly string[]> {
  const beyond =
    from === null ? Prisma.sql`true` : Prisma.sql`id ${Prisma.raw(backward ? '<' : '>')} ${from}::uuid`
  const rows = await prisma.$queryRaw<{ readonly id: string }[]>`
    select id from "Project" where ${beyond}
    order by id ${Prisma.raw(backward ? 'desc' : 'asc')} limit ${limit}`
  const ids = rows.map(({ id }) => id)
  return backward ? ids.toReversed() : ids
}
