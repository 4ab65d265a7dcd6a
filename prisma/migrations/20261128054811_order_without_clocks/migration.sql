-- Rows that were ordered by times of several clocks get numbers. Rows that are there are numbered in the order that they had.

-- DropIndex
DROP INDEX "Compaction_runId_createdAt_idx";

-- DropIndex
DROP INDEX "Compaction_sessionId_createdAt_idx";

-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "lastNumber" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "sessionNumber" INTEGER NOT NULL DEFAULT 0;

UPDATE "Run" r SET "sessionNumber" = o.place FROM (
  SELECT id, row_number() OVER (PARTITION BY "sessionId" ORDER BY "createdAt", id) AS place FROM "Run" WHERE "sessionId" IS NOT NULL
) o WHERE o.id = r.id;

UPDATE "Session" s SET "lastNumber" = o.last FROM (
  SELECT "sessionId", max("sessionNumber") AS last FROM "Run" WHERE "sessionId" IS NOT NULL GROUP BY 1
) o WHERE o."sessionId" = s.id;

-- AlterTable
ALTER TABLE "Compaction" ADD COLUMN     "number" INTEGER NOT NULL DEFAULT 0;

UPDATE "Compaction" c SET number = o.place FROM (
  SELECT id, row_number() OVER (PARTITION BY coalesce("sessionId", "runId") ORDER BY "createdAt", id) AS place FROM "Compaction"
) o WHERE o.id = c.id;

-- AlterTable
ALTER TABLE "Message" ADD COLUMN     "shown" JSONB;

UPDATE "Message" m SET shown = jsonb_build_object('runs', r."sessionNumber" - 1, 'upTo', '{}'::jsonb, 'views', coalesce((
  SELECT max(c.number) FROM "Compaction" c JOIN "Run" o ON o.id = c."runId" WHERE c."sessionId" = r."sessionId" AND o."sessionNumber" < r."sessionNumber"
), 0)) FROM "Run" r WHERE r.id = m."runId" AND r."sessionId" IS NOT NULL AND m.position = 0;

-- AlterTable
ALTER TABLE "ModelCall" ADD COLUMN     "number" INTEGER NOT NULL DEFAULT 0;

UPDATE "ModelCall" c SET number = o.place FROM (
  SELECT id, row_number() OVER (PARTITION BY "runId" ORDER BY "startedAt", id) AS place FROM "ModelCall"
) o WHERE o.id = c.id;

UPDATE "Step" s SET checkpoint = s.checkpoint || jsonb_build_object('inputs', (
  SELECT count(*) FROM "RunInput" i WHERE i."runId" = s."runId" AND i."createdAt" <= s."startedAt"
)) WHERE s.checkpoint IS NOT NULL AND EXISTS (SELECT FROM "RunInput" i WHERE i."runId" = s."runId");

-- CreateIndex
CREATE INDEX "Compaction_runId_number_idx" ON "Compaction"("runId", "number");

-- CreateIndex
CREATE INDEX "Compaction_sessionId_number_idx" ON "Compaction"("sessionId", "number");

-- What schema.prisma cannot say.

-- The runs of a session in their order.
CREATE INDEX "Run_session_order_idx" ON "Run" ("sessionId", "sessionNumber", "id") WHERE "sessionId" IS NOT NULL;
-- The few messages that say what their owner was shown.
CREATE INDEX "Message_shown_idx" ON "Message" ("runId", "position") WHERE "shown" IS NOT NULL;
