import type pg from 'pg'
import type { Vault } from '../domain/redaction.ts'
import { sealedPlaces } from './reencrypt.ts'

/** Text that is signed to recognize a key: the signature reveals nothing about the key. */
const constant = 'rungraph encryption key'

/** Notes the key with which processes of this database encrypt: a restore of a backup needs the same. */
export async function noteEncryptionKey(pool: pg.Pool, vault: Vault): Promise<void> {
  await pool.query(
    `insert into "EncryptionKey" (fingerprint, "usedAt") values ($1, clock_timestamp())
     on conflict (fingerprint) do update set "usedAt" = excluded."usedAt"`,
    [fingerprintOf(vault)],
  )
}

/** Value that identifies a key. */
export function fingerprintOf(vault: Vault): string {
  return vault.sign(constant)
}

/**
 * Whether the database has anything that is encrypted. A backup may be made of a database that has not been migrated to the tables of today:
 * those that are not there have nothing.
 */
export async function isSealed(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rows: present } = await client.query<{ table: string }>(presentStatement, [
    sealedPlaces.map(({ table }) => table),
  ])
  const asked = sealedPlaces
    .filter(({ table }) => present.some((one) => one.table === table))
    .map(({ table, value }) => `exists (select from "${table}" where ${value} is not null)`)
  if (asked.length === 0) return false
  const { rows } = await client.query<{ isSealed: boolean }>(`select ${asked.join(' or ')} as "isSealed"`)
  return rows[0]?.isSealed ?? false
}

/** Whether a vault opens any of the values that `lookAtSealed` tries, or there are none. Most often, one statement says so. */
export async function opensSome(client: Pick<pg.ClientBase, 'query'>, vault: Vault): Promise<boolean> {
  let isEmpty = true
  for (const place of sealedPlaces) {
    const values = await someOf(client, place)
    if (values.some((value) => opens(vault, value))) return true
    isEmpty &&= values.length === 0
  }
  return isEmpty
}

/** How many of the values that were tried the keys open. */
export interface SealedLook {
  readonly tried: number
  /** Those that none but a further key opens. */
  readonly former: number
  /** Those that no key opens. */
  readonly lost: number
  /** The tables that have such. */
  readonly unreadable: readonly string[]
}

/**
 * Tries to open some values of each table: the first ones, and some of the end, which tend to be the newest. `present` has the present key
 * alone, `vault` further ones too; `null`: there is no key.
 */
export async function lookAtSealed(
  client: Pick<pg.ClientBase, 'query'>,
  { vault, present }: { readonly vault: Vault | null; readonly present: Vault | null },
): Promise<SealedLook> {
  const unreadable = new Set<string>()
  let [tried, former, lost] = [0, 0, 0]
  for (const place of sealedPlaces)
    for (const value of await someOf(client, place)) {
      tried += 1
      if (opens(present, value)) continue
      if (opens(vault, value)) former += 1
      else {
        lost += 1
        unreadable.add(place.table)
      }
    }
  return { tried, former, lost, unreadable: [...unreadable] }
}

async function someOf(
  client: Pick<pg.ClientBase, 'query'>,
  { table, value }: (typeof sealedPlaces)[number],
): Promise<readonly (string | Buffer)[]> {
  const { rows } = await client.query<{ value: string | Buffer }>(someStatement(table, value))
  return rows.map((row) => row.value)
}

function opens(vault: Vault | null, value: string | Buffer): boolean {
  if (vault === null) return false
  return (typeof value === 'string' ? vault.open(value) : vault.openBytes(value)) !== null
}

/** Both ends of a table are found by the numbers of their blocks: nothing is sorted, and no table is read whole. */
function someStatement(table: string, value: string): string {
  const name = `"${table}"`
  const lastBlocks = `format('(%s,0)', greatest(0, pg_relation_size('${name}') / current_setting('block_size')::int - 4))::tid`
  return `
(select ${value} as value from ${name} where ctid < '(1000,0)'::tid and ${value} is not null limit 10)
union
(select ${value} from ${name} where ctid >= ${lastBlocks} and ${value} is not null limit 10)`
}

const presentStatement = `select name as "table" from unnest($1::text[]) name where to_regclass(quote_ident(name)) is not null`
