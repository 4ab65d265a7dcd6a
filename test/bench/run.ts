import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchAgentLoop } from './agent-loop.ts'
import { openBenchDatabase } from './bench-database.ts'
import type { Bench } from './compete.ts'
import { benchConsole } from './console.ts'
import { benchEventLog } from './event-log.ts'
import { benchFanOut } from './fan-out.ts'
import { installPeers } from './install-peers.ts'
import { benchReadPath } from './read-path.ts'
import { describeMachine, loadNow, renderResult } from './report.ts'
import type { Result } from './result.ts'
import { benchScheduler } from './scheduler.ts'
import { benchStandstills } from './standstills.ts'
import { benchStartUp } from './start-up.ts'

/** Benchmarks, by the letter that `--only` knows them by. */
const works: Readonly<Record<string, (bench: Bench) => Promise<readonly Result[]>>> = {
  A: benchAgentLoop,
  B: benchEventLog,
  C: benchFanOut,
  D: benchReadPath,
  E: async (bench) => [...(await benchScheduler(bench)), ...(await benchStandstills(bench))],
  F: benchStartUp,
  G: benchConsole,
}

const usage = `npm run bench -- [options]

  --only A,D    only these works: ${Object.keys(works).join(', ')}; default all
  --rounds n    rounds that count, after one that warms up; default 3
  --ms n        length of a measurement in milliseconds; default 3000
  --peers       also the peers of test/bench/peers, which it installs first
  --scale       A, C and D at sizes from the smallest to the largest: what grows with runs, subscribers, history
  --json file   writes every figure to a file
  --help        this

docs/performance.md says what is measured and how to read it.`

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(works).join() },
    rounds: { type: 'string', default: '3' },
    ms: { type: 'string', default: '3000' },
    peers: { type: 'boolean', default: false },
    scale: { type: 'boolean', default: false },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) console.log(usage)
else await main()

async function main(): Promise<void> {
  const chosen = values.only
    .toUpperCase()
    .split(',')
    .map((letter) => [letter, works[letter]] as const)
  const [rounds, ms] = [values.rounds, values.ms].map(Number)
  const isKnown =
    chosen.every(([, work]) => work) && rounds !== undefined && rounds > 0 && ms !== undefined && ms > 0
  if (!isKnown) {
    console.error(usage)
    process.exitCode = 2
    return
  }
  if (values.peers) await installPeers()
  const folder = await mkdtemp(join(tmpdir(), 'rungraph-bench-'))
  const database = await openBenchDatabase()
  try {
    const machine = describeMachine(database.serverVersion)
    console.log(
      Object.entries(machine)
        .map(([name, value]) => `${name} ${value}`)
        .join(', '),
    )
    const results: Result[] = []
    for (const [, work] of chosen) {
      for (const result of (await work?.({
        database,
        folder,
        rounds,
        ms,
        peers: values.peers,
        scale: values.scale,
      })) ?? []) {
        results.push(result)
        console.log(`\n${renderResult(result)}`)
      }
    }
    const loadAfter = loadNow()
    console.log(
      `\nThe load was ${machine.loadBefore} before and ${loadAfter} after, the benchmark itself included.`,
    )
    if (values.json !== undefined)
      await writeFile(
        values.json,
        `${JSON.stringify({ machine: { ...machine, loadAfter }, rounds, ms, results }, null, 2)}\n`,
      )
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}
