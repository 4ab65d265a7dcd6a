import type pg from 'pg'
import { z } from 'zod'
import type { Clock } from '../domain/clock.ts'
import { type Json, toJson } from '../domain/json.ts'
import { type KeyValueSettings, relicSettings } from '../domain/relic-settings.ts'
import {
  compareAndSetStatement,
  deleteStatement,
  getStatement,
  incrementStatement,
  keysStatement,
  setStatement,
  sweepStatement,
} from './key-value-statements.ts'
import { askOwnDatabase } from './own-database.ts'
import { anyJson, type KindCall, type KindOfRelic, operation, postgresText } from './relic-kind.ts'

type Call = KindCall<KeyValueSettings>

interface Services {
  readonly pool: pg.Pool
  readonly clock: Clock
}

/** Statements on a few rows; only a lock of another transaction makes them wait. */
const timeoutMs = 10_000

/**
 * A store of JSON values by key, in Rungraph's own database. An entry whose time is up is as good as deleted at once; its row goes
 * with one of the next writes.
 */
export function createKeyValue(services: Services): KindOfRelic<KeyValueSettings> {
  const operations = {
    get: operation({
      description: 'Reads the value of a key.',
      input: z.strictObject({ key }),
      effect: 'read',
      perform: async (wanted, call: Call) => {
        const [entry] = await read([wanted.key], call, services)
        return entry ? { found: true, ...entry } : { found: false }
      },
    }),
    getMany: operation({
      description: 'Reads the values of several keys; those that are not there are left out.',
      input: z.strictObject({ keys: z.array(key).min(1).max(100) }),
      effect: 'read',
      perform: async ({ keys }, call: Call) => ({ entries: await read([...new Set(keys)], call, services) }),
    }),
    list: operation({
      description: 'Lists keys in the order of their characters, page by page.',
      input: z.strictObject({
        prefix: text.default('').describe('Only keys that begin so.'),
        after: text.optional().describe('Only keys after this one: the `next` of the page before.'),
        limit: z.int().min(1).max(1_000).default(100).describe('At most so many.'),
      }),
      effect: 'read',
      perform: (page, call: Call) => list(page, call, services),
    }),
    set: operation({
      description: 'Stores a value under a key, in place of what was there.',
      input: z.strictObject({ key, value: anyJson('Any JSON.'), ttlMs }),
      effect: 'idempotent',
      perform: async (entry, call: Call) => {
        await write(setStatement, entry, [], call, services)
        return { stored: true }
      },
    }),
    compareAndSet: operation({
      description:
        'Stores a value under a key only if the key holds the expected value, or, without one, if it holds nothing.',
      input: z.strictObject({
        key,
        value: anyJson('Any JSON.'),
        expected: z
          .unknown()
          .describe('The value that must be there; left out: none may be there.')
          .optional(),
        ttlMs,
      }),
      effect: 'once',
      perform: async ({ expected, ...entry }, call: Call) => {
        const wanted = expected === undefined ? null : JSON.stringify(toJson(expected))
        const rows = await write(compareAndSetStatement, entry, [wanted], call, services)
        return { stored: rows.length > 0 }
      },
    }),
    increment: operation({
      description:
        'Adds to the whole number of a key, which is 0 where there is none, and gives the new number.',
      input: z.strictObject({ key, by: z.int().default(1).describe('May be negative.'), ttlMs }),
      effect: 'once',
      perform: async ({ by, ...entry }, call: Call) => {
        const [row] = await write(incrementStatement, { ...entry, value: by }, [], call, services)
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
        const values = [call.relic.id, entry.key, now(services)]
        const rows = await askOwnDatabase<{ wasThere: boolean }>(services.pool, deleteStatement, values)
        return { deleted: rows.some(({ wasThere }) => wasThere) }
      },
    }),
  }
  return {
    settings: relicSettings.KEY_VALUE,
    timeoutMs: () => timeoutMs,
    graceMs: 0,
    operations: () => operations,
    close: async () => undefined,
  }
}

const text = postgresText.max(512)
const key = text.min(1).describe('The key, at most 512 characters.')
const ttlMs = z
  .int()
  .min(1)
  .max(10 * 365 * 24 * 3_600_000)
  .optional()
  .describe('For how many milliseconds it is kept; left out: as the relic is set up.')

interface Entry {
  readonly key: string
  readonly value: Json
  readonly expiresAt: Date | null
}

async function read(keys: readonly string[], { relic }: Call, services: Services): Promise<readonly Entry[]> {
  const rows = await askOwnDatabase<Entry>(services.pool, getStatement, [relic.id, keys, now(services)])
  return keys.flatMap((wanted) => rows.find((row) => row.key === wanted) ?? [])
}

/** One more than the page shows whether there is another. */
async function list(
  { prefix, after = '', limit }: { prefix: string; after?: string | undefined; limit: number },
  { relic }: Call,
  services: Services,
) {
  const values = [relic.id, prefix, after, now(services), limit + 1]
  const rows = await askOwnDatabase<{ key: string; expiresAt: Date | null }>(
    services.pool,
    keysStatement,
    values,
  )
  const keys = rows.slice(0, limit)
  return { keys, next: rows.length > limit ? (keys.at(-1)?.key ?? null) : null }
}

interface NewEntry {
  readonly key: string
  readonly value: Json
  readonly ttlMs?: number | undefined
}

async function write(
  statement: string,
  entry: NewEntry,
  more: readonly unknown[],
  { relic, settings }: Call,
  services: Services,
): Promise<readonly { value: Json }[]> {
  const value = JSON.stringify(entry.value)
  const bytes = Buffer.byteLength(value)
  if (bytes > settings.maxValueBytes)
    throw new Error(`the value is ${bytes} bytes as JSON; at most ${settings.maxValueBytes} are taken`)
  const ttl = entry.ttlMs ?? settings.defaultTtlMs
  const expiresAt = ttl === null ? null : new Date(services.clock.now() + ttl)
  const at = now(services)
  const values = [relic.id, relic.projectId, entry.key, value, expiresAt, at, ...more]
  const rows = await askOwnDatabase<{ value: Json }>(services.pool, statement, values)
  // The entry is written: what is left over goes with one of the next writes.
  await services.pool.query(sweepStatement, [relic.id, at]).catch(() => undefined)
  return rows
}

function now({ clock }: Services): Date {
  return new Date(clock.now())
}
