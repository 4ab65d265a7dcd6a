-- AlterTable
ALTER TABLE "ModelCall" ADD COLUMN     "sent" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "PastUsage" ADD COLUMN     "estimatedRequests" BIGINT NOT NULL DEFAULT 0;
