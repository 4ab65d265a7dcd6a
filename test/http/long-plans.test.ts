import { request } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { parsePlan } from '../../src/domain/plan.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { compiledFrom } from '../../src/http/yoga/use-compiled-queries.ts'
import { statementsOf } from '../support/explain.ts'
import { forFile } from '../support/for-file.ts'
import { postJson } from '../support/post-json.ts'
import { openServer } from './open-server.ts'

/** More actions than a list gives in one turn of the event loop. */
const length = 1_200

const open = forFile(await openServer())
const id: string = await stepWithPlan()
afterAll(() => expect(open.graph.reports).toEqual([]))

/** A step whose plan is a chain of actions, all of which succeeded. */
async function stepWithPlan(): Promise<string> {
  const { make, sources } = open.graph
  const names = Array.from({ length }, (_, place) => `a${place}`)
  const actions = names.map((name, place) => ({
    ...{ name, type: 'TOOL', target: 'clock' },
    dependsOn: names.slice(Math.max(0, place - 1), place),
  }))
  const parsed = parsePlan({ actions })
  if (!parsed.ok) throw new Error('The plan is not right.')
  const run = await make.run(await make.agent())
  const step = await make.step(run, 1, { plan: parsed.plan })
  const first = await make.action(step, { name: 'a0', target: 'clock', status: 'SUCCEEDED', durationMs: 5 })
  await sources.prisma.$executeRaw`
    insert into "Action" select (jsonb_populate_record(a, jsonb_build_object(
      'id', gen_random_uuid(), 'name', 'a' || n, 'position', n, 'wave', n, 'dependsOn', array['a' || n - 1]
    ))).* from "Action" a, generate_series(1, ${length - 1}::int) n where a.id = ${first.id}::uuid`
  return toGlobalId('Step', step.id)
}

const asking = (fields: string) => `query($id: ID!) { node(id: $id) { ... on Step { ${fields} } } }`

async function ask(
  fields: string,
): Promise<{ readonly data: unknown; readonly errors?: readonly unknown[] }> {
  const response = await postJson(open.endpoint, { query: asking(fields), variables: { id } })
  return JSON.parse(await response.text())
}

const aliases = (count: number, selection: string) =>
  Array.from({ length: count }, (_, place) => `p${place}: plan { ${selection} }`).join(' ')

describe('DAG-2 a plan of more actions than a turn of the event loop gives', () => {
  const fields = 'plan { nodes { name action { name status } } edges { from to } }'

  test('is given whole each time, also by the compiled query', async () => {
    const first = await ask(fields)
    expect(first).not.toHaveProperty('errors')
    expect(first).toHaveProperty('data.node.plan.nodes.length', length)
    expect(first).toHaveProperty(`data.node.plan.nodes.${length - 1}.action`, {
      name: `a${length - 1}`,
      status: 'SUCCEEDED',
    })
    expect(first).toHaveProperty('data.node.plan.edges.length', length - 1)
    for (let time = 2; time <= compiledFrom + 1; time++) expect(await ask(fields)).toEqual(first)
  })

  test('has its actions read by few statements', async () => {
    const statements = await statementsOf(() => ask(fields))
    const ofActions = statements.filter(({ text }) => /from "Action" where id = any/.test(text))
    expect(ofActions).toHaveLength(2)
    expect(statements.length).toBeLessThan(10)
  })

  test('gives what only Prisma can read of its actions', async () => {
    const read = await ask('plan { nodes { action { id attempts { number } } } }')
    expect(read).not.toHaveProperty('errors')
    expect(read).toHaveProperty(`data.node.plan.nodes.${length - 1}.action.attempts`, [])
  })

  test('API-5 counts as the objects that it has, under each of its names', async () => {
    // 18 x 1,200 nodes and their actions; the operation before its execution counts 20 of each.
    expect(await ask(aliases(18, 'nodes { action { status } }'))).not.toHaveProperty('errors')
    for (const selection of ['nodes { action { status } }', 'nodes { name } edges { to }'])
      expect(await ask(aliases(90, selection))).toMatchObject({
        errors: expect.arrayContaining([
          expect.objectContaining({
            extensions: expect.objectContaining({ code: 'OPERATION_TOO_LARGE', limit: 'cost', max: 50_000 }),
          }),
        ]),
      })
  })

  test('leaves no rejection behind when its reader goes away', async () => {
    const rejections: unknown[] = []
    const note = (reason: unknown) => rejections.push(reason)
    process.on('unhandledRejection', note)
    try {
      for (let time = 0; time < 12; time++) await leave(time * 25)
    } finally {
      process.off('unhandledRejection', note)
    }
    expect(rejections).toEqual([])
  })
})

/** Asks for more than a slice gives, and goes away after so many milliseconds; resolves when the server has done its work. */
async function leave(afterMs: number): Promise<void> {
  const fields = aliases(10, 'nodes { action { id attempts { number } } }')
  const asked = request(open.endpoint, { method: 'POST', headers: { 'content-type': 'application/json' } })
  asked.on('error', () => undefined)
  const gone = new Promise<void>((resolve) => {
    asked.on('close', resolve)
  })
  asked.end(JSON.stringify({ query: asking(fields), variables: { id } }))
  setTimeout(() => asked.destroy(), 30 + afterMs)
  await gone
  // Answered after what was begun before it.
  await ask('id')
}
