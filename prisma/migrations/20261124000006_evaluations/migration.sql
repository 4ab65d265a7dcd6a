-- CreateEnum
CREATE TYPE "EvaluationMode" AS ENUM ('MODELS', 'RECORDED');

-- CreateEnum
CREATE TYPE "EvaluationStatus" AS ENUM ('QUEUED', 'RUNNING', 'COMPLETED', 'CANCELLED', 'FAILED');

-- CreateEnum
CREATE TYPE "EvaluationResultStatus" AS ENUM ('PENDING', 'RUNNING', 'PASSED', 'FAILED', 'DIVERGED', 'ERROR', 'CANCELLED');

-- CreateTable
CREATE TABLE "DataSet" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "DataSet_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "DataSetItem" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "dataSetId" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "input" TEXT NOT NULL,
    "context" JSONB NOT NULL DEFAULT '{}',
    "expectations" JSONB NOT NULL,
    "sourceRunId" UUID,
    "addedIn" INTEGER NOT NULL,
    "removedIn" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "DataSetItem_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Evaluation" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "dataSetId" UUID NOT NULL,
    "dataSetVersion" INTEGER NOT NULL,
    "agentId" UUID NOT NULL,
    "agentVersion" INTEGER NOT NULL,
    "mode" "EvaluationMode" NOT NULL,
    "trials" INTEGER NOT NULL,
    "concurrency" INTEGER NOT NULL,
    "judgeAgentId" UUID,
    "judgeModel" TEXT,
    "judgeVotes" INTEGER NOT NULL DEFAULT 1,
    "status" "EvaluationStatus" NOT NULL DEFAULT 'QUEUED',
    "error" TEXT,
    "resultCount" INTEGER NOT NULL,
    "passedCount" INTEGER NOT NULL DEFAULT 0,
    "failedCount" INTEGER NOT NULL DEFAULT 0,
    "divergedCount" INTEGER NOT NULL DEFAULT 0,
    "errorCount" INTEGER NOT NULL DEFAULT 0,
    "scoreSum" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "costUsd" DECIMAL(20,10) NOT NULL DEFAULT 0,
    "judgeCostUsd" DECIMAL(20,10) NOT NULL DEFAULT 0,
    "durationMs" BIGINT NOT NULL DEFAULT 0,
    "baselineId" UUID,
    "createdBy" TEXT,
    "leaseOwner" TEXT,
    "leaseExpiresAt" TIMESTAMPTZ(3),
    "revision" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMPTZ(3),
    "completedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Evaluation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "EvaluationResult" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "evaluationId" UUID NOT NULL,
    "itemId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "trial" INTEGER NOT NULL,
    "status" "EvaluationResultStatus" NOT NULL DEFAULT 'PENDING',
    "trialRunId" UUID,
    "judgeRunIds" UUID[] DEFAULT ARRAY[]::UUID[],
    "runStatus" "RunStatus",
    "output" JSONB,
    "score" DOUBLE PRECISION,
    "checks" JSONB NOT NULL DEFAULT '[]',
    "error" TEXT,
    "costUsd" DECIMAL(20,10) NOT NULL DEFAULT 0,
    "judgeCostUsd" DECIMAL(20,10) NOT NULL DEFAULT 0,
    "durationMs" INTEGER,
    "stepCount" INTEGER,
    "startedAt" TIMESTAMPTZ(3),
    "completedAt" TIMESTAMPTZ(3),

    CONSTRAINT "EvaluationResult_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "DataSet_projectId_createdAt_id_idx" ON "DataSet"("projectId", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "DataSet_projectId_slug_key" ON "DataSet"("projectId", "slug");

-- CreateIndex
CREATE INDEX "DataSetItem_dataSetId_position_id_idx" ON "DataSetItem"("dataSetId", "position", "id");

-- CreateIndex
CREATE INDEX "Evaluation_projectId_createdAt_id_idx" ON "Evaluation"("projectId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Evaluation_dataSetId_createdAt_id_idx" ON "Evaluation"("dataSetId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Evaluation_agentId_createdAt_id_idx" ON "Evaluation"("agentId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Evaluation_baselineId_idx" ON "Evaluation"("baselineId");

-- CreateIndex
CREATE INDEX "EvaluationResult_evaluationId_position_id_idx" ON "EvaluationResult"("evaluationId", "position", "id");

-- CreateIndex
CREATE INDEX "EvaluationResult_itemId_idx" ON "EvaluationResult"("itemId");

-- CreateIndex
CREATE UNIQUE INDEX "EvaluationResult_evaluationId_itemId_trial_key" ON "EvaluationResult"("evaluationId", "itemId", "trial");

-- AddForeignKey
ALTER TABLE "DataSet" ADD CONSTRAINT "DataSet_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DataSetItem" ADD CONSTRAINT "DataSetItem_dataSetId_fkey" FOREIGN KEY ("dataSetId") REFERENCES "DataSet"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Evaluation" ADD CONSTRAINT "Evaluation_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Evaluation" ADD CONSTRAINT "Evaluation_dataSetId_fkey" FOREIGN KEY ("dataSetId") REFERENCES "DataSet"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Evaluation" ADD CONSTRAINT "Evaluation_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Evaluation" ADD CONSTRAINT "Evaluation_baselineId_fkey" FOREIGN KEY ("baselineId") REFERENCES "Evaluation"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EvaluationResult" ADD CONSTRAINT "EvaluationResult_evaluationId_fkey" FOREIGN KEY ("evaluationId") REFERENCES "Evaluation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EvaluationResult" ADD CONSTRAINT "EvaluationResult_itemId_fkey" FOREIGN KEY ("itemId") REFERENCES "DataSetItem"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What schema.prisma cannot say.

-- A key names one item of each version of a data set.
CREATE UNIQUE INDEX "DataSetItem_key_idx" ON "DataSetItem" ("dataSetId", "key") WHERE "removedIn" IS NULL;
-- What is to be forgotten with a run.
CREATE INDEX "DataSetItem_sourceRunId_idx" ON "DataSetItem" ("sourceRunId") WHERE "sourceRunId" IS NOT NULL;
CREATE INDEX "EvaluationResult_trialRunId_idx" ON "EvaluationResult" ("trialRunId") WHERE "trialRunId" IS NOT NULL;
-- The few evaluations that have not ended: every worker looks for those that nobody drives.
CREATE INDEX "Evaluation_active_idx" ON "Evaluation" ("createdAt") WHERE "status" IN ('QUEUED', 'RUNNING');
-- What is left to do of an evaluation.
CREATE INDEX "EvaluationResult_open_idx" ON "EvaluationResult" ("evaluationId", "position") WHERE "status" IN ('PENDING', 'RUNNING');
