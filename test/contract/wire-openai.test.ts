import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../src/domain/json.ts'
import { type AssistantMessage, toolCallsOf } from '../../src/domain/message.ts'
import { ModelError, type ModelProvider } from '../../src/domain/model.ts'
import { createOpenAi } from '../../src/models/openai.ts'
import { createOpenAiChat } from '../../src/models/openai-chat.ts'
import {
  type CutOptions,
  collect,
  parsedArguments,
  recordings,
  serveExchanges,
  type WireCase,
  type WireExchange,
  wireCases,
} from '../support/wire.ts'
import { fromOpenAiBody, withAnswers } from '../support/wire-openai.ts'
import {
  expectedAnswer,
  expectedFailure,
  type IsOpaque,
  reportAnswer,
  reportFailure,
} from '../support/wire-report.ts'

/** Cases that our adapters do not pass, by name, each with its reason. One that begins to pass fails here. */
const knownFailures: ReadonlyMap<string, string> = new Map()

const apis = [
  { provider: 'openai-chat', create: createOpenAiChat, isOpaque: () => false },
  {
    provider: 'openai-responses',
    create: createOpenAi,
    isOpaque: (part) => part.type === 'reasoning' && part.state !== undefined,
  },
] as const satisfies readonly {
  provider: string
  create: (server: { apiKey: string; baseUrl: string }) => ModelProvider
  isOpaque: IsOpaque
}[]

const cuts: readonly CutOptions[] = [{ cut: 'whole' }, { cut: 'random', seed: 7 }]

describe.each(apis)(
  'MOD-2 MOD-3 MOD-7 MOD-8 recorded traffic of $provider',
  ({ provider, create, isOpaque }) => {
    if (!recordings) it.skip('is not replayed: WIRE_RECORDINGS names no folder of recordings')

    for (const wireCase of wireCases(provider)) {
      const known = knownFailures.get(wireCase.name)
      const test = known === undefined ? it : it.fails
      const title = `${wireCase.name}${known === undefined ? '' : ` (known: ${known})`}`

      // Our adapters read streams only; what was recorded without streaming tests that they say so.
      if (wireCase.exchanges.some(isWholeAnswer)) {
        it(`${title} was recorded without streaming and is refused`, () => expectRefusal(wireCase, create))
      } else {
        test.for(cuts)(`${title}, cut: $cut`, (cut) => replay(wireCase, cut))
      }
    }

    async function replay(wireCase: WireCase, cut: CutOptions): Promise<void> {
      const server = await serveExchanges(wireCase.exchanges, cut)
      const model = create({ apiKey: 'key', baseUrl: `${server.baseUrl}/v1` })
      const answers: AssistantMessage[] = []
      try {
        for (const exchange of wireCase.exchanges) {
          const outcome = await ask(model, exchange, answers)
          expectTurn(server.requests.at(-1)?.body ?? {}, exchange.request.body, answers)
          if (outcome instanceof ModelError) {
            expect(reportFailure(outcome)).toEqual(expectedFailure(exchange))
            expect(outcome.message).toBe(exchange.expect.error?.message)
          } else {
            expect(reportAnswer(outcome, isOpaque)).toMatchObject(expectedAnswer(exchange))
            answers.push(outcome.answer.message)
          }
        }
      } finally {
        await server.close()
      }
    }
  },
)

async function ask(model: ModelProvider, exchange: WireExchange, answers: readonly AssistantMessage[]) {
  const recorded = fromOpenAiBody(exchange.request.body ?? {})
  const stream = model.stream({
    ...recorded,
    messages: withAnswers(recorded.messages, answers),
    toolChoice: 'auto',
    temperature: null,
    maxOutputTokens: null,
    reasoningEffort: null,
    responseFormat: null,
    signal: new AbortController().signal,
    messageId: exchange.name,
  })
  return collect(stream).catch((error: unknown) => {
    if (error instanceof ModelError) return error
    throw error
  })
}

/** A later turn carries the calls, their results, and the reasoning that came before them. */
function expectTurn(
  sent: JsonObject,
  recorded: JsonObject | null,
  answers: readonly AssistantMessage[],
): void {
  if (recorded === null) return
  expect(toolTraffic(sent)).toEqual(toolTraffic(recorded))
  if ('input' in recorded) {
    expect(sent.store).toBe(false)
    expect(items(sent.input).filter((item) => item.type === 'reasoning')).toEqual(
      answers.flatMap(keptReasoning),
    )
  } else if (chatReasoning(recorded).length > 0) {
    expect(chatReasoning(sent)).toEqual(chatReasoning(recorded))
  }
}

function toolTraffic(body: JsonObject): readonly object[] {
  return fromOpenAiBody(body).messages.flatMap((message): object[] => {
    if (message.role === 'tool') return [{ callId: message.callId, text: message.text }]
    if (message.role !== 'assistant') return []
    const calls = toolCallsOf(message)
    return calls.map(({ callId, name, arguments: args }) => ({
      callId,
      name,
      arguments: parsedArguments(args),
    }))
  })
}

function keptReasoning(answer: AssistantMessage): readonly Json[] {
  return answer.parts.flatMap((part) => (part.type === 'reasoning' && part.state ? [part.state.data] : []))
}

function chatReasoning(body: JsonObject): readonly Json[] {
  return items(body.messages).flatMap(({ reasoning, reasoning_content, reasoning_details }) => {
    return [reasoning, reasoning_content, reasoning_details].flatMap((field) => (field ? [field] : []))
  })
}

function items(list: Json | undefined): readonly JsonObject[] {
  return Array.isArray(list) ? list : []
}

function isWholeAnswer({ response, expect: { stop_kind } }: WireExchange): boolean {
  return response.headers['content-type']?.includes('json') === true && stop_kind !== 'error'
}

async function expectRefusal(
  wireCase: WireCase,
  create: (server: { apiKey: string; baseUrl: string }) => ModelProvider,
): Promise<void> {
  const first = wireCase.exchanges.slice(0, 1)
  const server = await serveExchanges(first)
  try {
    for (const exchange of first) {
      const outcome = await ask(create({ apiKey: 'key', baseUrl: `${server.baseUrl}/v1` }), exchange, [])
      expect(outcome).toMatchObject({ kind: 'BAD_REQUEST', retryable: false })
    }
  } finally {
    await server.close()
  }
}
