-- The workers that had a run, which stay readable after their own rows have gone.
ALTER TABLE "Run" ADD COLUMN "workerClaims" JSONB NOT NULL DEFAULT '[]';
