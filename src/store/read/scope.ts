import type { PrismaClient } from '../../generated/prisma/client.ts'

/** The rows that a statement may read: those of one project. */
export interface Scope {
  readonly prisma: PrismaClient
  readonly projectId: string
}
