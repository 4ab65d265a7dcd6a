-- Runs that events start.
CREATE TABLE "EventTrigger" (
  "id" UUID NOT NULL,
  "projectId" UUID NOT NULL,
  "agentId" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "event" TEXT NOT NULL,
  "condition" TEXT,
  "input" TEXT NOT NULL,
  "sessionKey" TEXT,
  "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
  "metadata" JSONB NOT NULL DEFAULT '{}',
  "enabled" BOOLEAN NOT NULL DEFAULT true,
  "lastAt" TIMESTAMPTZ(3),
  "lastError" TEXT,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "EventTrigger_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "EventTrigger" ADD CONSTRAINT "EventTrigger_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "EventTrigger" ADD CONSTRAINT "EventTrigger_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE UNIQUE INDEX "EventTrigger_projectId_name_key" ON "EventTrigger" ("projectId", "name");
CREATE INDEX "EventTrigger_projectId_event_idx" ON "EventTrigger" ("projectId", "event");
CREATE INDEX "EventTrigger_projectId_createdAt_id_idx" ON "EventTrigger" ("projectId", "createdAt", "id");
CREATE INDEX "EventTrigger_agentId_idx" ON "EventTrigger" ("agentId");

-- Runs that event triggers started for an event.
ALTER TABLE "ReceivedEvent" ADD COLUMN "startedRunIds" UUID[] DEFAULT ARRAY[]::UUID[];
