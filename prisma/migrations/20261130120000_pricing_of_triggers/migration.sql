-- Runs that an event starts have a pricing as those of a schedule have, and both have a deadline of their batches.
ALTER TABLE "EventTrigger" ADD COLUMN "pricing" TEXT, ADD COLUMN "batchDeadlineMs" INTEGER;
ALTER TABLE "Schedule" ADD COLUMN "batchDeadlineMs" INTEGER;
