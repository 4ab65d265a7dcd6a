import { hashOfScope, type TokenScope } from '../../domain/access-token.ts'
import type { Reads, ScopedKind } from '../../domain/reads.ts'
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'

/**
 * The runs of a project that an access token reaches, as a condition on "Run" t for lists. Each reads its runs from an index of the scope,
 * and not through all runs of the project.
 */
export function runsWithin(projectId: string, scope: TokenScope): Prisma.Sql {
  switch (scope.kind) {
    case 'RUN':
      return Prisma.sql`(t."rootId" = (select s."rootId" from "Run" s where s.id = ${scope.runId}::uuid)
        and (t.id = ${scope.runId}::uuid or t."ancestorIds" @> array[${scope.runId}::uuid]))`
    case 'SESSION':
      return Prisma.sql`t."rootId" = any(array(select s.id from "Run" s where s."sessionId" = ${sessionOf(projectId, scope.key)}))`
    case 'TAG':
      return Prisma.sql`(t."rootId" = any(array(select r."rootId" from "RunTag" g join "Run" r on r.id = g."runId"
        where g."projectId" = ${projectId}::uuid and g.tag = ${scope.tag})) and ${hasTag(projectId, scope.tag)})`
    default:
      return scope satisfies never
  }
}

/** Which of these objects of one kind belong to runs that an access token reaches. One statement, by the primary keys. */
export function createScopeReads(prisma: PrismaClient): Pick<Reads, 'within'> {
  return {
    within: async (projectId, scope, kind, ids) => {
      if (kind === 'File') return filesWithin(prisma, projectId, scope, ids)
      const found = await prisma.$queryRaw<{ id: string }[]>`
        select o.id from ${objects[kind]} where o.id = any(${[...new Set(ids)]}::uuid[])
        and o."projectId" = ${projectId}::uuid and t."projectId" = ${projectId}::uuid and ${isWithin(projectId, scope)}`
      return new Set(found.map(({ id }) => id))
    },
  }
}

/** Files that came with a token of the scope, or that messages of runs within it name. */
async function filesWithin(
  prisma: PrismaClient,
  projectId: string,
  scope: TokenScope,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await prisma.$queryRaw<{ id: string }[]>`
    select o.id from "File" o where o.id = any(${[...new Set(ids)]}::uuid[]) and o."projectId" = ${projectId}::uuid
    and (o."tokenScope" = ${hashOfScope(scope)} or exists (
      select from "RunFile" f join "Run" t on t."rootId" = f."rootId"
      cross join lateral (select jsonb_build_array(jsonb_build_object('fileId', o.id)) as part) n
      where f."fileId" = o.id and t."projectId" = ${projectId}::uuid and ${isWithin(projectId, scope)}
        and (t."inputFiles" @> n.part or exists (
          select from "Message" m where m."runId" = t.id and ((m.content->'files')::jsonb @> n.part or (m.content->'parts')::jsonb @> n.part)))))`
  return new Set(found.map(({ id }) => id))
}

/** The objects of a kind as `o`, each with its run as `t`. */
const objects = {
  Run: Prisma.sql`"Run" o join "Run" t on t.id = o.id`,
  Step: Prisma.sql`"Step" o join "Run" t on t.id = o."runId"`,
  Action: Prisma.sql`"Action" o join "Run" t on t.id = o."runId"`,
  Gate: Prisma.sql`"Gate" o join "Run" t on t.id = o."runId"`,
  Rating: Prisma.sql`"Rating" o join "Run" t on t.id = o."runId"`,
} as const satisfies Record<Exclude<ScopedKind, 'File'>, Prisma.Sql>

/** Whether an access token reaches a run that was found: a condition on "Run" t. */
function isWithin(projectId: string, scope: TokenScope): Prisma.Sql {
  switch (scope.kind) {
    case 'RUN':
      return Prisma.sql`(t.id = ${scope.runId}::uuid or t."ancestorIds" @> array[${scope.runId}::uuid])`
    case 'SESSION':
      return Prisma.sql`exists (select from "Run" s where s.id = t."rootId" and s."sessionId" = ${sessionOf(projectId, scope.key)})`
    case 'TAG':
      return hasTag(projectId, scope.tag)
    default:
      return scope satisfies never
  }
}

/** The run itself, or one above it. */
function hasTag(projectId: string, tag: string): Prisma.Sql {
  return Prisma.sql`exists (select from "RunTag" g where g."runId" = any(t.id || t."ancestorIds")
    and g."projectId" = ${projectId}::uuid and g.tag = ${tag})`
}

function sessionOf(projectId: string, key: string): Prisma.Sql {
  return Prisma.sql`(select id from "Session" where "projectId" = ${projectId}::uuid and key = ${key})`
}
