import type { PrismaClient } from '../../generated/prisma/client.ts'

/** Where a statement may look: the rows of one project. */
export interface Scope {
  readonly prisma: PrismaClient
  readonly projectId: string
}
