-- AlterTable
ALTER TABLE "AgentVersion" ADD COLUMN     "createdBy" TEXT;

-- AlterTable
ALTER TABLE "WorkflowVersion" ADD COLUMN     "createdBy" TEXT;

-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "lastActiveAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- The sessions that there are.
UPDATE "Session" s SET "lastActiveAt" = coalesce(
  (SELECT r."createdAt" FROM "Run" r WHERE r."sessionId" = s."id" ORDER BY r."createdAt" DESC LIMIT 1), s."createdAt");

-- CreateIndex
CREATE INDEX "Agent_projectId_updatedAt_id_idx" ON "Agent"("projectId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Agent_projectId_name_id_idx" ON "Agent"("projectId", "name", "id");

-- CreateIndex
CREATE INDEX "Workflow_projectId_createdAt_id_idx" ON "Workflow"("projectId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Workflow_projectId_updatedAt_id_idx" ON "Workflow"("projectId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Workflow_projectId_name_id_idx" ON "Workflow"("projectId", "name", "id");

-- CreateIndex
CREATE INDEX "Session_projectId_createdAt_id_idx" ON "Session"("projectId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Session_projectId_lastActiveAt_id_idx" ON "Session"("projectId", "lastActiveAt", "id");

-- CreateIndex
CREATE INDEX "Session_agentId_lastActiveAt_id_idx" ON "Session"("agentId", "lastActiveAt", "id");

-- What schema.prisma cannot say.

-- Text search in keys: "key" ILIKE '%words%'.
CREATE INDEX "Session_key_search_idx" ON "Session" USING gin ("key" gin_trgm_ops);
