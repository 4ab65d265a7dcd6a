-- AlterTable
ALTER TABLE "Prompt" ADD COLUMN     "toolsHash" TEXT;

-- CreateIndex
CREATE INDEX "Prompt_projectId_toolsHash_idx" ON "Prompt"("projectId", "toolsHash");
