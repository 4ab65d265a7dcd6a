import type pg from 'pg'
import type { Transaction } from '../../domain/dispatch.ts'
import type { NewRun } from '../../domain/run-store.ts'
import { inTransaction, isRolledBack } from '../../sql/transaction.ts'
import { type Accepted, type AcceptOptions, acceptAlone, findByKey, jobOf } from './accept-run.ts'
import { type ClaimedRow, toClaimedRun } from './claimed-row.ts'
import { insertQuery, type PlacedRun } from './insert-statement.ts'
import { lockIdleProjects } from './run-ownership.ts'

/** So many runs are accepted in one transaction at most. */
const maxBatch = 100

interface WaitingTrigger extends PlacedRun {
  readonly resolve: (accepted: Accepted) => void
  readonly reject: (error: unknown) => void
}

/**
 * Accepts runs. Those that depend on no other row than their agent's are stored, claimed and given their jobs in shared transactions: while
 * one is being written, the next gathers. Runs of sessions, children, runs of a schedule, and those with files or the state of another run
 * have a transaction of their own.
 */
export class AcceptGroup {
  readonly #options: AcceptOptions
  #waiting: WaitingTrigger[] = []
  #draining: Promise<void> | null = null

  constructor(options: AcceptOptions) {
    this.#options = options
  }

  /** `isPlaced`: the worker of this process has a place for it. */
  accept(run: NewRun, isPlaced: boolean): Promise<Accepted> {
    if (!isPlain(run)) return this.#alone(run, isPlaced)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ run, isPlaced, session: null, resolve, reject })
      this.#draining ??= this.#drain()
    })
  }

  #alone(run: NewRun, isPlaced: boolean): Promise<Accepted> {
    return inTransaction(
      this.#options.pool,
      (client, transaction) => acceptAlone(client, run, { ...this.#options, transaction, isPlaced }),
      'once',
    )
  }

  async #drain(): Promise<void> {
    // One microtask later, so that the triggers of this tick go together.
    await null
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, maxBatch)
      await this.#accept(batch)
    }
    this.#draining = null
  }

  async #accept(batch: readonly WaitingTrigger[]): Promise<void> {
    try {
      const accepted = await inTransaction(
        this.#options.pool,
        (client, transaction) => acceptMany(client, batch, { ...this.#options, transaction }),
        'once',
      )
      for (const [index, { resolve, reject }] of batch.entries()) {
        const one = accepted[index]
        if (one) resolve(one)
        else reject(new Error('A run was neither inserted nor found under its idempotency key.'))
      }
    } catch (error) {
      if (batch.length === 1 || !isRolledBack(error)) {
        for (const { reject } of batch) reject(error)
        return
      }
      // One run that cannot be stored must not take the others down with it.
      for (const one of batch) await this.#accept([one])
    }
  }
}

/** Whether no other row decides whether it is stored, but for one with its key. */
function isPlain({ sessionKey, parent, scheduled, beginning, inputFiles }: NewRun): boolean {
  return sessionKey === null && parent === null && !scheduled && !beginning && !inputFiles
}

/** A run that is stored: claimed, or not. */
type StoredRow = { readonly stored: string } & (ClaimedRow | { readonly id: null })

/** The results in the order of the runs; `null` where a run is neither stored nor known. */
async function acceptMany(
  client: pg.PoolClient,
  batch: readonly PlacedRun[],
  options: AcceptOptions & { readonly transaction: Transaction },
): Promise<readonly (Accepted | null)[]> {
  const { owner, leaseMs, dispatch, transaction } = options
  const placed = batch.filter(({ isPlaced }) => isPlaced)
  const idleProjects = await lockIdleProjects(client, [...new Set(placed.map(({ run }) => run.projectId))])
  const { rows } = await client.query<StoredRow>(insertQuery(batch, { owner, leaseMs, idleProjects }))
  const stored = new Map(
    rows.map(({ stored: id, ...row }) => [id, row.id === null ? null : toClaimedRun(row)]),
  )
  const queued = batch.filter(({ run: { id } }) => stored.get(id) === null)
  if (queued.length > 0)
    await dispatch.enqueue(
      queued.map(({ run }) => jobOf(run)),
      transaction,
    )
  const accepted: (Accepted | null)[] = []
  for (const { run } of batch) {
    const claimed = stored.get(run.id)
    const inserted =
      claimed === undefined
        ? await findByKey(client, run)
        : ({ kind: 'inserted', runId: run.id, interrupted: [] } as const)
    accepted.push(inserted && { inserted, claimed: claimed ?? null })
  }
  return accepted
}
