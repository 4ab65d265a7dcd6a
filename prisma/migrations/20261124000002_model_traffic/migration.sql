-- CreateTable
CREATE TABLE "ModelTraffic" (
    "callId" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "runId" UUID NOT NULL,
    "request" BYTEA NOT NULL,
    "requestBytes" INTEGER NOT NULL,
    "response" BYTEA,
    "responseBytes" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ModelTraffic_pkey" PRIMARY KEY ("callId")
);

-- CreateIndex
CREATE INDEX "ModelTraffic_runId_idx" ON "ModelTraffic"("runId");

-- CreateIndex
CREATE INDEX "ModelTraffic_createdAt_idx" ON "ModelTraffic"("createdAt");

-- AddForeignKey
ALTER TABLE "ModelTraffic" ADD CONSTRAINT "ModelTraffic_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What schema.prisma cannot say.

-- The messages are compressed and encrypted: compressing them again would only take time.
ALTER TABLE "ModelTraffic" ALTER COLUMN "request" SET STORAGE EXTERNAL, ALTER COLUMN "response" SET STORAGE EXTERNAL;
