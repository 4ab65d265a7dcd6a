-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "statusChanges" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "statusOrder" BIGINT NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint;

-- CreateIndex
CREATE INDEX "Run_projectId_statusOrder_idx" ON "Run"("projectId", "statusOrder");

-- CreateIndex
CREATE INDEX "Event_projectId_commitOrder_idx" ON "Event"("projectId", "commitOrder");

-- What Prisma's schema cannot say. The runs of a session by the highest order that an event of their tree can have: no event comes
-- after the one that ends a tree, and until then it can have any. Whoever follows a session looks at those alone that go on.
CREATE INDEX "Run_session_feed_idx" ON "Run"
  ("sessionId", (CASE WHEN "status" IN ('COMPLETED', 'FAILED', 'CANCELLED') THEN "statusOrder" ELSE 9223372036854775807 END))
  WHERE "sessionId" IS NOT NULL;
