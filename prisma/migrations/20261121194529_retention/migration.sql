-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "deltasRemovedAt" TIMESTAMPTZ(3),
ADD COLUMN     "removedAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "Removal" (
    "feed" TEXT NOT NULL,
    "projectId" UUID NOT NULL,
    "commitOrder" BIGINT NOT NULL,
    "runId" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "removedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Removal_pkey" PRIMARY KEY ("feed")
);

-- CreateTable
CREATE TABLE "PastUsage" (
    "key" TEXT NOT NULL,
    "projectId" UUID NOT NULL,
    "day" DATE NOT NULL,
    "agentId" UUID NOT NULL,
    "agentVersion" INTEGER NOT NULL,
    "sessionId" UUID,
    "provider" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "purpose" "CallPurpose" NOT NULL,
    "requests" BIGINT NOT NULL,
    "inputTokens" BIGINT NOT NULL,
    "outputTokens" BIGINT NOT NULL,
    "cachedInputTokens" BIGINT NOT NULL,
    "reasoningTokens" BIGINT NOT NULL,
    "costUsd" DECIMAL(20,10) NOT NULL,

    CONSTRAINT "PastUsage_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "PastUsage_projectId_day_idx" ON "PastUsage"("projectId", "day");

-- CreateIndex
CREATE INDEX "PastUsage_agentId_idx" ON "PastUsage"("agentId");

-- CreateIndex
CREATE INDEX "PastUsage_sessionId_idx" ON "PastUsage"("sessionId");

-- CreateIndex
CREATE INDEX "Step_projectId_promptHash_idx" ON "Step"("projectId", "promptHash");

-- CreateIndex
CREATE INDEX "WebhookDelivery_runId_idx" ON "WebhookDelivery"("runId");

-- What Prisma's schema cannot say: what retention looks for, few rows among many. Runs at rest whose increments are there,
-- roots at rest, and roots whose trees are being removed.
CREATE INDEX "Run_with_deltas_idx" ON "Run" ("completedAt", "id") WHERE "completedAt" IS NOT NULL AND "deltasRemovedAt" IS NULL;
CREATE INDEX "Run_ended_roots_idx" ON "Run" ("completedAt", "id")
  WHERE "completedAt" IS NOT NULL AND "parentId" IS NULL AND "removedAt" IS NULL;
CREATE INDEX "Run_removed_idx" ON "Run" ("id") WHERE "removedAt" IS NOT NULL;
