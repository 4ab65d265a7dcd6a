-- Events of the world, which waiting calls continue with.
CREATE TABLE "ReceivedEvent" (
  "id" UUID NOT NULL,
  "projectId" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "key" TEXT NOT NULL,
  "data" JSONB NOT NULL,
  "sealed" TEXT,
  "sentBy" TEXT,
  "receivedAt" TIMESTAMPTZ(3) NOT NULL,
  "deliveredAt" TIMESTAMPTZ(3),
  "expiresAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "ReceivedEvent_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "ReceivedEvent" ADD CONSTRAINT "ReceivedEvent_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE UNIQUE INDEX "ReceivedEvent_projectId_key_key" ON "ReceivedEvent" ("projectId", "key");
CREATE INDEX "ReceivedEvent_projectId_name_receivedAt_id_idx" ON "ReceivedEvent" ("projectId", "name", "receivedAt", "id");
CREATE INDEX "ReceivedEvent_projectId_receivedAt_id_idx" ON "ReceivedEvent" ("projectId", "receivedAt", "id");
CREATE INDEX "ReceivedEvent_expiresAt_idx" ON "ReceivedEvent" ("expiresAt");
-- Those that are still to be delivered: few.
CREATE INDEX "ReceivedEvent_undelivered_idx" ON "ReceivedEvent" ("receivedAt", "id") WHERE "deliveredAt" IS NULL;

-- The open waits for events of a name, and the waits that an event ended.
CREATE INDEX "Gate_event_wait_idx" ON "Gate" ("projectId", ("context"->>'event'), "createdAt", "id") WHERE "kind" = 'EVENT' AND "status" = 'OPEN';
CREATE INDEX "Gate_ended_by_event_idx" ON "Gate" ("resolvedBy", "runId") WHERE "kind" = 'EVENT' AND "resolvedBy" IS NOT NULL;
