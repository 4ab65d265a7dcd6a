-- CreateIndex
CREATE INDEX "Evaluation_projectId_status_createdAt_id_idx" ON "Evaluation"("projectId", "status", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Evaluation_projectId_mode_createdAt_id_idx" ON "Evaluation"("projectId", "mode", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Evaluation_agentId_agentVersion_createdAt_id_idx" ON "Evaluation"("agentId", "agentVersion", "createdAt", "id");

-- What schema.prisma cannot say.

-- The items of the newest version in their order, however many versions there were.
CREATE INDEX "DataSetItem_current_idx" ON "DataSetItem" ("dataSetId", "position", "id") WHERE "removedIn" IS NULL;
-- The items of a version: those that a later one removed, or none did, and that were added by then.
CREATE INDEX "DataSetItem_version_idx" ON "DataSetItem" ("dataSetId", (coalesce("removedIn", 2147483647)), "addedIn", "id");
