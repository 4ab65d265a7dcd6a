import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import { type FeedPosition, type RunLog, stampOf } from '../../../src/domain/run-log.ts'
import { createPartitions } from '../../../src/log/log-partitions.ts'
import { createRunLog } from '../../../src/log/run-log.ts'
import { createTestDatabase } from '../../support/database.ts'
import { dispatchOf } from '../../support/dispatch.ts'
import { explain, indexesOf, readsAll, statementsOf } from '../../support/explain.ts'
import { forFile } from '../../support/for-file.ts'
import { insertMany } from '../../support/insert-many.ts'
import { dayMs, retain } from '../../support/old-runs.ts'
import { openTestStores, type TestStores } from '../../support/stores.ts'

const runs = 4_000

const eventsOfEach = 10

/** One run in so many is of the session. */
const spread = 40

const key = 'long'

const database = forFile(await createTestDatabase())
const others = await openTestStores(database)
const stores = forFile(await openTestStores(database))
for (const each of [others, stores]) await insertRuns(each)
await others.close()
const { rows } = await database.pool.query<{ order: string; runId: string; seq: number; at: Date }>(
  `select "commitXid" as order, "runId", seq, at from "Event" where "projectId" = $1
   order by "commitXid" desc, "runId" desc, seq desc limit 1`,
  [stores.projectId],
)
const [last] = rows
if (last === undefined) throw new Error('There are events.')
const place = { order: BigInt(last.order), runId: last.runId, seq: last.seq }
const newest: FeedPosition = { ...place, witness: { kind: 'event', stamp: stampOf(last.at) } }
/** After every event: of none of them. */
const moment = await stores.log.readPosition(stores.projectId)

/** Many finished runs, each of its own transaction in the past, by their order; a few active ones; some in one long session. */
async function insertRuns({ projectId, factories }: TestStores): Promise<void> {
  await createPartitions(database.pool, { now: Date.now() - 60 * dayMs, keepDays: null })
  const agent = await database.prisma.agent.findFirstOrThrow({ where: { projectId } })
  const session = await factories.session({ key })
  const client = await database.pool.connect()
  await insertMany(client, ['Run'], async () => {
    // In small transactions: a long one holds back what other tests of the server wait for.
    for (let first = 1; first <= runs; first += 500)
      await client.query(
        `with numbered as (
         select n, uuidv7((n % 200 - 100) * interval '1 day') as id from generate_series($4::int, $4 + 499) n
       ), runs as (
       insert into "Run" (id, "projectId", "agentId", "agentVersion", "rootId", "sessionId", status, input, "effectiveLimits", "statusXid", "completedAt")
       select id, $1, $2, 1, id, case when n % ${spread} = 0 then $3::uuid end,
         (case when n % 1000 = 0 then 'RUNNING' else 'COMPLETED' end)::"RunStatus", 'Do it.', '{}', n - ${runs},
         case when n % 1000 > 0 then now() - (n % 200) * interval '1 day' end from numbered
     )
     insert into "EventSegment" ("runId", "firstSeq", "lastSeq", "projectId", "rootId", at, epoch, "hasGates", events, "commitXid")
     select id, seq, seq, $1, id, now(), 1, seq = 1, json_build_array(json_build_object(
       'place', 0, 'type', case when seq = 1 then 'GateOpened' else 'TextDelta' end, 'data', '{"text": "a few words"}'::jsonb)), n - ${runs}
     from numbered, generate_series(1, ${eventsOfEach}) seq`,
        [projectId, agent.id, session.id, first],
      )
  })
  client.release()
  await database.pool.query('vacuum analyze "Run"')
  await database.pool.query('vacuum analyze "EventSegment"')
  // A test before this one may have left the figures of other rows.
  await database.pool.query('vacuum analyze "Step", "Prompt"')
}

/** A log that notes each statement that it sends, under its name. */
function notingLog() {
  const statements = new Map<string, pg.QueryConfig>()
  const polled = Promise.withResolvers<void>()
  const query = (statement: pg.QueryConfig) => {
    statements.set(statement.name ?? '', statement)
    if (statement.name?.endsWith('-poll')) polled.resolve()
    return database.pool.query(statement)
  }
  // The log asks of a pool only `query` with one argument, and its connections.
  const pool = { query, on: () => undefined } as unknown as pg.Pool
  const options = { wakeups: stores.wakeups, leaseMs: 60_000, now: Date.now, report: () => undefined }
  return {
    log: createRunLog({ dispatch: dispatchOf(database.pool), ...options, pool }),
    statements,
    polled: polled.promise,
  }
}

/** The statements of a reader that has read what there is, and has waited for more until a poll looked. */
async function statementsOfReader(begin: Begin): Promise<readonly pg.QueryConfig[]> {
  const { log, statements, polled } = notingLog()
  const leave = new AbortController()
  const events = await begin(log, leave.signal)
  const waiting = (async () => {
    while (!(await events.next()).done);
  })()
  await polled
  leave.abort()
  await waiting
  return [...statements.values()]
}

type Begin = (log: RunLog, signal: AbortSignal) => Promise<AsyncGenerator<unknown, void, void>>

describe(`a feed among ${runs * eventsOfEach * 2} events`, () => {
  const follow =
    (after: () => FeedPosition | null) =>
    (of: 'project' | 'session'): Begin =>
    (log, signal) => {
      const { projectId } = stores
      const options = { after: after(), signal }
      return of === 'project'
        ? log.followProject(projectId, options)
        : log.followSession({ projectId, key }, options)
    }
  /** The event of a cursor is found by its number, the commit of a moment by its order. */
  const indexOfPlace = (title: string) =>
    title.endsWith('a moment') ? 'EventSegment_projectId_commitXid_idx' : 'EventSegment_pkey'
  const [fromNow, fromTheEnd] = [follow(() => null), follow(() => newest)]
  const ofLists = [
    ['followGates', 'gates', 'EventSegment_gates_idx'],
    ['followRuns', 'changes of runs', 'Run_projectId_statusXid_idx'],
    ['followDeletions', 'deleted runs', 'RunDeletion_projectId_commitXid_runId_seq_idx'],
  ] as const
  const readers: readonly (readonly [string, Begin, string])[] = [
    ['a project from now on', fromNow('project'), 'EventSegment_projectId_commitXid_idx'],
    ['a project from its end', fromTheEnd('project'), 'EventSegment_projectId_commitXid_idx'],
    ['a session from now on', fromNow('session'), 'EventSegment_rootId_commitXid_idx'],
    ['a session from its end', fromTheEnd('session'), 'EventSegment_rootId_commitXid_idx'],
    ...ofLists.flatMap(([follow, title, index]): readonly (readonly [string, Begin, string])[] => [
      [title, (log, signal) => log[follow](stores.projectId, { after: null, signal }), index],
      [
        `${title} from a moment`,
        (log, signal) => log[follow](stores.projectId, { after: moment, signal }),
        index,
      ],
    ]),
  ]
  it.each(readers)(
    'PERF-D of %s reads and polls by an index, also with the plans that are made once for all',
    async (title, begin, index) => {
      const statements = await statementsOfReader(begin)
      const feed = statements.filter(({ text }) => text.includes('commitXid'))
      expect(feed.length).toBeGreaterThanOrEqual(2)
      for (const { name, text, values = [] } of feed) {
        for (const kind of ['OF_VALUES', 'GENERIC'] as const) {
          const nodes = await explain(database.pool, { text, values }, kind)
          for (const table of ['EventSegment', 'Run', 'RunDeletion'])
            expect(readsAll(table, nodes), `${kind} ${text}`).toBe(false)
          expect(indexesOf(nodes), `${kind} ${text}`).toContain(
            name?.endsWith('-place') ? indexOfPlace(title) : index,
          )
        }
      }
    },
  )

  it('PERF-D of a session looks at those roots alone that go on, not at all that it has', async () => {
    const statements = await statementsOfReader(fromTheEnd('session'))
    const feed = statements.filter(
      ({ name, text }) => text.includes('commitXid') && !name?.endsWith('-place'),
    )
    for (const { text, values = [] } of feed) {
      const nodes = await explain(database.pool, { text, values })
      expect(indexesOf(nodes), text).toContain('Run_session_feed_idx')
    }
  })
})

describe(`retention among ${runs * 2} runs`, () => {
  it('PERF-D EVT-7 finds old runs, and their rows, by indexes', async () => {
    // First what it does with the few runs that are older than this, then what it would do with their plans.
    const statements = await statementsOf(() => retain(database.pool, { deltasDays: 197, runsDays: 198 }))
    const names = new Set<string>()
    for (const { text, values } of statements.filter(({ text }) => /"(Run|Event|EventSegment)"/.test(text))) {
      if (names.has(text)) continue
      names.add(text)
      const nodes = await explain(database.pool, { text, values })
      for (const table of ['EventSegment', 'Run']) expect(readsAll(table, nodes), text).toBe(false)
    }
    expect(names.size).toBeGreaterThan(15)
  })
})
