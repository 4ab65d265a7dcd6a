-- Runs whose turns are asked in batches, at half the price.
ALTER TABLE "Run" ADD COLUMN "batchDeadlineMs" INTEGER;
ALTER TABLE "ModelCall" ADD COLUMN "pricing" TEXT;
ALTER TABLE "Schedule" ADD COLUMN "pricing" TEXT;
ALTER TABLE "Evaluation" ADD COLUMN "pricing" TEXT;
ALTER TABLE "PastUsage" ADD COLUMN "savedUsd" DECIMAL(20,10) NOT NULL DEFAULT 0;

CREATE TABLE "BatchCall" (
  "id" UUID NOT NULL,
  "projectId" UUID NOT NULL,
  "runId" UUID NOT NULL,
  "gateId" UUID NOT NULL,
  "provider" TEXT NOT NULL,
  "model" TEXT NOT NULL,
  "profile" INTEGER NOT NULL,
  "position" JSONB NOT NULL,
  "request" BYTEA,
  "requestBytes" INTEGER NOT NULL,
  "state" TEXT NOT NULL DEFAULT 'QUEUED',
  "batchId" UUID,
  "response" BYTEA,
  "error" TEXT,
  "sends" INTEGER NOT NULL DEFAULT 0,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deadlineAt" TIMESTAMPTZ(3) NOT NULL,
  "sentAt" TIMESTAMPTZ(3),
  "endedAt" TIMESTAMPTZ(3),
  "settledAt" TIMESTAMPTZ(3),
  CONSTRAINT "BatchCall_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "BatchCall" ADD CONSTRAINT "BatchCall_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "BatchCall_runId_idx" ON "BatchCall" ("runId");
CREATE INDEX "BatchCall_batchId_idx" ON "BatchCall" ("batchId");
-- Those that are still to be seen to.
CREATE INDEX "BatchCall_unsettled_idx" ON "BatchCall" ("state", "createdAt") WHERE "settledAt" IS NULL;
CREATE INDEX "BatchCall_settledAt_idx" ON "BatchCall" ("settledAt") WHERE "settledAt" IS NOT NULL;

CREATE TABLE "Batch" (
  "id" UUID NOT NULL,
  "provider" TEXT NOT NULL,
  "model" TEXT NOT NULL,
  "profile" INTEGER NOT NULL,
  "state" TEXT NOT NULL DEFAULT 'CREATING',
  "providerBatchId" TEXT,
  "calls" INTEGER NOT NULL,
  "callIds" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[],
  "looks" INTEGER NOT NULL DEFAULT 0,
  "nextLookAt" TIMESTAMPTZ(3) NOT NULL,
  "cancelledAt" TIMESTAMPTZ(3),
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "sentAt" TIMESTAMPTZ(3),
  "endedAt" TIMESTAMPTZ(3),
  CONSTRAINT "Batch_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "Batch_state_nextLookAt_idx" ON "Batch" ("state", "nextLookAt");
