-- The name of the API. What was there keeps its time.
ALTER TABLE "Run" RENAME COLUMN "wakeAt" TO "startAt";
