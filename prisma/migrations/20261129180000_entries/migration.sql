-- The log says what each commit wrote, and rows follow from it.
ALTER TABLE "EventSegment" ADD COLUMN "entries" TEXT;
ALTER TABLE "Run" ADD COLUMN "unprojectedFrom" INTEGER;

-- The rows of earlier runs become an entry at the end of their logs.
INSERT INTO "EventSegment" as known ("runId", "firstSeq", "lastSeq", "projectId", "rootId", at, epoch, "commitXid", events, entries)
select r.id, r."nextSeq", r."nextSeq" - 1, r."projectId", r."rootId", now(), r.epoch, greatest(r."lastXid", (pg_current_xact_id()::text)::bigint), '[]', e.entry::text
from "Run" r cross join lateral (
  select jsonb_object_agg(p.part, p.rows) as entry
  from (values
    ('steps', (select jsonb_agg(x order by x."id") from (select t."id", t."number", t."promptHash", t."plan", t."reasoning", t."validation", t."progress", t."success", t."error", t."checkpoint", t."startedAt", t."durationMs", t."completedAt" from "Step" t where t."runId" = r.id) x)),
    ('actions', (select jsonb_agg(x order by x."id") from (select t."id", t."stepId", t."position", t."name", t."type", t."mode", t."target", t."parameters", t."dependsOn", t."waitForAll", t."skipOnError", t."priority", t."condition", t."outputKey", t."branch", t."retry", t."cache", t."timeoutMs", t."wave", t."status", t."attempt", t."retryAt", t."callId", t."effect", t."output", t."error", t."errorCode", t."audit", t."childRunId", t."startedAt", t."durationMs", t."completedAt" from "Action" t where t."runId" = r.id) x)),
    ('attempts', (select jsonb_agg(x order by x."actionId", x."number") from (select t."actionId", t."number", t."target", t."parameters", t."hash", t."status", t."output", t."error", t."errorCode", t."startedAt", t."completedAt", t."durationMs" from "ActionAttempt" t where t."runId" = r.id) x)),
    ('messages', (select jsonb_agg(x order by x."position") from (select t."sessionId", t."position", t."stepNumber", t."role", t."content", t."shown", t."createdAt" from "Message" t where t."runId" = r.id) x)),
    ('modelCalls', (select jsonb_agg(x order by x."id") from (select t."id", t."rootId", t."stepId", t."sessionId", t."agentId", t."agentVersion", t."purpose", t."number", t."provider", t."model", t."attempt", t."actionId", t."actionAttempt", t."messageId", t."profile", t."estimated", t."sent", t."finishReason", t."errorCode", t."errorMessage", t."inputTokens", t."outputTokens", t."cachedInputTokens", t."cacheWriteTokens", t."reasoningTokens", t."costUsd"::text, t."priceVersion", t."pricedAs", t."answer", t."questionHash", t."latencyMs", t."timeToFirstTokenMs", t."startedAt" from "ModelCall" t where t."runId" = r.id) x)),
    ('compactions', (select jsonb_agg(x order by x."id") from (select t."id", t."sessionId", t."stepNumber", t."number", t."view", t."strategies", t."tokensBefore", t."tokensAfter", t."createdAt" from "Compaction" t where t."runId" = r.id) x))) p(part, rows) where p.rows is not null
) e
where e.entry is not null
on conflict ("runId", "lastSeq") do update set entries = concat_ws(E'
', known.entries, excluded.entries);
