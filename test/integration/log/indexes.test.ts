import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { connectWithRetry } from '../../../src/database/connect-with-retry.ts'
import { toGlobalId } from '../../../src/graphql/global-id.ts'
import { createGraphQLServer } from '../../../src/http/yoga/graphql-server.ts'
import { createReads } from '../../../src/store/read/create-reads.ts'
import { readQueueDepth } from '../../../src/store/runs/queue-depth.ts'
import { question } from '../../graphql/open-graph.ts'
import { createTestDatabase } from '../../support/database.ts'
import { explain, indexesOf, readsAll, statementsOf } from '../../support/explain.ts'
import { forFile } from '../../support/for-file.ts'
import { anybody } from '../../support/gate-to.ts'
import { graphqlOptions } from '../../support/graphql-options.ts'
import { insertMany } from '../../support/insert-many.ts'
import { refusing } from '../../support/refusing.ts'
import { defaultServer } from '../../support/server-facts.ts'
import { commitOf, note, openTestStores } from '../../support/stores.ts'

const runs = 30_000

const database = forFile(await createTestDatabase())
const stores = forFile(await openTestStores(database))
const agent = await database.prisma.agent.findFirstOrThrow({ where: { projectId: stores.projectId } })
const agentId = agent.id
for (let n = 0; n < 20; n++) await stores.factories.session({ key: `talk-${n}` })
await insertRuns()

/** Mostly finished runs, a few active; some in sessions, some with a parent; half of them of another agent. */
async function insertRuns(): Promise<void> {
  const other = await stores.factories.agent()
  // More at once than any statement of ours writes.
  const patient = await connectWithRetry(database.connectionString)
  await insertMany(patient, ['Run'], async () => {
    await patient.query(
      `with numbered as (select n, gen_random_uuid() as id from generate_series(1, ${runs}) n)
     insert into "Run" (id, "projectId", "agentId", "agentVersion", "rootId", "sessionId", status, "terminationReason", input, summary,
       "effectiveLimits", "leaseKey", "leaseExpiresAt", "createdAt", "durationMs", "costUsd")
     select id, $1, case when n % 50 = 0 then $2::uuid else $3::uuid end, 1, id,
       case when n % 100 = 0 then (select s.id from "Session" s where s.key = 'talk-' || n / 100 % 20) end,
       (case when n % 1000 = 1 then 'RUNNING' when n % 1000 = 2 then 'QUEUED' when n % 200 = 3 then 'FAILED'
         when n % 500 = 4 then 'PAUSED' else 'COMPLETED' end)::"RunStatus",
       case when n % 200 = 3 then 'ERROR' when n % 500 = 4 then 'MAX_STEPS' else 'FINAL_ANSWER' end::"TerminationReason",
       'Please summarise document ' || md5(n::text), 'It is about ' || md5((-n)::text), '{}',
       $4, now() + interval '1 hour', now() - n * interval '1 minute', n * 7919::bigint % 100000, (n * 104729::bigint % 100000) / 1000.0
     from numbered`,
      [stores.projectId, agentId, other.id, stores.key],
    )
    await patient.query(
      `update "Run" set "parentId" = (select id from "Run" where status = 'COMPLETED' limit 1) where "createdAt" > now() - interval '1 day'`,
    )
  })
  await patient.query('vacuum analyze "Run"')
  await patient.end()
}

async function expectIndexes(work: () => Promise<unknown>): Promise<void> {
  const statements = (await statementsOf(work)).filter(({ text }) => text.includes('"Run"'))
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements) {
    const nodes = await explain(database.pool, statement)
    expect(readsAll('Run', nodes), statement.text).toBe(false)
    expect(indexesOf(nodes).length, statement.text).toBeGreaterThan(0)
  }
}

async function ask(variables: object): Promise<void> {
  const { projectId, log } = stores
  const server = createGraphQLServer({
    ...graphqlOptions(),
    prisma: database.prisma,
    reads: createReads(database),
    operations: refusing(),
    log,
    tools: { list: () => [], find: () => null },
    priceOf: () => null,
    server: defaultServer,
    report: () => undefined,
  })
  const query = `query($first: Int, $last: Int, $filter: RunFilter, $orderBy: RunOrder) {
    runs(first: $first, last: $last, filter: $filter, orderBy: $orderBy) { edges { cursor node { id status } } } }`
  const paging = 'last' in variables ? variables : { first: 20, ...variables }
  const response = await server.fetch('http://localhost/graphql', question(query, paging), {
    admission: anybody({ id: projectId, slug: projectId }),
  })
  const answer: { errors?: unknown } = JSON.parse(await response.text())
  if (answer.errors !== undefined) throw new Error(JSON.stringify(answer.errors))
}

describe(`a list of ${runs} runs`, () => {
  const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString()
  const longAgo = new Date(Date.now() - 60 * 24 * 3_600_000).toISOString()
  const questions: readonly (readonly [string, () => object])[] = [
    ['newest first', () => ({})],
    ['oldest first', () => ({ orderBy: { field: 'CREATED_AT', direction: 'ASC' } })],
    ['from the end', () => ({ last: 20 })],
    ['of a status', () => ({ filter: { status: ['FAILED'] } })],
    ['of several statuses', () => ({ filter: { status: ['QUEUED', 'RUNNING', 'PAUSED'] } })],
    ['of a status that none has', () => ({ filter: { status: ['CANCELLED'] } })],
    ['of an agent', () => ({ filter: { agent: toGlobalId('Agent', agentId) } })],
    ['of an agent that has none', () => ({ filter: { agent: toGlobalId('Agent', uuidv7()) } })],
    ['of a session', () => ({ filter: { sessionKey: 'talk-3' } })],
    ['of a session that does not exist', () => ({ filter: { sessionKey: 'silence' } })],
    ['of a reason', () => ({ filter: { terminationReason: ['ERROR'] } })],
    ['of a reason that none has', () => ({ filter: { terminationReason: ['DOOM_LOOP'] } })],
    ['from a time', () => ({ filter: { createdAfter: yesterday } })],
    ['up to a time', () => ({ filter: { createdBefore: longAgo } })],
    ['that hold some words', () => ({ filter: { search: 'a7b3c' } })],
    ['that hold words which none has', () => ({ filter: { search: 'no such words anywhere' } })],
    ['that are roots', () => ({ filter: { rootsOnly: true } })],
    ['longest first', () => ({ orderBy: { field: 'DURATION', direction: 'DESC' } })],
    ['shortest first', () => ({ orderBy: { field: 'DURATION', direction: 'ASC' } })],
    ['dearest first', () => ({ orderBy: { field: 'COST', direction: 'DESC' } })],
    [
      'cheapest failures first',
      () => ({ filter: { status: ['FAILED'] }, orderBy: { field: 'COST', direction: 'ASC' } }),
    ],
    [
      'of an agent and a status',
      () => ({ filter: { agent: toGlobalId('Agent', agentId), status: ['FAILED'] } }),
    ],
  ]

  it.each(questions)('PERF-D %s reads an index, never all runs', async (_title, variables) => {
    await expectIndexes(() => ask(variables()))
  })
})

describe(`a worker among ${runs} runs`, () => {
  it('PERF-D looks for work by an index', async () => {
    await expectIndexes(() => stores.claim({ limit: 5 }))
    await expectIndexes(() => stores.runs.claimable(100))
    await expectIndexes(() => readQueueDepth(database.pool))
  })

  it('PERF-D restores, renews, releases and stops a run by an index', async () => {
    const [run] = await stores.claim({ limit: 1 })
    if (!run) throw new Error('Some are queued.')
    const held = [{ runId: run.id, epoch: run.epoch }]
    await expectIndexes(() => stores.runs.restore({ ...run, firstClaim: false, sessionId: uuidv7() }))
    await expectIndexes(() => stores.runs.renew(held))
    await expectIndexes(() => stores.runs.find(stores.projectId, run.id))
    await expectIndexes(() => stores.runs.requestAbort(run.id, null))
    await expectIndexes(() => stores.runs.release(held))
  })

  it('PERF-B writes to runs by an index, also with the plan that is made once for all', async () => {
    const claimed = await stores.claim({ limit: 20 })
    const commits = claimed.map((run) => commitOf({ runId: run.id, epoch: run.epoch }, [note('hello')]))
    for (const more of [{}, { run: { stepCount: 1 } }]) {
      const sent = await statementsOf(() =>
        Promise.all(commits.map((commit) => stores.log.commit({ ...commit, ...more }))),
      )
      for (const statement of sent) {
        expect(readsAll('Run', await explain(database.pool, statement))).toBe(false)
        expect(readsAll('Run', await explain(database.pool, statement, 'GENERIC'))).toBe(false)
      }
    }
  })
})
