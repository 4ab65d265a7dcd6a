-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "traceparent" TEXT,
ADD COLUMN     "tracestate" TEXT;
