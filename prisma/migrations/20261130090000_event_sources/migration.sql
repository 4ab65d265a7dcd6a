-- Senders of signed webhooks.
CREATE TABLE "EventSource" (
  "id" UUID NOT NULL,
  "projectId" UUID NOT NULL,
  "slug" TEXT NOT NULL,
  "scheme" TEXT NOT NULL,
  "secret" TEXT NOT NULL,
  "previousSecret" TEXT,
  "previousSecretUntil" TIMESTAMPTZ(3),
  "signatureHeader" TEXT,
  "signatureEncoding" TEXT,
  "eventName" TEXT,
  "nameAt" TEXT,
  "idAt" TEXT,
  "toleranceSeconds" INTEGER NOT NULL,
  "maxPerMinute" INTEGER NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "EventSource_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "EventSource" ADD CONSTRAINT "EventSource_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE UNIQUE INDEX "EventSource_projectId_slug_key" ON "EventSource" ("projectId", "slug");
CREATE INDEX "EventSource_projectId_createdAt_id_idx" ON "EventSource" ("projectId", "createdAt", "id");
