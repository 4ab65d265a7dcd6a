import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { z } from 'zod'
import { Client } from '../../src/client/client.ts'
import {
  recordings,
  type WireCase,
  type WireExchange,
  type WireProvider,
  wireCases,
} from '../support/wire.ts'
import { expectedAnswer, expectedFailure } from '../support/wire-report.ts'
import { type InstalledServer, ownEnvironment, startInstalled } from './installed-project.ts'
import { openReplayProvider, type ReplayProvider } from './replay-provider.ts'

/** The providers that a server reaches with a key and a URL alone: Vertex AI wants an identity of Google's. */
const providers = [
  { wire: 'openai-chat', name: 'openai-chat' },
  { wire: 'openai-responses', name: 'openai' },
  { wire: 'anthropic', name: 'anthropic' },
  { wire: 'google', name: 'google' },
] as const satisfies readonly Provider[]

interface Provider {
  readonly wire: WireProvider
  readonly name: string
}

const project = inject('project')
let replay: ReplayProvider
let server: InstalledServer

it.skipIf(recordings)('PKG-6 is not replayed: WIRE_RECORDINGS names no folder of recordings', () => {})

describe.skipIf(!recordings)('the packed server on recorded traffic', () => {
  beforeAll(async () => {
    replay = await openReplayProvider()
    await writeFile(join(project, 'recorded-tools.mjs'), toolsModule())
    server = await startInstalled(project, {
      ...ownEnvironment(dirname(process.execPath)),
      ...replay.settings,
      RUNGRAPH_DATA_DIR: join(project, 'data-of-recordings'),
      RUNGRAPH_TOOLS: 'recorded-tools.mjs',
    })
  })
  afterAll(async () => {
    await server?.stop()
    replay?.close()
  })

  describe.each(providers)('$name', (provider) => {
    it.concurrent.for(wireCases(provider.wire))('PKG-6 MOD-2 $name', (wireCase) =>
      playCase(wireCase, provider),
    )
  })
})

/** Runs of an agent whose model answers as recorded: each model call has the tokens, the text and the calls of its exchange, or its failure. */
async function playCase({ name, exchanges }: WireCase, provider: Provider): Promise<void> {
  const tools = [...new Set(exchanges.flatMap(namesOfTools))]
  const definition = {
    model: `${provider.name}/${name}`,
    tools,
    maxContinuations: 0,
    modelRetry: { maxAttempts: 1 },
  }
  const { createAgent } = await server.ask<{ createAgent: object }>(creation, {
    input: { slug: name, definition },
  })
  expect(createAgent).toEqual({})
  for (const turn of turnsOf(exchanges)) {
    replay.give(name, [...turn, closing(provider)])
    const calls = await callsOfRun(name)
    for (const [place, exchange] of turn.entries()) {
      const call = calls[place] ?? expect.fail(`No model call is of exchange ${place + 1}.`)
      if (exchange.expect.stop_kind === 'error') expectFailure(call, exchange)
      else expectAnswer(call, exchange)
    }
  }
}

/** The exchanges of each run: it goes on as long as the model calls tools. */
function turnsOf(exchanges: readonly WireExchange[]): readonly (readonly WireExchange[])[] {
  const last = exchanges.findIndex((exchange) => exchange.expect.tool_calls.length === 0)
  if (last === -1 || last === exchanges.length - 1) return [exchanges]
  return [exchanges.slice(0, last + 1), ...turnsOf(exchanges.slice(last + 1))]
}

function expectFailure(call: RecordedCall, exchange: WireExchange): void {
  expect(call).toMatchObject({ errorCode: expectedFailure(exchange).kind })
  expect(call.error).toContain(exchange.expect.error?.message)
}

function expectAnswer(call: RecordedCall, exchange: WireExchange): void {
  const { text, toolCalls, finishReason, rawFinishReason, usage } = expectedAnswer(exchange)
  const { inputTokens, outputTokens } = usage
  expect(call).toMatchObject({
    errorCode: finishReason === 'REFUSAL' || finishReason === 'CONTENT_FILTER' ? 'CONTENT_BLOCKED' : null,
    finishReason: rawFinishReason,
    // Where the provider tells nothing, the tokens are estimated.
    ...(inputTokens + outputTokens > 0 ? { usage: { inputTokens, outputTokens } } : { estimated: true }),
  })
  // The step of an empty answer asks again, and has what came then. Thoughts that the model wrote into its text are reasoning.
  const shown = text.replace(/^<think>[\s\S]*?<\/think>/, '')
  if (call.isLastOfStep) expect((call.text ?? '').trim()).toBe(shown.trim())
  expect(call.actions.map(({ name }) => name)).toEqual(toolCalls.map(({ name }) => name))
  for (const [place, { arguments: args }] of toolCalls.entries())
    if (typeof args === 'object') expect(call.actions[place]?.parameters).toEqual(args)
}

type RecordedCall = z.infer<typeof modelCall> & {
  /** What the step of the call answered and did. */
  readonly text: string | null
  readonly actions: readonly { readonly name: string; readonly parameters?: unknown }[]
  readonly isLastOfStep: boolean
}

/** The model calls of a run that ended or paused. */
async function callsOfRun(agent: string): Promise<readonly RecordedCall[]> {
  const client = new Client({ url: server.url })
  const { id } = await client.trigger({ agent, input: 'What is the weather?', sessionKey: agent })
  await client.result(id)
  const { run } = result.parse(await server.ask<object>(reading, { id }))
  return run.steps.nodes.flatMap(({ text, actions, modelCalls }) =>
    modelCalls.map((call) => ({ ...call, text, actions, isLastOfStep: call === modelCalls.at(-1) })),
  )
}

/** Ends a run after its recording: an answer without calls, of the same provider. */
function closing({ wire }: Provider): WireExchange {
  const streams = wireCases(wire).flatMap(({ exchanges }) => exchanges)
  const isPlain = (exchange: WireExchange) =>
    exchange.expect.stop_kind === 'stop' && exchange.expect.tool_calls.length === 0 && !isWhole(exchange)
  return streams.find(isPlain) ?? expect.fail(`The recordings of ${wire} have no plain answer.`)
}

function isWhole({ response }: WireExchange): boolean {
  return response.headers['content-type']?.includes('json') === true
}

function namesOfTools({ expect: { tool_calls } }: WireExchange): readonly string[] {
  // Others are no names of tools here: the run has a call of a tool that it does not know.
  return tool_calls.map(({ name }) => name).filter((name) => /^[a-z]/i.test(name))
}

/** A tool for each that a recording calls. */
function toolsModule(): string {
  const exchanges = providers.flatMap(({ wire }) => wireCases(wire)).flatMap((each) => each.exchanges)
  const names = [...new Set(exchanges.flatMap(namesOfTools))]
  return `export default ${JSON.stringify(names)}.map((name) => ({
    name, description: 'As recorded.', inputSchema: { type: 'object' }, effect: 'read', execute: () => name,
  }))`
}

const creation = `mutation ($input: CreateAgentInput!) {
  createAgent(input: $input) { ... on Error { message } }
}`
const reading = `query ($id: ID!) {
  run(id: $id) {
    steps(first: 10) {
      nodes {
        text
        modelCalls { errorCode error estimated finishReason usage { inputTokens outputTokens } }
        actions { name parameters }
      }
    }
  }
}`
const modelCall = z.object({
  errorCode: z.string().nullable(),
  error: z.string().nullable(),
  estimated: z.boolean(),
  finishReason: z.string().nullable(),
  usage: z.object({ inputTokens: z.int(), outputTokens: z.int() }),
})
const result = z.object({
  run: z.object({
    steps: z.object({
      nodes: z.array(
        z.object({
          text: z.string().nullable(),
          modelCalls: z.array(modelCall),
          actions: z.array(z.object({ name: z.string(), parameters: z.unknown() })),
        }),
      ),
    }),
  }),
})
