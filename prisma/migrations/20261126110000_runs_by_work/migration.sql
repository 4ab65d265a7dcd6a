-- Lists of the runs that called a model or a tool are read in the order of the runs' creation.
ALTER TABLE "ModelCall" ADD COLUMN "runCreatedAt" TIMESTAMPTZ(3);
UPDATE "ModelCall" c SET "runCreatedAt" = r."createdAt" FROM "Run" r WHERE r."id" = c."runId";
ALTER TABLE "ModelCall" ALTER COLUMN "runCreatedAt" SET NOT NULL;
DROP INDEX "ModelCall_projectId_model_runId_idx";
CREATE INDEX "ModelCall_projectId_model_runCreatedAt_runId_idx" ON "ModelCall"("projectId", "model", "runCreatedAt", "runId");

ALTER TABLE "Action" ADD COLUMN "runCreatedAt" TIMESTAMPTZ(3);
UPDATE "Action" a SET "runCreatedAt" = r."createdAt" FROM "Run" r WHERE r."id" = a."runId";
ALTER TABLE "Action" ALTER COLUMN "runCreatedAt" SET NOT NULL;
DROP INDEX "Action_tool_idx";
CREATE INDEX "Action_tool_idx" ON "Action" ("projectId", "target", "runCreatedAt", "runId") WHERE "type" = 'TOOL';
