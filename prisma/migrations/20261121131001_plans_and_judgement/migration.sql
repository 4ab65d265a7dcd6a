-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "escalation" TEXT,
ADD COLUMN     "plan" JSONB;

-- AlterTable
ALTER TABLE "Step" ADD COLUMN     "plan" JSONB;

-- AlterTable
ALTER TABLE "Action" ADD COLUMN     "branch" TEXT;

-- CreateTable
CREATE TABLE "ActionCache" (
    "projectId" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "output" JSONB NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ActionCache_pkey" PRIMARY KEY ("projectId","hash")
);

-- CreateIndex
CREATE INDEX "ActionCache_expiresAt_idx" ON "ActionCache"("expiresAt");
