import { median } from './rounds.ts'

/** Kind of a contender: the least that does the work, Rungraph, or another product. */
export type Role = 'bound' | 'rungraph' | 'peer'

/** Results of the contenders of one work. */
export interface Result {
  readonly work: string
  readonly unit: string
  /** Which figures are better. */
  readonly better: 'higher' | 'lower'
  /** Unit that processor time is divided by: `turn`. */
  readonly per: string
  /** The most that Rungraph's figure is to be; only where it is not wanted as a ratio. */
  readonly atMost?: number
  readonly entries: readonly Entry[]
}

export interface Entry {
  readonly name: string
  readonly role: Role
  /** One a round, in order; the figures of one round were measured side by side. */
  readonly figures: readonly number[]
  /** Processor time of its own processes, in µs per `per`; empty where the system does not tell. */
  readonly cpuUs: readonly number[]
  /** The same of the PostgreSQL server, which at that time works for nobody else. */
  readonly serverCpuUs: readonly number[]
  /** Ninety-nine of a hundred took no longer, in milliseconds; only where it is measured. */
  readonly p99Ms?: readonly number[]
  /** The least ratio of Rungraph to it that is wanted. */
  readonly goal?: number
  /** Why it could not be measured. */
  readonly failure?: string
}

export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

export function spreadOf(figures: readonly number[]): Spread | null {
  if (figures.length === 0) return null
  return { median: median(figures), min: Math.min(...figures), max: Math.max(...figures) }
}

/** How many times as good as `entry` Rungraph was, round by round; above 1 is ahead. */
export function aheadOf(result: Result, entry: Entry): Spread | null {
  const ours = result.entries.find(({ role }) => role === 'rungraph')
  if (!ours || entry === ours) return null
  const ratios = ours.figures.flatMap((figure, round) => {
    const other = entry.figures[round]
    if (other === undefined || other === 0 || figure === 0) return []
    return [result.better === 'higher' ? figure / other : other / figure]
  })
  return spreadOf(ratios)
}

/** The same by processor time, own and PostgreSQL's together, which others on the machine disturb less; `null` where it is not known. */
export function aheadByCpu(result: Result, entry: Entry): Spread | null {
  const ours = result.entries.find(({ role }) => role === 'rungraph')
  if (!ours || entry === ours) return null
  const total = ({ cpuUs, serverCpuUs }: Entry) => cpuUs.map((own, round) => own + (serverCpuUs[round] ?? 0))
  const theirs = total(entry)
  const ratios = total(ours).flatMap((own, round) => {
    const other = theirs[round]
    return other === undefined || own === 0 ? [] : [other / own]
  })
  return spreadOf(ratios)
}

/** Spread of the figures of the lower bound, as a share of their median: the noise of the machine. `null` without two rounds of a bound. */
export function noiseOf({ entries }: Result): number | null {
  const figures = entries.find(({ role }) => role === 'bound')?.figures ?? []
  const spread = figures.length > 1 ? spreadOf(figures) : null
  return spread && (spread.max - spread.min) / spread.median
}
