-- The log says what each commit wrote, and rows follow from it.
ALTER TABLE "EventSegment" ADD COLUMN "entries" TEXT;
ALTER TABLE "Run" ADD COLUMN "unprojectedFrom" INTEGER;

-- Its events as text: a reader parses them itself.
DROP VIEW "Event";
CREATE VIEW "Event" AS
SELECT s."runId", s."firstSeq" + e.place AS seq, s."projectId", s."rootId", e.type, e."stepNumber", s.at, s.epoch, e.data, s."commitXid",
  s."lastSeq", s."hasGates"
FROM "EventSegment" s
CROSS JOIN LATERAL json_to_recordset(s.events) AS e (place INTEGER, type TEXT, "stepNumber" INTEGER, data JSON);

-- A segment with its entries is mostly smaller than a page: it is stored in its row, without a second table and its index.
do $$
declare part regclass;
begin
  for part in select inhrelid::regclass from pg_inherits where inhparent = '"EventSegment"'::regclass loop
    execute format('alter table %s set (toast_tuple_target = 8160)', part);
  end loop;
end $$;

-- The rows of earlier runs become an entry at the end of their logs.
INSERT INTO "EventSegment" as known ("runId", "firstSeq", "lastSeq", "projectId", "rootId", at, epoch, "commitXid", events, entries)
select r.id, r."nextSeq", r."nextSeq" - 1, r."projectId", r."rootId", now(), r.epoch, greatest(r."lastXid", (pg_current_xact_id()::text)::bigint), '[]', e.entry::text
from "Run" r cross join lateral (
  select jsonb_object_agg(p.part, p.rows) as entry
  from (values
    ('steps', (select jsonb_agg(jsonb_build_array(coalesce(t."id"::text, ''), coalesce(t."number"::text, ''), coalesce('=' || t."promptHash", ''), coalesce(t."plan"::text, ''), coalesce('=' || t."reasoning", ''), coalesce(t."validation"::text, ''), coalesce(t."progress"::text, ''), coalesce(t."success"::text, ''), coalesce('=' || t."error", ''), coalesce(t."checkpoint"::text, ''), coalesce(to_json(t."startedAt") #>> '{}', ''), coalesce(t."durationMs"::text, ''), coalesce(to_json(t."completedAt") #>> '{}', '')) order by t."id") from "Step" t where t."runId" = r.id)),
    ('actions', (select jsonb_agg(jsonb_build_array(coalesce(t."id"::text, ''), coalesce(t."stepId"::text, ''), coalesce(t."position"::text, ''), coalesce('=' || t."name", ''), coalesce(t."type"::text, ''), coalesce(t."mode"::text, ''), coalesce('=' || t."target", ''), coalesce(t."parameters"::text, ''), coalesce(to_json(t."dependsOn")::text, ''), coalesce(t."waitForAll"::text, ''), coalesce(t."skipOnError"::text, ''), coalesce(t."priority"::text, ''), coalesce('=' || t."condition", ''), coalesce('=' || t."outputKey", ''), coalesce('=' || t."branch", ''), coalesce(t."retry"::text, ''), coalesce(t."cache"::text, ''), coalesce(t."timeoutMs"::text, ''), coalesce(t."wave"::text, ''), coalesce(t."status"::text, ''), coalesce(t."attempt"::text, ''), coalesce(to_json(t."retryAt") #>> '{}', ''), coalesce('=' || t."callId", ''), coalesce('=' || t."effect", ''), coalesce(t."output"::text, ''), coalesce('=' || t."error", ''), coalesce('=' || t."errorCode", ''), coalesce(t."audit"::text, ''), coalesce(t."childRunId"::text, ''), coalesce(to_json(t."startedAt") #>> '{}', ''), coalesce(t."durationMs"::text, ''), coalesce(to_json(t."completedAt") #>> '{}', '')) order by t."id") from "Action" t where t."runId" = r.id)),
    ('attempts', (select jsonb_agg(jsonb_build_array(coalesce(t."actionId"::text, ''), coalesce(t."number"::text, ''), coalesce('=' || t."target", ''), coalesce(t."parameters"::text, ''), coalesce('=' || t."hash", ''), coalesce(t."status"::text, ''), coalesce(t."output"::text, ''), coalesce('=' || t."error", ''), coalesce('=' || t."errorCode", ''), coalesce(to_json(t."startedAt") #>> '{}', ''), coalesce(to_json(t."completedAt") #>> '{}', ''), coalesce(t."durationMs"::text, '')) order by t."actionId", t."number") from "ActionAttempt" t where t."runId" = r.id)),
    ('messages', (select jsonb_agg(jsonb_build_array(coalesce(t."position"::text, ''), coalesce(t."sessionId"::text, ''), coalesce(t."stepNumber"::text, ''), coalesce(t."role"::text, ''), coalesce(t."content"::text, ''), coalesce(t."shown"::text, ''), coalesce(to_json(t."createdAt") #>> '{}', '')) order by t."position") from "Message" t where t."runId" = r.id)),
    ('modelCalls', (select jsonb_agg(jsonb_build_array(coalesce(t."id"::text, ''), coalesce(t."rootId"::text, ''), coalesce(t."stepId"::text, ''), coalesce(t."sessionId"::text, ''), coalesce(t."agentId"::text, ''), coalesce(t."agentVersion"::text, ''), coalesce(t."purpose"::text, ''), coalesce(t."number"::text, ''), coalesce('=' || t."provider", ''), coalesce('=' || t."model", ''), coalesce(t."attempt"::text, ''), coalesce(t."actionId"::text, ''), coalesce(t."actionAttempt"::text, ''), coalesce('=' || t."messageId", ''), coalesce(t."profile"::text, ''), coalesce(t."estimated"::text, ''), coalesce(t."sent"::text, ''), coalesce('=' || t."finishReason", ''), coalesce('=' || t."errorCode", ''), coalesce('=' || t."errorMessage", ''), coalesce(t."inputTokens"::text, ''), coalesce(t."outputTokens"::text, ''), coalesce(t."cachedInputTokens"::text, ''), coalesce(t."cacheWriteTokens"::text, ''), coalesce(t."reasoningTokens"::text, ''), coalesce(t."costUsd"::text, ''), coalesce('=' || t."priceVersion", ''), coalesce('=' || t."pricedAs", ''), coalesce(t."answer"::text, ''), coalesce('=' || t."questionHash", ''), coalesce(t."latencyMs"::text, ''), coalesce(t."timeToFirstTokenMs"::text, ''), coalesce(to_json(t."startedAt") #>> '{}', '')) order by t."id") from "ModelCall" t where t."runId" = r.id)),
    ('compactions', (select jsonb_agg(jsonb_build_array(coalesce(t."id"::text, ''), coalesce(t."sessionId"::text, ''), coalesce(t."stepNumber"::text, ''), coalesce(t."number"::text, ''), coalesce(t."view"::text, ''), coalesce(to_json(t."strategies")::text, ''), coalesce(t."tokensBefore"::text, ''), coalesce(t."tokensAfter"::text, ''), coalesce(to_json(t."createdAt") #>> '{}', '')) order by t."id") from "Compaction" t where t."runId" = r.id))) p(part, rows) where p.rows is not null
) e
where e.entry is not null
on conflict ("runId", "lastSeq") do update set entries = concat_ws(E'
', known.entries, excluded.entries);
