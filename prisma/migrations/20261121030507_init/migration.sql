-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "RunStatus" AS ENUM ('QUEUED', 'RUNNING', 'WAITING', 'PAUSED', 'COMPLETED', 'FAILED', 'CANCELLED');

-- CreateEnum
CREATE TYPE "TerminationReason" AS ENUM ('FINAL_ANSWER', 'DONE_TOOL', 'GOAL_ACHIEVED', 'MAX_STEPS', 'TIMEOUT', 'COST_LIMIT', 'TOKEN_LIMIT', 'DOOM_LOOP', 'NO_PROGRESS', 'LOW_CONFIDENCE', 'GATE_REJECTED', 'PERMISSION_BLOCKED', 'MODELS_EXHAUSTED', 'ABORTED', 'ERROR');

-- CreateEnum
CREATE TYPE "ActionType" AS ENUM ('TOOL', 'AGENT', 'RELIC', 'WORKFLOW', 'LLM', 'DECISION');

-- CreateEnum
CREATE TYPE "ActionMode" AS ENUM ('SYNC', 'ASYNC', 'FIRE_AND_FORGET');

-- CreateEnum
CREATE TYPE "ActionStatus" AS ENUM ('PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'SKIPPED', 'DENIED', 'CANCELLED');

-- CreateEnum
CREATE TYPE "MessageRole" AS ENUM ('SYSTEM', 'USER', 'ASSISTANT', 'TOOL');

-- CreateEnum
CREATE TYPE "CallPurpose" AS ENUM ('LOOP', 'PLAN', 'VALIDATION', 'CONFIDENCE', 'COMPACTION', 'REPLAN', 'FINAL');

-- CreateEnum
CREATE TYPE "GateStatus" AS ENUM ('OPEN', 'APPROVED', 'REJECTED', 'REVISED', 'EXPIRED', 'CANCELLED');

-- CreateEnum
CREATE TYPE "RelicKind" AS ENUM ('KEY_VALUE', 'SQL', 'HTTP');

-- CreateEnum
CREATE TYPE "ApiKeyRole" AS ENUM ('VIEWER', 'OPERATOR', 'ADMIN');

-- CreateTable
CREATE TABLE "Project" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "maxConcurrentRuns" INTEGER NOT NULL DEFAULT 100,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Project_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Agent" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "version" INTEGER NOT NULL,
    "archivedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Agent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AgentVersion" (
    "agentId" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "projectId" UUID NOT NULL,
    "definition" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AgentVersion_pkey" PRIMARY KEY ("agentId","version")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "agentId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Run" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "agentId" UUID NOT NULL,
    "agentVersion" INTEGER NOT NULL,
    "sessionId" UUID,
    "parentId" UUID,
    "rootId" UUID NOT NULL,
    "depth" INTEGER NOT NULL DEFAULT 0,
    "forkedFromId" UUID,
    "forkedAfterStep" INTEGER,
    "status" "RunStatus" NOT NULL DEFAULT 'QUEUED',
    "terminationReason" "TerminationReason",
    "input" TEXT NOT NULL,
    "summary" TEXT,
    "errorCode" TEXT,
    "errorMessage" TEXT,
    "context" JSONB NOT NULL DEFAULT '{}',
    "artifacts" JSONB NOT NULL DEFAULT '{}',
    "effectiveLimits" JSONB NOT NULL,
    "loopState" JSONB NOT NULL DEFAULT '{}',
    "progress" DOUBLE PRECISION,
    "stepCount" INTEGER NOT NULL DEFAULT 0,
    "actionCount" INTEGER NOT NULL DEFAULT 0,
    "costUsd" DECIMAL(20,10) NOT NULL DEFAULT 0,
    "nextSeq" BIGINT NOT NULL DEFAULT 1,
    "epoch" INTEGER NOT NULL DEFAULT 0,
    "leaseOwner" TEXT,
    "leaseKey" INTEGER,
    "leaseExpiresAt" TIMESTAMPTZ(3),
    "recoveries" INTEGER NOT NULL DEFAULT 0,
    "priority" INTEGER NOT NULL DEFAULT 0,
    "wakeAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "abortRequestedAt" TIMESTAMPTZ(3),
    "abortReason" TEXT,
    "idempotencyKey" TEXT,
    "inputHash" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMPTZ(3),
    "resumedAt" TIMESTAMPTZ(3),
    "activeMs" INTEGER NOT NULL DEFAULT 0,
    "durationMs" INTEGER,
    "completedAt" TIMESTAMPTZ(3),
    "settledAt" TIMESTAMPTZ(3),

    CONSTRAINT "Run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Step" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "runId" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "reasoning" TEXT,
    "validation" JSONB,
    "progress" DOUBLE PRECISION,
    "success" BOOLEAN,
    "error" TEXT,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "durationMs" INTEGER,
    "completedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Step_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Action" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "runId" UUID NOT NULL,
    "stepId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "type" "ActionType" NOT NULL,
    "mode" "ActionMode" NOT NULL,
    "target" TEXT NOT NULL,
    "parameters" JSONB NOT NULL,
    "dependsOn" TEXT[],
    "waitForAll" BOOLEAN NOT NULL DEFAULT true,
    "condition" TEXT,
    "outputKey" TEXT,
    "timeoutMs" INTEGER,
    "retry" JSONB,
    "skipOnError" BOOLEAN NOT NULL DEFAULT false,
    "priority" INTEGER NOT NULL DEFAULT 0,
    "cache" JSONB,
    "wave" INTEGER NOT NULL,
    "status" "ActionStatus" NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "callId" TEXT,
    "effect" TEXT,
    "output" JSONB,
    "error" TEXT,
    "errorCode" TEXT,
    "audit" JSONB,
    "childRunId" UUID,
    "startedAt" TIMESTAMPTZ(3),
    "durationMs" INTEGER,
    "completedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Action_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Message" (
    "runId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "projectId" UUID NOT NULL,
    "sessionId" UUID,
    "stepNumber" INTEGER,
    "role" "MessageRole" NOT NULL,
    "content" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Message_pkey" PRIMARY KEY ("runId","position")
);

-- CreateTable
CREATE TABLE "Event" (
    "runId" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "projectId" UUID NOT NULL,
    "rootId" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "stepNumber" INTEGER,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "epoch" INTEGER NOT NULL,
    "data" JSONB NOT NULL,
    "commitOrder" BIGINT NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,

    CONSTRAINT "Event_pkey" PRIMARY KEY ("runId","seq")
);

-- CreateTable
CREATE TABLE "ModelCall" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "runId" UUID NOT NULL,
    "rootId" UUID NOT NULL,
    "stepId" UUID NOT NULL,
    "sessionId" UUID,
    "agentId" UUID NOT NULL,
    "agentVersion" INTEGER NOT NULL,
    "purpose" "CallPurpose" NOT NULL,
    "provider" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "messageId" TEXT NOT NULL,
    "finishReason" TEXT,
    "errorCode" TEXT,
    "errorMessage" TEXT,
    "inputTokens" INTEGER NOT NULL DEFAULT 0,
    "outputTokens" INTEGER NOT NULL DEFAULT 0,
    "cachedInputTokens" INTEGER NOT NULL DEFAULT 0,
    "cacheWriteTokens" INTEGER NOT NULL DEFAULT 0,
    "reasoningTokens" INTEGER NOT NULL DEFAULT 0,
    "costUsd" DECIMAL(20,10) NOT NULL DEFAULT 0,
    "priceVersion" TEXT,
    "pricedAs" TEXT,
    "latencyMs" INTEGER,
    "timeToFirstTokenMs" INTEGER,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ModelCall_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Gate" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "runId" UUID NOT NULL,
    "stepId" UUID,
    "actionId" UUID,
    "kind" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "context" JSONB NOT NULL,
    "status" "GateStatus" NOT NULL DEFAULT 'OPEN',
    "note" TEXT,
    "resolution" JSONB,
    "resolvedBy" TEXT,
    "resolvedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3),
    "onExpiry" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Gate_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Workflow" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "version" INTEGER NOT NULL,
    "archivedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Workflow_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WorkflowVersion" (
    "workflowId" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "projectId" UUID NOT NULL,
    "definition" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "WorkflowVersion_pkey" PRIMARY KEY ("workflowId","version")
);

-- CreateTable
CREATE TABLE "Relic" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "kind" "RelicKind" NOT NULL,
    "settings" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Relic_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RelicEntry" (
    "relicId" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "projectId" UUID NOT NULL,
    "value" JSONB NOT NULL,
    "expiresAt" TIMESTAMPTZ(3),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "RelicEntry_pkey" PRIMARY KEY ("relicId","key")
);

-- CreateTable
CREATE TABLE "ApiKey" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "role" "ApiKeyRole" NOT NULL,
    "secretHash" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3),
    "lastUsedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ApiKey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Webhook" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "topics" TEXT[],
    "disabledAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Webhook_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WebhookDelivery" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "webhookId" UUID NOT NULL,
    "runId" UUID NOT NULL,
    "topic" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3),
    "deliveredAt" TIMESTAMPTZ(3),
    "abandonedAt" TIMESTAMPTZ(3),
    "lastError" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Project_slug_key" ON "Project"("slug");

-- CreateIndex
CREATE INDEX "Agent_projectId_createdAt_id_idx" ON "Agent"("projectId", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Agent_projectId_slug_key" ON "Agent"("projectId", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "Session_projectId_key_key" ON "Session"("projectId", "key");

-- CreateIndex
CREATE INDEX "Run_projectId_createdAt_id_idx" ON "Run"("projectId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Run_projectId_status_createdAt_id_idx" ON "Run"("projectId", "status", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Run_projectId_terminationReason_createdAt_id_idx" ON "Run"("projectId", "terminationReason", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Run_projectId_durationMs_id_idx" ON "Run"("projectId", "durationMs", "id");

-- CreateIndex
CREATE INDEX "Run_projectId_costUsd_id_idx" ON "Run"("projectId", "costUsd", "id");

-- CreateIndex
CREATE INDEX "Run_agentId_createdAt_id_idx" ON "Run"("agentId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Run_sessionId_createdAt_id_idx" ON "Run"("sessionId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Run_parentId_createdAt_id_idx" ON "Run"("parentId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Run_rootId_idx" ON "Run"("rootId");

-- CreateIndex
CREATE UNIQUE INDEX "Run_projectId_idempotencyKey_key" ON "Run"("projectId", "idempotencyKey");

-- CreateIndex
CREATE UNIQUE INDEX "Step_runId_number_key" ON "Step"("runId", "number");

-- CreateIndex
CREATE INDEX "Action_runId_idx" ON "Action"("runId");

-- CreateIndex
CREATE INDEX "Action_childRunId_idx" ON "Action"("childRunId");

-- CreateIndex
CREATE UNIQUE INDEX "Action_stepId_position_key" ON "Action"("stepId", "position");

-- CreateIndex
CREATE INDEX "Message_sessionId_createdAt_runId_position_idx" ON "Message"("sessionId", "createdAt", "runId", "position");

-- CreateIndex
CREATE INDEX "Event_rootId_commitOrder_idx" ON "Event"("rootId", "commitOrder");

-- CreateIndex
CREATE INDEX "ModelCall_runId_idx" ON "ModelCall"("runId");

-- CreateIndex
CREATE INDEX "ModelCall_stepId_idx" ON "ModelCall"("stepId");

-- CreateIndex
CREATE INDEX "ModelCall_rootId_idx" ON "ModelCall"("rootId");

-- CreateIndex
CREATE INDEX "ModelCall_projectId_startedAt_idx" ON "ModelCall"("projectId", "startedAt");

-- CreateIndex
CREATE INDEX "ModelCall_agentId_startedAt_idx" ON "ModelCall"("agentId", "startedAt");

-- CreateIndex
CREATE INDEX "ModelCall_sessionId_idx" ON "ModelCall"("sessionId");

-- CreateIndex
CREATE INDEX "Gate_projectId_status_createdAt_id_idx" ON "Gate"("projectId", "status", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Gate_projectId_createdAt_id_idx" ON "Gate"("projectId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Gate_runId_createdAt_idx" ON "Gate"("runId", "createdAt");

-- CreateIndex
CREATE INDEX "Gate_status_expiresAt_idx" ON "Gate"("status", "expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "Workflow_projectId_slug_key" ON "Workflow"("projectId", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "Relic_projectId_name_key" ON "Relic"("projectId", "name");

-- CreateIndex
CREATE INDEX "RelicEntry_expiresAt_idx" ON "RelicEntry"("expiresAt");

-- CreateIndex
CREATE INDEX "ApiKey_projectId_createdAt_id_idx" ON "ApiKey"("projectId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Webhook_projectId_createdAt_id_idx" ON "Webhook"("projectId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "WebhookDelivery_nextAttemptAt_idx" ON "WebhookDelivery"("nextAttemptAt");

-- CreateIndex
CREATE INDEX "WebhookDelivery_webhookId_createdAt_id_idx" ON "WebhookDelivery"("webhookId", "createdAt", "id");

-- AddForeignKey
ALTER TABLE "Agent" ADD CONSTRAINT "Agent_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AgentVersion" ADD CONSTRAINT "AgentVersion_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_agentId_agentVersion_fkey" FOREIGN KEY ("agentId", "agentVersion") REFERENCES "AgentVersion"("agentId", "version") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "Run"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_rootId_fkey" FOREIGN KEY ("rootId") REFERENCES "Run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Step" ADD CONSTRAINT "Step_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Action" ADD CONSTRAINT "Action_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Action" ADD CONSTRAINT "Action_stepId_fkey" FOREIGN KEY ("stepId") REFERENCES "Step"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Action" ADD CONSTRAINT "Action_childRunId_fkey" FOREIGN KEY ("childRunId") REFERENCES "Run"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Message" ADD CONSTRAINT "Message_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Event" ADD CONSTRAINT "Event_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ModelCall" ADD CONSTRAINT "ModelCall_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ModelCall" ADD CONSTRAINT "ModelCall_stepId_fkey" FOREIGN KEY ("stepId") REFERENCES "Step"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Gate" ADD CONSTRAINT "Gate_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Gate" ADD CONSTRAINT "Gate_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Workflow" ADD CONSTRAINT "Workflow_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WorkflowVersion" ADD CONSTRAINT "WorkflowVersion_workflowId_fkey" FOREIGN KEY ("workflowId") REFERENCES "Workflow"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Relic" ADD CONSTRAINT "Relic_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RelicEntry" ADD CONSTRAINT "RelicEntry_relicId_fkey" FOREIGN KEY ("relicId") REFERENCES "Relic"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_webhookId_fkey" FOREIGN KEY ("webhookId") REFERENCES "Webhook"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
