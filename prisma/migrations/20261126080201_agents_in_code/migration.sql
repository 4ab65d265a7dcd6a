-- CreateEnum
CREATE TYPE "AgentSource" AS ENUM ('API', 'CODE');

-- AlterTable
ALTER TABLE "Agent" ADD COLUMN     "source" "AgentSource" NOT NULL DEFAULT 'API';

-- CreateTable
CREATE TABLE "AgentSet" (
    "projectId" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "appliedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AgentSet_pkey" PRIMARY KEY ("projectId","hash")
);

-- CreateTable
CREATE TABLE "AgentSetHolder" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "seenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AgentSetHolder_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "AgentSetHolder_projectId_hash_idx" ON "AgentSetHolder"("projectId", "hash");
