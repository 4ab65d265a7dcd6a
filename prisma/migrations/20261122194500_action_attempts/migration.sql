-- AlterTable
ALTER TABLE "Action" ADD COLUMN     "retryAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "ModelCall" ADD COLUMN     "actionAttempt" INTEGER,
ADD COLUMN     "actionId" UUID;

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

-- CreateIndex
CREATE INDEX "ActionAttempt_runId_idx" ON "ActionAttempt"("runId");

-- AddForeignKey
ALTER TABLE "ActionAttempt" ADD CONSTRAINT "ActionAttempt_actionId_fkey" FOREIGN KEY ("actionId") REFERENCES "Action"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ActionAttempt" ADD CONSTRAINT "ActionAttempt_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ModelCall" ADD CONSTRAINT "ModelCall_actionId_fkey" FOREIGN KEY ("actionId") REFERENCES "Action"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Only calls that were made for an action are looked for by it.
CREATE INDEX "ModelCall_action_idx" ON "ModelCall" ("actionId") WHERE "actionId" IS NOT NULL;
