import { connectWithRetry } from '../../src/database/connect-with-retry.ts'
import { installBossDispatch } from '../../src/dispatch/boss-dispatch.ts'
import { messageOf } from '../../src/domain/errors.ts'

/* A process that installs the queue: `node installing-process.ts <connection string>`. Tells its parent what went wrong, or nothing. */

const [connectionString = ''] = process.argv.slice(2)
const connection = await connectWithRetry(connectionString)
process.send?.('begun')
await installBossDispatch(connection).then(
  () => process.send?.('installed'),
  (error: unknown) => process.send?.(messageOf(error)),
)
await connection.end()
process.disconnect?.()
