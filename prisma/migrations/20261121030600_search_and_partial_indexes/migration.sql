-- What schema.prisma cannot say.

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

-- Text search: left("input", 10000) ILIKE '%words%'. A query must use the same expression.
-- Whole texts cost too much: the index entry of a row is written anew whenever another indexed column of it
-- changes (status, cost), which took 180 ms for an input of 1 MB and takes 3 ms for its first 10,000 characters.
CREATE INDEX "Run_input_search_idx" ON "Run" USING gin (left("input", 10000) gin_trgm_ops);
CREATE INDEX "Run_summary_search_idx" ON "Run" USING gin (left("summary", 10000) gin_trgm_ops);

-- Lists show root runs only, unless they are asked for a parent's children.
CREATE INDEX "Run_roots_idx" ON "Run" ("projectId", "createdAt", "id") WHERE "parentId" IS NULL;

-- What a worker looks through for work: few rows among many finished ones.
CREATE INDEX "Run_claimable_idx" ON "Run" ("priority" DESC, "createdAt", "id") WHERE "status" IN ('QUEUED', 'RUNNING');

-- How many runs of a project are running.
CREATE INDEX "Run_running_idx" ON "Run" ("projectId") WHERE "status" = 'RUNNING';
