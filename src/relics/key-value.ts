import type pg from 'pg'
import { z } from 'zod'
import type { Clock } from '../domain/clock.ts'
import { type Json, toJson } from '../domain/json.ts'
import { type KeyValueSettings, relicSettings } from '../domain/relic-settings.ts'
import { askOwnDatabase, type KindCall, type KindOfRelic, operation, postgresText } from './relic-kind.ts'

type Call = KindCall<KeyValueSettings>

interface Entry {
  readonly key: string
  readonly value: Json
  readonly expiresAt: Date | null
}

interface NewEntry {
  readonly key: string
  readonly value: Json
  readonly ttlMs?: number | undefined
}

/** Statements on a few rows; only a lock of another transaction makes them wait. */
const timeoutMs = 10_000

/**
 * A store of JSON values by key, in Rungraph's own database. An entry whose time is up is as good as deleted at once; its row goes
 * with the next maintenance.
 */
export function createKeyValueKind({
  pool,
  clock,
}: {
  readonly pool: pg.Pool
  readonly clock: Clock
}): KindOfRelic<KeyValueSettings> {
  const now = () => new Date(clock.now())
  const ask = <Row extends pg.QueryResultRow>(statement: string, values: readonly unknown[]) =>
    askOwnDatabase<Row>(pool, statement, values)
  const read = async (keys: readonly string[], { relic }: Call) => {
    const rows = await ask<Entry>(getStatement, [relic.id, keys, now()])
    return keys.flatMap((wanted) => rows.find((row) => row.key === wanted) ?? [])
  }
  const write = async (
    statement: string,
    entry: NewEntry,
    { relic, settings }: Call,
    ...more: readonly unknown[]
  ) => {
    const value = JSON.stringify(entry.value)
    const bytes = Buffer.byteLength(value)
    if (bytes > settings.maxValueBytes)
      throw new Error(`the value is ${bytes} bytes as JSON; at most ${settings.maxValueBytes} are taken`)
    const ttl = entry.ttlMs ?? settings.defaultTtlMs
    const expiresAt = ttl === null ? null : new Date(clock.now() + ttl)
    const values = [relic.id, relic.projectId, entry.key, value, expiresAt, now(), ...more]
    return ask<Pick<Entry, 'value'>>(statement, values)
  }
  const operations = {
    get: operation({
      description: 'Reads the value of a key.',
      input: z.strictObject({ key }),
      effect: 'read',
      perform: async (wanted, call: Call) => {
        const [entry] = await read([wanted.key], call)
        return entry ? { found: true, ...entry } : { found: false }
      },
    }),
    getMany: operation({
      description: 'Reads the values of several keys; those that are not there are left out.',
      input: z.strictObject({ keys: z.array(key).min(1).max(100) }),
      effect: 'read',
      perform: async ({ keys }, call: Call) => ({ entries: await read([...new Set(keys)], call) }),
    }),
    list: operation({
      description: 'Lists keys in the order of their characters, page by page.',
      input: z.strictObject({
        prefix: text.default('').describe('Only keys that begin so.'),
        after: text.optional().describe('Only keys after this one: the `next` of the page before.'),
        limit: z.int().min(1).max(1_000).default(100).describe('At most so many.'),
      }),
      effect: 'read',
      perform: async ({ prefix, after = '', limit }, { relic }: Call) => {
        // One more than the page shows whether there is another.
        const values = [relic.id, prefix, after, now(), limit + 1]
        const rows = await ask<Pick<Entry, 'key' | 'expiresAt'>>(keysStatement, values)
        const keys = rows.slice(0, limit)
        return { keys, next: rows.length > limit ? (keys.at(-1)?.key ?? null) : null }
      },
    }),
    set: operation({
      description: 'Stores a value under a key, in place of what was there.',
      input: z.strictObject({ key, value: anyJson, ttlMs }),
      effect: 'idempotent',
      perform: async (entry, call: Call) => {
        await write(setStatement, entry, call)
        return { stored: true }
      },
    }),
    compareAndSet: operation({
      description:
        'Stores a value under a key only if the key holds the expected value, or, without one, if it holds nothing.',
      input: z.strictObject({
        key,
        value: anyJson,
        expected: z
          .unknown()
          .describe('The value that must be there; left out: none may be there.')
          .optional(),
        ttlMs,
      }),
      effect: 'once',
      perform: async ({ expected, ...entry }, call: Call) => {
        const wanted = expected === undefined ? null : JSON.stringify(toJson(expected))
        const rows = await write(compareAndSetStatement, entry, call, wanted)
        return { stored: rows.length > 0 }
      },
    }),
    increment: operation({
      description:
        'Adds to the whole number of a key, which is 0 where there is none, and gives the new number.',
      input: z.strictObject({ key, by: z.int().default(1).describe('May be negative.'), ttlMs }),
      effect: 'once',
      perform: async ({ by, ...entry }, call: Call) => {
        const [row] = await write(incrementStatement, { ...entry, value: by }, call)
        if (row) return { value: row.value }
        throw new Error(
          `the value of "${entry.key}" is no whole number, or the sum is beyond ±${Number.MAX_SAFE_INTEGER}`,
        )
      },
    }),
    delete: operation({
      description: 'Removes a key and its value.',
      input: z.strictObject({ key }),
      effect: 'idempotent',
      perform: async (entry, call: Call) => {
        const values = [call.relic.id, entry.key, now()]
        const rows = await ask<{ wasThere: boolean }>(deleteStatement, values)
        return { deleted: rows.some(({ wasThere }) => wasThere) }
      },
    }),
  }
  return {
    settings: relicSettings.KEY_VALUE,
    offer: () => ({ operations, timeoutMs }),
  }
}

const text = postgresText.max(512)
const key = text.min(1).describe('The key, at most 512 characters.')
/** It must be there; printed as a schema that takes anything. */
const anyJson = z
  .unknown()
  .refine((value) => value !== undefined, { error: 'is required' })
  .transform(toJson)
  .describe('Any JSON.')
const ttlMs = z
  .int()
  .min(1)
  .max(10 * 365 * 24 * 3_600_000)
  .optional()
  .describe('For how many milliseconds it is kept; left out: as the relic is set up.')

// In all of them $1 is the relic. An expired entry counts as absent.

const getStatement = `
select key, value, "expiresAt" from "RelicEntry"
where "relicId" = $1 and key = any($2::text[]) and ("expiresAt" is null or "expiresAt" > $3)`

/** In the order of code points, which no setting of the database changes. */
const keysStatement = `
select key, "expiresAt" from "RelicEntry"
where "relicId" = $1 and starts_with(key, $2) and key collate "C" > $3 and ("expiresAt" is null or "expiresAt" > $4)
order by key collate "C" limit $5`

const insert = `
insert into "RelicEntry" as e ("relicId", "projectId", key, value, "expiresAt", "updatedAt")
values ($1, $2, $3, $4::json, $5, $6)`

const replace =
  'on conflict ("relicId", key) do update set "expiresAt" = $5, "updatedAt" = $6, value = $4::json'

const isExpired = `(e."expiresAt" is not null and e."expiresAt" <= $6)`

const setStatement = `${insert} ${replace}`

/** With $7, the expected value, nothing is inserted: only a row that holds it is changed. */
const compareAndSetStatement = `
with changed as (
  update "RelicEntry" e set value = $4::json, "expiresAt" = $5, "updatedAt" = $6
  where $7::jsonb is not null and e."relicId" = $1 and e.key = $3 and e.value::jsonb = $7::jsonb and not ${isExpired}
  returning e.value
), added as (
  insert into "RelicEntry" as e ("relicId", "projectId", key, value, "expiresAt", "updatedAt")
  select $1, $2, $3, $4::json, $5, $6 where $7::jsonb is null
  ${replace} where ${isExpired}
  returning e.value
)
select value from changed union all select value from added`

/** An existing entry keeps its time. No row: the value is no number, or the sum is too large to be exact. */
const incrementStatement = `${insert}
on conflict ("relicId", key) do update set "updatedAt" = $6,
  value = case when ${isExpired} then $4::json else to_json((e.value #>> '{}')::numeric + ($4::json #>> '{}')::numeric) end,
  "expiresAt" = case when ${isExpired} then $5 else e."expiresAt" end
where case
  when ${isExpired} then true
  when json_typeof(e.value) <> 'number' then false
  when (e.value #>> '{}')::numeric % 1 <> 0 then false
  else abs((e.value #>> '{}')::numeric + ($4::json #>> '{}')::numeric) <= ${Number.MAX_SAFE_INTEGER}
end
returning value`

const deleteStatement = `
delete from "RelicEntry" where "relicId" = $1 and key = $2
returning ("expiresAt" is null or "expiresAt" > $3) as "wasThere"`
