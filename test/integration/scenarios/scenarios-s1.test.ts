import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { agentDefinition } from '../../../src/domain/agent.ts'
import type { Json } from '../../../src/domain/json.ts'
import { testTool } from '../../support/engine.ts'
import { engineForFile } from '../../support/for-file.ts'
import { expectGolden } from '../../support/golden.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'
import { saveRelic } from '../../support/relics.ts'

/** The examples of the execution protocol (S1), word for word where a plan of ours can say them. */
const live = createLiveModel()

const tools = [
  testTool('web_scraper', async () => 'An article on AI.'),
  testTool('arxiv_search', async () => ['A paper.']),
  testTool('fetch', async (args) => args),
  testTool('process', async (args) => args),
  testTool('notify', async () => 'sent'),
]

const { database, engine } = await engineForFile({ providers: [live], tools })
await saveRelic(database, { projectId: engine.project.id, name: 'results_cache', kind: 'KEY_VALUE' })
live.plays.data_analyzer = async function* (request) {
  yield answer(request, '{"insight":"They agree."}')
}
const outputSchema = { type: 'object', properties: { insight: { type: 'string' } }, required: ['insight'] }
const definition = agentDefinition.parse({
  name: 'Analyst',
  model: 'live/data_analyzer',
  outputSchema,
  promptSections: [],
})
const analyzer = { projectId: engine.project.id, id: uuidv7(), slug: 'data_analyzer', definition }
await engine.services.agents.insert(analyzer)

async function executing(name: string, plan: Json, maxParallel = 1) {
  live.plays[name] = async function* (request) {
    const isFirst = request.messages.length === 1
    const said = isFirst ? { answer: null, plan } : { answer: 'Done.', plan: null }
    yield answer(request, JSON.stringify({ reasoning: 'As planned.', goalAchieved: !isFirst, ...said }))
  }
  const agent = {
    model: `live/${name}`,
    planner: 'PLAN' as const,
    protocolMode: 'AUTONOMOUS' as const,
    maxParallel,
    subagents: ['data_analyzer'],
    relics: ['results_cache'],
  }
  return engine.run(() => ({ text: '' }), { agent })
}

const research: Json = {
  maxParallel: 3,
  actions: [
    {
      name: 'fetch_wikipedia',
      type: 'TOOL',
      mode: 'ASYNC',
      target: 'web_scraper',
      parameters: { url: 'https://en.wikipedia.org/wiki/AI' },
      outputKey: 'wiki_data',
    },
    {
      name: 'fetch_arxiv',
      type: 'TOOL',
      mode: 'ASYNC',
      target: 'arxiv_search',
      parameters: { query: 'artificial intelligence' },
      outputKey: 'arxiv_data',
    },
    {
      name: 'analyze_data',
      type: 'AGENT',
      mode: 'SYNC',
      target: 'data_analyzer',
      dependsOn: ['fetch_wikipedia', 'fetch_arxiv'],
      parameters: { wiki: '$wiki_data', papers: '$arxiv_data' },
      outputKey: 'analysis',
    },
    {
      name: 'cache_result',
      type: 'RELIC',
      mode: 'FIRE_AND_FORGET',
      target: 'results_cache.set',
      dependsOn: ['analyze_data'],
      parameters: { key: 'ai_research', value: '$analysis', ttlMs: 3_600_000 },
    },
  ],
}

describe('the examples of the execution protocol', () => {
  test('DAG-2 DAG-4 DAG-5 DAG-8 example 1: the research agent, its sources, its analyst, its cache', async () => {
    const run = await executing('research', research, 3)
    expect(run.row).toMatchObject({
      status: 'COMPLETED',
      terminationReason: 'GOAL_ACHIEVED',
      summary: 'Done.',
    })
    const child = await database.prisma.run.findFirstOrThrow({ where: { parentId: run.runId } })
    expect(child).toMatchObject({ status: 'COMPLETED', depth: 1, rootId: run.runId })
    expect(JSON.parse(child.input)).toEqual({ wiki: 'An article on AI.', papers: ['A paper.'] })
    expect(await database.prisma.relicEntry.findMany({ select: { key: true, value: true } })).toEqual([
      { key: 'ai_research', value: { insight: 'They agree.' } },
    ])
    const [planned] = run.of('PlanGenerated')
    expect(planned?.actions.map(({ name, wave }) => [name, wave])).toEqual([
      ['fetch_wikipedia', 0],
      ['fetch_arxiv', 0],
      ['analyze_data', 1],
      ['cache_result', 2],
    ])
  })

  test('EVT-3 EVT-8 example 2: the events of an autonomous loop, in their order', async () => {
    const actions = [
      { name: 'fetch_wiki', type: 'TOOL', target: 'web_scraper', outputKey: 'wiki' },
      { name: 'fetch_arxiv', type: 'TOOL', target: 'arxiv_search', outputKey: 'papers' },
      {
        name: 'analyze',
        type: 'AGENT',
        target: 'data_analyzer',
        mode: 'SYNC',
        dependsOn: ['fetch_wiki', 'fetch_arxiv'],
        parameters: { wiki: '$wiki', papers: '$papers' },
      },
      { name: 'quality_check', type: 'TOOL', target: 'process', dependsOn: ['analyze'] },
    ]
    const run = await executing('timeline', { actions })
    await expectGolden('s1-timeline', run.events, [[/script-[0-9a-f-]{36}/g, 'research_agent']])
  })

  test('DAG-2 DAG-3 DAG-4 example 3: complex dependencies, each after all that it waits for', async () => {
    const action = (name: string, target: string, mode: string, dependsOn: string[] = []) => ({
      name,
      type: 'TOOL',
      target,
      mode,
      dependsOn,
      parameters: { name },
    })
    const actions = [
      action('fetch_A', 'fetch', 'ASYNC'),
      action('fetch_B', 'fetch', 'ASYNC'),
      action('fetch_C', 'fetch', 'ASYNC'),
      action('process_AB', 'process', 'SYNC', ['fetch_A', 'fetch_B']),
      action('process_C', 'process', 'SYNC', ['fetch_C']),
      action('combine_all', 'process', 'SYNC', ['process_AB', 'process_C']),
      action('save_result', 'notify', 'ASYNC', ['combine_all']),
      action('notify_user', 'notify', 'ASYNC', ['combine_all']),
    ]
    const run = await executing('complex', { actions }, 5)
    const order = run.events.flatMap((event) =>
      event.type === 'ActionStarted' || event.type === 'ActionCompleted'
        ? [`${event.type === 'ActionStarted' ? '+' : '-'}${event.data.name}`]
        : [],
    )
    for (const { name, dependsOn } of actions)
      for (const before of dependsOn)
        expect(order.indexOf(`-${before}`)).toBeLessThan(order.indexOf(`+${name}`))
    expect(order.filter((entry) => entry.startsWith('-'))).toHaveLength(8)
    const waves = Object.fromEntries(
      run.of('PlanGenerated').flatMap(({ actions: all }) => all.map(({ name, wave }) => [name, wave])),
    )
    expect(waves).toMatchObject({
      fetch_A: 0,
      process_AB: 1,
      process_C: 1,
      combine_all: 2,
      save_result: 3,
      notify_user: 3,
    })
  })
})
