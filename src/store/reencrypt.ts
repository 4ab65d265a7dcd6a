import type pg from 'pg'
import type { Vault } from '../domain/redaction.ts'

/** Where encrypted values are: an expression that reads one, and the assignment that writes `$3` in its place. */
interface Place {
  readonly table: string
  readonly value: string
  readonly assignment: string
  readonly kind: 'text' | 'bytes'
}

/** Every place of encrypted values. */
export const sealedPlaces: readonly Place[] = [
  column('Secret', 'sealed', 'text'),
  column('Webhook', 'secret', 'text'),
  column('Webhook', 'previousSecret', 'text'),
  column('EventSource', 'secret', 'text'),
  column('EventSource', 'previousSecret', 'text'),
  column('ActionCache', 'sealed', 'text'),
  column('ReceivedEvent', 'sealed', 'text'),
  column('McpSignIn', 'sealed', 'text'),
  column('McpSignInState', 'sealed', 'text'),
  column('McpClient', 'sealed', 'text'),
  column('ModelTraffic', 'request', 'bytes'),
  column('ModelTraffic', 'response', 'bytes'),
  column('BatchCall', 'request', 'bytes'),
  column('BatchCall', 'response', 'bytes'),
  {
    table: 'Gate',
    value: `resolution->>'sealed'`,
    assignment: `resolution = (select json_object_agg(e.key, case e.key when 'sealed' then to_json($3::text) else e.value end) from json_each(resolution) e)`,
    kind: 'text',
  },
]

function column(table: string, name: string, kind: Place['kind']): Place {
  return { table, value: `"${name}"`, assignment: `"${name}" = $3`, kind }
}

/** So many rows are in memory at once. */
const pageSize = 50

export interface Reencrypted {
  /** Values that are encrypted with the present key now. */
  readonly changed: number
  /** Values that no key opens: those of a key that is not here. */
  readonly unreadable: number
}

/**
 * Encrypts every value with the present key that one of the further keys opens, while processes work. Values that they write meanwhile with
 * a further key are found by another call, which is to be made until it changes nothing.
 */
export async function reencrypt(
  client: pg.ClientBase,
  {
    vault,
    present,
  }: {
    /** Opens with every key. */ readonly vault: Vault /** Opens with the present key alone. */
    readonly present: Vault
  },
): Promise<Reencrypted> {
  let [changed, unreadable] = [0, 0]
  for (const place of sealedPlaces) {
    for await (const row of rowsOf(client, place)) {
      const { isPresent, sealed } = sealedAgain(row.value, { vault, present })
      if (isPresent) continue
      if (sealed === null) unreadable += 1
      else changed += await write(client, place, { ...row, sealed })
    }
  }
  return { changed, unreadable }
}

type Sealed = string | Buffer

function sealedAgain(
  value: Sealed,
  { vault, present }: { readonly vault: Vault; readonly present: Vault },
): { readonly isPresent: boolean; readonly sealed: Sealed | null } {
  if (typeof value === 'string') {
    if (present.open(value) !== null) return { isPresent: true, sealed: value }
    const opened = vault.open(value)
    return { isPresent: false, sealed: opened === null ? null : present.seal(opened) }
  }
  if (present.openBytes(value) !== null) return { isPresent: true, sealed: value }
  const opened = vault.openBytes(value)
  return { isPresent: false, sealed: opened === null ? null : present.sealBytes(opened) }
}

interface SealedRow {
  /** Where the row is in its table. */
  readonly at: string
  readonly value: Sealed
}

/** A row that is changed meanwhile comes again at its new place. */
async function* rowsOf(
  client: pg.ClientBase,
  { table, value }: Place,
): AsyncGenerator<SealedRow, void, void> {
  for (let after = '(0,0)'; ; ) {
    const { rows } = await client.query<SealedRow>(
      `select ctid::text as at, ${value} as value from "${table}"
       where ctid > $1::tid and ${value} is not null order by ctid limit ${pageSize}`,
      [after],
    )
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = last.at
  }
}

/** Only where the value is unchanged since it was read: another process may have written another one. */
async function write(
  client: pg.ClientBase,
  { table, value, assignment, kind }: Place,
  row: SealedRow & { readonly sealed: Sealed },
): Promise<number> {
  const type = kind === 'bytes' ? 'bytea' : 'text'
  const { rowCount } = await client.query(
    `update "${table}" set ${assignment} where ctid = $1::tid and ${value} = $2::${type}`,
    [row.at, row.value, row.sealed],
  )
  return rowCount ?? 0
}
