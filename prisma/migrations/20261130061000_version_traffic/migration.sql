-- Which versions of an agent new runs get, and comparisons of two versions.
ALTER TABLE "Agent" ADD COLUMN "traffic" JSONB;

ALTER TABLE "Run" ADD COLUMN "canaryId" UUID;
-- Few runs have one: the others are not in the index. A look reads the latest of each version.
CREATE INDEX "Run_canary_idx" ON "Run" ("canaryId", "agentVersion", "createdAt", "id") WHERE "canaryId" IS NOT NULL;

CREATE TYPE "CanaryStatus" AS ENUM ('RUNNING', 'PASSED', 'STOPPED', 'UNDECIDED');

CREATE TABLE "Canary" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "agentId" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "baselineVersion" INTEGER NOT NULL,
    "weight" DOUBLE PRECISION NOT NULL,
    "minRuns" INTEGER NOT NULL,
    "maxRuns" INTEGER NOT NULL,
    "promote" BOOLEAN NOT NULL DEFAULT false,
    "stopOn" JSONB NOT NULL,
    "status" "CanaryStatus" NOT NULL DEFAULT 'RUNNING',
    "reason" TEXT,
    "looks" INTEGER NOT NULL DEFAULT 0,
    "comparisons" JSONB NOT NULL DEFAULT '[]',
    "comparedAt" TIMESTAMPTZ(3),
    "startedBy" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedBy" TEXT,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Canary_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "Canary_projectId_createdAt_id_idx" ON "Canary"("projectId", "createdAt", "id");
CREATE INDEX "Canary_projectId_status_createdAt_id_idx" ON "Canary"("projectId", "status", "createdAt", "id");
CREATE INDEX "Canary_agentId_createdAt_id_idx" ON "Canary"("agentId", "createdAt", "id");
-- One at a time for each agent.
CREATE UNIQUE INDEX "Canary_running_idx" ON "Canary" ("agentId") WHERE "status" = 'RUNNING';

ALTER TABLE "Canary" ADD CONSTRAINT "Canary_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "Canary" ADD CONSTRAINT "Canary_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent"("id") ON DELETE CASCADE ON UPDATE CASCADE;
