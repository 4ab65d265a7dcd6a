import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type pg from 'pg'
import { RungraphError } from '../../domain/errors.ts'
import type { ReceivedResponse, SentRequest } from '../../domain/model-exchange.ts'
import type { StoredPart, TrafficStore } from '../../domain/model-traffic.ts'
import type { Vault } from '../../domain/redaction.ts'

const decompress = promisify(zstdDecompress)

/**
 * Maximum size of the values of a field that one query reads, in bytes before compression: each message is whole in memory until it is
 * sent.
 */
const maxBytes = 32 * 1024 * 1024

/** Stored exchanges of model calls (MOD-9). Without a key nothing can have been stored. */
export function createTrafficStore(pool: pg.Pool, vault: Vault | null): TrafficStore {
  return {
    requests: (projectId, callIds) =>
      readParts<SentRequest>({ pool, vault, part: 'request' }, projectId, callIds),
    responses: (projectId, callIds) =>
      readParts<ReceivedResponse>({ pool, vault, part: 'response' }, projectId, callIds),
  }
}

interface Source {
  readonly pool: pg.Pool
  readonly vault: Vault | null
  readonly part: 'request' | 'response'
}

/** A part of an exchange; `sealed` is `null` where it is too much with those before it. */
interface PartRow {
  readonly callId: string
  readonly sealed: Buffer | null
  /** Size of this part and of those before it. */
  readonly bytesSoFar: string
}

async function readParts<Part>(
  { pool, vault, part }: Source,
  projectId: string,
  callIds: readonly string[],
): Promise<readonly StoredPart<Part>[]> {
  if (vault === null) return callIds.map(() => null)
  const values = [projectId, [...new Set(callIds)], maxBytes]
  const { rows } = await pool.query<PartRow>({
    name: `rungraph-model-${part}s`,
    text: statements[part],
    values,
  })
  const found = new Map<string, StoredPart<Part>>()
  for (const { callId, sealed, bytesSoFar } of rows)
    found.set(callId, sealed === null ? tooMuch(bytesSoFar) : await openPart<Part>(sealed, vault))
  return callIds.map((id) => found.get(id) ?? null)
}

async function openPart<Part>(sealed: Buffer, vault: Vault): Promise<Part | null> {
  const compressed = vault.openBytes(sealed)
  if (compressed === null) return null
  // Sealed by the writer of this table, which is typed.
  const part: Part = JSON.parse((await decompress(compressed)).toString('utf8'))
  return part
}

function tooMuch(bytesSoFar: string): RungraphError {
  return new RungraphError('LIMIT_EXCEEDED', {
    limit: 'The size of the HTTP messages of model calls in one query, in bytes,',
    value: Number(bytesSoFar),
    max: maxBytes,
    remedy: 'Select them for fewer model calls.',
  })
}

/** Reads by primary key; the large columns of rows that are too much are not read. */
function statementOf(part: Source['part']): string {
  return `
select "callId", "bytesSoFar", case when "bytesSoFar" <= $3 then sealed end as sealed from (
  select t."callId", t.${part} as sealed, sum(t."${part}Bytes") over (order by array_position($2::uuid[], t."callId")) as "bytesSoFar"
  from "ModelTraffic" t where t."callId" = any($2::uuid[]) and t."projectId" = $1 and t.${part} is not null
) t`
}

const statements = { request: statementOf('request'), response: statementOf('response') }
