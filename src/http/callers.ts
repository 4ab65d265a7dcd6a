import { RungraphError } from '../domain/errors.ts'
import { Allowance, type Standing } from './allowance.ts'
import { callerAddress } from './caller-address.ts'
import type { NodeContext } from './event-streams.ts'
import { ExecutionTurns } from './execution-turns.ts'
import { Places } from './places.ts'
import { whileThere } from './while-there.ts'

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

/** Who asks, as far as is known: by their key, or else by the address that they come from. */
export type Caller = Pick<NodeContext, 'req' | 'admission'>

/** Holds each caller to what it may have, whatever it comes over. */
export interface Callers {
  /** Counts requests of the caller, an operation of a batch or a WebSocket as one; RATE_LIMITED where it has none left. */
  charge(caller: Caller, count?: number): RungraphError | null
  /** Counts one more subscription until the returned function is called, once; LIMIT_EXCEEDED where it may not follow another. */
  follow(caller: Caller): (() => void) | RungraphError
  /** Where the caller stands with its requests; `null` where they are not counted. */
  standing(caller: Caller): Standing | null
  /** Does what the caller asks for when it is its turn. @throws DATABASE_UNAVAILABLE where that is what the turns wait for; the signal's reason */
  inTurn<Result>(caller: Caller, work: () => Result | Promise<Result>, signal?: AbortSignal): Promise<Result>
}

export function createCallers(limits: CallerLimits, isDatabaseThere: () => Promise<boolean>): Callers {
  const { requestsPerMinute, keylessRequestsPerMinute, subscriptionsPerCaller, now } = limits
  const allowanceOf = (perMinute: number | null, setting: string) =>
    perMinute === null ? null : new Allowance({ perMinute, setting, ...(now && { now }) })
  const keyed = allowanceOf(requestsPerMinute, 'RUNGRAPH_REQUESTS_PER_MINUTE')
  const isOwn =
    keylessRequestsPerMinute !== null && keylessRequestsPerMinute < (requestsPerMinute ?? Infinity)
  const keyless = isOwn
    ? allowanceOf(keylessRequestsPerMinute, 'RUNGRAPH_REQUESTS_PER_MINUTE_WITHOUT_KEY')
    : keyed
  const allowance = ({ admission }: Caller) => (admission?.keyId ? keyed : keyless)
  const subscriptions = new Places(subscriptionsPerCaller, tooMany)
  const turns = new ExecutionTurns()
  return {
    charge: (caller, count) => allowance(caller)?.take(keyOf(caller), count) ?? null,
    follow: (caller) => subscriptions.open(keyOf(caller)),
    standing: (caller) => allowance(caller)?.standing(keyOf(caller)) ?? null,
    inTurn: async (caller, work, signal) => {
      const turn = turns.take(keyOf(caller), signal)
      const end =
        turn instanceof Promise
          ? await whileThere(
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

/** Under what a caller is counted. */
function keyOf({ admission, req }: Caller): string {
  return admission?.keyId ?? callerAddress(req?.socket.remoteAddress)
}

/** What tells a caller where it stands (draft-ietf-httpapi-ratelimit-headers-09); nothing where requests are not counted. */
export function rateLimitHeaders(standing: Standing | null): readonly (readonly [string, string])[] {
  if (standing === null) return []
  const { max, left, fullInSeconds } = standing
  return [
    ['ratelimit-policy', `"requests";q=${max};w=60`],
    ['ratelimit', `"requests";r=${left};t=${fullInSeconds}`],
  ]
}

function tooMany(value: number, max: number): RungraphError {
  return new RungraphError('LIMIT_EXCEEDED', {
    limit: 'The number of subscriptions that this caller follows',
    value,
    max,
    remedy:
      'End one, follow several runs with one of the project, or raise RUNGRAPH_SUBSCRIPTIONS_PER_CALLER.',
  })
}
