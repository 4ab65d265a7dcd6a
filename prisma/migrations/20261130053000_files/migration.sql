-- Files of messages (FILE-1): their bytes once for each project, and the trees of runs that name them.
ALTER TABLE "Project" ADD COLUMN "maxFileBytes" INTEGER NOT NULL DEFAULT 20971520,
  ADD COLUMN "maxStoredFileBytes" BIGINT NOT NULL DEFAULT 5368709120;
ALTER TABLE "Run" ADD COLUMN "inputFiles" JSONB;
ALTER TABLE "RunInput" ADD COLUMN "files" JSONB;

CREATE TABLE "FileContent" (
    "projectId" UUID NOT NULL,
    "sha256" TEXT NOT NULL,
    "byteCount" INTEGER NOT NULL,
    "data" BYTEA NOT NULL,

    CONSTRAINT "FileContent_pkey" PRIMARY KEY ("projectId","sha256")
);
-- Images, audio and PDF documents are compressed already.
ALTER TABLE "FileContent" ALTER COLUMN "data" SET STORAGE EXTERNAL;

CREATE TABLE "File" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "sha256" TEXT NOT NULL,
    "mediaType" TEXT NOT NULL,
    "name" TEXT,
    "byteCount" INTEGER NOT NULL,
    "width" INTEGER,
    "height" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdBy" TEXT,
    "tokenScope" TEXT,

    CONSTRAINT "File_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "RunFile" (
    "rootId" UUID NOT NULL,
    "fileId" UUID NOT NULL,
    "projectId" UUID NOT NULL,

    CONSTRAINT "RunFile_pkey" PRIMARY KEY ("rootId","fileId")
);

-- The sum of the sizes of a project is read from the index alone.
CREATE INDEX "FileContent_size_idx" ON "FileContent" ("projectId") INCLUDE ("byteCount");
CREATE INDEX "File_projectId_sha256_idx" ON "File"("projectId", "sha256");
CREATE INDEX "File_projectId_createdAt_idx" ON "File"("projectId", "createdAt");
CREATE INDEX "File_createdAt_idx" ON "File"("createdAt");
CREATE INDEX "RunFile_fileId_idx" ON "RunFile"("fileId");

ALTER TABLE "File" ADD CONSTRAINT "File_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "File" ADD CONSTRAINT "File_projectId_sha256_fkey" FOREIGN KEY ("projectId", "sha256") REFERENCES "FileContent"("projectId", "sha256") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "RunFile" ADD CONSTRAINT "RunFile_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "File"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
