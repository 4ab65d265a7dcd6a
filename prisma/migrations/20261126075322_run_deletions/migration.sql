-- CreateTable
CREATE TABLE "RunDeletion" (
    "runId" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "commitXid" BIGINT NOT NULL,
    "seq" INTEGER NOT NULL DEFAULT 0,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "RunDeletion_pkey" PRIMARY KEY ("runId")
);

-- CreateIndex
CREATE INDEX "RunDeletion_projectId_commitXid_runId_seq_idx" ON "RunDeletion"("projectId", "commitXid", "runId", "seq");
