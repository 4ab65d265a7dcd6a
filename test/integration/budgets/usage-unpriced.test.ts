import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { composeApp } from '../../../src/app.ts'
import type { ModelProvider } from '../../../src/domain/model.ts'
import { noTokens, type PriceOf } from '../../../src/domain/usage.ts'
import { toGlobalId } from '../../../src/graphql/global-id.ts'
import { createGraphQLServer } from '../../../src/http/yoga/graphql-server.ts'
import { createCatalogue, type ModelOverrides } from '../../../src/models/catalogue/model-catalogue.ts'
import { createScripted, sequence } from '../../../src/models/scripted.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { createReads } from '../../../src/store/read/create-reads.ts'
import { question } from '../../graphql/open-graph.ts'
import type { TestDatabase } from '../../support/database.ts'
import type { TestEngine } from '../../support/engine.ts'
import { engineForTest } from '../../support/for-file.ts'
import { anybody } from '../../support/gate-to.ts'
import { graphqlOptions } from '../../support/graphql-options.ts'
import { defaultServer } from '../../support/server-facts.ts'

const nobodyKnows = 'openai/gpt-99'

const script = sequence({ text: 'All is well.' })

/** Says what the script says, as the model of a real provider that counts tokens of its own. */
const counting: ModelProvider = {
  name: 'openai',
  async *stream(request) {
    const usage = { ...noTokens, inputTokens: 1_000, outputTokens: 100 }
    const chunks = createScripted({ scripts: { 'gpt-99': script }, chunkDelayMs: 0 }).stream(request)
    for await (const chunk of chunks) yield chunk.type === 'done' ? { ...chunk, usage } : chunk
  },
}

/** A run of a model that no table knows, under what the operator says of models. */
async function runOf(overrides: ModelOverrides | null) {
  const { priceOf } = createCatalogue({ overrides })
  const own = await engineForTest({ providers: [counting], priceOf })
  const { runId } = await own.engine.run(script, { agent: { model: nobodyKnows } })
  return { ...own, runId }
}

async function ask(engine: TestEngine, database: TestDatabase, query: string): Promise<unknown> {
  const { services, operations } = engine
  const { log, tools, priceOf, report } = services
  const sources = {
    prisma: database.prisma,
    reads: createReads(database),
    log,
    tools,
    priceOf,
    operations,
    server: defaultServer,
  }
  const project = { ...engine.project, slug: 'test' }
  const server = createGraphQLServer({ ...graphqlOptions(), ...sources, report })
  const response = await server.fetch('http://localhost/graphql', question(query), {
    admission: anybody(project),
  })
  return response.json()
}

function costQuery(runId: string): string {
  return `{ run(id: "${toGlobalId('Run', runId)}") {
    cost { unpricedCalls total { requests costUsd } }
    steps { edges { node { modelCalls { priceVersion pricedAs profile estimated usage { inputTokens costUsd } } } } } } }`
}

test('MOD-8 a model that no table knows is unpriced, never free: in its row and in the cost of its run', async () => {
  const { runId, engine, database } = await runOf(null)
  expect(await database.prisma.modelCall.findMany({ where: { runId } })).toMatchObject([
    { provider: 'openai', model: 'gpt-99', inputTokens: 1_000, priceVersion: null, pricedAs: null },
  ])
  expect(await ask(engine, database, costQuery(runId))).toMatchObject({
    data: {
      run: {
        cost: { unpricedCalls: 1, total: { requests: 1, costUsd: '0' } },
        steps: {
          edges: [
            {
              node: {
                modelCalls: [
                  {
                    priceVersion: null,
                    pricedAs: null,
                    profile: 1,
                    estimated: false,
                    usage: { inputTokens: 1_000 },
                  },
                ],
              },
            },
          ],
        },
      },
    },
  })
})

test('MOD-8 every sum counts the calls without a price beside the cost, and so do the events', async () => {
  const { runId, engine, database } = await runOf(null)
  const used = 'usage { requests costUsd unpricedCalls }'
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const found = await ask(
    engine,
    database,
    `{ run(id: "${toGlobalId('Run', runId)}") {
        ${used} tree: usage(includeDescendants: true) { requests costUsd unpricedCalls } agent { ${used} }
        cost { byModel { ${used} } byPurpose { ${used} } byStep { ${used} } byChild { ${used} } }
        steps { nodes { ${used} modelCalls { ${used} } } }
        events { nodes { __typename ... on UsageReported { ${used} } ... on RunCompleted { ${used} } } } }
      usage(groupBy: [MODEL]) { ${used} }
      runStats(since: "${since}") { buckets { ${used} } }
      project { spentToday { costUsd unpricedCalls } } }`,
  )
  const text = JSON.stringify(found)
  expect(text).not.toContain('errors')
  // Each of the places above has it, and none has another number.
  expect(text.match(/"unpricedCalls":1\b/g)).toHaveLength(14)
  expect(text.match(/"unpricedCalls":/g)).toHaveLength(14)
  expect(text).toContain('{"costUsd":"0","unpricedCalls":1}')
})

test('MOD-8 the same model is priced where the operator gives its price, be it nothing', async () => {
  for (const [inputPerMillion, costUsd] of [
    ['7', '0.0071'],
    ['0', '0.0001'],
  ] as const) {
    const models = new Map([[nobodyKnows, { price: { inputPerMillion, outputPerMillion: '1' } }]])
    const { runId, engine, database } = await runOf({ version: 'mine', models })
    const [row] = await database.prisma.modelCall.findMany({ where: { runId } })
    expect(row).toMatchObject({ priceVersion: 'mine', pricedAs: nobodyKnows })
    expect(row?.costUsd.toFixed()).toBe(costUsd)
    expect(await ask(engine, database, costQuery(runId))).toMatchObject({
      data: { run: { cost: { unpricedCalls: 0, total: { costUsd } } } },
    })
  }
})

test('MOD-8 a wrong file of models keeps the process from starting, before any database is opened', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'models-'))
  try {
    const path = join(folder, 'models.json')
    await writeFile(path, '{"openai/a":{"contextWindow":"x"}}')
    const config = readConfig({ RUNGRAPH_MODELS: path, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
    await expect(composeApp(config)).rejects.toMatchObject({ code: 'MODELS_FILE_INVALID' })
  } finally {
    await rm(folder, { recursive: true })
  }
})

test.for([
  ['a run', { own: '1' }, "the run's maxCostUsd: .* or limit the run by maxTokens instead"],
  [
    'a day',
    { day: '1' },
    "the project's maxCostUsdPerDay: .* by maxTokensPerDay \\(updateProject\\) instead",
  ],
  ['both', { own: '1', day: '1' }, "the run's maxCostUsd and the project's maxCostUsdPerDay: "],
] as const)(
  'LIM-9 MOD-8 is not asked under a limit of money of %s: the run names it, and the remedy',
  async ([, limits, words]) => {
    const {
      engine,
      database: { prisma },
    } = await engineForTest({ providers: [counting], priceOf: () => null })
    const { own, day } = { own: null, day: null, ...limits }
    await prisma.project.update({ where: { id: engine.project.id }, data: { maxCostUsdPerDay: day } })
    const models = { model: nobodyKnows, fallbackModels: ['openai/gpt-98'] }
    const { row, of } = await engine.run(script, { agent: { ...models, ...(own && { maxCostUsd: own }) } })
    expect(row).toMatchObject({ status: 'FAILED', errorCode: 'MODELS_EXHAUSTED' })
    expect(row.errorMessage).toMatch(
      new RegExp(`^No model answered\\. ${nobodyKnows} was not asked, as no price .* held to ${words}`),
    )
    expect(row.errorMessage).not.toMatch(own ? /BAD_REQUEST/ : /BAD_REQUEST|the run's/)
    expect(of('ModelSwitched')).toMatchObject([{ toModel: 'openai/gpt-98', reason: 'UNPRICED' }])
  },
)

test('LIM-9 the limit may be that of a run above', async () => {
  const { engine } = await engineForTest({ providers: [counting], priceOf })
  const { slug: child } = await engine.define(script, { model: nobodyKnows })
  const spawn = { name: 'spawn_agent', arguments: { agent: child, input: 'Look.' } }
  const parent = sequence({ toolCalls: [spawn] }, { text: 'Done.' })
  const { of } = await engine.run(parent, { agent: { maxCostUsd: '1', subagents: [child] } })
  const [failed] = of('ActionFailed')
  expect(failed?.error).toMatch(/the maxCostUsd of a run above it: .* limit the run above by maxTokens/)
})

/** The price of what is scripted alone. */
const priceOf: PriceOf = ({ provider }) =>
  provider === 'scripted' ? { costUsd: '0.01', priceVersion: 'test', pricedAs: 'test' } : null
