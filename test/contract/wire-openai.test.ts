import { describe, expect, it } from 'vitest'
import { type ChatDialectName, chatDialectNames } from '../../src/domain/chat-dialect.ts'
import type { Json, JsonObject } from '../../src/domain/json.ts'
import { type AssistantMessage, type AssistantPart, toolCallsOf } from '../../src/domain/message.ts'
import { ModelError, type ModelProvider } from '../../src/domain/model.ts'
import { createOpenAi } from '../../src/models/openai/openai.ts'
import { chatDialect } from '../../src/models/openai-chat/chat-dialects.ts'
import { createOpenAiChat } from '../../src/models/openai-chat/openai-chat.ts'

import {
  type CutOptions,
  parsedArguments,
  recordings,
  serveExchanges,
  type WireCase,
  type WireExchange,
  wireCases,
} from '../support/wire.ts'
import { fromOpenAiBody, withAnswers } from '../support/wire-openai.ts'
import { ask, items } from '../support/wire-replay.ts'
import {
  type CountOpaque,
  expectedAnswer,
  expectedFailure,
  reportAnswer,
  reportFailure,
} from '../support/wire-report.ts'

interface Server {
  readonly apiKey: string
  readonly baseUrl: string
}

const apis: readonly {
  readonly provider: 'openai-chat' | 'openai-responses'
  readonly create: (server: Server, recorded: string | undefined) => ModelProvider
  readonly countOpaque: CountOpaque
}[] = [
  {
    provider: 'openai-chat',
    create: (server, recorded) => createOpenAiChat({ ...server, dialect: dialectOf(recorded) }),
    countOpaque: countBlobs,
  },
  {
    provider: 'openai-responses',
    create: createOpenAi,
    countOpaque: (part) => Number(part.type === 'reasoning' && part.state !== undefined),
  },
]

/** The dialect of the recorded server's address; an unknown server gets the common request. */
function dialectOf(recorded: string | undefined): ChatDialectName {
  if (recorded === undefined || recorded === 'azure-openai') return 'openai'
  const name = recorded.replace(/ \(.*\)$/, '')
  const ours = renamed.get(name) ?? name
  return chatDialectNames.find((known) => known === ours) ?? 'strict'
}

const renamed: ReadonlyMap<string, string> = new Map([
  ['alibaba', 'dashscope'],
  ['gemini-openai', 'gemini'],
  ['anthropic-openai', 'anthropic'],
  ['hf-router', 'huggingface'],
  ['vercel-gateway', 'vercel'],
  ['z.ai', 'zai'],
])

/** Signatures and encrypted blobs, of reasoning and of calls. */
function countBlobs(part: AssistantPart): number {
  if (part.type !== 'reasoning' && part.type !== 'tool-call') return 0
  return [...JSON.stringify(part.state?.data ?? null).matchAll(/"(signature|data|thought_signature)":"/g)]
    .length
}

const cuts: readonly CutOptions[] = [{ cut: 'whole' }, { cut: 'random', seed: 7 }]

describe.each(apis)(
  'MOD-2 MOD-3 MOD-7 MOD-8 recorded traffic of $provider',
  ({ provider, create, countOpaque }) => {
    if (!recordings) it.skip('is not replayed: WIRE_RECORDINGS names no folder of recordings')

    for (const wireCase of wireCases(provider)) {
      it.for(cuts)(`${wireCase.name}, cut: $cut`, (cut) => replay(wireCase, cut))
    }

    async function replay(wireCase: WireCase, cut: CutOptions): Promise<void> {
      const server = await serveExchanges(wireCase.exchanges, cut)
      const model = create({ apiKey: 'key', baseUrl: `${server.baseUrl}/v1` }, wireCase.dialect)
      const answers: AssistantMessage[] = []
      try {
        for (const exchange of wireCase.exchanges) {
          const outcome = await ask(model, exchange, turnOf(exchange, answers))
          expectTurn(server.requests.at(-1)?.body ?? {}, exchange.request.body, {
            answers,
            before: wireCase.exchanges.slice(0, answers.length),
            dialect: provider === 'openai-chat' ? dialectOf(wireCase.dialect) : null,
          })
          if (outcome instanceof ModelError) {
            expect(reportFailure(outcome)).toEqual(expectedFailure(exchange))
            expect(outcome.message).toBe(exchange.expect.error?.message)
          } else {
            expect(reportAnswer(outcome, countOpaque)).toMatchObject(
              withParagraphs(withThoughtsApart(expectedAnswer(exchange)), exchange),
            )
            answers.push(outcome.answer.message)
          }
        }
      } finally {
        await server.close()
      }
    }
  },
)

function turnOf({ request }: WireExchange, answers: readonly AssistantMessage[]) {
  const recorded = fromOpenAiBody(request.body ?? {})
  return { ...recorded, messages: withAnswers(recorded.messages, answers) }
}

/** The recordings' page counts thoughts that a server left in the text as text; here they are reasoning (MOD-2). */
function withThoughtsApart(expected: ReturnType<typeof expectedAnswer>) {
  const [, reasoning, text] = /^<think>([\s\S]*?)<\/think>\s*([\s\S]*)$/.exec(expected.text) ?? []
  if (reasoning === undefined || text === undefined) return expected
  return { ...expected, text, messageText: text, hasReasoning: true, reasoning }
}

/** The recordings' page joins the summaries of one reasoning with nothing; here each is a paragraph, also in an answer in one piece. */
function withParagraphs(expected: ReturnType<typeof expectedAnswer>, { response }: WireExchange) {
  if (expected.reasoning === undefined || !response.body.startsWith('{')) return expected
  const { output }: { output?: Json } = JSON.parse(response.body)
  const summaries = items(output).map(({ summary }) => items(summary).map(({ text }) => String(text)))
  const reasoning = summaries
    .filter((texts) => texts.length > 1)
    .reduce((all, texts) => all.replace(texts.join(''), () => texts.join('\n\n')), expected.reasoning)
  return { ...expected, reasoning }
}

/** A later turn carries the calls, their results, and the reasoning that came before them. */
function expectTurn(
  sent: JsonObject,
  recorded: JsonObject | null,
  turn: {
    readonly answers: readonly AssistantMessage[]
    readonly before: readonly WireExchange[]
    readonly dialect: ChatDialectName | null
  },
): void {
  if (recorded === null) return
  const renames = turn.dialect !== null && renamesCalls(String(recorded.model), turn.dialect)
  if (renames) {
    const ids = toolTraffic(sent).map(({ callId }) => callId)
    expect(ids.filter((id) => !/^[a-zA-Z0-9]{9}$/.test(id))).toEqual([])
  }
  expect(renames ? numbered(toolTraffic(sent)) : toolTraffic(sent)).toEqual(
    renames ? numbered(toolTraffic(recorded)) : toolTraffic(recorded),
  )
  if ('input' in recorded) {
    expect(sent.store).toBe(false)
    expect(items(sent.input).filter((item) => item.type === 'reasoning')).toEqual(
      turn.answers.flatMap(keptReasoning),
    )
    return
  }
  const echoes = chatReasoning(sent)
  if (chatReasoning(recorded).length > 0) expect(echoes.length).toBeGreaterThan(0)
  for (const echo of echoes) expectEcho(echo, turn.before)
}

function renamesCalls(model: string, name: ChatDialectName): boolean {
  const { transcript } = chatDialect(model, { name, baseUrl: '' })
  return transcript.callId.exactLength !== undefined
}

/** Calls and results by which of the calls they belong to, whatever its id. */
function numbered(requestMetrics: ReturnType<typeof toolTraffic>): readonly object[] {
  const ids = [...new Set(requestMetrics.map(({ callId }) => callId))]
  return requestMetrics.map((each) => ({ ...each, callId: ids.indexOf(each.callId) }))
}

/** State that goes back equals the server's, under the same name, to the letter. */
function expectEcho([field, value]: readonly [string, Json], before: readonly WireExchange[]): void {
  const given = before.filter(({ response }) => response.body.includes(`"${field}":`))
  const texts = given.map((exchange) => exchange.expect.reasoning_text ?? reasoningOnWire(exchange, field))
  if (typeof value === 'string') {
    expect(texts).toContain(value)
    return
  }
  const text = items(value).map((detail) => detail.text ?? detail.summary ?? '')
  if (text.some((each) => each !== '')) expect(texts).toContain(text.join(''))
  const blobs = items(value).flatMap(({ data, signature }) =>
    [data, signature].filter((blob) => typeof blob === 'string'),
  )
  for (const blob of blobs) expect(given.some(({ response }) => response.body.includes(blob))).toBe(true)
}

interface RequestMetrics {
  readonly callId: string
  readonly name?: string
  readonly arguments?: Json
  readonly text?: string
}

function toolTraffic(body: JsonObject): readonly RequestMetrics[] {
  return fromOpenAiBody(body).messages.flatMap((message): readonly RequestMetrics[] => {
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

/** The pieces of a field of the deltas, joined. */
function reasoningOnWire({ response }: WireExchange, field: string): string {
  const chunks = [...response.body.matchAll(/^data: (\{.*\})\r?$/gm)].map(([, data]) =>
    JSON.parse(data ?? ''),
  )
  return chunks
    .flatMap(({ choices }) => choices ?? [])
    .flatMap(({ delta }) => delta?.[field] ?? [])
    .map((piece) => (typeof piece === 'string' ? piece : (piece.text ?? '')))
    .join('')
}

function chatReasoning(body: JsonObject): readonly (readonly [string, Json])[] {
  return items(body.messages).flatMap((message) =>
    Object.entries(message).filter(([field, value]) => field.startsWith('reasoning') && value),
  )
}
