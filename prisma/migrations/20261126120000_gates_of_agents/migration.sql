-- The gates of an agent, and those of a kind, are read in their order.
ALTER TABLE "Gate" ADD COLUMN "agentId" UUID;
UPDATE "Gate" g SET "agentId" = r."agentId" FROM "Run" r WHERE r."id" = g."runId";
ALTER TABLE "Gate" ALTER COLUMN "agentId" SET NOT NULL;
CREATE INDEX "Gate_projectId_kind_createdAt_id_idx" ON "Gate"("projectId", "kind", "createdAt", "id");
CREATE INDEX "Gate_agentId_createdAt_id_idx" ON "Gate"("agentId", "createdAt", "id");
