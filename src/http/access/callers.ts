import type { Plugin } from 'graphql-yoga'
import type { Admission } from '../../domain/caller.ts'
import { RungraphError, tooMany } from '../../domain/errors.ts'
import { callerAddress } from '../request-address.ts'
import { SubscriptionTurn } from '../sharing/subscription-turn.ts'
import type { NodeContext } from '../streams/event-streams.ts'
import { ExecutionTurns, type TurnLimits } from './execution-turns.ts'
import { whileDatabaseAnswers } from './while-database-answers.ts'

export interface CallerLimits {
  /** `null`: as many as they like. */
  readonly requestsPerMinute: number | null
  /** The same for all that come from one address without a key, where that is fewer. */
  readonly keylessRequestsPerMinute: number | null
  /** Subscriptions that a caller may follow at this process, over all of its connections. */
  readonly subscriptionsPerCaller: number
  /** Milliseconds of a clock that only goes forward. Default: that of the process. */
  readonly now?: () => number
}

/** The limits in force where nothing else is said. */
export const callerLimits: CallerLimits = {
  requestsPerMinute: null,
  keylessRequestsPerMinute: 6_000,
  subscriptionsPerCaller: 10_000,
}

/** The caller, as far as known: the key, or else the address. */
export type CountedCaller = Pick<NodeContext, 'req' | 'admission'>

/** Enforces the limits of each caller, over every transport. */
export interface Callers {
  /** Counts requests of the caller, an operation of a batch or a WebSocket as one; RATE_LIMITED where it has none left. */
  charge(caller: CountedCaller, count?: number): RungraphError | null
  /**
   * Counts one more subscription until the returned function is called, once; LIMIT_EXCEEDED where it may not follow another, or where the
   * process has no time for those that it has.
   */
  follow(caller: CountedCaller): (() => void) | RungraphError
  /** The turn of a subscription of the caller. */
  streamTurn(caller: CountedCaller): SubscriptionTurn
  /** Returns the rate limit status of the caller; `null` if its requests are not counted. */
  rateLimitStatus(caller: CountedCaller): RateLimitStatus | null
  /**
   * Does the work of a caller when it is its turn. @throws DATABASE_UNAVAILABLE where that is what the turns wait for; the signal's reason
   */
  inTurn<Result>(
    caller: CountedCaller,
    work: () => Result | Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>
}

/** Counts the requests and subscriptions of each caller (API-7). */
export function createCallers(limits: CallerLimits, isDatabaseThere: () => Promise<boolean>): Callers {
  const { requestsPerMinute, keylessRequestsPerMinute, subscriptionsPerCaller, now } = limits
  const allowanceOf = (perMinute: number | null, setting: string) =>
    perMinute === null ? null : new TokenBucket({ perMinute, setting, ...(now && { now }) })
  const keyed = allowanceOf(requestsPerMinute, 'RUNGRAPH_REQUESTS_PER_MINUTE')
  const isOwn =
    keylessRequestsPerMinute !== null && keylessRequestsPerMinute < (requestsPerMinute ?? Infinity)
  const keyless = isOwn
    ? allowanceOf(keylessRequestsPerMinute, 'RUNGRAPH_REQUESTS_PER_MINUTE_WITHOUT_KEY')
    : keyed
  const allowance = ({ admission }: CountedCaller) => (isKnown(admission) ? keyed : keyless)
  const subscriptions = new ConcurrencyQuota(subscriptionsPerCaller, (value, max) =>
    tooMany('subscriptions that this caller follows', { value, max, remedy: followFewer }),
  )
  const turns = new ExecutionTurns()
  const streamTurns = new ExecutionTurns({ ...forStreams, ...(now && { now }) })
  return {
    charge: (caller, count) => allowance(caller)?.take(keyOf(caller), count) ?? null,
    follow: (caller) => {
      const waitedMs = streamTurns.waitedMs(keyOf(caller))
      return waitedMs > mostWaitedMs ? noTime(waitedMs) : subscriptions.open(keyOf(caller))
    },
    streamTurn: (caller) => {
      const key = keyOf(caller)
      return new SubscriptionTurn((signal) => streamTurns.take(key, { signal }))
    },
    rateLimitStatus: (caller) => allowance(caller)?.rateLimitStatus(keyOf(caller)) ?? null,
    inTurn: async (caller, work, signal) => {
      const turn = turns.take(keyOf(caller), { lane: laneOf(caller), signal })
      const end =
        turn instanceof Promise
          ? await whileDatabaseAnswers(
              () => turn,
              isDatabaseThere,
              (late) => late(),
            )
          : turn
      try {
        return await work()
      } finally {
        end()
      }
    },
  }
}

/**
 * Events of a run are mostly executed without a wait: after a few milliseconds of them, the requests that came meanwhile are looked at. Few of
 * a caller at once, because others may read the database, which has few connections.
 */
const forStreams: TurnLimits = { atOnce: 32, atOncePerCaller: 8, sliceMs: 5 }

/** An event that waits for longer is of a caller that follows more than the process can give to it. */
const mostWaitedMs = 5_000

const followFewer =
  'End one, follow several runs with one of the project, or raise RUNGRAPH_SUBSCRIPTIONS_PER_CALLER.'

function noTime(waitedMs: number): RungraphError {
  return new RungraphError('LIMIT_EXCEEDED', {
    limit: 'The time in milliseconds for which an event waits, as this caller follows so many subscriptions,',
    value: Math.round(waitedMs),
    max: mostWaitedMs,
    remedy: 'Follow fewer, send the same text from all clients, or add a process.',
  })
}

/** Callers behind one proxy have one address until they are known by what they send. */
function laneOf({ admission, req }: CountedCaller): string | undefined {
  return admission == null ? req?.headers.authorization : undefined
}

/** Key under which a caller is counted. */
function keyOf({ admission, req }: CountedCaller): string {
  if (!isKnown(admission)) return callerAddress(req?.socket.remoteAddress)
  const { caller, issuer, project } = admission
  // A person is one caller with all of their tokens.
  return caller.kind === 'KEY' && issuer.kind === 'KEY'
    ? issuer.keyId
    : `${caller.kind} ${project.id} ${caller.name}`
}

/** Whether the caller came with credentials. */
function isKnown(admission: Admission | null | undefined): admission is Admission {
  return admission != null && admission.caller.kind !== 'LOOPBACK'
}

/** The rate limit headers (draft-ietf-httpapi-ratelimit-headers-09); nothing where requests are not counted. */
export function rateLimitHeaders(
  rateLimitStatus: RateLimitStatus | null,
): readonly (readonly [string, string])[] {
  if (rateLimitStatus === null) return []
  const { max, remaining, fullInSeconds } = rateLimitStatus
  return [
    ['ratelimit-policy', `"requests";q=${max};w=60`],
    ['ratelimit', `"requests";r=${remaining};t=${fullInSeconds}`],
  ]
}

interface Options {
  /** Requests that each key has in a minute, from 1: all at once at first, then as they come back one by one. */
  readonly perMinute: number
  /** The setting that sets the limit; its name is in the refusal. */
  readonly setting: string
  /** Milliseconds of a clock that only goes forward. Default: that of the process. */
  readonly now?: () => number
  /** Maximum number of keys to remember. Default: 100,000. The key that was used longest ago is forgotten first, with its count. */
  readonly maxKeys?: number
}

interface Bucket {
  readonly remaining: number
  readonly at: number
}

/** Rate limit status of a key. */
interface RateLimitStatus {
  readonly max: number
  readonly remaining: number
  /** Until all of them are there again. */
  readonly fullInSeconds: number
}

/**
 * Allows each key a number of requests a minute (a token bucket in this process). A refused request costs nothing. Not
 * rate-limiter-flexible: it counts in fixed windows, which allow twice as many around a window's end, and keeps a timer for each key,
 * without a bound on keys.
 */
export class TokenBucket {
  readonly #options: Required<Options>
  /** In the order in which they asked last. */
  readonly #buckets = new Map<string, Bucket>()

  constructor({ perMinute, setting, now = () => performance.now(), maxKeys = 100_000 }: Options) {
    this.#options = { perMinute, setting, now, maxKeys }
  }

  /** Takes so many requests of a key; RATE_LIMITED where it has not as many left. More than it can ever have count as all of them. */
  take(key: string, count = 1): RungraphError<'RATE_LIMITED'> | null {
    const { perMinute, setting, now } = this.#options
    const at = now()
    const wanted = Math.min(count, perMinute)
    const remaining = this.#remaining(key, at)
    // A number computed from time may lack the last bit of a whole number.
    if (remaining < wanted - 1e-9) {
      const retryAfterSeconds = Math.max(1, Math.ceil(((wanted - remaining) / perMinute) * 60 - 1e-9))
      return new RungraphError('RATE_LIMITED', { max: perMinute, retryAfterSeconds, setting })
    }
    this.#buckets.delete(key)
    this.#buckets.set(key, { remaining: remaining - wanted, at })
    this.#forget(at)
    return null
  }

  /** Returns the rate limit status of a key. */
  rateLimitStatus(key: string): RateLimitStatus {
    const { perMinute: max, now } = this.#options
    const remaining = this.#remaining(key, now())
    return {
      max,
      remaining: Math.floor(remaining + 1e-9),
      fullInSeconds: Math.ceil(((max - remaining) / max) * 60),
    }
  }

  /** Number of keys that are remembered. */
  get size(): number {
    return this.#buckets.size
  }

  #remaining(key: string, at: number): number {
    const { perMinute } = this.#options
    const bucket = this.#buckets.get(key)
    if (bucket === undefined) return perMinute
    return Math.min(perMinute, bucket.remaining + ((at - bucket.at) / minuteMs) * perMinute)
  }

  /** A caller without requests for a minute has the whole limit again, like a new one. */
  #forget(at: number): void {
    for (const [key, bucket] of this.#buckets) {
      if (at - bucket.at < minuteMs && this.#buckets.size <= this.#options.maxKeys) return
      this.#buckets.delete(key)
    }
  }
}

const minuteMs = 60_000

/** Counts the resources that each of many holds open at a time. */
export class ConcurrencyQuota {
  readonly #max: number
  readonly #refusal: (value: number, max: number) => RungraphError
  readonly #counts = new Map<string, number>()

  constructor(max: number, refusal: (value: number, max: number) => RungraphError) {
    this.#max = max
    this.#refusal = refusal
  }

  /** Counts one more until the returned function is called, once; or gives the reason why it is refused. */
  open(holder = ''): (() => void) | RungraphError {
    const count = (this.#counts.get(holder) ?? 0) + 1
    if (count > this.#max) return this.#refusal(count, this.#max)
    this.#counts.set(holder, count)
    return () => this.#close(holder)
  }

  #close(holder: string): void {
    const count = (this.#counts.get(holder) ?? 0) - 1
    if (count > 0) this.#counts.set(holder, count)
    else this.#counts.delete(holder)
  }
}

/**
 * Counts the further operations of a batch, starts each when it is its caller's turn, and adds the rate limit headers. A request was
 * counted when it arrived (serve-request.ts), an operation of a WebSocket when it was requested (graphql-protocol.ts).
 */
export function useCallers(callers: Callers): Plugin<NodeContext, NodeContext> {
  return {
    onRequestParse: ({ serverContext }) => ({
      onRequestParseDone({ requestParserResult: asked }) {
        const extraValues = Array.isArray(asked) ? asked.length - 1 : 0
        const refusal = extraValues > 0 ? callers.charge(serverContext, extraValues) : null
        if (refusal !== null) throw refusal
      },
    }),
    onParams({ context, paramsHandler, setParamsHandler }) {
      setParamsHandler((asked) => callers.inTurn(context, () => paramsHandler(asked), context.left))
    },
    onResponse({ response, serverContext }) {
      const rateLimitStatus = serverContext.admission ? callers.rateLimitStatus(serverContext) : null
      for (const [name, value] of rateLimitHeaders(rateLimitStatus)) response.headers.set(name, value)
    },
  }
}
