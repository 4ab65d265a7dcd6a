-- AlterTable
ALTER TABLE "Project" ADD COLUMN     "maxCostUsdPerDay" DECIMAL(20,10),
ADD COLUMN     "maxTokensPerDay" BIGINT;

-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "memory" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "ancestorIds" UUID[] DEFAULT ARRAY[]::UUID[],
ADD COLUMN     "inputCount" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "inputsTaken" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "Step" ADD COLUMN     "promptHash" TEXT;

-- AlterTable
ALTER TABLE "ModelCall" ADD COLUMN     "estimated" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "profile" INTEGER NOT NULL DEFAULT 1;

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
CREATE TABLE "RunInput" (
    "runId" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "projectId" UUID NOT NULL,
    "text" TEXT NOT NULL,
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

-- CreateIndex
CREATE INDEX "Binding_projectId_createdAt_id_idx" ON "Binding"("projectId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Binding_agentId_idx" ON "Binding"("agentId");

-- CreateIndex
CREATE INDEX "Compaction_runId_createdAt_idx" ON "Compaction"("runId", "createdAt");

-- CreateIndex
CREATE INDEX "Compaction_sessionId_createdAt_idx" ON "Compaction"("sessionId", "createdAt");

-- CreateIndex
CREATE INDEX "Reservation_runId_idx" ON "Reservation"("runId");

-- AddForeignKey
ALTER TABLE "Binding" ADD CONSTRAINT "Binding_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Binding" ADD CONSTRAINT "Binding_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RunInput" ADD CONSTRAINT "RunInput_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Compaction" ADD CONSTRAINT "Compaction_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
