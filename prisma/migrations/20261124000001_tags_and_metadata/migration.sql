-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "metadata" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "Schedule" ADD COLUMN     "metadata" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "tags" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "RunTag" (
    "runId" UUID NOT NULL,
    "tag" TEXT NOT NULL,
    "projectId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "RunTag_pkey" PRIMARY KEY ("runId","tag")
);

-- CreateIndex
CREATE INDEX "RunTag_projectId_tag_createdAt_runId_idx" ON "RunTag"("projectId", "tag", "createdAt", "runId");

-- CreateIndex
CREATE INDEX "Run_projectId_completedAt_id_idx" ON "Run"("projectId", "completedAt", "id");

-- CreateIndex
CREATE INDEX "Run_agentId_agentVersion_createdAt_id_idx" ON "Run"("agentId", "agentVersion", "createdAt", "id");

-- CreateIndex
CREATE INDEX "ModelCall_projectId_model_runId_idx" ON "ModelCall"("projectId", "model", "runId");

-- AddForeignKey
ALTER TABLE "RunTag" ADD CONSTRAINT "RunTag_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What schema.prisma cannot say.

-- Most runs have no metadata: they are in no index of it. A query must repeat the condition.
CREATE INDEX "Run_metadata_idx" ON "Run" USING gin ("metadata" jsonb_path_ops) WHERE "metadata" <> '{}';

-- Text search, as for inputs and summaries: left("errorMessage", 10000) ILIKE '%words%'.
CREATE INDEX "Run_error_search_idx" ON "Run" USING gin (left("errorMessage", 10000) gin_trgm_ops) WHERE "errorMessage" IS NOT NULL;

-- Columns in which many rows have nothing.
CREATE INDEX "Run_thread_idx" ON "Run" ("projectId", "threadId", "createdAt", "id") WHERE "threadId" IS NOT NULL;
CREATE INDEX "Run_triggered_by_idx" ON "Run" ("projectId", "triggeredBy", "createdAt", "id") WHERE "triggeredBy" IS NOT NULL;

-- The runs that called a tool.
CREATE INDEX "Action_tool_idx" ON "Action" ("projectId", "target", "runId") WHERE "type" = 'TOOL';
