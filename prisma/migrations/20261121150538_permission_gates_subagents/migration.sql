-- AlterTable
ALTER TABLE "Project" ADD COLUMN     "defaultPermission" TEXT NOT NULL DEFAULT 'ALLOW';

-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "gateDecisions" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "givenContext" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "lastOrder" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "replayOfId" UUID,
ADD COLUMN     "replayTools" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "threadId" TEXT,
ADD COLUMN     "workflowId" UUID,
ADD COLUMN     "workflowVersion" INTEGER;

-- AlterTable
ALTER TABLE "Step" ADD COLUMN     "checkpoint" JSONB;

-- AlterTable
ALTER TABLE "Action" ADD COLUMN     "sealed" TEXT;

-- AlterTable
ALTER TABLE "ModelCall" ADD COLUMN     "answer" JSONB,
ADD COLUMN     "questionHash" TEXT;

-- AlterTable
ALTER TABLE "Gate" ADD COLUMN     "decider" TEXT NOT NULL DEFAULT 'OPERATOR';

-- CreateTable
CREATE TABLE "Policy" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "agentId" UUID,
    "type" TEXT,
    "target" TEXT,
    "operation" TEXT,
    "permission" TEXT NOT NULL,
    "reason" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Policy_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Policy_projectId_createdAt_id_idx" ON "Policy"("projectId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Policy_agentId_idx" ON "Policy"("agentId");

-- CreateIndex
CREATE INDEX "Run_workflowId_createdAt_id_idx" ON "Run"("workflowId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Run_forkedFromId_idx" ON "Run"("forkedFromId");

-- CreateIndex
CREATE INDEX "Run_replayOfId_idx" ON "Run"("replayOfId");

-- AddForeignKey
ALTER TABLE "Policy" ADD CONSTRAINT "Policy_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Policy" ADD CONSTRAINT "Policy_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_workflowId_fkey" FOREIGN KEY ("workflowId") REFERENCES "Workflow"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_forkedFromId_fkey" FOREIGN KEY ("forkedFromId") REFERENCES "Run"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_replayOfId_fkey" FOREIGN KEY ("replayOfId") REFERENCES "Run"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What Prisma's schema cannot say: the gate events of a project in the order of their commits, and the few runs that wait.
CREATE INDEX "Event_gates_idx" ON "Event"("projectId", "commitOrder") WHERE type IN ('GateOpened', 'GateResolved');
CREATE INDEX "Run_waiting_idx" ON "Run"("id") WHERE status = 'WAITING';

-- What the new columns say of the runs that are there.
UPDATE "Run" r SET "givenContext" = "context",
  "lastOrder" = coalesce((SELECT max(e."commitOrder") FROM "Event" e WHERE e."runId" = r.id), 0);
