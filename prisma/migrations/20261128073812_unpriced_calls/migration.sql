-- AlterTable
ALTER TABLE "PastUsage" ADD COLUMN     "unpricedCalls" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "Evaluation" ADD COLUMN     "unpricedCalls" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "EvaluationResult" ADD COLUMN     "unpricedCalls" INTEGER NOT NULL DEFAULT 0;
