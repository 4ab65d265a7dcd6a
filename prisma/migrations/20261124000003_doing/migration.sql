-- Cached results are deleted with the tree of runs that stored them.
ALTER TABLE "ActionCache" ADD COLUMN "rootId" UUID;
CREATE INDEX "ActionCache_rootId_idx" ON "ActionCache"("rootId");

-- The secret before the last rotation signs beside the present one for a time.
ALTER TABLE "Webhook" ADD COLUMN "previousSecret" TEXT,
ADD COLUMN "previousSecretUntil" TIMESTAMPTZ(3);

-- Keys of administrators of the server.
ALTER TABLE "ApiKey" ADD COLUMN "isServerAdmin" BOOLEAN NOT NULL DEFAULT false;

-- The entries of a relic in the order of code points, page by page.
CREATE INDEX "RelicEntry_order_idx" ON "RelicEntry" ("relicId", "key" COLLATE "C");
