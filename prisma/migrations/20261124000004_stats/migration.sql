-- CreateTable
CREATE TABLE "Worker" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "leaseKey" INTEGER NOT NULL,
    "slots" INTEGER NOT NULL,
    "active" INTEGER NOT NULL,
    "draining" BOOLEAN NOT NULL DEFAULT false,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Worker_pkey" PRIMARY KEY ("id")
);

-- What schema.prisma cannot say.

-- Statistics read the runs of a period from this index alone: a month of 100,000 runs took 700 ms where each row was read, too. It is the
-- index of the list of runs with further columns, and these change only with the status, which other indexes have already.
DROP INDEX "Run_projectId_createdAt_id_idx";
CREATE INDEX "Run_created_idx" ON "Run" ("projectId", "createdAt", "id")
  INCLUDE ("status", "terminationReason", "agentId", "agentVersion", "parentId", "startAt", "startedAt", "durationMs", "statusChanges");
