import type { GraphQLSources } from '../graphql/context.ts'

/** How long the database may take to say that it is there. */
const answerWithinMs = 2_000

/** Tells whether the database answers. */
export async function checkDatabase(prisma: GraphQLSources['prisma']): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), answerWithinMs)
  const answer = prisma.$queryRaw`select 1`.then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
