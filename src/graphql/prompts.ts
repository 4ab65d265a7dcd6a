import type { GraphQLContext } from './context.ts'

/** The system prompts with these hashes, in their order. */
export async function readPrompts(
  { prisma, project }: Pick<GraphQLContext, 'prisma' | 'project'>,
  hashes: readonly string[],
): Promise<readonly (string | Error)[]> {
  const rows = await prisma.prompt.findMany({ where: { projectId: project.id, hash: { in: [...hashes] } } })
  const texts = new Map(rows.map(({ hash, text }) => [hash, text]))
  return hashes.map((hash) => texts.get(hash) ?? new Error(`The prompt ${hash} is not stored.`))
}
