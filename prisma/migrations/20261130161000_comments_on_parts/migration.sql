-- The step or the action that a comment is about. Their rows are made anew from the log, so that nothing refers to them here.
ALTER TABLE "RunComment" ADD COLUMN "stepNumber" INTEGER, ADD COLUMN "actionId" UUID;
