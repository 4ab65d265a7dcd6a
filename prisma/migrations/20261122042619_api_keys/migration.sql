-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "abortedBy" TEXT,
ADD COLUMN     "triggeredBy" TEXT;

-- AlterTable
ALTER TABLE "ApiKey" ADD COLUMN     "createdBy" TEXT NOT NULL,
ADD COLUMN     "revokedBy" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "ApiKey_secretHash_key" ON "ApiKey"("secretHash");

-- CreateIndex
CREATE UNIQUE INDEX "ApiKey_projectId_name_key" ON "ApiKey"("projectId", "name");
