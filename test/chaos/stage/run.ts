import type { Follower } from '../clients/follower.ts'
import type { SeenEvent } from '../clients/transcript.ts'
import { eventually } from '../eventually.ts'
import type { Database } from '../servers/database.ts'

export interface RunParts {
  readonly id: string
  readonly globalId: string
  readonly marker: string
  /** Of its project; `null` where callers need none. */
  readonly apiKey: string | null
  readonly database: Database
  /** Those that follow it from the start; none where the scenario wants none. */
  readonly followers: readonly Follower[]
}

export interface RunState {
  readonly status: string
  readonly reason: string | null
  readonly summary: string | null
  readonly errorCode: string | null
  readonly epoch: number
  readonly recoveries: number
  readonly lastSeq: number
}

/** Statuses in which nobody is at work on a run. WAITING is one: a human is to decide. */
export const restingStatuses: readonly string[] = ['COMPLETED', 'FAILED', 'CANCELLED', 'PAUSED', 'WAITING']

const endedStatuses = restingStatuses.filter((status) => status !== 'WAITING')

/** A run that a scenario triggered. */
export class Run {
  /** The UUID, as rows have it. */
  readonly id: string
  /** As the API names it. */
  readonly globalId: string
  /** By which the provider knows its requests. */
  readonly marker: string
  readonly apiKey: string | null
  readonly #database: Database
  #followers: readonly Follower[]

  constructor({ id, globalId, marker, apiKey, database, followers }: RunParts) {
    this.id = id
    this.globalId = globalId
    this.marker = marker
    this.apiKey = apiKey
    this.#database = database
    this.#followers = followers
  }

  get followers(): readonly Follower[] {
    return this.#followers
  }

  /** Events that the live client received so far. */
  get events(): readonly SeenEvent[] {
    return this.#followers[0]?.transcript.events ?? []
  }

  eventsOf(type: string): readonly SeenEvent[] {
    return this.events.filter((event) => event.type === type)
  }

  /** The first event of the type that the live client is given, with these fields where some are named. */
  sees(type: string, fields: Readonly<Record<string, unknown>> = {}, withinMs = 10_000): Promise<SeenEvent> {
    const fits = (event: SeenEvent) =>
      event.type === type && Object.entries(fields).every(([name, value]) => event[name] === value)
    return eventually(() => this.events.find(fits), {
      what: `the live client of ${this.marker} is given ${type} ${JSON.stringify(fields)}`,
      withinMs,
    })
  }

  async state(): Promise<RunState> {
    const [row] = await this.#database.rows<RunState>(
      `select status, "terminationReason" as reason, summary, "errorCode", epoch, recoveries, ("nextSeq" - 1)::int as "lastSeq"
       from "Run" where id = $1`,
      [this.id],
    )
    if (!row) throw new Error(`There is no row of run ${this.id}.`)
    return row
  }

  /** Its state once nobody works on it, and its live client was notified. */
  untilStopped(withinMs = 20_000): Promise<RunState> {
    return this.#until(restingStatuses, { what: `the run ${this.marker} comes to rest`, withinMs })
  }

  /** The same of a run that may wait at a gate first, until its time is up or its decision is carried out. */
  untilEnded(withinMs = 20_000): Promise<RunState> {
    return this.#until(endedStatuses, { what: `the run ${this.marker} ends`, withinMs })
  }

  /** Resolves when what it fired has ended, too, and nobody holds it. */
  untilSettled(withinMs = 40_000): Promise<true> {
    const statement = 'select 1 from "Run" where id = $1 and "settledAt" is not null and "leaseOwner" is null'
    return eventually(async () => (await this.#database.rows(statement, [this.id])).length > 0, {
      ...{ what: `the run ${this.marker} has settled`, withinMs },
    })
  }

  #until(
    statuses: readonly string[],
    { what, withinMs }: { readonly what: string; readonly withinMs: number },
  ): Promise<RunState> {
    return eventually(
      async () => {
        const state = await this.state()
        const isTold = (this.#followers[0]?.seq ?? state.lastSeq) >= state.lastSeq
        return statuses.includes(state.status) && isTold && state
      },
      { what, withinMs, everyMs: 50 },
    )
  }

  /** Lets its clients continue after its log had ended: it was resumed. */
  followOn(): void {
    this.#followers = this.#followers.map((follower) => follower.again())
  }

  /** Lets its clients forget what they received, and read it from its beginning: their cursors were refused. */
  async followAnew(): Promise<void> {
    await Promise.all(this.#followers.map((follower) => follower.leave()))
    this.#followers = this.#followers.map((follower) => follower.anew())
  }
}
