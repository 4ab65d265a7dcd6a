import { describe, expect, onTestFinished, test } from 'vitest'
import type { AgentDefinitionInput } from '../../../src/domain/agent.ts'
import { type AssistantMessage, textOf, toolCallsOf } from '../../../src/domain/message.ts'
import { type ModelChunk, ModelError, type ModelRequest } from '../../../src/domain/model.ts'
import { countRequest } from '../../../src/engine/context/count-tokens.ts'
import { readOutputTool } from '../../../src/tools/read-output.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine, testTool } from '../../support/engine.ts'
import { finishedBy } from '../../support/finished-by.ts'
import { engineForFile } from '../../support/for-file.ts'
import { answer, createLiveModel, type Play } from '../../support/live-model.ts'
import { trials } from '../../support/trials.ts'

const window = 16_000

/** Of an agent whose history needs notes after a few turns: to cut its results is not enough. */
const narrow = { contextWindow: 8_000 }

const live = createLiveModel()

/** 100 KB of text that is new each time. */
const dig = testTool('dig', async (args) => `${JSON.stringify(args)} ${'stone and sand, '.repeat(6_400)}`)

/** 2 KB of text, which no result is cut for. */
const pat = testTool('pat', async (args) => `${JSON.stringify(args)} ${'soft earth, '.repeat(160)}`)

const { database, engine } = await engineForFile({
  providers: [live],
  tools: [dig, pat, readOutputTool],
  modelInfo: () => ({ contextWindow: window, maxOutputTokens: 2_000 }),
})

const secret = 'The password is heron-42.'

const question = 'Dig two hundred times, then tell me the password.'

/** Digs until it has dug `times` times, then tells the password if it can read it; summarises when asked to. */
function digger(times: number, asked: ModelRequest[]): Play {
  let dug = 0
  return async function* (request) {
    asked.push({ ...request, messages: [...request.messages] })
    if (request.tools.length === 0) return yield counting(request, 'Dug a while; found stone and sand.')
    dug += 1
    if (dug <= times)
      return yield counting(request, `Digging, time ${dug}.`, [{ name: 'dig', arguments: { dug } }])
    const text = JSON.stringify(request.messages)
    yield counting(request, text.includes('heron-42') ? 'The password is heron-42.' : 'I have forgotten it.')
  }
}

/** An answer of a provider that counts a little more than our estimate. */
function counting(request: ModelRequest, ...said: Rest<Parameters<typeof answer>>): ModelChunk {
  const chunk = answer(request, ...said)
  return chunk.type === 'done'
    ? { ...chunk, usage: { ...chunk.usage, inputTokens: countRequest(request) + 100 } }
    : chunk
}

type Rest<List extends readonly unknown[]> = List extends [unknown, ...infer Tail] ? Tail : never

async function digging(name: string, times: number, agent: Partial<AgentDefinitionInput> = {}) {
  const asked: ModelRequest[] = []
  live.plays[name] = digger(times, asked)
  const run = await engine.run(() => ({ text: '' }), {
    agent: { model: `live/${name}`, tools: ['dig'], ...agent },
    trigger: { input: `${secret} ${question}` },
  })
  return { run, asked }
}

describe('a run that outgrows its window', () => {
  const steps = trials(200, 25)

  test(`CTX-2 CTX-3 with ${steps} tool steps of 100 kB each stays within 16k tokens and still knows its first message`, async () => {
    const { run, asked } = await digging('long', steps)
    expect(run.row).toMatchObject({
      status: 'COMPLETED',
      summary: 'The password is heron-42.',
      stepCount: steps + 1,
    })
    const outputs = await database.pool.query<{ bytes: string }>(
      `select sum(octet_length(output::text)) as bytes from "Action" where "runId" = $1`,
      [run.runId],
    )
    expect(Number(outputs.rows[0]?.bytes)).toBeGreaterThan(steps * 100_000)
    expect(Math.max(...asked.map(countRequest))).toBeLessThanOrEqual(window)
    expect(run.of('ContextCompacted').length).toBeGreaterThan(0)
  }, 120_000)

  test('CTX-2 is recorded with token counts, and keeps every message as it was', async () => {
    const { run } = await digging('told', 30)
    const compacted = run.of('ContextCompacted')
    expect(compacted.length).toBeGreaterThan(0)
    for (const { tokensBefore, tokensAfter } of compacted) expect(tokensAfter).toBeLessThan(tokensBefore)
    expect(run.of('CompactionStarted')).toHaveLength(compacted.length)
    const rows = await database.prisma.compaction.findMany({
      where: { runId: run.runId },
      orderBy: { number: 'asc' },
    })
    expect(rows.map(({ tokensAfter }) => tokensAfter)).toEqual(
      compacted.map(({ tokensAfter }) => tokensAfter),
    )
    // The request, thirty turns with their results, and the answer.
    expect(await database.prisma.message.count({ where: { runId: run.runId } })).toBe(62)
  })

  test('CTX-3 read_output stays offered where notes stand for the result that there is more of', async () => {
    const asked: ModelRequest[] = []
    let turn = 0
    live.plays.patient = async function* (request) {
      asked.push({ ...request, messages: [...request.messages] })
      if (request.tools.length === 0) return yield counting(request, 'Dug once, then patted.')
      turn += 1
      if (turn > 40) return yield counting(request, 'Done.')
      yield counting(request, `Turn ${turn}.`, [{ name: turn === 1 ? 'dig' : 'pat', arguments: { turn } }])
    }
    await engine.run(() => ({ text: '' }), {
      agent: { model: 'live/patient', tools: ['dig', 'pat'], ...narrow },
    })
    const noted = asked.filter(
      ({ tools, messages }) => tools.length > 0 && JSON.stringify(messages).includes('patted'),
    )
    expect(noted.length).toBeGreaterThan(0)
    for (const { tools } of noted)
      expect(tools.map(({ name }) => name)).toEqual(['dig', 'pat', 'read_output'])
  })

  test('CTX-2 never parts a call from its result', async () => {
    const { asked } = await digging('paired', 25)
    for (const { messages } of asked) {
      const calls = messages.flatMap((message) => (message.role === 'assistant' ? callIds(message) : []))
      const results = messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : []))
      expect(results).toEqual(calls)
    }
  })

  test('CTX-2 says once that nothing can be made smaller, however many models refuse', async () => {
    const names = ['tight', 'tighter', 'tightest']
    for (const name of names) {
      live.plays[name] = async function* () {
        yield* []
        throw new ModelError('CONTEXT_OVERFLOW', 'Too long.', { retryable: false })
      }
    }
    const [model = '', ...fallbackModels] = names.map((name) => `live/${name}`)
    const run = await engine.run(() => ({}), { agent: { model, fallbackModels } })
    expect(run.row.status).toBe('FAILED')
    expect(run.of('Warning').filter(({ code }) => code === 'COMPACTION_FAILED')).toHaveLength(1)
  })

  test('CTX-2 books the summaries as COMPACTION, by the models that the agent names for it', async () => {
    const asked: ModelRequest[] = []
    live.plays.clerk = digger(0, asked)
    const { run } = await digging('noted', 25, { ...narrow, compaction: { models: ['live/clerk'] } })
    const calls = await database.prisma.modelCall.findMany({
      where: { runId: run.runId, purpose: 'COMPACTION' },
    })
    expect(calls.length).toBeGreaterThan(0)
    expect(new Set(calls.map(({ model }) => model))).toEqual(new Set(['clerk']))
    expect(asked.every(({ tools }) => tools.length === 0)).toBe(true)
  })

  test('CTX-2 goes on without a summary where nobody gives one, and says so', async () => {
    live.plays.mute = async function* () {
      yield* []
      throw new ModelError('BAD_REQUEST', 'No.', { retryable: false })
    }
    const { run } = await digging('unsummed', trials(200, 30), {
      ...narrow,
      compaction: { models: ['live/mute'] },
    })
    expect(run.row.summary).toBe('The password is heron-42.')
    expect(run.of('Warning').map(({ code }) => code)).toContain('SUMMARY_FAILED')
    expect(run.of('ContextCompacted').some(({ strategies }) => strategies.includes('DROP_OLDEST'))).toBe(true)
  })

  test('CTX-2 LOOP-10 notes that were cut off are asked for in fewer words, and half of them are never shown', async () => {
    let asked = 0
    live.plays['half-notes'] = async function* (request) {
      asked += 1
      const isShort = JSON.stringify(request.messages).includes('half as many words')
      yield* finishedBy(
        request,
        isShort ? 'STOP' : 'LENGTH',
        isShort ? 'Dug; found sand.' : 'Dug, and then ha',
      )
    }
    const { run, asked: requests } = await digging('half', 25, {
      ...narrow,
      compaction: { models: ['live/half-notes'] },
    })
    expect(run.row.summary).toBe('The password is heron-42.')
    expect(asked).toBeGreaterThan(1)
    const shown = JSON.stringify(requests)
    expect(shown).toContain('Dug; found sand.')
    expect(shown).not.toContain('and then ha')
  })

  test('CTX-2 LOOP-10 notes that are cut off again are none, and a Warning says so', async () => {
    live.plays['never-whole'] = (request) => finishedBy(request, 'LENGTH', 'Dug, and then ha')
    const { run, asked } = await digging('unnoted', 25, {
      ...narrow,
      compaction: { models: ['live/never-whole'] },
    })
    expect(run.row.summary).toBe('The password is heron-42.')
    expect(run.of('Warning').map(({ code }) => code)).toContain('SUMMARY_FAILED')
    expect(JSON.stringify(asked)).not.toContain('and then ha')
  })

  test('CTX-2 LOOP-10 empty notes are asked for once more, and a Warning says where they stay empty', async () => {
    let asked = 0
    live.plays['late-notes'] = (request) =>
      finishedBy(request, 'STOP', asked++ === 0 ? ' ' : 'Dug; found sand.')
    const late = await digging('noted late', 25, { ...narrow, compaction: { models: ['live/late-notes'] } })
    expect(JSON.stringify(late.asked)).toContain('Dug; found sand.')
    expect(late.run.of('Warning').map(({ code }) => code)).not.toContain('SUMMARY_FAILED')
    live.plays['no-notes'] = (request) => finishedBy(request, 'STOP', '')
    const { run } = await digging('never noted', 25, { ...narrow, compaction: { models: ['live/no-notes'] } })
    expect(run.row.summary).toBe('The password is heron-42.')
    expect(run.of('Warning').map(({ code }) => code)).toContain('SUMMARY_FAILED')
  })

  test('CTX-2 LOOP-10 an answer in parts is gone on with from the end of its last part, however small the history is made', async () => {
    const ends: (string | undefined)[] = []
    let part = 0
    live.plays.novelist = async function* (request) {
      if (request.systemPrompt?.startsWith('You keep the notes'))
        return yield counting(request, 'Notes on the parts.')
      const [before, prompt] = request.messages.slice(-2)
      const isGoneOnWith = prompt?.role === 'user' && prompt.text.startsWith('Your answer was cut off')
      if (isGoneOnWith) ends.push(before?.role === 'assistant' ? textOf(before).slice(-8) : before?.role)
      const words = `${'once upon a time '.repeat(6_000)}<part ${++part}>`
      const said = counting(request, part < 4 ? words : ' The end.')
      yield said.type === 'done' && part < 4 ? { ...said, finishReason: 'LENGTH' } : said
    }
    const { row, of } = await engine.run(() => ({ text: '' }), {
      agent: { model: 'live/novelist' },
      trigger: { input: 'Write a novel.' },
    })
    expect(row).toMatchObject({ status: 'COMPLETED', terminationReason: 'FINAL_ANSWER' })
    expect(row.summary).toMatch(/<part 1>.*<part 2>.*<part 3> The end\.$/)
    expect(of('ContextCompacted').length).toBeGreaterThan(0)
    expect(ends).toEqual(['<part 1>', '<part 2>', '<part 3>'])
  })

  test('CTX-1 warns once ahead of the limit, and a run without compaction ends with both sizes named', async () => {
    const { run } = await digging('unkept', 60, { compaction: null })
    expect(run.row).toMatchObject({ status: 'FAILED', errorCode: 'MODELS_EXHAUSTED' })
    expect(run.row.errorMessage).toMatch(/takes about \d+ tokens, and its context window has room for \d+/)
    const { run: kept } = await digging('warned', 30)
    expect(kept.of('Warning').filter(({ code }) => code === 'CONTEXT_NEARLY_FULL').length).toBeGreaterThan(0)
  })

  test('CTX-1 CTX-2 a request that alone outgrows the window stays word for word, and the run ends with both sizes named', async () => {
    const asked: ModelRequest[] = []
    live.plays.flooded = digger(1, asked)
    const run = await engine.run(() => ({ text: '' }), {
      agent: { model: 'live/flooded' },
      trigger: { input: `${secret} ${'Consider every word of this. '.repeat(4_000)}` },
    })
    expect(run.row).toMatchObject({ status: 'FAILED', errorCode: 'MODELS_EXHAUSTED' })
    const sizes = /takes about (\d+) tokens, and its context window has room for (\d+)/.exec(
      run.row.errorMessage ?? '',
    )
    expect(Number(sizes?.[1])).toBeGreaterThan(window)
    expect(Number(sizes?.[2])).toBe(window - 2_000)
    // Nobody is asked what cannot be answered, and nothing is said to have been made smaller.
    expect(asked).toEqual([])
    expect(run.of('ContextCompacted')).toEqual([])
  })

  test('MOD-5 CTX-2 an overflow that the provider reports is compacted and tried again, on the same model', async () => {
    // A database of its own: any worker may take up any run.
    const place = await createTestDatabase()
    const unknown = await createTestEngine(place, { providers: [live], tools: [dig] })
    const asked: ModelRequest[] = []
    const dug = digger(30, asked)
    live.plays.strict = async function* (request) {
      if (countRequest(request) > window) {
        throw new ModelError('CONTEXT_OVERFLOW', 'prompt is too long', { retryable: false })
      }
      yield* dug(request)
    }
    const run = await unknown.run(() => ({ text: '' }), {
      agent: { model: 'live/strict' },
      trigger: { input: `${secret} ${question}` },
    })
    // The window is learnt: it is not run into at every turn.
    const overflows = await place.prisma.modelCall.count({
      where: { runId: run.runId, errorCode: 'CONTEXT_OVERFLOW' },
    })
    await unknown.close()
    await place.drop()
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'The password is heron-42.' })
    expect(run.types).not.toContain('ModelSwitched')
    expect(overflows).toBeLessThanOrEqual(3)
  })
})

describe('a refusal in words that nobody knows', () => {
  /** A server that refuses what is above its window without a reason, and everything where it takes nothing. */
  async function refusing(name: string, room: number, agent: Partial<AgentDefinitionInput> = {}) {
    const place = await createTestDatabase()
    const unknown = await createTestEngine(place, { providers: [live], tools: [dig] })
    onTestFinished(async () => {
      await unknown.close()
      await place.drop()
    })
    const asked: ModelRequest[] = []
    const dug = digger(6, asked)
    let refused = 0
    live.plays[name] = async function* (request) {
      if (countRequest(request) > room) {
        refused += 1
        throw new ModelError('BAD_REQUEST', 'Parameter 7 is out of range.', { retryable: false })
      }
      yield* dug(request)
    }
    const run = await unknown.run(() => ({ text: '' }), {
      agent: { model: `live/${name}`, ...agent },
      trigger: { input: `${secret} ${question}` },
    })
    return { run, refused }
  }

  test('CTX-1 MOD-5 of a request that is larger than any before: it is made smaller once', async () => {
    const { run, refused } = await refusing('wordless', window)
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'The password is heron-42.' })
    const suspicions = run.of('Warning').filter(({ code }) => code === 'CONTEXT_OVERFLOW_SUSPECTED')
    expect(suspicions).toHaveLength(refused)
    expect(suspicions[0]?.message).toContain('Parameter 7 is out of range.')
  })

  test('CTX-1 MOD-5 of a short request: the run fails, and nothing is made smaller', async () => {
    const { run, refused } = await refusing('fussy', 0)
    expect(run.row).toMatchObject({ status: 'FAILED', terminationReason: 'MODELS_EXHAUSTED' })
    expect(refused).toBe(1)
    expect(run.types).not.toContain('CompactionStarted')
  })

  test('CTX-1 MOD-5 that helps only where the history may be made smaller', async () => {
    const { run, refused } = await refusing('whole', window, { compaction: null })
    expect(run.row).toMatchObject({ status: 'FAILED', terminationReason: 'MODELS_EXHAUSTED' })
    expect(refused).toBe(1)
  })
})

describe('a conversation that outgrows its window', () => {
  test('CTX-2 CTX-6 the next run of the session goes on from the compacted history', async () => {
    const sessionKey = 'long talk'
    const asked: ModelRequest[] = []
    live.plays.first = digger(25, asked)
    const one = await engine.run(() => ({ text: '' }), {
      agent: { model: 'live/first' },
      trigger: { input: `${secret} ${question}`, sessionKey },
    })
    expect(one.of('ContextCompacted').length).toBeGreaterThan(0)
    live.plays.second = digger(0, asked)
    const two = await engine.run(() => ({ text: '' }), {
      agent: { model: 'live/second' },
      trigger: { input: 'And now?', sessionKey },
    })
    expect(two.row.status).toBe('COMPLETED')
    const last = asked.at(-1)
    expect(JSON.stringify(last?.messages)).toContain('And now?')
    expect(
      countRequest(last ?? { messages: [], tools: [], systemPrompt: null, responseFormat: null }),
    ).toBeLessThan(window)
  })
})

function callIds(message: AssistantMessage): readonly string[] {
  return toolCallsOf(message).map(({ callId }) => callId)
}
