import type { Reads } from '../../domain/reads.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { createEventPages } from './event-pages.ts'

/** The reads of the API, by Prisma. */
export function createReads(prisma: PrismaClient): Reads {
  return createEventPages(prisma)
}
