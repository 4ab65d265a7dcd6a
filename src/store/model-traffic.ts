import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import type pg from 'pg'
import type { ErrorReporter } from '../domain/error-reporter.ts'
import type { ExchangeRecorder, HttpMessage } from '../domain/model-exchange.ts'
import type { ExchangedCall, TrafficLog } from '../domain/model-traffic.ts'
import type { Redactor, Vault } from '../domain/redaction.ts'

const compress = promisify(zstdCompress)

interface TrafficLogOptions {
  readonly pool: pg.Pool
  readonly vault: Vault
  /** Removes the server's own secrets from the stored exchanges. */
  readonly redactor: Redactor
  readonly report: ErrorReporter
}

/** Exchanges gather so long before they are written, in milliseconds. */
const gatherMs = 1_000
/** Maximum number of exchanges in one statement. */
const batch = 50
/** Exchanges that wait beyond this size, in bytes, are lost: a database that is slow or away must not fill the memory. */
const maxWaitingBytes = 64 * 1024 * 1024

interface WaitingExchange {
  readonly call: ExchangedCall
  readonly recorder: ExchangeRecorder
}

/**
 * Stores exchanges in batches beside the runs, compressed and sealed: nothing of a conversation that its rows hold redacted is in the clear
 * here. A process that dies loses those of its last second.
 */
export function createTrafficLog(options: TrafficLogOptions): TrafficLog {
  const { report } = options
  const waiting: WaitingExchange[] = []
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> | null = null
  let lost = 0
  const isFull = () => waiting.reduce((sum, { recorder }) => sum + recorder.heldBytes(), 0) >= maxWaitingBytes

  function write(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    writing ??= writeAll().finally(() => {
      writing = null
    })
    return writing
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const taken = waiting.splice(0, batch)
      try {
        await insertTraffic(taken, options)
      } catch (error) {
        lost += taken.length
        report('The HTTP exchanges of model calls could not be stored.', error)
      }
    }
    if (lost > 0) report(`The HTTP exchanges of ${lost} model calls are lost.`)
    lost = 0
  }

  return {
    add(call, recorder) {
      if (isFull()) {
        lost += 1
        return
      }
      waiting.push({ call, recorder })
      if (waiting.length >= batch) void write()
      else timer ??= setTimeout(() => void write(), gatherMs).unref()
    },
    async settled() {
      while (waiting.length > 0 || writing !== null) await write()
    },
  }
}

async function insertTraffic(taken: readonly WaitingExchange[], options: TrafficLogOptions): Promise<void> {
  const rows: (TrafficRow | null)[] = []
  // One by one: together they would take the processor from the runs.
  for (const { call, recorder } of taken) rows.push(await toRow(call, recorder, options))
  const found = rows.filter((row) => row !== null)
  if (found.length === 0) return
  await options.pool.query(insertStatement, [
    found.map(({ callId }) => callId),
    found.map(({ runId }) => runId),
    found.map(({ request }) => request.sealed),
    found.map(({ request }) => request.bytes),
    found.map(({ response }) => response?.sealed ?? null),
    found.map(({ response }) => response?.bytes ?? null),
  ])
}

interface TrafficRow {
  readonly callId: string
  readonly runId: string
  readonly request: Sealed
  readonly response: Sealed | null
}

interface Sealed {
  readonly sealed: Buffer
  /** Size before compression. */
  readonly bytes: number
}

/** `null` where nothing was sent over HTTP. */
async function toRow(
  { id: callId, runId }: ExchangedCall,
  recorder: ExchangeRecorder,
  options: TrafficLogOptions,
): Promise<TrafficRow | null> {
  const exchange = recorder.exchange()
  if (exchange === null) return null
  const { request, response } = exchange
  return {
    callId,
    runId,
    request: await sealMessage(request, options),
    response: response && (await sealMessage(response, options)),
  }
}

async function sealMessage(message: HttpMessage, { vault, redactor }: TrafficLogOptions): Promise<Sealed> {
  const headers = message.headers.map(({ name, value }) => ({ name, value: redactor.text(value) }))
  const text = JSON.stringify({ ...message, headers, body: redactor.text(message.body) })
  const bytes = Buffer.from(text, 'utf8')
  return { sealed: vault.sealBytes(await compress(bytes)), bytes: bytes.length }
}

/** A run that is being removed gets no more rows. */
const insertStatement = `
insert into "ModelTraffic" ("callId", "projectId", "runId", request, "requestBytes", response, "responseBytes", "createdAt")
select u."callId", r."projectId", r.id, u.request, u."requestBytes", u.response, u."responseBytes", clock_timestamp()
from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::int[], $5::bytea[], $6::int[])
  as u("callId", "runId", request, "requestBytes", response, "responseBytes")
join "Run" r on r.id = u."runId" and r."removedAt" is null
on conflict ("callId") do nothing`
