import pg from 'pg'
import { systemClock } from '../../domain/clock.ts'
import { messageOf } from '../../domain/errors.ts'
import { rejectOnAbort } from '../../domain/time-limit.ts'
import type { WorkerLiveness } from '../../domain/worker-liveness.ts'
import { lockSpaces } from '../../sql/lock-spaces.ts'

/** In milliseconds. */
export interface LivenessTiming {
  /** After the lock was lost, or could not be taken, it is taken so much later. */
  readonly retryMs: number
  /** Time limit for connecting and for each query, in milliseconds. */
  readonly answerWithinMs: number
  /** Interval at which the connection is asked whether it still has the lock, which detects a connection that broke silently. */
  readonly askEveryMs: number
}

const defaultTiming: LivenessTiming = { retryMs: 500, answerWithinMs: 5_000, askEveryMs: 5_000 }

interface LivenessOptions {
  /** Leads to the server itself: a pooler that pools by transaction would share the lock between its clients. */
  readonly connectionString: string
  readonly key: number
  /** Gives a new session the settings that it needs: without a limit of its idle time above all. */
  readonly prepare: (client: pg.ClientBase) => Promise<{ readonly isStandby: boolean }>
  readonly timing?: Partial<LivenessTiming>
  /** Called once when the lock is lost, and once when it is held again. */
  readonly log: (message: string) => void
}

/**
 * Holds the advisory lock that shows that this worker lives, on a connection of its own. The lock ends with the process, so that
 * other workers find a dead worker in about a second. A false alarm does no harm: the epoch fences writes, and a worker that
 * receives the alarm abandons its runs.
 */
export async function holdLiveness(options: LivenessOptions): Promise<WorkerLiveness> {
  const connectOptions = { ...options, ...defaultTiming, ...options.timing }
  const closing = new AbortController()
  const listeners = new Set<() => void>()
  let isHeld = true
  const note: Note = (held) => {
    const isLost = isHeld && !held && !closing.signal.aborted
    isHeld = held
    if (isLost) for (const notify of listeners) notify()
  }
  const first = await takeLock(connectOptions)
  const holding = holdOn(first, { connectOptions, closing: closing.signal, note })
  return {
    isHeld: () => isHeld,
    onLost: (notify) => {
      const listener = () => notify()
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => {
      closing.abort(new Error('The liveness lock was released.'))
      await holding
    },
  }
}

type ConnectOptions = LivenessTiming & Omit<LivenessOptions, 'timing'>

/** A connection that has the lock, until its signal aborts. */
interface HeldLock {
  readonly client: pg.Client
  readonly lost: AbortSignal
}

/** Called whenever the lock was lost or taken. */
type Note = (isHeld: boolean) => void

/** Holds one lock after another until the end. */
async function holdOn(
  first: HeldLock,
  {
    connectOptions,
    closing,
    note,
  }: { readonly connectOptions: ConnectOptions; readonly closing: AbortSignal; readonly note: Note },
): Promise<void> {
  let held: HeldLock | null = first
  let isToldLost = false
  while (!closing.aborted) {
    try {
      held ??= await takeLock(connectOptions)
      note(true)
      if (isToldLost) connectOptions.log("The worker's lock is held again.")
      isToldLost = false
      await askOn(held, connectOptions, closing)
    } catch (reason) {
      note(false)
      if (!isToldLost && !closing.aborted)
        connectOptions.log(`The worker's lock is not held: ${messageOf(reason)}.`)
      isToldLost = true
    }
    if (held) await letGo(held, connectOptions, closing)
    held = null
    await systemClock.sleep(connectOptions.retryMs, closing).catch(() => undefined) // closing: the loop ends
  }
}

/** Shared with a connection of this worker's past that the server has not found broken yet. */
const lockStatement = 'select pg_advisory_lock_shared($1, $2)'

/** A worker that is cut off must not look alive to the server for hours. */
const endsWhenSilent =
  'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3; set tcp_user_timeout = 11000'

async function takeLock({
  connectionString,
  key,
  prepare,
  answerWithinMs,
}: ConnectOptions): Promise<HeldLock> {
  const lost = new AbortController()
  const client = new pg.Client({
    connectionString,
    keepAlive: true,
    connectionTimeoutMillis: answerWithinMs,
    query_timeout: answerWithinMs,
    application_name: 'rungraph worker',
  })
  client.on('error', (error) => lost.abort(error))
  client.once('end', () => lost.abort(new Error('the connection ended')))
  try {
    await client.connect()
    if ((await prepare(client)).isStandby) throw new Error(ofStandby)
    await client.query(endsWhenSilent)
    await client.query(lockStatement, [lockSpaces.workers, key])
    return { client, lost: lost.signal }
  } catch (error) {
    client.connection.stream.destroy()
    throw error
  }
}

/** Asks now and then whether the lock is held. @throws why it is not, as soon as that is known; when closing */
async function askOn(
  { client, lost }: HeldLock,
  connectOptions: ConnectOptions,
  closing: AbortSignal,
): Promise<never> {
  const signal = AbortSignal.any([lost, closing])
  for (;;) {
    await systemClock.sleep(connectOptions.askEveryMs, signal)
    const asked = client.query<HeldRow>(heldStatement, [lockSpaces.workers, connectOptions.key])
    const { rows } = await rejectOnAbort(asked, signal)
    if (rows[0]?.isStandby) throw new Error(ofStandby)
    if (!rows[0]?.held)
      throw new Error('it is not that of this connection. A pooler? DATABASE_DIRECT_URL must lead past it')
  }
}

interface HeldRow {
  readonly held: boolean
  readonly isStandby: boolean
}

const heldStatement = `select pg_is_in_recovery() as "isStandby", exists (
  select 1 from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() and classid = $1::int::oid and objid = $2::int::oid
) as held`

/** Others look for the lock on the primary. */
const ofStandby = 'the server is a standby'

/** In good order where the server listens; one that is silent is not waited for. */
async function letGo(
  { client, lost }: HeldLock,
  connectOptions: ConnectOptions,
  closing: AbortSignal,
): Promise<void> {
  const { stream } = client.connection
  const connectTimer = setTimeout(() => stream.destroy(), connectOptions.retryMs)
  try {
    if (closing.aborted && !lost.aborted) await client.end()
  } finally {
    clearTimeout(connectTimer)
    stream.destroy()
  }
}
