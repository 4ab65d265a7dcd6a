-- The input of an item of a data set may have files, as that of a run.
CREATE TABLE "DataSetItemFile" (
  "itemId" UUID NOT NULL,
  "position" INTEGER NOT NULL,
  "fileId" UUID NOT NULL,
  "projectId" UUID NOT NULL,
  CONSTRAINT "DataSetItemFile_pkey" PRIMARY KEY ("itemId", "position"),
  CONSTRAINT "DataSetItemFile_itemId_fkey" FOREIGN KEY ("itemId") REFERENCES "DataSetItem" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "DataSetItemFile_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "File" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "DataSetItemFile_fileId_idx" ON "DataSetItemFile" ("fileId");
