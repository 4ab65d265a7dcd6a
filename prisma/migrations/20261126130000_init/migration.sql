-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "AgentSource" AS ENUM ('API', 'CODE');

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

-- CreateEnum
CREATE TYPE "EvaluationMode" AS ENUM ('MODELS', 'RECORDED');

-- CreateEnum
CREATE TYPE "EvaluationStatus" AS ENUM ('QUEUED', 'RUNNING', 'COMPLETED', 'CANCELLED', 'FAILED');

-- CreateEnum
CREATE TYPE "EvaluationResultStatus" AS ENUM ('PENDING', 'RUNNING', 'PASSED', 'FAILED', 'DIVERGED', 'ERROR', 'CANCELLED');

-- CreateTable
CREATE TABLE "Project" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "maxConcurrentRuns" INTEGER NOT NULL DEFAULT 100,
    "maxCostUsdPerDay" DECIMAL(20,10),
    "maxTokensPerDay" BIGINT,
    "defaultMaxSteps" INTEGER,
    "defaultTimeoutMs" INTEGER DEFAULT 86400000,
    "defaultMaxCostUsd" DECIMAL(20,10),
    "defaultMaxTokens" BIGINT DEFAULT 10000000,
    "defaultPermission" TEXT NOT NULL DEFAULT 'ALLOW',
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
    "source" "AgentSource" NOT NULL DEFAULT 'API',
    "archivedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Agent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AgentSet" (
    "projectId" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "appliedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AgentSet_pkey" PRIMARY KEY ("projectId","hash")
);

-- CreateTable
CREATE TABLE "AgentSetHolder" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "seenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AgentSetHolder_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AgentVersion" (
    "agentId" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "projectId" UUID NOT NULL,
    "definition" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdBy" TEXT,

    CONSTRAINT "AgentVersion_pkey" PRIMARY KEY ("agentId","version")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "agentId" UUID,
    "memory" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastActiveAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Binding" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "agentId" UUID NOT NULL,
    "channel" TEXT,
    "accountId" TEXT,
    "guildId" TEXT,
    "peer" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Binding_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Policy" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "agentId" UUID,
    "type" TEXT,
    "target" TEXT,
    "operation" TEXT,
    "permission" TEXT NOT NULL,
    "reason" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Policy_pkey" PRIMARY KEY ("id")
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
    "ancestorIds" UUID[] DEFAULT ARRAY[]::UUID[],
    "depth" INTEGER NOT NULL DEFAULT 0,
    "forkedFromId" UUID,
    "forkedAfterStep" INTEGER,
    "replayOfId" UUID,
    "replayTools" BOOLEAN NOT NULL DEFAULT false,
    "overrides" JSONB,
    "startCheckpoint" JSONB,
    "workflowId" UUID,
    "workflowVersion" INTEGER,
    "threadId" TEXT,
    "status" "RunStatus" NOT NULL DEFAULT 'QUEUED',
    "terminationReason" "TerminationReason",
    "input" TEXT NOT NULL,
    "summary" TEXT,
    "errorCode" TEXT,
    "errorMessage" TEXT,
    "context" JSONB NOT NULL DEFAULT '{}',
    "givenContext" JSONB NOT NULL DEFAULT '{}',
    "artifacts" JSONB NOT NULL DEFAULT '{}',
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "plan" JSONB,
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
    "crashesSinceProgress" INTEGER NOT NULL DEFAULT 0,
    "priority" INTEGER NOT NULL DEFAULT 0,
    "startAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "abortRequestedAt" TIMESTAMPTZ(3),
    "abortReason" TEXT,
    "abortedBy" TEXT,
    "triggeredBy" TEXT,
    "escalation" TEXT,
    "inputsReceived" INTEGER NOT NULL DEFAULT 0,
    "inputsConsumed" INTEGER NOT NULL DEFAULT 0,
    "gateDecisions" INTEGER NOT NULL DEFAULT 0,
    "lastXid" BIGINT NOT NULL DEFAULT 0,
    "statusXid" BIGINT NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,
    "statusChanges" INTEGER NOT NULL DEFAULT 0,
    "scheduleId" UUID,
    "scheduledFor" TIMESTAMPTZ(3),
    "idempotencyKey" TEXT,
    "inputHash" TEXT,
    "traceparent" TEXT,
    "tracestate" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMPTZ(3),
    "resumedAt" TIMESTAMPTZ(3),
    "activeMs" INTEGER NOT NULL DEFAULT 0,
    "durationMs" INTEGER,
    "completedAt" TIMESTAMPTZ(3),
    "settledAt" TIMESTAMPTZ(3),
    "deltasPrunedAt" TIMESTAMPTZ(3),
    "removedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RunTag" (
    "runId" UUID NOT NULL,
    "tag" TEXT NOT NULL,
    "projectId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "RunTag_pkey" PRIMARY KEY ("runId","tag")
);

-- CreateTable
CREATE TABLE "Step" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "runId" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "promptHash" TEXT,
    "plan" JSONB,
    "reasoning" TEXT,
    "validation" JSONB,
    "progress" DOUBLE PRECISION,
    "success" BOOLEAN,
    "error" TEXT,
    "checkpoint" JSONB,
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
    "branch" TEXT,
    "timeoutMs" INTEGER,
    "retry" JSONB,
    "skipOnError" BOOLEAN NOT NULL DEFAULT false,
    "priority" INTEGER NOT NULL DEFAULT 0,
    "cache" JSONB,
    "wave" INTEGER NOT NULL,
    "status" "ActionStatus" NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "retryAt" TIMESTAMPTZ(3),
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
    "runCreatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Action_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ActionAttempt" (
    "actionId" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "projectId" UUID NOT NULL,
    "runId" UUID NOT NULL,
    "target" TEXT NOT NULL,
    "parameters" JSONB NOT NULL,
    "hash" TEXT NOT NULL,
    "status" "ActionStatus" NOT NULL,
    "output" JSONB,
    "error" TEXT,
    "errorCode" TEXT,
    "startedAt" TIMESTAMPTZ(3),
    "completedAt" TIMESTAMPTZ(3),
    "durationMs" INTEGER,

    CONSTRAINT "ActionAttempt_pkey" PRIMARY KEY ("actionId","number")
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
CREATE TABLE "RunInput" (
    "runId" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "projectId" UUID NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'MESSAGE',
    "text" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "RunInput_pkey" PRIMARY KEY ("runId","number")
);

-- CreateTable
CREATE TABLE "Prompt" (
    "projectId" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Prompt_pkey" PRIMARY KEY ("projectId","hash")
);

-- CreateTable
CREATE TABLE "Compaction" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "runId" UUID NOT NULL,
    "sessionId" UUID,
    "stepNumber" INTEGER,
    "view" JSONB NOT NULL,
    "strategies" TEXT[],
    "tokensBefore" INTEGER NOT NULL,
    "tokensAfter" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Compaction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Budget" (
    "key" TEXT NOT NULL,
    "projectId" UUID NOT NULL,
    "spentUsd" DECIMAL(20,10) NOT NULL DEFAULT 0,
    "spentTokens" BIGINT NOT NULL DEFAULT 0,
    "reservedUsd" DECIMAL(20,10) NOT NULL DEFAULT 0,
    "reservedTokens" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "Budget_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Reservation" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "runId" UUID NOT NULL,
    "epoch" INTEGER NOT NULL,
    "budgetKeys" TEXT[],
    "costUsd" DECIMAL(20,10) NOT NULL,
    "tokens" BIGINT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Reservation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Secret" (
    "rootId" UUID NOT NULL,
    "id" TEXT NOT NULL,
    "projectId" UUID NOT NULL,
    "sealed" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Secret_pkey" PRIMARY KEY ("rootId","id")
);

-- CreateTable
CREATE TABLE "ActionCache" (
    "projectId" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "output" JSONB NOT NULL,
    "sealed" TEXT,
    "rootId" UUID,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ActionCache_pkey" PRIMARY KEY ("projectId","hash")
);

-- CreateTable
CREATE TABLE "EventSegment" (
    "runId" UUID NOT NULL,
    "firstSeq" INTEGER NOT NULL,
    "lastSeq" INTEGER NOT NULL,
    "projectId" UUID NOT NULL,
    "rootId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "epoch" INTEGER NOT NULL,
    "commitXid" BIGINT NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,
    "hasGates" BOOLEAN NOT NULL DEFAULT false,
    "events" JSON NOT NULL,

    CONSTRAINT "EventSegment_pkey" PRIMARY KEY ("runId","lastSeq")
)
-- By the time at which a run was created, which its id begins with (src/store/log/log-partitions.ts).
PARTITION BY RANGE ("runId");

-- Of runs that no partition of a time is there for: those that were created before it, or imported after it was dropped.
CREATE TABLE "EventSegment_other" PARTITION OF "EventSegment" DEFAULT;

-- CreateTable
CREATE TABLE "Removal" (
    "feed" TEXT NOT NULL,
    "projectId" UUID NOT NULL,
    "commitXid" BIGINT NOT NULL,
    "runId" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "removedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Removal_pkey" PRIMARY KEY ("feed")
);

-- CreateTable
CREATE TABLE "RunDeletion" (
    "runId" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "commitXid" BIGINT NOT NULL,
    "seq" INTEGER NOT NULL DEFAULT 0,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "RunDeletion_pkey" PRIMARY KEY ("runId")
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
    "actionId" UUID,
    "actionAttempt" INTEGER,
    "messageId" TEXT NOT NULL,
    "profile" INTEGER NOT NULL DEFAULT 1,
    "estimated" BOOLEAN NOT NULL DEFAULT false,
    "sent" BOOLEAN NOT NULL DEFAULT true,
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
    "answer" JSONB,
    "questionHash" TEXT,
    "latencyMs" INTEGER,
    "timeToFirstTokenMs" INTEGER,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "runCreatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ModelCall_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ModelTraffic" (
    "callId" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "runId" UUID NOT NULL,
    "request" BYTEA NOT NULL,
    "requestBytes" INTEGER NOT NULL,
    "response" BYTEA,
    "responseBytes" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ModelTraffic_pkey" PRIMARY KEY ("callId")
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
    "estimatedRequests" BIGINT NOT NULL DEFAULT 0,
    "inputTokens" BIGINT NOT NULL,
    "outputTokens" BIGINT NOT NULL,
    "cachedInputTokens" BIGINT NOT NULL,
    "reasoningTokens" BIGINT NOT NULL,
    "costUsd" DECIMAL(20,10) NOT NULL,

    CONSTRAINT "PastUsage_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Gate" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "runId" UUID NOT NULL,
    "agentId" UUID NOT NULL,
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
    "decider" TEXT NOT NULL DEFAULT 'OPERATOR',
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
    "createdBy" TEXT,

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
    "isServerAdmin" BOOLEAN NOT NULL DEFAULT false,
    "secretHash" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3),
    "lastUsedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdBy" TEXT NOT NULL,
    "revokedBy" TEXT,

    CONSTRAINT "ApiKey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Webhook" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "topics" TEXT[],
    "secret" TEXT,
    "previousSecret" TEXT,
    "previousSecretUntil" TIMESTAMPTZ(3),
    "failingSince" TIMESTAMPTZ(3),
    "disabledAt" TIMESTAMPTZ(3),
    "disabledReason" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Webhook_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WebhookDelivery" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "webhookId" UUID NOT NULL,
    "runId" UUID NOT NULL,
    "number" BIGSERIAL NOT NULL,
    "topic" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3) NOT NULL,
    "deliveredAt" TIMESTAMPTZ(3),
    "abandonedAt" TIMESTAMPTZ(3),
    "lastError" TEXT,
    "lastStatusCode" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Schedule" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "agentId" UUID NOT NULL,
    "cron" TEXT NOT NULL,
    "timeZone" TEXT NOT NULL,
    "input" TEXT NOT NULL,
    "sessionKey" TEXT,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "misfirePolicy" TEXT NOT NULL DEFAULT 'ONCE',
    "nextAt" TIMESTAMPTZ(3),
    "lastAt" TIMESTAMPTZ(3),
    "lastError" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Schedule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Worker" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "leaseKey" INTEGER NOT NULL,
    "slots" INTEGER NOT NULL,
    "active" INTEGER NOT NULL,
    "draining" BOOLEAN NOT NULL DEFAULT false,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Worker_pkey" PRIMARY KEY ("id")
);

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

-- CreateTable
CREATE TABLE "ProjectMove" (
    "projectId" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "peer" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ProjectMove_pkey" PRIMARY KEY ("projectId")
);

-- CreateTable
CREATE TABLE "EncryptionKey" (
    "fingerprint" TEXT NOT NULL,
    "usedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "EncryptionKey_pkey" PRIMARY KEY ("fingerprint")
);

-- CreateIndex
CREATE UNIQUE INDEX "Project_slug_key" ON "Project"("slug");

-- CreateIndex
CREATE INDEX "Agent_projectId_createdAt_id_idx" ON "Agent"("projectId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Agent_projectId_updatedAt_id_idx" ON "Agent"("projectId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Agent_projectId_name_id_idx" ON "Agent"("projectId", "name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Agent_projectId_slug_key" ON "Agent"("projectId", "slug");

-- CreateIndex
CREATE INDEX "AgentSetHolder_projectId_hash_idx" ON "AgentSetHolder"("projectId", "hash");

-- CreateIndex
CREATE INDEX "Session_projectId_createdAt_id_idx" ON "Session"("projectId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Session_projectId_lastActiveAt_id_idx" ON "Session"("projectId", "lastActiveAt", "id");

-- CreateIndex
CREATE INDEX "Session_agentId_lastActiveAt_id_idx" ON "Session"("agentId", "lastActiveAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Session_projectId_key_key" ON "Session"("projectId", "key");

-- CreateIndex
CREATE INDEX "Binding_projectId_createdAt_id_idx" ON "Binding"("projectId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Binding_agentId_idx" ON "Binding"("agentId");

-- CreateIndex
CREATE INDEX "Policy_projectId_createdAt_id_idx" ON "Policy"("projectId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Policy_agentId_idx" ON "Policy"("agentId");

-- CreateIndex
CREATE INDEX "Run_projectId_status_createdAt_id_idx" ON "Run"("projectId", "status", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Run_projectId_statusXid_idx" ON "Run"("projectId", "statusXid");

-- CreateIndex
CREATE INDEX "Run_projectId_terminationReason_createdAt_id_idx" ON "Run"("projectId", "terminationReason", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Run_projectId_completedAt_id_idx" ON "Run"("projectId", "completedAt", "id");

-- CreateIndex
CREATE INDEX "Run_projectId_durationMs_id_idx" ON "Run"("projectId", "durationMs", "id");

-- CreateIndex
CREATE INDEX "Run_projectId_costUsd_id_idx" ON "Run"("projectId", "costUsd", "id");

-- CreateIndex
CREATE INDEX "Run_rootId_idx" ON "Run"("rootId");

-- CreateIndex
CREATE UNIQUE INDEX "Run_projectId_idempotencyKey_key" ON "Run"("projectId", "idempotencyKey");

-- CreateIndex
CREATE INDEX "RunTag_projectId_tag_createdAt_runId_idx" ON "RunTag"("projectId", "tag", "createdAt", "runId");

-- CreateIndex
CREATE INDEX "Step_projectId_promptHash_idx" ON "Step"("projectId", "promptHash");

-- CreateIndex
CREATE UNIQUE INDEX "Step_runId_number_key" ON "Step"("runId", "number");

-- CreateIndex
CREATE INDEX "Action_runId_idx" ON "Action"("runId");

-- CreateIndex
CREATE UNIQUE INDEX "Action_stepId_position_key" ON "Action"("stepId", "position");

-- CreateIndex
CREATE INDEX "ActionAttempt_runId_idx" ON "ActionAttempt"("runId");

-- CreateIndex
CREATE INDEX "Compaction_runId_createdAt_idx" ON "Compaction"("runId", "createdAt");

-- CreateIndex
CREATE INDEX "Compaction_sessionId_createdAt_idx" ON "Compaction"("sessionId", "createdAt");

-- CreateIndex
CREATE INDEX "Reservation_runId_idx" ON "Reservation"("runId");

-- CreateIndex
CREATE INDEX "ActionCache_expiresAt_idx" ON "ActionCache"("expiresAt");

-- CreateIndex
CREATE INDEX "ActionCache_rootId_idx" ON "ActionCache"("rootId");

-- CreateIndex
CREATE INDEX "EventSegment_rootId_commitXid_idx" ON "EventSegment"("rootId", "commitXid");

-- CreateIndex
CREATE INDEX "EventSegment_projectId_commitXid_idx" ON "EventSegment"("projectId", "commitXid");

-- CreateIndex
CREATE INDEX "RunDeletion_projectId_commitXid_runId_seq_idx" ON "RunDeletion"("projectId", "commitXid", "runId", "seq");

-- CreateIndex
CREATE INDEX "ModelCall_runId_idx" ON "ModelCall"("runId");

-- CreateIndex
CREATE INDEX "ModelCall_stepId_idx" ON "ModelCall"("stepId");

-- CreateIndex
CREATE INDEX "ModelCall_projectId_startedAt_idx" ON "ModelCall"("projectId", "startedAt");

-- CreateIndex
CREATE INDEX "ModelCall_projectId_model_runCreatedAt_runId_idx" ON "ModelCall"("projectId", "model", "runCreatedAt", "runId");

-- CreateIndex
CREATE INDEX "ModelCall_agentId_startedAt_idx" ON "ModelCall"("agentId", "startedAt");

-- CreateIndex
CREATE INDEX "ModelTraffic_runId_idx" ON "ModelTraffic"("runId");

-- CreateIndex
CREATE INDEX "ModelTraffic_createdAt_idx" ON "ModelTraffic"("createdAt");

-- CreateIndex
CREATE INDEX "PastUsage_projectId_day_idx" ON "PastUsage"("projectId", "day");

-- CreateIndex
CREATE INDEX "PastUsage_agentId_idx" ON "PastUsage"("agentId");

-- CreateIndex
CREATE INDEX "PastUsage_sessionId_idx" ON "PastUsage"("sessionId");

-- CreateIndex
CREATE INDEX "Gate_projectId_status_createdAt_id_idx" ON "Gate"("projectId", "status", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Gate_projectId_createdAt_id_idx" ON "Gate"("projectId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Gate_projectId_kind_createdAt_id_idx" ON "Gate"("projectId", "kind", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Gate_agentId_createdAt_id_idx" ON "Gate"("agentId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Gate_runId_createdAt_idx" ON "Gate"("runId", "createdAt");

-- CreateIndex
CREATE INDEX "Gate_status_expiresAt_idx" ON "Gate"("status", "expiresAt");

-- CreateIndex
CREATE INDEX "Workflow_projectId_createdAt_id_idx" ON "Workflow"("projectId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Workflow_projectId_updatedAt_id_idx" ON "Workflow"("projectId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Workflow_projectId_name_id_idx" ON "Workflow"("projectId", "name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Workflow_projectId_slug_key" ON "Workflow"("projectId", "slug");

-- CreateIndex
CREATE INDEX "Relic_projectId_createdAt_id_idx" ON "Relic"("projectId", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Relic_projectId_name_key" ON "Relic"("projectId", "name");

-- CreateIndex
CREATE INDEX "RelicEntry_expiresAt_idx" ON "RelicEntry"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "ApiKey_secretHash_key" ON "ApiKey"("secretHash");

-- CreateIndex
CREATE INDEX "ApiKey_projectId_createdAt_id_idx" ON "ApiKey"("projectId", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "ApiKey_projectId_name_key" ON "ApiKey"("projectId", "name");

-- CreateIndex
CREATE INDEX "Webhook_projectId_createdAt_id_idx" ON "Webhook"("projectId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "WebhookDelivery_webhookId_createdAt_id_idx" ON "WebhookDelivery"("webhookId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "WebhookDelivery_runId_idx" ON "WebhookDelivery"("runId");

-- CreateIndex
CREATE INDEX "Schedule_projectId_createdAt_id_idx" ON "Schedule"("projectId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Schedule_agentId_idx" ON "Schedule"("agentId");

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
CREATE INDEX "Evaluation_projectId_status_createdAt_id_idx" ON "Evaluation"("projectId", "status", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Evaluation_projectId_mode_createdAt_id_idx" ON "Evaluation"("projectId", "mode", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Evaluation_agentId_createdAt_id_idx" ON "Evaluation"("agentId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Evaluation_agentId_agentVersion_createdAt_id_idx" ON "Evaluation"("agentId", "agentVersion", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Evaluation_baselineId_idx" ON "Evaluation"("baselineId");

-- CreateIndex
CREATE INDEX "EvaluationResult_evaluationId_position_id_idx" ON "EvaluationResult"("evaluationId", "position", "id");

-- CreateIndex
CREATE INDEX "EvaluationResult_itemId_idx" ON "EvaluationResult"("itemId");

-- CreateIndex
CREATE UNIQUE INDEX "EvaluationResult_evaluationId_itemId_trial_key" ON "EvaluationResult"("evaluationId", "itemId", "trial");

-- AddForeignKey
ALTER TABLE "Agent" ADD CONSTRAINT "Agent_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AgentVersion" ADD CONSTRAINT "AgentVersion_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Binding" ADD CONSTRAINT "Binding_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Binding" ADD CONSTRAINT "Binding_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Policy" ADD CONSTRAINT "Policy_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Policy" ADD CONSTRAINT "Policy_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_agentId_agentVersion_fkey" FOREIGN KEY ("agentId", "agentVersion") REFERENCES "AgentVersion"("agentId", "version") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_workflowId_fkey" FOREIGN KEY ("workflowId") REFERENCES "Workflow"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_forkedFromId_fkey" FOREIGN KEY ("forkedFromId") REFERENCES "Run"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_replayOfId_fkey" FOREIGN KEY ("replayOfId") REFERENCES "Run"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "Run"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_rootId_fkey" FOREIGN KEY ("rootId") REFERENCES "Run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RunTag" ADD CONSTRAINT "RunTag_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Step" ADD CONSTRAINT "Step_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Action" ADD CONSTRAINT "Action_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Action" ADD CONSTRAINT "Action_stepId_fkey" FOREIGN KEY ("stepId") REFERENCES "Step"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Action" ADD CONSTRAINT "Action_childRunId_fkey" FOREIGN KEY ("childRunId") REFERENCES "Run"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ActionAttempt" ADD CONSTRAINT "ActionAttempt_actionId_fkey" FOREIGN KEY ("actionId") REFERENCES "Action"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ActionAttempt" ADD CONSTRAINT "ActionAttempt_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Message" ADD CONSTRAINT "Message_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RunInput" ADD CONSTRAINT "RunInput_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Compaction" ADD CONSTRAINT "Compaction_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ModelCall" ADD CONSTRAINT "ModelCall_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ModelCall" ADD CONSTRAINT "ModelCall_stepId_fkey" FOREIGN KEY ("stepId") REFERENCES "Step"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ModelCall" ADD CONSTRAINT "ModelCall_actionId_fkey" FOREIGN KEY ("actionId") REFERENCES "Action"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ModelTraffic" ADD CONSTRAINT "ModelTraffic_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Schedule" ADD CONSTRAINT "Schedule_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Schedule" ADD CONSTRAINT "Schedule_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

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
