import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { AgentDefinitionInput } from '../../../src/domain/agent.ts'
import type { ModelRequest } from '../../../src/domain/model.ts'
import { done } from '../../../src/domain/tool.ts'
import { createOpenAiChat } from '../../../src/models/openai-chat/openai-chat.ts'
import { completion } from '../../fixtures/streams/openai-chat.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine, testTool } from '../../support/engine.ts'
import { engineForTest, forFile } from '../../support/for-file.ts'
import { answer, createLiveModel, type Play } from '../../support/live-model.ts'
import { serving, streamed } from '../../support/model-call.ts'

const live = createLiveModel()

const database = forFile(await createTestDatabase())
const finish = testTool('done', async () => done('{"city":"Bonn"}'))
const engine = forFile(await createTestEngine(database, { providers: [live], tools: [finish] }))

const outputSchema = {
  type: 'object',
  properties: { city: { type: 'string' }, people: { type: 'integer' } },
  required: ['city'],
  additionalProperties: false,
}

const fits = '{"city":"Oslo","people":700000}'

const unasked = () => ({ text: '' })

/** The agent `live/<name>` that says these texts, one a turn, and what it was asked. */
async function answering(
  name: string,
  texts: readonly string[],
  schema: AgentDefinitionInput['outputSchema'] = outputSchema,
) {
  const asked: ModelRequest[] = []
  const play: Play = async function* (request) {
    asked.push({ ...request, messages: [...request.messages] })
    yield answer(request, texts[asked.length - 1] ?? 'Too often.')
  }
  live.plays[name] = play
  const run = await engine.run(unasked, { agent: { model: `live/${name}`, outputSchema: schema } })
  return { run, asked }
}

describe('an agent with an output schema', () => {
  test('MOD-1 asks the provider for that shape, and its answer is the JSON', async () => {
    const { run, asked } = await answering('good', [fits])
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: fits, stepCount: 1 })
    expect(asked).toMatchObject([{ responseFormat: { schema: outputSchema }, toolChoice: 'auto' }])
  })

  test('MOD-1 takes JSON out of a Markdown block', async () => {
    const { run } = await answering('fenced', [`\`\`\`json\n${fits}\n\`\`\``])
    expect(run.row.summary).toBe(fits)
  })

  test.for([
    ['no JSON', 'It is Oslo.', /no JSON/],
    ['the wrong type', '{"city":["Oslo"]}', /city/],
    ['a field too many', '{"city":"Oslo","x":1}', /x/],
  ] as const)(
    'MOD-1 after %s the model reads the error and corrects it, with tools disabled',
    async ([name, bad, told]) => {
      const { run, asked } = await answering(`mends ${name}`, [bad, fits])
      expect(run.row).toMatchObject({ status: 'COMPLETED', summary: fits, stepCount: 2 })
      expect(asked[1]?.toolChoice).toBe('none')
      const said = asked[1]?.messages.at(-1)
      expect(said?.role).toBe('user')
      expect(JSON.stringify(said)).toMatch(told)
    },
  )

  test('MOD-1 LOOP-10 after nothing the model is asked once more, for the same shape', async () => {
    const { run, asked } = await answering('empty', ['', fits])
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: fits, stepCount: 1 })
    expect(asked[1]).toMatchObject({ responseFormat: { schema: outputSchema }, toolChoice: 'auto' })
  })

  test('MOD-1 a pattern that takes for ever on an answer is broken off, and the model reads so', async () => {
    const city = { type: 'string', pattern: '^(([a-zA-Z])+)+$' }
    const endless = JSON.stringify({ city: `${'a'.repeat(38)}!` })
    const { run, asked } = await answering('endless', [endless, '{"city":"Oslo"}'], {
      type: 'object',
      properties: { city },
    })
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: '{"city":"Oslo"}', stepCount: 2 })
    expect(JSON.stringify(asked[1]?.messages.at(-1))).toContain('takes too long to check by its schema')
  })

  test('MOD-1 an answer that is too deep to be checked is not taken for one that is no JSON', async () => {
    const deep = `${'{"city":'.repeat(20_000)}{}${'}'.repeat(20_000)}`
    const schema = { type: 'object', properties: { city: { $ref: '#' } } }
    const { run, asked } = await answering('deep', [deep, '{"city":{}}'], schema)
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: '{"city":{}}' })
    expect(JSON.stringify(asked[1]?.messages.at(-1))).toContain('- is nested too deeply')
  })

  test('MOD-1 gives up after two repairs, and reports the fault', async () => {
    const { run, asked } = await answering('stubborn', ['One.', 'Two.', 'Three.', fits])
    expect(asked).toHaveLength(3)
    expect(run.row).toMatchObject({
      status: 'FAILED',
      terminationReason: 'ERROR',
      errorCode: 'OUTPUT_INVALID',
    })
    expect(run.row.errorMessage).toMatch(/no JSON/)
  })

  test.for(['steered', 'resumed'] as const)(
    'MOD-1 CTX-5 RUN-5 a run that is %s in the middle of a repair may call its tools again, and has all its repairs',
    async (how) => {
      const { id: projectId } = engine.project
      const message = 'And its people.'
      const choices: string[] = []
      let turn = 0
      live.plays[how] = async function* (request) {
        if (request.messages.at(-1)?.role === 'system') return yield answer(request, 'So far.')
        choices.push(request.toolChoice)
        turn += 1
        if (turn === 1 && how === 'steered') {
          await expect.poll(() => database.prisma.run.count({ where: { input: how } })).toBe(1)
          const { id: runId } = await database.prisma.run.findFirstOrThrow({ where: { input: how } })
          await engine.operations.steerRun({ projectId, runId, message })
        }
        yield answer(request, turn < 4 ? 'Oslo' : fits)
      }
      const agent = { model: `live/${how}`, outputSchema, ...(how === 'resumed' && { maxSteps: 1 }) }
      const run = await engine.run(unasked, { agent, trigger: { input: how } })
      if (how === 'resumed')
        await engine.operations.resumeRun({ projectId, runId: run.runId, maxSteps: 5, message })
      const { row } = how === 'resumed' ? await engine.finished(run.runId, run.events.length) : run
      expect(row).toMatchObject({ status: 'COMPLETED', summary: fits })
      expect(choices).toEqual(['auto', 'auto', 'none', 'none'])
    },
  )

  test('MOD-1 holds the answer of a done tool to it too', async () => {
    const agent = { outputSchema, requireDoneTool: true }
    const run = await engine.run(() => ({ toolCalls: [{ name: 'done', arguments: {} }] }), { agent })
    expect(run.row).toMatchObject({
      status: 'COMPLETED',
      summary: '{"city":"Bonn"}',
      terminationReason: 'DONE_TOOL',
    })
  })

  test('LOOP-8 a schema that cannot be used is refused when the agent is saved', async () => {
    const save = (schema: unknown) =>
      engine.operations.createAgent({
        projectId: engine.project.id,
        slug: 'faulty',
        definition: { model: 'openai/gpt-5', outputSchema: schema },
      })
    await expect(save({ type: 'array' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    for (const [schema, words] of [
      [{ properties: { a: { $ref: '#/nowhere' } } }, /nowhere/],
      [{ $ref: '#' }, /\$ref "#" comes back to itself without end/],
      [{ properties: { a: { type: 'nonsense' } } }, /outputSchema: \/properties\/a\/type must be one of/],
      [{ properties: { a: { pattern: '(' } } }, /Invalid regular expression: .*, in \/properties\/a/],
    ] as const)
      await expect(save({ type: 'object', ...schema })).rejects.toThrow(words)
  })
})

describe('a model that takes no schema', () => {
  test('MOD-1 is asked for the shape in words, of which the run is warned once', async () => {
    const turns = [completion([{ content: 'It is Oslo.' }]), completion([{ content: fits }])]
    const server = await serving(turns.map((body) => streamed(body)))
    const chat = createOpenAiChat({ apiKey: 'a-key', baseUrl: `${server.baseUrl}/v1` })
    const { engine: own } = await engineForTest({ providers: [chat] })
    const agent = {
      model: 'openai-chat/gpt-4',
      systemPrompt: 'Be terse.',
      promptSections: [],
      outputSchema,
    }
    const { row, of } = await own.run(unasked, { agent })
    expect(row).toMatchObject({ status: 'COMPLETED', summary: fits, stepCount: 2 })
    const codes = of('Warning').map(({ code }) => code)
    expect(codes).toEqual(['RESPONSE_FORMAT_UNSUPPORTED'])
    expect(of('Warning')[0]?.message).toContain('openai-chat/gpt-4')
    expect(server.requests).toHaveLength(2)
    for (const { body } of server.requests) {
      expect(body).not.toHaveProperty('response_format')
      const { messages } = z.object({ messages: z.array(z.object({ content: z.string() })) }).parse(body)
      const [words = '', schema = ''] = messages[0]?.content.split(/\n(?=\{)/) ?? []
      expect(words).toMatch(/^Be terse\.\n\nYour final answer must be one JSON object/)
      expect(JSON.parse(schema)).toEqual(outputSchema)
    }
  })

  test('MOD-1 a model that takes a schema does not get it in words as well', async () => {
    const { asked } = await answering('told once', [fits])
    expect(JSON.stringify(asked[0]?.systemPrompt)).not.toContain('people')
  })
})
