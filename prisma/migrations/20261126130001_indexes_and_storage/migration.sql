-- What schema.prisma cannot say.

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

-- Each write to a run's log updates its row. With room on the page the new version stays there and no index of the table
-- is touched; on full pages each update wrote to all seventeen: 80 µs in place of 9.
ALTER TABLE "Run" SET (fillfactor = 50);

-- The rows of a run are written by the statement that fences the run, which proves it to be there, and are deleted with it. The
-- constraints would look up each of them again, which took a third of the time of a commit.
ALTER TABLE "Step" DROP CONSTRAINT "Step_runId_fkey";
ALTER TABLE "Action" DROP CONSTRAINT "Action_runId_fkey", DROP CONSTRAINT "Action_stepId_fkey", DROP CONSTRAINT "Action_childRunId_fkey";
ALTER TABLE "ActionAttempt" DROP CONSTRAINT "ActionAttempt_runId_fkey", DROP CONSTRAINT "ActionAttempt_actionId_fkey";
ALTER TABLE "Message" DROP CONSTRAINT "Message_runId_fkey";
ALTER TABLE "Compaction" DROP CONSTRAINT "Compaction_runId_fkey";
ALTER TABLE "ModelCall" DROP CONSTRAINT "ModelCall_runId_fkey", DROP CONSTRAINT "ModelCall_stepId_fkey", DROP CONSTRAINT "ModelCall_actionId_fkey";

-- Text search: left("input", 10000) ILIKE '%words%'. A query must use the same expression.
-- Whole texts cost too much: the index entry of a row is written anew whenever another indexed column of it
-- changes (status, cost), which took 180 ms for an input of 1 MB and takes 3 ms for its first 10,000 characters.
CREATE INDEX "Run_input_search_idx" ON "Run" USING gin (left("input", 10000) gin_trgm_ops);
CREATE INDEX "Run_summary_search_idx" ON "Run" USING gin (left("summary", 10000) gin_trgm_ops);
CREATE INDEX "Run_error_search_idx" ON "Run" USING gin (left("errorMessage", 10000) gin_trgm_ops) WHERE "errorMessage" IS NOT NULL;
-- The same in the keys of sessions: "key" ILIKE '%words%'.
CREATE INDEX "Session_key_search_idx" ON "Session" USING gin ("key" gin_trgm_ops);

-- Statistics read the runs of a period from this index alone: a month of 100,000 runs took 700 ms where each row was read, too. It also is the
-- index of the list of runs. The further columns change only with the status, which other indexes have already.
CREATE INDEX "Run_created_idx" ON "Run" ("projectId", "createdAt", "id")
  INCLUDE ("status", "terminationReason", "agentId", "agentVersion", "parentId", "startAt", "startedAt", "durationMs", "statusChanges");

-- The lists of an agent, whose every condition these answer: where a row had to be read for its project, the planner went by the index above,
-- through all newer runs.
CREATE INDEX "Run_agent_created_idx" ON "Run" ("agentId", "createdAt", "id") INCLUDE ("projectId");
CREATE INDEX "Run_version_created_idx" ON "Run" ("agentId", "agentVersion", "createdAt", "id") INCLUDE ("projectId");

-- Lists show root runs only, unless they are asked for a parent's children.
CREATE INDEX "Run_roots_idx" ON "Run" ("projectId", "createdAt", "id") WHERE "parentId" IS NULL;

-- What a worker looks through for work: few rows among many finished ones.
CREATE INDEX "Run_claimable_idx" ON "Run" ("priority" DESC, "createdAt", "id") WHERE "status" IN ('QUEUED', 'RUNNING');
-- How many runs of a project are running.
CREATE INDEX "Run_running_idx" ON "Run" ("projectId") WHERE "status" = 'RUNNING';
-- The few runs that wait.
CREATE INDEX "Run_waiting_idx" ON "Run" ("id") WHERE "status" = 'WAITING';
-- Fire-and-forget actions without a final status, whatever the status of their run: every worker looks for them, and there are few.
CREATE INDEX "Action_fired_idx" ON "Action" ("runId") WHERE "mode" = 'FIRE_AND_FORGET' AND "status" IN ('PENDING', 'RUNNING');

-- The events of the log, each as a row. An event in place 0 of its segment has the segment's first number.
CREATE VIEW "Event" AS
SELECT s."runId", s."firstSeq" + e.place AS seq, s."projectId", s."rootId", e.type, e."stepNumber", s.at, s.epoch, e.data, s."commitXid",
  s."lastSeq", s."hasGates"
FROM "EventSegment" s
CROSS JOIN LATERAL json_to_recordset(s.events) AS e (place INTEGER, type TEXT, "stepNumber" INTEGER, data JSONB);

-- The segments of a project with events of gates, in the order of their commits.
CREATE INDEX "EventSegment_gates_idx" ON "EventSegment" ("projectId", "commitXid") WHERE "hasGates";
-- The runs of a session by the highest commit that an event of their tree can have: no event comes after the one that ends a tree,
-- and until then it can have any. A follower of a session reads only those that go on.
CREATE INDEX "Run_session_feed_idx" ON "Run"
  ("sessionId", (CASE WHEN "status" IN ('COMPLETED', 'FAILED', 'CANCELLED') THEN "statusXid" ELSE 9223372036854775807 END))
  WHERE "sessionId" IS NOT NULL;

-- Most rows have nothing in these columns: they are in no index of them.
CREATE INDEX "Run_thread_idx" ON "Run" ("projectId", "threadId", "createdAt", "id") WHERE "threadId" IS NOT NULL;
CREATE INDEX "Run_triggered_by_idx" ON "Run" ("projectId", "triggeredBy", "createdAt", "id") WHERE "triggeredBy" IS NOT NULL;
CREATE INDEX "Run_session_idx" ON "Run" ("sessionId", "createdAt", "id") WHERE "sessionId" IS NOT NULL;
CREATE INDEX "Run_parent_idx" ON "Run" ("parentId", "createdAt", "id") WHERE "parentId" IS NOT NULL;
CREATE INDEX "Run_workflow_idx" ON "Run" ("workflowId", "createdAt", "id") WHERE "workflowId" IS NOT NULL;
CREATE INDEX "Run_fork_idx" ON "Run" ("forkedFromId") WHERE "forkedFromId" IS NOT NULL;
CREATE INDEX "Run_replay_idx" ON "Run" ("replayOfId") WHERE "replayOfId" IS NOT NULL;
CREATE INDEX "Action_child_idx" ON "Action" ("childRunId") WHERE "childRunId" IS NOT NULL;
CREATE INDEX "Message_session_idx" ON "Message" ("sessionId", "createdAt", "runId", "position") WHERE "sessionId" IS NOT NULL;
CREATE INDEX "ModelCall_session_idx" ON "ModelCall" ("sessionId") WHERE "sessionId" IS NOT NULL;
CREATE INDEX "ModelCall_action_idx" ON "ModelCall" ("actionId") WHERE "actionId" IS NOT NULL;

-- Most runs have no metadata: they are in no index of it. A query must repeat the condition.
CREATE INDEX "Run_metadata_idx" ON "Run" USING gin ("metadata" jsonb_path_ops) WHERE "metadata" <> '{}';

-- The runs that called a tool, in the order of their creation.
CREATE INDEX "Action_tool_idx" ON "Action" ("projectId", "target", "runCreatedAt", "runId") WHERE "type" = 'TOOL';

-- What retention looks for, few rows among many: finished runs whose increments are there, finished roots, and roots whose trees are
-- being removed.
CREATE INDEX "Run_with_deltas_idx" ON "Run" ("completedAt", "id") WHERE "completedAt" IS NOT NULL AND "deltasPrunedAt" IS NULL;
CREATE INDEX "Run_ended_roots_idx" ON "Run" ("completedAt", "id")
  WHERE "completedAt" IS NOT NULL AND "parentId" IS NULL AND "removedAt" IS NULL;
CREATE INDEX "Run_removed_idx" ON "Run" ("id") WHERE "removedAt" IS NOT NULL;

-- Deliveries that are due: few rows among many that were delivered. By webhook, soonest first; and those of one run in their order.
CREATE INDEX "WebhookDelivery_due_idx" ON "WebhookDelivery" ("webhookId", "nextAttemptAt", "number")
  WHERE "deliveredAt" IS NULL AND "abandonedAt" IS NULL;
CREATE INDEX "WebhookDelivery_order_idx" ON "WebhookDelivery" ("webhookId", "runId", "number")
  WHERE "deliveredAt" IS NULL AND "abandonedAt" IS NULL;
-- Lists of what was not delivered.
CREATE INDEX "WebhookDelivery_undelivered_idx" ON "WebhookDelivery" ("webhookId", "createdAt", "id") WHERE "deliveredAt" IS NULL;

-- One run for each time of a schedule.
CREATE UNIQUE INDEX "Run_scheduled_idx" ON "Run" ("scheduleId", "scheduledFor") WHERE "scheduleId" IS NOT NULL;
CREATE INDEX "Run_of_schedule_idx" ON "Run" ("scheduleId", "createdAt", "id") WHERE "scheduleId" IS NOT NULL;
-- Schedules that are due.
CREATE INDEX "Schedule_due_idx" ON "Schedule" ("nextAt") WHERE "nextAt" IS NOT NULL;

-- The entries of a relic in the order of code points, page by page.
CREATE INDEX "RelicEntry_order_idx" ON "RelicEntry" ("relicId", "key" COLLATE "C");

-- A key names one item of each version of a data set.
CREATE UNIQUE INDEX "DataSetItem_key_idx" ON "DataSetItem" ("dataSetId", "key") WHERE "removedIn" IS NULL;
-- What is to be forgotten with a run.
CREATE INDEX "DataSetItem_sourceRunId_idx" ON "DataSetItem" ("sourceRunId") WHERE "sourceRunId" IS NOT NULL;
CREATE INDEX "EvaluationResult_trialRunId_idx" ON "EvaluationResult" ("trialRunId") WHERE "trialRunId" IS NOT NULL;
-- The few evaluations that have not ended: every worker looks for those that nobody drives.
CREATE INDEX "Evaluation_active_idx" ON "Evaluation" ("createdAt") WHERE "status" IN ('QUEUED', 'RUNNING');
-- What is left to do of an evaluation.
CREATE INDEX "EvaluationResult_open_idx" ON "EvaluationResult" ("evaluationId", "position") WHERE "status" IN ('PENDING', 'RUNNING');
-- The items of the newest version in their order, however many versions there were.
CREATE INDEX "DataSetItem_current_idx" ON "DataSetItem" ("dataSetId", "position", "id") WHERE "removedIn" IS NULL;
-- The items of a version: those that a later one removed, or none did, and that were added by then.
CREATE INDEX "DataSetItem_version_idx" ON "DataSetItem" ("dataSetId", (coalesce("removedIn", 2147483647)), "addedIn", "id");

-- The messages are compressed and encrypted: compressing them again would only take time.
ALTER TABLE "ModelTraffic" ALTER COLUMN "request" SET STORAGE EXTERNAL, ALTER COLUMN "response" SET STORAGE EXTERNAL;

-- While a project moves to another database, triggers of this function on each of its tables let nobody write but the session that moves it.
-- They are there for that time only, so writes cost nothing more at any other.
CREATE FUNCTION refuse_write_of_moving_project() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('rungraph.moves', true) IS DISTINCT FROM TG_ARGV[0] THEN
    RAISE EXCEPTION 'The project % is being moved to another database.', TG_ARGV[0] USING ERRCODE = 'RG001';
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $$;
