-- A message to a run says who sent it.
ALTER TABLE "RunInput" ADD COLUMN "sentBy" TEXT;
