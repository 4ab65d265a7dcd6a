-- AlterTable
ALTER TABLE "Action" DROP COLUMN "sealed";

-- AlterTable
ALTER TABLE "ActionCache" ADD COLUMN     "sealed" TEXT;

-- CreateTable
CREATE TABLE "Secret" (
    "rootId" UUID NOT NULL,
    "id" TEXT NOT NULL,
    "projectId" UUID NOT NULL,
    "sealed" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Secret_pkey" PRIMARY KEY ("rootId","id")
);
