-- What callers say about runs.
CREATE TABLE "Rating" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "runId" UUID NOT NULL,
    "ratedBy" TEXT NOT NULL,
    "score" DOUBLE PRECISION NOT NULL,
    "comment" TEXT,
    "labels" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "runCreatedAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Rating_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "Rating_runId_ratedBy_key" ON "Rating"("runId", "ratedBy");
CREATE INDEX "Rating_runId_createdAt_id_idx" ON "Rating"("runId", "createdAt", "id");
CREATE INDEX "Rating_projectId_runCreatedAt_runId_idx" ON "Rating"("projectId", "runCreatedAt", "runId");

ALTER TABLE "Rating" ADD CONSTRAINT "Rating_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "Rating" ADD CONSTRAINT "Rating_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
