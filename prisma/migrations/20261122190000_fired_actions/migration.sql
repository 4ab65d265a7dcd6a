-- What was fired and has no final status yet, whatever its run's status is: every process looks for it, and it is always little.
CREATE INDEX "Action_fired_idx" ON "Action" ("runId") WHERE "mode" = 'FIRE_AND_FORGET' AND "status" IN ('PENDING', 'RUNNING');
