import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { toolCallsOf } from '../../../src/domain/message.ts'
import { type ModelChunk, ModelError, type ModelRequest } from '../../../src/domain/model.ts'
import { countRequest } from '../../../src/engine/context/count-tokens.ts'
import { testTool } from '../../support/engine.ts'
import { engineForFile } from '../../support/for-file.ts'
import { answer, createLiveModel, type Play } from '../../support/live-model.ts'
import { propertyTrials, trials } from '../../support/trials.ts'

const live = createLiveModel()

const dig = testTool(
  'dig',
  async (args) => `${JSON.stringify(args)} ${'stone and sand, '.repeat(charsOf(args) / 16)}`,
)

const { engine } = await engineForFile({
  providers: [live],
  tools: [dig],
  modelInfo: () => ({ contextWindow: null, maxOutputTokens: 2_000 }),
})

interface Server {
  /** The server's count for each token of our estimate, and its overhead for each request. */
  readonly ratio: number
  readonly added: number
  readonly window: number
  readonly summaries: 'written' | 'refused' | 'longer than what they stand for'
  readonly turns: number
  readonly parallelCalls: number
  readonly resultChars: number
}

/** Digs several holes at once for some turns. The server has its own count, and refuses a request that does not fit its window. */
function digger(server: Server, asked: ModelRequest[]): Play {
  const { ratio, added, window, summaries, turns, parallelCalls, resultChars: chars } = server
  let dug = 0
  return async function* (request) {
    const inputTokens = Math.round(ratio * countRequest(request)) + added
    if (inputTokens > window) throw overflow
    if (request.tools.length === 0) {
      if (summaries === 'refused') throw refusal
      const notes = 'Dug a while; found stone and sand. '
      return yield reporting(inputTokens, answer(request, notes.repeat(summaries === 'written' ? 1 : 400)))
    }
    asked.push({ ...request, messages: [...request.messages] })
    dug += 1
    const calls = Array.from({ length: parallelCalls }, (_, hole) => ({
      name: 'dig',
      arguments: { dug, hole, chars },
    }))
    yield reporting(inputTokens, dug > turns ? answer(request, 'Dug.') : answer(request, 'Digging.', calls))
  }
}

function charsOf(args: unknown): number {
  return typeof args === 'object' && args !== null && 'chars' in args ? Number(args.chars) : 0
}

const overflow = new ModelError('CONTEXT_OVERFLOW', 'prompt is too long', { retryable: false })

const refusal = new ModelError('BAD_REQUEST', 'No.', { retryable: false })

function reporting(inputTokens: number, chunk: ModelChunk): ModelChunk {
  return chunk.type === 'done' ? { ...chunk, usage: { ...chunk.usage, inputTokens } } : chunk
}

let servers = 0

async function runOn(server: Server) {
  const asked: ModelRequest[] = []
  const name = `server-${servers++}`
  live.plays[name] = digger(server, asked)
  const run = await engine.run(() => ({ text: '' }), {
    agent: { model: `live/${name}`, contextWindow: server.window },
    trigger: { input: 'Dig.' },
  })
  return { run, asked }
}

/** No call without its result, no result without its call, in their order. */
function expectPaired(asked: readonly ModelRequest[]): void {
  for (const { messages } of asked) {
    const calls = messages.flatMap((one) => (one.role === 'assistant' ? toolCallsOf(one) : []))
    const results = messages.filter((one) => one.role === 'tool')
    expect(results.map(({ callId }) => callId)).toEqual(calls.map(({ callId }) => callId))
  }
}

const digging = { added: 0, window: 16_000, turns: trials(45, 20), parallelCalls: 2, resultChars: 8_000 }

const known = [0.3, 0.5, 0.8, 1, 1.3, 2].flatMap((ratio) =>
  (['written', 'refused'] as const).map((summaries): Server => ({ ...digging, ratio, summaries })),
)

const server = fc.record({
  ratio: fc.double({ min: 0.3, max: 2, noNaN: true }),
  added: fc.integer({ min: 0, max: 800 }),
  window: fc.constantFrom(6_000, 8_000, 16_000, 32_000),
  summaries: fc.constantFrom('written', 'refused', 'longer than what they stand for'),
  turns: fc.integer({ min: 8, max: 30 }),
  parallelCalls: fc.integer({ min: 1, max: 4 }),
  resultChars: fc.integer({ min: 100, max: 40_000 }),
})

describe('a server that counts otherwise than the estimate', () => {
  test.each(known)(
    'CTX-1 CTX-2 a run that fits after compaction goes on, at $ratio of the estimate with summaries $summaries',
    async (one) => {
      const { run, asked } = await runOn(one)
      expect(run.row).toMatchObject({ errorMessage: null, status: 'COMPLETED', stepCount: one.turns + 1 })
      expect(run.of('ContextCompacted').length).toBeGreaterThan(0)
      expectPaired(asked)
    },
  )

  test.prop([server], propertyTrials(25))(
    'CTX-1 CTX-2 no run fails whose last turn fits the window, and a call stays with its result',
    async (one) => {
      const { run, asked } = await runOn(one)
      expect(run.row).toMatchObject({ errorMessage: null, status: 'COMPLETED', stepCount: one.turns + 1 })
      expectPaired(asked)
    },
    120_000,
  )

  test('CTX-1 where even the smallest context does not fit, the error says so with both sizes', async () => {
    const { run } = await runOn({
      ...digging,
      ratio: 1,
      window: 1_000,
      parallelCalls: 20,
      summaries: 'refused',
    })
    expect(run.row).toMatchObject({ status: 'FAILED', errorCode: 'MODELS_EXHAUSTED' })
    expect(run.row.errorMessage).toMatch(
      /the smallest context that the conversation can be cut to takes about \d+ tokens, and its context window has room for 750/,
    )
    expect(run.of('ContextCompacted').at(-1)?.strategies).toContain('TRUNCATE_RESULTS')
  })
})
