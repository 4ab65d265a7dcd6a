-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "overrides" JSONB,
ADD COLUMN     "startCheckpoint" JSONB;
