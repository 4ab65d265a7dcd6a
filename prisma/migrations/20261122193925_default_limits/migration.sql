-- AlterTable
ALTER TABLE "Project" ADD COLUMN     "defaultMaxCostUsd" DECIMAL(20,10),
ADD COLUMN     "defaultMaxSteps" INTEGER,
ADD COLUMN     "defaultMaxTokens" BIGINT DEFAULT 10000000,
ADD COLUMN     "defaultTimeoutMs" INTEGER DEFAULT 86400000;
