import { z } from 'zod'
import { about, object } from './declared.ts'
import { given, needed } from './given.ts'
import { sha256 } from './hash.ts'
import type { InProject } from './object-key.ts'

/** A version of an agent, and its share of the new runs. */
export const versionWeight = object(
  'VersionWeight',
  'Share of the new runs of an agent that get a version.',
  {
    version: about('Number of the version.', z.int()),
    weight: about(
      'Weight of the version. The shares of the versions are in proportion to their weights.',
      z.number(),
    ),
  },
)
export type VersionWeight = Readonly<z.infer<typeof versionWeight>>

/** Which versions of an agent new runs get. `null` in its place: all get the newest. */
export interface Traffic {
  /** Shares above 0, which add up to 1. */
  readonly weights: readonly VersionWeight[]
  /** The canary that they belong to; `null`: a caller set them. */
  readonly canaryId: string | null
}

export const trafficBounds = { maxVersions: 20 } as const

/** The version that a run gets, and the canary that drew it, if one did. */
export interface DrawnVersion {
  readonly version: number
  readonly canaryId: string | null
}

/**
 * Draws a version by a key: the key of the session, or else the id of the run. The same key gives the same version as long as the weights
 * stay. A session that goes on keeps the version of its last run as long as that has a share: it is then no draw of a canary that began
 * later, which compares runs by chance alone.
 */
export function drawVersion(
  { weights, canaryId }: Traffic,
  {
    agentId,
    key,
    last,
  }: { readonly agentId: string; readonly key: string; readonly last: DrawnVersion | null },
): DrawnVersion {
  if (last !== null && weights.some(({ version }) => version === last.version))
    return { version: last.version, canaryId: last.canaryId === canaryId ? canaryId : null }
  const place = placeOf(`${canaryId ?? agentId}:${key}`)
  const ends = weights.map((_, index) =>
    weights.slice(0, index + 1).reduce((sum, { weight }) => sum + weight, 0),
  )
  // Rounding may leave the last share an end just below 1.
  const drawn = weights.find((_, index) => (ends[index] ?? 1) > place) ?? weights.at(-1)
  if (drawn === undefined) throw new Error(`The agent ${agentId} has no version with a share of its runs.`)
  return { version: drawn.version, canaryId }
}

/** A place from 0 to below 1, evenly spread over keys. */
function placeOf(key: string): number {
  return Number.parseInt(sha256(key).slice(0, 12), 16) / 2 ** 48
}

/** Weights as shares. */
export function toShares(weights: readonly VersionWeight[]): readonly VersionWeight[] {
  const sum = weights.reduce((total, { weight }) => total + weight, 0)
  return weights.flatMap(({ version, weight }) => (weight > 0 ? [{ version, weight: weight / sum }] : []))
}

/** All runs get this version. */
export function onlyVersion(version: number): Traffic {
  return { weights: [{ version, weight: 1 }], canaryId: null }
}

export const weightsChange = z.object({
  agent: needed.key('Agent', 'Global id or slug of the agent.'),
  weights: needed.many(
    versionWeight,
    'Weights of versions: at most 20, each version once. A version that is not among them gets no runs. Empty: all runs get the newest version, as without weights.',
  ),
})
export type SetVersionWeights = InProject & Readonly<z.infer<typeof weightsChange>>

/** Operations on the versions that new runs of an agent get (VER-1, VER-2). */
export interface VersionOperations {
  /** @throws INVALID_INPUT, NOT_FOUND, ARCHIVED, CANARY_RUNNING */
  setVersionWeights(call: SetVersionWeights): Promise<{ readonly agentId: string }>
  /** @throws INVALID_INPUT, NOT_FOUND, ARCHIVED, CANARY_RUNNING */
  startCanary(call: StartCanary): Promise<{ readonly canaryId: string }>
  /** Ends a canary: all runs get the version before. @throws NOT_FOUND, CANARY_ENDED */
  stopCanary(call: StopCanary): Promise<{ readonly canaryId: string }>
}

export const canaryMargins = object(
  'CanaryMargins',
  'How much worse a version may be than the one that it is compared with.',
  {
    failureRate: given.one(
      z.number(),
      'Failure rate: by how much it may be higher, as a difference of two shares, from 0 to 1. 0.05: 5 percentage points.',
    ),
    cost: given.one(
      z.number(),
      'Mean cost of a run: by which share it may be higher, from 0. 0.25: a quarter.',
    ),
    duration: given.one(
      z.number(),
      'Mean active time of a run: by which share it may be longer, from 0. 0.25: a quarter.',
    ),
    rating: given.one(z.number(), 'Mean rating of a run: by how much it may be lower, from 0 to 1.'),
  },
)
export type CanaryMargins = Readonly<z.infer<typeof canaryMargins>>

/** Margins where the caller names none. Ratings are compared on demand only: without ratings, a canary could not pass. */
export const defaultMargins = {
  failureRate: 0.05,
  cost: 0.25,
  duration: 0.25,
} as const satisfies CanaryMargins

export const newCanary = z.object({
  agent: needed.key('Agent', 'Global id or slug of the agent.'),
  version: needed.int('Version that a share of the new runs is to get.'),
  baselineVersion: given.int(
    'Version that the other runs get, and that it is compared with. Default: the version with all the weight; without weights, the newest version, or the one before it if that is the new one.',
  ),
  weight: given.one(
    z.number(),
    'Share of the new runs that get the version, from 0.01 to 0.99. Default 0.1.',
  ),
  minRuns: given.int(
    'Number of runs of each version that must be compared before the first decision, from 10 to 10,000. COMPLETED, FAILED and PAUSED runs are compared. Default 50.',
  ),
  maxRuns: given.int(
    'Number of runs of the version, without those in progress, after which the canary ends, from `minRuns` to 10,000. Default 1,000, or `minRuns` if that is more.',
  ),
  stopOn: given.one(
    canaryMargins,
    'Measures that are compared, with their margins. Default: `failureRate: 0.05`, `cost: 0.25`, `duration: 0.25`.',
  ),
  promote: given.flag(
    'Whether all runs get the version once it has passed. Otherwise the shares stay as they are. Default false.',
  ),
})
export type StartCanary = InProject &
  Readonly<z.infer<typeof newCanary>> & {
    /** Name of the caller. */
    readonly by?: string | undefined
  }

export const canaryBounds = { minRuns: 10, maxRuns: 10_000, minWeight: 0.01, maxWeight: 0.99 } as const

export type StopCanary = InProject<'canaryId'> & { readonly by?: string | undefined }
