-- CreateIndex
CREATE INDEX "Relic_projectId_createdAt_id_idx" ON "Relic"("projectId", "createdAt", "id");
