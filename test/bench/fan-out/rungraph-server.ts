import { PrismaPg } from '@prisma/adapter-pg'
import { openDatabase } from '../../../src/database/connect.ts'
import { uncounted } from '../../../src/domain/request-metrics.ts'
import { PrismaClient } from '../../../src/generated/prisma/client.ts'
import { createServer } from '../../../src/http/serve/server.ts'
import { createLocalWakeups } from '../../../src/live/local-wakeups.ts'
import { createRunLog } from '../../../src/log/run-log.ts'
import { createReads } from '../../../src/store/read/create-reads.ts'
import { dispatchOf } from '../../support/dispatch.ts'
import { gateTo } from '../../support/gate-to.ts'
import { nothingKnown } from '../../support/graphql-options.ts'
import { refusing } from '../../support/refusing.ts'
import { defaultServer } from '../../support/server-facts.ts'
import { serveContender, text } from './served.ts'

/** The API as it is, over a database that writes to disk: each tick is a commit of the log. */
const [connectionString = '', projectId = '', runId = ''] = process.argv.slice(2)
const { pool } = await openDatabase(connectionString)
const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString }) })
const log = createRunLog({
  dispatch: dispatchOf(pool),
  pool,
  wakeups: createLocalWakeups(),
  leaseMs: 60_000,
  now: Date.now,
  report: console.error,
})
let subscriptions = 0
/** Events of the run so far: each continues the text of those before. */
let published = 0
const server = createServer({
  ...{ prisma, reads: createReads({ prisma, pool }), log, operations: refusing(), priceOf: () => null },
  server: defaultServer,
  catalogue: nothingKnown,
  tools: { list: () => [], find: () => null },
  authenticator: gateTo({ id: projectId, slug: 'bench' }, pool, console.error),
  host: '127.0.0.1',
  port: 0,
  connectionsPerAddress: 100_000,
  callerLimits: { subscriptionsPerCaller: 100_000, keylessRequestsPerMinute: null },
  requestMetrics: {
    ...uncounted,
    opened: (kind) => {
      if (kind !== 'subscription') return () => undefined
      subscriptions += 1
      return () => {
        subscriptions -= 1
      }
    },
  },
  report: console.error,
})

serveContender({
  listen: async () => Number(new URL((await server.listen()).url).port),
  subscriptions: () => subscriptions,
  publishTick: async (count) => {
    const events = Array.from({ length: count }, () => ({
      type: 'TextDelta' as const,
      stepNumber: 1,
      data: { messageId: 'm', offset: published++ * text.length, text },
    }))
    const outcome = await log.commit({ runId, epoch: 1, from: ['RUNNING'], events })
    if (outcome.kind !== 'written') throw new Error('The run does not take events.')
  },
})
