-- AlterTable
ALTER TABLE "Run" ALTER COLUMN "loopState" DROP NOT NULL;
