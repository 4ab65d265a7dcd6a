import { openBenchDatabase } from './bench-database.ts'
import { benchEventLog } from './event-log.ts'
import { printResults } from './result.ts'

const database = await openBenchDatabase()
try {
  printResults(await benchEventLog(database, { rounds: 3, ms: 700 }))
} finally {
  await database.close()
}
