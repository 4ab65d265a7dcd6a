import type { PrismaClient } from '../../generated/prisma/client.ts'

/** Rows that a statement can read: those of one project (KEY-5). */
export interface Scope {
  readonly prisma: PrismaClient
  readonly projectId: string
}
