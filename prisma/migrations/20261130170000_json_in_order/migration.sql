-- `jsonb` sorts the keys of objects; `json` keeps the order that people, models and tools wrote them in. What is stored already stays sorted.
-- Each of these tables is rewritten with its indexes, under a lock that keeps readers out: some minutes for each 10 GB.
ALTER TABLE "AgentVersion"
  ALTER COLUMN "definition" TYPE JSON USING "definition"::json;
ALTER TABLE "WorkflowVersion"
  ALTER COLUMN "definition" TYPE JSON USING "definition"::json;
ALTER TABLE "Run"
  ALTER COLUMN "overrides" TYPE JSON USING "overrides"::json,
  ALTER COLUMN "startCheckpoint" TYPE JSON USING "startCheckpoint"::json,
  ALTER COLUMN "context" DROP DEFAULT,
  ALTER COLUMN "context" TYPE JSON USING "context"::json,
  ALTER COLUMN "context" SET DEFAULT '{}',
  ALTER COLUMN "givenContext" DROP DEFAULT,
  ALTER COLUMN "givenContext" TYPE JSON USING "givenContext"::json,
  ALTER COLUMN "givenContext" SET DEFAULT '{}',
  ALTER COLUMN "artifacts" DROP DEFAULT,
  ALTER COLUMN "artifacts" TYPE JSON USING "artifacts"::json,
  ALTER COLUMN "artifacts" SET DEFAULT '{}',
  ALTER COLUMN "plan" TYPE JSON USING "plan"::json,
  ALTER COLUMN "loopState" DROP DEFAULT,
  ALTER COLUMN "loopState" TYPE JSON USING "loopState"::json,
  ALTER COLUMN "loopState" SET DEFAULT '{}';
ALTER TABLE "Step"
  ALTER COLUMN "plan" TYPE JSON USING "plan"::json,
  ALTER COLUMN "checkpoint" TYPE JSON USING "checkpoint"::json;
ALTER TABLE "Action"
  ALTER COLUMN "parameters" TYPE JSON USING "parameters"::json,
  ALTER COLUMN "output" TYPE JSON USING "output"::json,
  ALTER COLUMN "audit" TYPE JSON USING "audit"::json;
ALTER TABLE "ActionAttempt"
  ALTER COLUMN "parameters" TYPE JSON USING "parameters"::json,
  ALTER COLUMN "output" TYPE JSON USING "output"::json;
ALTER TABLE "Message"
  ALTER COLUMN "content" TYPE JSON USING "content"::json;
ALTER TABLE "Compaction"
  ALTER COLUMN "view" TYPE JSON USING "view"::json;
ALTER TABLE "ActionCache"
  ALTER COLUMN "output" TYPE JSON USING "output"::json;
ALTER TABLE "ModelCall"
  ALTER COLUMN "answer" TYPE JSON USING "answer"::json;
ALTER TABLE "Gate"
  ALTER COLUMN "context" TYPE JSON USING "context"::json,
  ALTER COLUMN "resolution" TYPE JSON USING "resolution"::json;
ALTER TABLE "RelicEntry"
  ALTER COLUMN "value" TYPE JSON USING "value"::json;
ALTER TABLE "WebhookDelivery"
  ALTER COLUMN "facts" TYPE JSON USING "facts"::json;
ALTER TABLE "ReceivedEvent"
  ALTER COLUMN "data" TYPE JSON USING "data"::json;
ALTER TABLE "DataSetItem"
  ALTER COLUMN "context" DROP DEFAULT,
  ALTER COLUMN "context" TYPE JSON USING "context"::json,
  ALTER COLUMN "context" SET DEFAULT '{}',
  ALTER COLUMN "expectations" TYPE JSON USING "expectations"::json;
ALTER TABLE "EvaluationResult"
  ALTER COLUMN "output" TYPE JSON USING "output"::json,
  ALTER COLUMN "checks" DROP DEFAULT,
  ALTER COLUMN "checks" TYPE JSON USING "checks"::json,
  ALTER COLUMN "checks" SET DEFAULT '[]';
