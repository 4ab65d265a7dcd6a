-- What callers say to each other about runs.
CREATE TABLE "RunComment" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "runId" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "commentedBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "RunComment_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "RunComment_runId_createdAt_id_idx" ON "RunComment"("runId", "createdAt", "id");

ALTER TABLE "RunComment" ADD CONSTRAINT "RunComment_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "RunComment" ADD CONSTRAINT "RunComment_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
