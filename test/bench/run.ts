import { benchAgentLoop } from './agent-loop.ts'
import { openBenchDatabase } from './bench-database.ts'
import { benchEventLog } from './event-log.ts'
import { benchFanOut } from './fan-out.ts'
import { benchPlan } from './plan.ts'
import { printResults } from './result.ts'

/** `npm run bench`: quick. `npm run bench -- thorough`: more and longer rounds. */
const extent = process.argv.includes('thorough') ? { rounds: 7, ms: 3_000 } : { rounds: 3, ms: 1_000 }

const database = await openBenchDatabase()
try {
  printResults(await benchAgentLoop(database, extent))
  printResults(await benchEventLog(database, extent))
  printResults(await benchPlan(database, extent))
  printResults(await benchFanOut(database, extent))
} finally {
  await database.close()
}
