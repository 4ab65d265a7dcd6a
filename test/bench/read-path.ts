import { type Bench, type Competitor, compete, perSecond } from './compete.ts'
import { untilAborted } from './interruption.ts'
import { load } from './load.ts'
import { createReadDatabase } from './read-database.ts'
import type { Result } from './result.ts'

const pastRuns = 100_000
const scale = [10_000, 100_000, 1_000_000]

const competitors: readonly Competitor[] = [
  { name: 'one SQL statement', role: 'bound', file: 'contenders/sql-page.ts', shares: true },
  { name: 'Rungraph', role: 'rungraph', file: 'contenders/rungraph-page.ts', shares: true },
  { name: 'PostGraphile', role: 'peer', file: 'peers/postgraphile.ts', shares: true, goals: { 16: 1 } },
  {
    name: 'Yoga + Pothos + Prisma',
    role: 'peer',
    file: 'contenders/stock-page.ts',
    shares: true,
    goals: { 16: 1.8 },
  },
]

/** D. A page of a list over HTTP: 50 runs with 10 steps each and the usage of each step, out of a long history. */
export async function benchReadPath(bench: Bench): Promise<readonly Result[]> {
  if (!bench.scale) return readPages(bench, pastRuns, [1, 16])
  const results: Result[] = []
  for (const count of scale) results.push(...(await readPages(bench, count, [1])))
  return results
}

async function readPages(
  bench: Bench,
  count: number,
  connections: readonly number[],
): Promise<readonly Result[]> {
  const shared = await untilAborted(bench.signal, createReadDatabase(bench.database, count))
  return compete(bench, {
    competitors,
    shared,
    measure: ({ request }, extent) => {
      if (!request) throw new Error('It serves nothing.')
      return load(request, extent)
    },
    sizes: connections.map((size) => ({
      work: `D: page of 50 of ${count.toLocaleString('en')} runs, ${size} ${size === 1 ? 'connection' : 'connections'}`,
      size,
      unit: 'requests/s',
      better: 'higher',
      per: 'request',
      figure: perSecond,
    })),
  })
}
