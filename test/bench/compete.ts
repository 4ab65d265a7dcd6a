import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { BenchDatabase } from './bench-database.ts'
import type { Done, Extent, Place } from './contender.ts'
import { type ContenderProcess, startContender } from './contender-process.ts'
import { untilAborted } from './interruption.ts'
import { cpuOfTree, signalTree } from './processes.ts'
import type { Entry, Result, Role } from './result.ts'
import { inRounds } from './rounds.ts'

/** Arguments and environment of `npm run bench`. */
export interface Bench {
  readonly database: BenchDatabase
  /** A folder for what contenders keep; removed afterwards. */
  readonly folder: string
  readonly rounds: number
  readonly ms: number
  /** Whether the peers of `test/bench/peers` take part. */
  readonly peers: boolean
  /** Whether A, C and D are measured at sizes from the smallest to the largest, to see what grows with them. */
  readonly scale: boolean
  /** Aborts when the benchmark is to end early: each work then ends its processes, and rejects with the reason. */
  readonly signal: AbortSignal
}

/** A contender of a work. */
export interface Competitor {
  readonly name: string
  readonly role: Role
  /** Module that exports `open`, below `test/bench`. Those below `peers/` need the packages that `--peers` installs. */
  readonly file: string
  /** The least ratio of Rungraph to it that is wanted, by size. */
  readonly goals?: Readonly<Record<number, number>>
  /** It works in the tables of Rungraph; default: in a database of its own. */
  readonly shares?: boolean
}

/** Some work that several do, at several sizes. */
export interface Competition {
  readonly competitors: readonly Competitor[]
  readonly sizes: readonly Size[]
  /** The database of those that share one; default: that of the benchmark. */
  readonly shared?: string
  /** Nothing of it touches the database. */
  readonly isPure?: boolean
  /** Default: the contender measures itself. */
  readonly measure?: (contender: ContenderProcess, extent: Extent) => Promise<Measured>
}

export interface Size extends Pick<Result, 'work' | 'unit' | 'better' | 'per' | 'atMost'> {
  readonly size: number
  /** Number of parts that `per` counts: turns of a run. Default 1. */
  readonly parts?: number
  figure(done: Done): number
}

export interface Measured extends Done {
  readonly p99Ms?: number
}

interface Sample extends Measured {
  readonly cpuMs: number | null
  readonly serverCpuMs: number | null
}

/** Time in which a contender handles messages that came while it stood still, before it is measured. */
const settleMs = 500

/**
 * Starts each of them in a process of its own, and measures them one at a time, in rounds, at each of the sizes. The others stand still
 * meanwhile: engines that poll take processor from the one that is measured.
 */
export async function compete(bench: Bench, competition: Competition): Promise<readonly Result[]> {
  const { competitors, sizes, measure = (contender, extent) => contender.measure(extent) } = competition
  const present = competitors.filter(({ file }) => bench.peers || !file.startsWith('peers/'))
  const running = new Map<Competitor, ContenderProcess>()
  const failures = new Map<Competitor, string>()
  try {
    for (const competitor of present) {
      const opened = placeOf(bench, competitor, competition.shared).then((place) =>
        startContender(competitor.file, place, bench.signal),
      )
      await opened.then(
        async (contender) => {
          running.set(competitor, contender)
          await signalTree(contender.pid, 'SIGSTOP')
        },
        (error: unknown) => failures.set(competitor, failureOf(bench, competitor, error)),
      )
    }
    const results: Result[] = []
    for (const size of sizes) {
      const extent = { size: size.size, ms: bench.ms }
      const sampled = await inRounds(
        [...running],
        { work: size.work, rounds: bench.rounds },
        async ([competitor, contender]) => {
          if (failures.has(competitor)) return null
          await signalTree(contender.pid, 'SIGCONT')
          try {
            await delay(settleMs, undefined, { signal: bench.signal })
            const serverPid = competition.isPure ? null : bench.database.serverPid
            const taken = sample([contender.pid, serverPid], () => measure(contender, extent))
            return await untilAborted(bench.signal, taken)
          } catch (error) {
            failures.set(competitor, failureOf(bench, competitor, error))
            return null
          } finally {
            await signalTree(contender.pid, 'SIGSTOP')
          }
        },
      )
      const samplesOf = new Map([...sampled].map(([[competitor], samples]) => [competitor, samples]))
      const entries = present.map((competitor) =>
        entryOf(competitor, size, {
          samples: samplesOf.get(competitor) ?? [],
          failure: failures.get(competitor),
        }),
      )
      const { work, unit, better, per, atMost } = size
      results.push({ work, unit, better, per, ...(atMost !== undefined && { atMost }), entries })
    }
    return results
  } finally {
    for (const { pid } of running.values()) await signalTree(pid, 'SIGCONT')
    await Promise.all([...running.values()].map((contender) => contender.close()))
  }
}

async function placeOf(
  { database, folder }: Bench,
  { name, shares }: Competitor,
  shared = database.connectionString,
): Promise<Place> {
  const own = join(folder, `${name} ${Date.now()}`.replaceAll(/\W+/g, '_').toLowerCase())
  await mkdir(own, { recursive: true })
  const connectionString = shares ? shared : await database.createDatabase()
  return { connectionString, folder: own }
}

/** A peer that cannot run here is reported; without the others there is no benchmark. */
function failureOf({ signal }: Bench, { role }: Competitor, error: unknown): string {
  signal.throwIfAborted()
  if (role !== 'peer') throw error
  return error instanceof Error ? error.message : String(error)
}

async function sample(
  pids: readonly [own: number, server: number | null],
  measure: () => Promise<Measured>,
): Promise<Sample> {
  const clocks = () => Promise.all(pids.map((pid) => (pid === null ? null : cpuOfTree(pid))))
  const before = await clocks()
  const measured = await measure()
  const [cpuMs = null, serverCpuMs = null] = (await clocks()).map((after, clock) =>
    since(before[clock], after),
  )
  return { ...measured, cpuMs, serverCpuMs }
}

function since(before: number | null | undefined, after: number | null): number | null {
  return before == null || after === null ? null : after - before
}

function entryOf(
  { name, role, goals }: Competitor,
  { size, figure, parts = 1 }: Size,
  {
    samples,
    failure,
  }: { readonly samples: readonly (Sample | null)[]; readonly failure: string | undefined },
): Entry {
  // A contender that fails in one round has no figure of any.
  const counted = failure === undefined ? samples.filter((one) => one !== null) : []
  const microseconds = (clock: 'cpuMs' | 'serverCpuMs') =>
    counted.flatMap(({ [clock]: ms, count }) => (ms === null ? [] : [(ms * 1_000) / (count * parts)]))
  const p99Ms = counted.flatMap(({ p99Ms }) => (p99Ms === undefined ? [] : [p99Ms]))
  const goal = goals?.[size]
  return {
    name,
    role,
    figures: counted.map(figure),
    cpuUs: microseconds('cpuMs'),
    serverCpuUs: microseconds('serverCpuMs'),
    ...(p99Ms.length > 0 && { p99Ms }),
    ...(goal !== undefined && { goal }),
    ...(failure !== undefined && { failure }),
  }
}

export const perSecond = ({ count, ms }: Done): number => (count / ms) * 1_000
export const msEach = ({ count, ms }: Done): number => ms / count
export const usEach = ({ count, ms }: Done): number => (ms * 1_000) / count
