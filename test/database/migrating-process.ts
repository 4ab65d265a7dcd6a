import { migrate } from '../../src/database/migrate.ts'
import { messageOf } from '../../src/domain/errors.ts'

/* A process that migrates: `node migrating-process.ts <connection string> <folder>`. Tells its parent what it applied. */

const [connectionString = '', folder = ''] = process.argv.slice(2)
await migrate({ connectionString, folder, log: () => {} }).then(
  ({ applied }) => process.send?.(applied),
  (error: unknown) => process.send?.([messageOf(error)]),
)
process.disconnect?.()
