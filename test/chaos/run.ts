import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileIfChanged } from '../../build/compile.ts'
import { messageOf } from '../../src/domain/errors.ts'
import { Lane, type Outcome } from './lane.ts'
import { notApplicableOf } from './not-applicable.ts'
import { type Options, readOptions, usage } from './options.ts'
import { printList, printTable, toRows } from './report.ts'
import type { Scenario } from './scenario.ts'
import { chooseScenarios, loadScenarios } from './scenarios.ts'

/** A scenario to be played once. */
interface Turn {
  readonly scenario: Scenario
  readonly seed: number
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
// A scenario that failed may leave clients that connect again without end.
process.exit((await main()) ? 0 : 1)

/** Does what the command line asks for; whether that was well. */
async function main(): Promise<boolean> {
  const options = orSaid(() => readOptions(process.argv.slice(2)))
  if (!options) return false
  if (options.kind === 'help') {
    console.log(usage)
    return true
  }
  const all = await loadScenarios()
  const scenarios = orSaid(() => chooseScenarios(all, options.only))
  if (!scenarios) return false
  if (options.kind === 'play') return play(scenarios, options)
  printList(scenarios, notApplicableOf(options.only))
  return true
}

/** Prints a fault of the command line in one line. */
function orSaid<Value>(make: () => Value): Value | undefined {
  try {
    return make()
  } catch (error) {
    console.error(messageOf(error))
    return undefined
  }
}

/** Plays all of them in rounds; whether all of it held. */
async function play(
  scenarios: readonly Scenario[],
  { rounds, only, concurrency, json, ...options }: Options,
): Promise<boolean> {
  await compileIfChanged()
  const firstSeed = options.seed ?? Math.floor(Math.random() * 2 ** 31)
  const turns = Array.from({ length: rounds }, (_, round) =>
    scenarios.map((scenario) => ({ scenario, seed: seedOf(firstSeed, round) })),
  ).flat()
  const folder = await mkdtemp(join(tmpdir(), 'rungraph-chaos-'))
  console.error(`Seed ${firstSeed}, ${turns.length} plays; files in ${folder}.`)
  const outcomes = await playAll(turns, Math.min(concurrency, turns.length), folder)
  const rows = toRows(scenarios, outcomes)
  if (json) console.log(JSON.stringify(rows, null, 2))
  else printTable(rows, notApplicableOf(only))
  const hasHeld = outcomes.every(({ violations }) => violations.length === 0)
  if (hasHeld) await rm(folder, { recursive: true, force: true })
  else console.error(`\nThe logs and what the processes printed are kept in ${folder}.`)
  return hasHeld
}

/** The seed of a round; the first is the one that was chosen, so that `--seed` repeats exactly that. */
function seedOf(first: number, round: number): number {
  return (first + round * 7_919) % 2 ** 31
}

/** Lanes take turns from one queue until it is empty. */
async function playAll(turns: Turn[], lanes: number, folder: string): Promise<readonly Outcome[]> {
  const queue = [...turns]
  const outcomes: Outcome[] = []
  let opening: Promise<unknown> = Promise.resolve()
  /** One after the other: the first leaves behind what makes the next quick. */
  function openLane(number: number): Promise<Lane> {
    const lane = opening.then(() => Lane.open(join(folder, `lane-${number}`)))
    opening = lane
    return lane
  }
  async function work(number: number): Promise<void> {
    const lane = await openLane(number)
    try {
      for (let turn = queue.shift(); turn !== undefined; turn = queue.shift()) {
        const outcome = await lane.play(turn.scenario, turn.seed)
        outcomes.push(outcome)
        tell(outcome, outcomes.length, turns.length)
      }
    } finally {
      await lane.close()
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, index) => work(index + 1)))
  return outcomes
}

function tell({ scenario, seed, violations, lacks, ms, logFile }: Outcome, played: number, of: number): void {
  const mark = violations.length > 0 ? '✗' : lacks === null ? '✓' : '–'
  console.error(`${mark} ${played}/${of} ${scenario.number} ${scenario.title} (${(ms / 1000).toFixed(1)} s)`)
  if (lacks !== null) console.error(`  not played: ${lacks}`)
  if (violations.length === 0) return
  console.error(`  seed ${seed}, log ${logFile}`)
  for (const violation of violations) console.error(`  ${violation.replaceAll('\n', '\n  ')}`)
}
