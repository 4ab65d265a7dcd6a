// In all of them $1 is the relic. An expired entry counts as absent.

export const getStatement = `
select key, value, "expiresAt" from "RelicEntry"
where "relicId" = $1 and key = any($2::text[]) and ("expiresAt" is null or "expiresAt" > $3)`

/** In the order of code points, which no setting of the database changes. */
export const keysStatement = `
select key, "expiresAt" from "RelicEntry"
where "relicId" = $1 and starts_with(key, $2) and key collate "C" > $3 and ("expiresAt" is null or "expiresAt" > $4)
order by key collate "C" limit $5`

const insert = `
insert into "RelicEntry" as e ("relicId", "projectId", key, value, "expiresAt", "updatedAt")
values ($1, $2, $3, $4::jsonb, $5, $6)`

const replace =
  'on conflict ("relicId", key) do update set "expiresAt" = $5, "updatedAt" = $6, value = $4::jsonb'

const isExpired = `(e."expiresAt" is not null and e."expiresAt" <= $6)`

export const setStatement = `${insert} ${replace}`

/** With $7, the expected value, nothing is inserted: only a row that holds it is changed. */
export const compareAndSetStatement = `
with changed as (
  update "RelicEntry" e set value = $4::jsonb, "expiresAt" = $5, "updatedAt" = $6
  where $7::jsonb is not null and e."relicId" = $1 and e.key = $3 and e.value = $7::jsonb and not ${isExpired}
  returning e.value
), added as (
  insert into "RelicEntry" as e ("relicId", "projectId", key, value, "expiresAt", "updatedAt")
  select $1, $2, $3, $4::jsonb, $5, $6 where $7::jsonb is null
  ${replace} where ${isExpired}
  returning e.value
)
select value from changed union all select value from added`

/** An existing entry keeps its time. No row: the value is no number, or the sum is too large to be exact. */
export const incrementStatement = `${insert}
on conflict ("relicId", key) do update set "updatedAt" = $6,
  value = case when ${isExpired} then $4::jsonb else to_jsonb((e.value #>> '{}')::numeric + ($4::jsonb #>> '{}')::numeric) end,
  "expiresAt" = case when ${isExpired} then $5 else e."expiresAt" end
where case
  when ${isExpired} then true
  when jsonb_typeof(e.value) <> 'number' then false
  when (e.value #>> '{}')::numeric % 1 <> 0 then false
  else abs((e.value #>> '{}')::numeric + ($4::jsonb #>> '{}')::numeric) <= ${Number.MAX_SAFE_INTEGER}
end
returning value`

export const deleteStatement = `
delete from "RelicEntry" where "relicId" = $1 and key = $2
returning ("expiresAt" is null or "expiresAt" > $3) as "wasThere"`

/** A few at a time, and none that another writes to just now. */
export const sweepStatement = `
delete from "RelicEntry" where ("relicId", key) in (
  select "relicId", key from "RelicEntry" where "relicId" = $1 and "expiresAt" <= $2
  order by "expiresAt", key limit 100 for update skip locked
)`
