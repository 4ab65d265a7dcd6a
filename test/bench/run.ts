import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageOf } from '../../src/domain/errors.ts'
import { installPackages } from '../support/install-packages.ts'
import { findBrowser } from '../support/programs.ts'
import { benchAgentLoop } from './agent-loop.ts'
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import type { Bench } from './compete.ts'
import { benchConsole } from './console.ts'
import { benchEventLog } from './event-log.ts'
import { benchFanOut } from './fan-out.ts'
import { Interrupted, type Interruption, untilAborted, watchInterruption } from './interruption.ts'
import {
  type BenchOptions,
  type Letter,
  type Options,
  readOptions,
  refuseUnwritable,
  refuseWithoutBrowser,
  usage,
  workNames,
} from './options.ts'
import { endGroup } from './processes.ts'
import { benchReadPath } from './read-path.ts'
import { describeMachine, loadNow, renderResult } from './report.ts'
import type { Result } from './result.ts'
import { benchScheduler } from './scheduler.ts'
import { benchStandstills } from './standstills.ts'
import { benchStartUp } from './start-up.ts'

/** Benchmarks, by the letter that `--only` knows them by. */
const works: Readonly<Record<Letter, (bench: Bench) => Promise<readonly Result[]>>> = {
  A: benchAgentLoop,
  B: benchEventLog,
  C: benchFanOut,
  D: benchReadPath,
  E: benchPlans,
  F: benchStartUp,
  G: benchConsole,
}

process.exitCode = await main()

/** Does what the command line asks for; gives the exit code. */
async function main(): Promise<number> {
  const options = await parsed()
  if (!options) return 2
  if (options.kind === 'help') {
    console.log(usage)
    return 0
  }
  const interruption = watchInterruption()
  try {
    await measure(options, interruption)
    return 0
  } catch (error) {
    const { aborted, reason } = interruption.signal
    const cause: unknown = aborted ? reason : error
    if (!(cause instanceof Interrupted)) console.error(cause)
    // What a work has begun and not ended would keep this process.
    process.exit(cause instanceof Interrupted ? cause.exitCode : 1)
  }
}

/** Prints a fault of the command line in one line. */
async function parsed(): Promise<BenchOptions | null> {
  try {
    const options = readOptions(process.argv.slice(2))
    if (options.kind === 'help') return options
    refuseWithoutBrowser(options.only, findBrowser())
    if (options.json !== null) await refuseUnwritable(options.json)
    return options
  } catch (error) {
    console.error(messageOf(error))
    return null
  }
}

/** However it ends, nothing of it is left: no process, no database, no folder. */
async function measure(options: Options, interruption: Interruption): Promise<void> {
  const { signal } = interruption
  const folder = await mkdtemp(join(tmpdir(), 'rungraph-bench-'))
  let database: BenchDatabase | undefined
  try {
    if (options.peers) await untilAborted(signal, installPackages(join(import.meta.dirname, 'peers')))
    database = await openBenchDatabase()
    signal.throwIfAborted()
    const { rounds, ms, peers, scale } = options
    const bench: Bench = { database, folder, rounds, ms, peers, scale, signal }
    await measureWorks(options, bench, interruption.overdue)
  } finally {
    await endGroup()
    await database?.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

async function measureWorks({ only, json }: Options, bench: Bench, overdue: AbortSignal): Promise<void> {
  const { rounds, ms } = bench
  const machine = describeMachine(bench.database.serverVersion)
  console.log(
    Object.entries(machine)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
  )
  const results: Result[] = []
  for (const letter of only) {
    console.error(`${letter} begins: ${workNames[letter]}.`)
    const measured = await untilAborted(overdue, works[letter](bench))
    for (const result of measured) console.log(`\n${renderResult(result)}`)
    results.push(...measured)
    // After each work, as the next one may fail.
    const figures = { machine: { ...machine, loadAfter: loadNow() }, rounds, ms, results }
    if (json !== null) await writeFile(json, `${JSON.stringify(figures, null, 2)}\n`)
  }
  console.log(
    `\nThe load was ${machine.loadBefore} before and ${loadNow()} after, the benchmark itself included.`,
  )
}

async function benchPlans(bench: Bench): Promise<readonly Result[]> {
  const scheduled = await benchScheduler(bench)
  console.error('E: standstills in the life of a plan of 10,000 actions')
  // All of it is in this process.
  return [...scheduled, ...(await untilAborted(bench.signal, benchStandstills(bench)))]
}
