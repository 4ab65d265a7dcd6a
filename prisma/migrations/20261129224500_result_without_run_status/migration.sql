-- Nothing reads it.
ALTER TABLE "EvaluationResult" DROP COLUMN "runStatus";
