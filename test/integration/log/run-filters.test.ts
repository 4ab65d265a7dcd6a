import type { Client } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { connectWithRetry } from '../../../src/database/connect-with-retry.ts'
import { at, openGraph } from '../../graphql/open-graph.ts'
import { rowsVisited, statementsOf } from '../../support/explain.ts'
import { forFile } from '../../support/for-file.ts'
import { insertMany } from '../../support/insert-many.ts'

const runs = 20_000

let ids: Readonly<Record<'agent' | 'schedule' | 'workflow' | 'parent' | 'thread', string>>

const graph = forFile(await openGraph())
await fill()

/**
 * A history in which each thing that runs are found by is common among all, rare, or common among the oldest fifth and nowhere else: a
 * tag, a model, a tool, a caller, a version of the agent.
 */
async function fill(): Promise<void> {
  const { make, prisma, project } = graph
  const agent = await make.agent({ version: 1 })
  for (const version of [2, 3]) await addVersion(agent.id, version)
  const schedule = await make.schedule(agent)
  const workflow = await make.workflow()
  const parent = await make.run(agent)
  ids = {
    ...{ agent: agent.id, schedule: schedule.id, workflow: workflow.id, parent: parent.id },
    thread: uuidv7(),
  }
  // More at once than any statement of ours writes.
  const client = await connectWithRetry(graph.database.connectionString)
  await insertMany(client, ['Run', 'RunTag', 'ModelCall', 'Action', 'Gate'], async () => {
    await client.query(
      `insert into "Run" (id, "projectId", "agentId", "agentVersion", "rootId", status, "terminationReason", input, summary, "errorMessage",
       "effectiveLimits", "createdAt", "completedAt", "durationMs", "costUsd", metadata, "scheduleId", "scheduledFor", "workflowId", "parentId",
       "threadId", "triggeredBy")
     select id, $1, $2, case when n > ${runs} * 0.8 then 1 when n % 1000 = 7 then 2 else 3 end, id,
       (case when n > ${runs} * 0.9 then 'CANCELLED' when n % 40 = 3 then 'FAILED' else 'COMPLETED' end)::"RunStatus",
       (case when n > ${runs} * 0.9 then 'ABORTED' else 'FINAL_ANSWER' end)::"TerminationReason",
       'Please summarise document ' || md5(n::text), 'It is about ' || md5((-n)::text),
       case when n % 40 = 3 then 'The tool failed with ' || md5('e' || n) end,
       '{}', now() - n * interval '1 minute', case when n % 500 <> 1 then now() - n * interval '59 seconds' end,
       n * 7919::bigint % ${runs} * 5, (n * 104729::bigint % ${runs}) / 200.0,
       case when n % 5 = 0 then jsonb_build_object('customer', n / 5 % 100, 'region', 'eu') else '{}' end,
       case when n % 800 = 5 then $3::uuid end, case when n % 800 = 5 then now() - n * interval '1 minute' end,
       case when n % 800 = 6 then $4::uuid end, case when n % 800 = 8 then $5::uuid end,
       case when n % 800 = 9 then $6 end,
       case when n > ${runs} * 0.8 then 'retired key' when n % 1000 = 10 then 'rare key' else 'key' end
     from (
       select n, encode(set_byte(substring(int8send((extract(epoch from now() - n * interval '1 minute') * 1000)::bigint) from 3)
         || decode(md5(n::text), 'hex'), 6, 112 + n % 16), 'hex')::varchar(32)::uuid as id
       from generate_series(1, ${runs}) n) numbered`,
      [project.id, agent.id, schedule.id, workflow.id, parent.id, ids.thread],
    )
    await fillBeside(client)
    await fillGates(client, agent.id, (await make.agent({ slug: 'retired' })).id)
  })
  await client.query('vacuum analyze "Run", "RunTag", "ModelCall", "Action", "Gate"')
  await client.end()
  expect(await prisma.run.count()).toBe(runs + 1)
}

async function addVersion(agentId: string, version: number): Promise<void> {
  const { prisma, project } = graph
  const { definition } = await prisma.agentVersion.findFirstOrThrow({ where: { agentId } })
  const data = { agentId, version, projectId: project.id, definition: JSON.parse(JSON.stringify(definition)) }
  await prisma.agentVersion.create({ data })
}

/** Each run with a call of a model, an action of a tool, and for some a tag. */
async function fillBeside(client: Pick<Client, 'query'>): Promise<void> {
  const numbered = `(select r.*, row_number() over (order by r."createdAt" desc, r.id desc) as n from "Run" r) r`
  const kind = (name: string) =>
    `case when n > ${runs} * 0.8 then 'retired-${name}' when n % 1000 = 7 then 'rare-${name}' else 'common-${name}' end`
  await client.query(
    `insert into "RunTag" ("runId", tag, "projectId", "createdAt") select id, ${kind('tag')}, "projectId", "createdAt" from ${numbered}
     union all select id, 'half-tag', "projectId", "createdAt" from ${numbered} where n % 2 = 0`,
  )
  await client.query(
    `insert into "ModelCall" (id, "projectId", "runId", "rootId", "stepId", "agentId", "agentVersion", purpose, provider, model, attempt, "messageId", "startedAt", "runCreatedAt")
     select gen_random_uuid(), "projectId", id, id, gen_random_uuid(), "agentId", 1, 'LOOP', 'scripted', ${kind('model')}, 1, 'm', "createdAt", "createdAt"
     from ${numbered} cross join generate_series(1, 2)`,
  )
  await client.query(
    `insert into "Action" (id, "projectId", "runId", "stepId", position, name, type, mode, target, parameters, wave, status, "runCreatedAt")
     select gen_random_uuid(), "projectId", id, gen_random_uuid(), 0, 'call', 'TOOL', 'ASYNC', ${kind('tool')}, '{}', 0, 'SUCCEEDED', "createdAt" from ${numbered}`,
  )
}

/** A gate for each run; the oldest fifth is of another agent and of another kind. */
async function fillGates(client: Pick<Client, 'query'>, agentId: string, retiredId: string): Promise<void> {
  await client.query(
    `insert into "Gate" (id, "projectId", "runId", "agentId", kind, reason, context, status, "createdAt")
     select gen_random_uuid(), "projectId", id, case when n > ${runs} * 0.8 then $2::uuid else $1 end,
       case when n > ${runs} * 0.8 then 'MONITOR' else 'ACTION_APPROVAL' end, 'It is dear.', '{}',
       (case when n > ${runs} * 0.8 then 'REJECTED' else 'APPROVED' end)::"GateStatus", "createdAt"
     from (select r.*, row_number() over (order by r."createdAt" desc, r.id desc) as n from "Run" r) r`,
    [agentId, retiredId],
  )
}

const query = `query($filter: RunFilter, $orderBy: RunOrder, $after: String) {
  runs(first: 20, filter: $filter, orderBy: $orderBy, after: $after) { edges { cursor node { id } } } }`

/** How many rows the statements of a list read, and what it gives. */
async function visited(variables: object, text = query, list = 'runs') {
  const answers: unknown[] = []
  const statements = await statementsOf(async () => {
    answers.push(await graph.read(text, variables))
  })
  let rows = 0
  for (const statement of statements) rows += await rowsVisited(graph.pool, statement)
  const [answer] = answers
  const cursors = at(answer, `${list}.edges.*.cursor`)
  return { rows, cursors: Array.isArray(cursors) ? cursors.map(String) : [] }
}

/**
 * A page has twenty rows, one more shows that there are more, and each is read again by its id: some three rows of a table or index each.
 */
const fewRows = 250

type Ids = typeof ids

const found: readonly (readonly [string, number, (of: Ids) => object])[] = [
  ['ids', 1, ({ parent }) => ({ ids: [parent] })],
  ['a status of old runs', 20, () => ({ status: ['CANCELLED'] })],
  ['two statuses of old runs', 20, () => ({ status: ['CANCELLED', 'PAUSED', 'CANCELLED'] })],
  ['two reasons of old runs', 20, () => ({ terminationReason: ['ABORTED', 'MAX_STEPS'] })],
  ['an old version of an agent', 20, ({ agent }) => ({ agent, agentVersion: 1 })],
  ['a rare version of an agent', 16, ({ agent }) => ({ agent, agentVersion: 2 })],
  ['a version that there is none of', 0, ({ agent }) => ({ agent, agentVersion: 9 })],
  ['a schedule', 20, ({ schedule }) => ({ scheduleId: schedule })],
  ['a workflow', 20, ({ workflow }) => ({ workflow })],
  ['a parent', 20, ({ parent }) => ({ parentId: parent })],
  ['a thread', 20, ({ thread }) => ({ threadId: thread })],
  ['a thread by the id of its root', 1, ({ parent }) => ({ threadId: parent })],
  ['metadata', 20, () => ({ metadata: { customer: 7 } })],
  ['metadata that many have', 20, () => ({ metadata: { region: 'eu' } })],
  ['metadata that none has', 0, () => ({ metadata: { region: 'us' } })],
  ['a cost that few reach', 10, () => ({ minCostUsd: '99.95' })],
  ['a cost that most reach', 20, () => ({ minCostUsd: '1' })],
  ['a cost that none reaches', 0, () => ({ minCostUsd: '1000' })],
  ['a duration that few reach', 10, () => ({ minDurationMs: 99_950 })],
  ['a duration that most are below', 20, () => ({ maxDurationMs: 99_000 })],
  ['words of an error', 3, () => ({ search: 'failed with 0a' })],
  ['words that none has', 0, () => ({ search: 'no such words' })],
  ['a common caller', 20, () => ({ triggeredBy: 'key' })],
  ['a rare caller', 16, () => ({ triggeredBy: 'rare key' })],
  ['a caller of old runs', 20, () => ({ triggeredBy: 'retired key' })],
  ['a caller that there is none of', 0, () => ({ triggeredBy: 'nobody' })],
  ['a common tag', 20, () => ({ tags: ['common-tag'] })],
  ['a rare tag', 16, () => ({ tags: ['rare-tag'] })],
  ['a tag of old runs', 20, () => ({ tags: ['retired-tag'] })],
  ['a tag that none has', 0, () => ({ tags: ['no-tag'] })],
  ['a common tag and one of old runs', 20, () => ({ tags: ['half-tag', 'retired-tag'] })],
  ['a tag of old runs and a common one', 20, () => ({ tags: ['retired-tag', 'half-tag'] })],
  ['a common tag and one that none has', 0, () => ({ tags: ['half-tag', 'no-tag'] })],
  ['any of one tag of old runs', 20, () => ({ anyTag: ['retired-tag'] })],
  ['any of two tags', 20, () => ({ anyTag: ['common-tag', 'rare-tag'] })],
  ['any of two tags of old runs', 20, () => ({ anyTag: ['retired-tag', 'no-tag'] })],
  ['any of two rare tags', 16, () => ({ anyTag: ['no-tag', 'rare-tag'] })],
  ['a common model', 20, () => ({ model: 'scripted/common-model' })],
  ['a rare model', 16, () => ({ model: 'scripted/rare-model' })],
  ['a model that was never called', 0, () => ({ model: 'scripted/no-model' })],
  ['a common tool', 20, () => ({ tool: 'common-tool' })],
  ['a rare tool', 16, () => ({ tool: 'rare-tool' })],
  ['a tool that was never called', 0, () => ({ tool: 'no-tool' })],
  ['a model of old runs', 20, () => ({ model: 'scripted/retired-model' })],
  ['a tool of old runs', 20, () => ({ tool: 'retired-tool' })],
  [
    'a common model, up to a time',
    20,
    () => ({ model: 'scripted/common-model', createdBefore: minutesAgo(runs * 0.7) }),
  ],
  ['a common tag, up to a time', 20, () => ({ tags: ['common-tag'], createdBefore: minutesAgo(runs * 0.7) })],
]

function minutesAgo(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString()
}

describe(`RUN-11 a page of ${runs} runs reads few rows`, () => {
  test.each(found)('PERF-D by %s', async (_name, length, filterOf) => {
    const { rows, cursors } = await visited({ filter: filterOf(ids) })
    expect(cursors.length).toBe(length)
    expect(rows).toBeLessThan(fewRows)
  })

  test.each([
    [{ tags: ['common-tag'] }],
    [{ tags: ['retired-tag'] }],
    [{ anyTag: ['retired-tag', 'rare-tag'] }],
    [{ model: 'scripted/retired-model' }],
    [{ tool: 'common-tool' }],
  ])('PERF-D after the first page by %j', async (filter) => {
    const first = await visited({ filter })
    const second = await visited({ filter, after: first.cursors.at(-1) })
    expect(new Set([...first.cursors, ...second.cursors]).size).toBe(40)
    expect(second.rows).toBeLessThan(fewRows)
  })

  test.each(['ASC', 'DESC'])('PERF-D in the order of their ends, %s, to the next page', async (direction) => {
    const orderBy = { field: 'COMPLETED_AT', direction }
    const first = await visited({ orderBy })
    const second = await visited({ orderBy, after: first.cursors.at(-1) })
    expect(second.cursors).toHaveLength(20)
    expect(Math.max(first.rows, second.rows)).toBeLessThan(fewRows)
  })

  const gates =
    'query($filter: GateFilter) { gates(first: 20, filter: $filter) { edges { cursor node { id } } } }'

  test.each([
    ['an agent', 20, { agent: 'agent-1' }],
    ['an agent of old gates', 20, { agent: 'retired' }],
    ['a kind of old gates', 20, { kind: ['MONITOR'] }],
    ['a kind that there is none of', 0, { kind: ['LOW_CONFIDENCE'] }],
    ['two kinds', 20, { kind: ['MONITOR', 'LOW_CONFIDENCE'] }],
    ['a status of old gates', 20, { status: ['REJECTED'] }],
    ['two statuses of old gates', 20, { status: ['REJECTED', 'OPEN'] }],
  ])('PERF-D of gates by %s', async (_name, length, filter) => {
    const { rows, cursors } = await visited({ filter }, gates, 'gates')
    expect(cursors.length).toBe(length)
    expect(rows).toBeLessThan(fewRows)
  })

  const total = 'query($filter: RunFilter) { runs(filter: $filter) { totalCount isTotalCountEstimated } }'

  test('PERF-D counts ten thousand of them, and estimates the number of more', async () => {
    const ask = async (filter: object) => at(await graph.read(total, { filter }), 'runs')
    expect(await ask({ tags: ['rare-tag'] })).toEqual({ totalCount: 16, isTotalCountEstimated: false })
    expect(await ask({ model: 'scripted/retired-model' })).toMatchObject({ totalCount: runs * 0.2 + 1 })
    const all = await ask({})
    expect(all).toMatchObject({ isTotalCountEstimated: true })
    expect(Math.abs(Number(at(all, 'totalCount')) / runs - 1)).toBeLessThan(0.05)
    const most = await ask({ status: ['COMPLETED', 'FAILED'] })
    expect(Math.abs(Number(at(most, 'totalCount')) / (runs * 0.9) - 1)).toBeLessThan(0.1)
    for (const filter of [{}, { status: ['COMPLETED'] }, { tags: ['common-tag'] }]) {
      let read = 0
      for (const statement of await statementsOf(() => graph.read(total, { filter })))
        read += await rowsVisited(graph.pool, statement)
      expect(read).toBeLessThan(25_000)
    }
  })
})
