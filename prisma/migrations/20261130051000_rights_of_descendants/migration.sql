-- A policy may hold for the runs below those of its agent, and a run says which kind of credentials its caller had.
ALTER TABLE "Policy" ADD COLUMN "appliesTo" TEXT NOT NULL DEFAULT 'AGENT';
ALTER TABLE "Run" ADD COLUMN "triggeredByKind" TEXT;
-- The agent beyond whose rights a run and those below it cannot reach.
ALTER TABLE "Run" ADD COLUMN "bound" JSONB;
-- A policy may hold for some runs alone.
ALTER TABLE "Policy" ADD COLUMN "condition" TEXT;
