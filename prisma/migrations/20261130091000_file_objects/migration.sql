-- Contents of files may be objects outside of the database. What is to be erased there is noted until it is.
ALTER TABLE "FileContent" ALTER COLUMN "data" DROP NOT NULL, ADD COLUMN "objectKey" TEXT;

CREATE TABLE "FileErasure" (
  "objectKey" TEXT NOT NULL,
  "eraseAfter" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "FileErasure_pkey" PRIMARY KEY ("objectKey")
);
CREATE INDEX "FileErasure_eraseAfter_idx" ON "FileErasure" ("eraseAfter");
