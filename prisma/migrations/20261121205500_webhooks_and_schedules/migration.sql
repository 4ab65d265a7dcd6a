-- DropIndex
DROP INDEX "WebhookDelivery_nextAttemptAt_idx";

-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "scheduleId" UUID,
ADD COLUMN     "scheduledFor" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "Webhook" ADD COLUMN     "disabledReason" TEXT,
ADD COLUMN     "failingSince" TIMESTAMPTZ(3),
ADD COLUMN     "secret" TEXT;

-- AlterTable
ALTER TABLE "WebhookDelivery" DROP COLUMN "payload",
ADD COLUMN     "facts" JSONB NOT NULL,
ADD COLUMN     "number" BIGSERIAL NOT NULL,
ALTER COLUMN "nextAttemptAt" SET NOT NULL;

-- CreateTable
CREATE TABLE "Schedule" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "agentId" UUID NOT NULL,
    "cron" TEXT NOT NULL,
    "timeZone" TEXT NOT NULL,
    "input" TEXT NOT NULL,
    "sessionKey" TEXT,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "missed" TEXT NOT NULL DEFAULT 'ONCE',
    "nextAt" TIMESTAMPTZ(3),
    "lastAt" TIMESTAMPTZ(3),
    "lastError" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Schedule_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Schedule_projectId_createdAt_id_idx" ON "Schedule"("projectId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Schedule_agentId_idx" ON "Schedule"("agentId");

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Schedule" ADD CONSTRAINT "Schedule_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Schedule" ADD CONSTRAINT "Schedule_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What schema.prisma cannot say.

-- What is still to be delivered: few rows among many that were. By webhook, soonest first; and those of one run in their order.
CREATE INDEX "WebhookDelivery_due_idx" ON "WebhookDelivery" ("webhookId", "nextAttemptAt", "number")
  WHERE "deliveredAt" IS NULL AND "abandonedAt" IS NULL;
CREATE INDEX "WebhookDelivery_order_idx" ON "WebhookDelivery" ("webhookId", "runId", "number")
  WHERE "deliveredAt" IS NULL AND "abandonedAt" IS NULL;
-- Lists of what was not delivered.
CREATE INDEX "WebhookDelivery_undelivered_idx" ON "WebhookDelivery" ("webhookId", "createdAt", "id") WHERE "deliveredAt" IS NULL;

-- One run for each time of a schedule.
CREATE UNIQUE INDEX "Run_scheduled_idx" ON "Run" ("scheduleId", "scheduledFor") WHERE "scheduleId" IS NOT NULL;
CREATE INDEX "Run_of_schedule_idx" ON "Run" ("scheduleId", "createdAt", "id") WHERE "scheduleId" IS NOT NULL;

-- Which schedules are due.
CREATE INDEX "Schedule_due_idx" ON "Schedule" ("nextAt") WHERE "nextAt" IS NOT NULL;
