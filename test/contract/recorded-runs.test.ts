import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type App, composeApp } from '../../src/app.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { readConfig } from '../../src/settings/config.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { testTool } from '../support/engine.ts'
import { followInTime } from '../support/follow-in-time.ts'
import { forTest } from '../support/for-file.ts'
import { postJson } from '../support/post-json.ts'
import { recordings, serveExchanges, type WireCase, type WireServer, wireCases } from '../support/wire.ts'

/** Whole runs on recorded traffic, from the API to the provider's SDK and back. */
const recorded = [
  {
    model: 'openai/gpt-4o',
    wire: 'openai-responses',
    name: 'or-tool-stream',
    variable: 'OPENAI',
    path: '/v1',
  },
  {
    model: 'openai-chat/gpt-4o',
    wire: 'openai-chat',
    name: 'oc-tool-stream',
    variable: 'OPENAI_CHAT',
    path: '/v1',
  },
  {
    model: 'anthropic/claude-sonnet-4',
    wire: 'anthropic',
    name: 'an-tool-stream',
    variable: 'ANTHROPIC',
    path: '',
  },
  { model: 'google/gemini-2.5-flash', wire: 'google', name: 'go-tool-stream', variable: 'GOOGLE', path: '' },
] as const

/** Answers as the recording's own tool did. */
const weather = testTool('weather', async () => '40 C', {
  description: 'Get weather information for a location',
  inputSchema: { type: 'object', properties: { location: { type: 'string' } }, required: ['location'] },
})

const result = z.object({
  data: z.object({
    run: z.object({
      status: z.string(),
      summary: z.string(),
      usage: z.object({ requests: z.int(), inputTokens: z.int(), outputTokens: z.int() }),
      steps: z.object({
        edges: z.array(
          z.object({
            node: z.object({
              modelCalls: z.array(
                z.object({ errorCode: z.string().nullable(), error: z.string().nullable() }),
              ),
              actions: z.array(z.object({ target: z.string(), parameters: z.unknown(), status: z.string() })),
            }),
          }),
        ),
      }),
      events: z.object({
        edges: z.array(
          z.object({ node: z.object({ seq: z.int(), type: z.string(), text: z.string().optional() }) }),
        ),
      }),
    }),
  }),
})

describe.skipIf(!recordings)('MOD-2 a whole run on recorded traffic', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  it.each(recorded)(
    '$model: its text, tool calls and token counts are those of the recording $name',
    async (how) => {
      const wire = caseNamed(how.wire, how.name)
      const provider = forTest(await serveExchanges(wire.exchanges, { cut: 'random', seed: 7 }))
      const app = forTest(await composeApp(settings(how, provider, database), { tools: registry() }))
      const { url } = await app.start()
      const run = await runThrough(app, url ?? '', how)
      const [asked, answered] = wire.exchanges.map((exchange) => exchange.expect)
      const { events, steps } = run

      expect(run.status).toBe('COMPLETED')
      // The recording answers each request once: one that fails would give its answer to the next.
      const calls = steps.edges.flatMap(({ node }) => node.modelCalls)
      expect(calls.filter(({ errorCode }) => errorCode !== null)).toEqual([])
      expect(run.summary).toBe(answered?.text?.trim())
      expect(steps.edges[0]?.node.actions).toEqual(
        asked?.tool_calls?.map((call) => ({
          target: call.name,
          parameters: call.arguments,
          status: 'SUCCEEDED',
        })),
      )
      expect(run.usage).toEqual({
        requests: 2,
        inputTokens: (asked?.usage_total?.input_total ?? 0) + (answered?.usage_total?.input_total ?? 0),
        outputTokens: (asked?.usage_total?.output_total ?? 0) + (answered?.usage_total?.output_total ?? 0),
      })
      const streamed = events.edges.map(({ node }) => (node.type === 'TextDelta' ? node.text : '')).join('')
      expect(streamed).toBe(`${asked?.text ?? ''}${answered?.text ?? ''}`)
      expect(events.edges.map(({ node }) => node.seq)).toEqual(events.edges.map((_, index) => index + 1))
    },
  )
})

it.skipIf(recordings)(
  'MOD-2 whole runs on recorded traffic are skipped: WIRE_RECORDINGS names no folder of recordings',
  () => {},
)

function caseNamed(provider: (typeof recorded)[number]['wire'], name: string): WireCase {
  const found = wireCases(provider).find((candidate) => candidate.name === name)
  if (!found) throw new Error(`The recordings lack ${name}.`)
  return found
}

function settings(
  { variable, path }: (typeof recorded)[number],
  server: WireServer,
  { connectionString }: TestDatabase,
) {
  const baseUrl = variable === 'GOOGLE' ? 'GOOGLE_GEMINI_BASE_URL' : `${variable}_BASE_URL`
  return readConfig({
    DATABASE_URL: connectionString,
    PORT: '0',
    RUNGRAPH_DEMO: 'off',
    RUNGRAPH_LOG_LEVEL: 'silent',
    [`${variable}_API_KEY`]: 'key',
    [baseUrl]: `${server.baseUrl}${path}`,
  })
}

function registry() {
  return { list: () => [weather], find: (name: string) => (name === weather.name ? weather : null) }
}

async function runThrough(app: App, url: string, { model, name }: (typeof recorded)[number]) {
  const definition = { model, tools: ['weather'], systemPrompt: 'You are a helpful assistant' }
  const project = app.project.id
  await app.operations.createAgent({ projectId: project, slug: name, definition })
  const input = "What's the weather in Florence,Italy?"
  const { runId } = await app.operations.triggerRun({ projectId: project, agent: { slug: name }, input })
  for await (const _event of followInTime((signal) => app.log.follow(runId, { after: 0, signal }))) {
    // To where it rests.
  }
  const response = await postJson(new URL('/graphql', url), {
    query,
    variables: { id: toGlobalId('Run', runId) },
  })
  return result.parse(await response.json()).data.run
}

const query = `query ($id: ID!) {
  run(id: $id) {
    status
    summary
    usage { requests inputTokens outputTokens }
    steps(first: 10) { edges { node { modelCalls { errorCode error } actions { target parameters status } } } }
    events(first: 100) { edges { node { seq type ... on TextDelta { text } } } }
  }
}`
