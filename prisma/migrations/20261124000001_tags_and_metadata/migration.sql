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

-- AddForeignKey
ALTER TABLE "RunTag" ADD CONSTRAINT "RunTag_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What schema.prisma cannot say.

-- Most runs have no metadata: they are in no index of it. A query must repeat the condition.
CREATE INDEX "Run_metadata_idx" ON "Run" USING gin ("metadata" jsonb_path_ops) WHERE "metadata" <> '{}';
