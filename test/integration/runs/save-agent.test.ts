import { describe, expect, test } from 'vitest'
import { testTool } from '../../support/engine.ts'
import { engineForFile } from '../../support/for-file.ts'

let opened = Promise.withResolvers<void>()

const gate = testTool('gate', async () => opened.promise)

let made = 0

const { database, engine } = await engineForFile({ tools: [gate] })

const create = (definition: Record<string, unknown>, slug = `agent-${++made}`) =>
  engine.operations.createAgent({ projectId: engine.project.id, slug, definition })

const update = (agentId: string, definition: Record<string, unknown>, projectId = engine.project.id) =>
  engine.operations.updateAgent({ projectId, agentId, definition })

const versionsOf = (agentId: string) =>
  database.prisma.agentVersion.findMany({ where: { agentId }, orderBy: { version: 'asc' } })

const model = 'openai/gpt-5'

const deep: unknown = JSON.parse(`{"type":"object","default":${'['.repeat(5_000)}${']'.repeat(5_000)}}`)

/** Texts that PostgreSQL cannot store unchanged, with the message about them. */
const unstorable = [
  ['a\u0000', /holds a NUL character, which cannot be stored\. Remove it\./],
  ['a\ud800', /holds half a surrogate pair, which is no character\. Remove it\./],
] as const

/** Each makes a definition with a text somewhere, and names the field that the error reports. */
const places: readonly (readonly [field: string, definition: (text: string) => Record<string, unknown>])[] = [
  ['name', (name) => ({ name })],
  ['systemPrompt', (systemPrompt) => ({ systemPrompt })],
  ['description', (description) => ({ description })],
  ['skills.0.name', (name) => ({ skills: [{ name, instructions: 'b' }] })],
  ['skills.0.instructions', (instructions) => ({ skills: [{ name: 'a', instructions }] })],
  ['model', (text) => ({ model: `openai/${text}` })],
  ['tools.1', (text) => ({ tools: ['gate', text] })],
  ['acceptanceCriteria.0', (text) => ({ acceptanceCriteria: [text] })],
  ['outputSchema.title', (title) => ({ outputSchema: { type: 'object', title } })],
  ['outputSchema.properties', (key) => ({ outputSchema: { type: 'object', properties: { [key]: {} } } })],
  ['definition', (key) => ({ [key]: 1 })],
]

describe('an agent', () => {
  test('a slug of other characters is refused, with its form and one that fits', async () => {
    await expect(create({ model }, 'My Agent!')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message:
        'slug is "My Agent!"; it must have 1 to 100 lower-case letters and digits, with hyphens only between them: "my-agent".',
    })
  })

  test('API-42 takes another order of the properties of its schema as a new version, unless `jsonb` had sorted them', async () => {
    const shape = (...names: readonly string[]) => ({
      outputSchema: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])) },
    })
    const stored = async (id: string) =>
      (await versionsOf(id)).map(
        ({ definition }) => JSON.stringify(definition).match(/"(why|is)":{},"(why|is)"/)?.[0],
      )
    const { agentId } = await create({ model, ...shape('why', 'is') })
    // As the migration leaves what was stored before.
    await database.pool.query(
      'update "AgentVersion" set definition = definition::jsonb::json where "agentId" = $1',
      [agentId],
    )
    expect(await stored(agentId)).toEqual(['"is":{},"why"'])
    await update(agentId, shape('why', 'is'))
    expect(await stored(agentId)).toEqual(['"why":{},"is"'])
    await update(agentId, shape('why', 'is'))
    await update(agentId, shape('is', 'why'))
    expect(await stored(agentId)).toEqual(['"why":{},"is"', '"is":{},"why"'])
  })

  test('LOOP-8 LIM-14 is stored whole, with every default filled in; limits that it leaves out are its project’s', async () => {
    const { agentId } = await create({ model }, 'plain')
    const [version] = await versionsOf(agentId)
    expect(version?.definition).toEqual({
      name: 'plain',
      description: null,
      systemPrompt: null,
      flowType: 'SINGLE',
      stages: [],
      loop: { maxIterations: 10, exitCondition: null },
      planner: 'TOOL_CALLS',
      protocolMode: 'DEFAULT',
      requireUserApproval: false,
      maxParallel: 5,
      dynamicParallelism: false,
      failFast: false,
      retryActions: true,
      toolChoice: 'AUTO',
      modelRetry: { maxAttempts: 5, baseMs: 1_000, capMs: 60_000 },
      model,
      fallbackModels: [],
      temperature: null,
      reasoningEffort: null,
      maxOutputTokens: null,
      outputSchema: null,
      tools: [],
      pricing: 'STANDARD',
      busySession: 'ENQUEUE',
      promptSections: ['DATE_TIME', 'CONTEXT', 'SKILLS', 'MEMORY', 'TOOLS'],
      timeZone: 'UTC',
      skills: [],
      contextWindow: null,
      compaction: { warnAt: 0.8, compactAt: 0.9, keepRecent: 0.3, models: [] },
      maxToolResultChars: 16_000,
      requireDoneTool: false,
      terminateOnError: false,
      terminateOnGoalAchieved: true,
      terminateOnNoProgress: true,
      noProgressSteps: 5,
      maxGuardRounds: 3,
      maxContinuations: 3,
      maxIdenticalErrors: 3,
      confidence: null,
      acceptanceCriteria: [],
      gates: { expiresAfterMs: null, onExpiry: 'REFUSE', decider: 'OPERATOR' },
      onUnknownOutcome: 'REPORT',
      redaction: 'NAMED',
      subagents: [],
      subagentModels: [],
      maxDepth: 3,
      maxChildren: 20,
      specialists: [],
      relics: [],
      workflows: [],
    })
  })

  test.for([
    [{}, ['definition', 'model'], /^model: is required\.$/],
    [{ model: null }, ['definition', 'model'], /^model: is required\.$/],
    [
      { name: 7, tools: 'x' },
      ['definition', 'name'],
      /^name: .*; model: is required; tools: must be a list\.$/,
    ],
    [{ model: 'gpt-5' }, ['definition', 'model'], /provider\/model/],
    [{ model: 'acme/x' }, ['definition', 'model'], /no provider "acme"\. Known: openai/],
    [{ model, fallbackModels: [model, 'acme/x'] }, ['definition', 'fallbackModels', '1'], /acme/],
    [{ model, fallbackModels: ['x'] }, ['definition', 'fallbackModels', '0'], /provider\/model/],
    [{ model, tools: ['gate', 'teleport'] }, ['definition', 'tools'], /unknown teleport\. Known: gate/],
    [
      { model, temperature: 3 },
      ['definition', 'temperature'],
      /^temperature: must be a number from 0 to 2\.$/,
    ],
    [
      { model, maxSteps: 0 },
      ['definition', 'maxSteps'],
      /^maxSteps: must be a whole number from 1 to 1000000\.$/,
    ],
    [
      { model, contextWindow: 999 },
      ['definition', 'contextWindow'],
      /^contextWindow: must be a whole number from 1000 to 100000000\.$/,
    ],
    [
      { model, confidence: { threshold: 2 } },
      ['definition', 'confidence', 'threshold'],
      /^confidence\.threshold: must be a number from 0 to 1\.$/,
    ],
    [
      { model, tools: Array(201).fill('gate') },
      ['definition', 'tools'],
      /^tools: must have at most 200 entries\.$/,
    ],
    [
      { model, compaction: { warnAt: 0.9 } },
      ['definition', 'compaction', 'warnAt'],
      /^compaction\.warnAt: must be below compactAt/,
    ],
    [
      { model, compaction: { warnAt: 0.7, compactAt: 0.6 } },
      ['definition', 'compaction', 'warnAt'],
      /must be below compactAt/,
    ],
    [
      { model, skills: [1, 2].map(() => ({ name: 'a', instructions: 'b' })) },
      ['definition', 'skills'],
      /^skills: names a skill twice\.$/,
    ],
    ...['a\n## Tools', 'a\u2028b', ' '].map(
      (name) =>
        [
          { model, skills: [{ name, instructions: 'b' }] },
          ['definition', 'skills', '0', 'name'],
          /^skills\[0\]\.name: must be one line that is not blank\.$/,
        ] as const,
    ),
    [{ model, outputSchema: deep }, ['definition', 'outputSchema'], /nested more than 100 levels deep/],
    [{ model, maxCostUsd: '0.00' }, ['definition', 'maxCostUsd'], /above 0/],
    [
      { model, defaultTimeoutMs: 1.5 },
      ['definition', 'defaultTimeoutMs'],
      /^defaultTimeoutMs: must be a whole number from 1 to 604800000\.$/,
    ],
    [{ model, name: '' }, ['definition', 'name'], /^name: must have 1 to 200 characters\.$/],
    [{ model, surprise: 1 }, ['definition'], /^definition: has no field "surprise"/],
    [{ model, flowType: 'SEQUENTIAL' }, ['definition', 'stages'], /at least one stage/],
    [{ model, stages: [{ name: 'a', instruction: 'b' }] }, ['definition', 'stages'], /not SEQUENTIAL/],
    [
      { model, flowType: 'SEQUENTIAL', stages: [1, 2].map(() => ({ name: 'a', instruction: 'b' })) },
      ['definition', 'stages'],
      /twice/,
    ],
    [
      { model, flowType: 'LOOP', loop: { maxIterations: 0 } },
      ['definition', 'loop', 'maxIterations'],
      /loop/,
    ],
    [
      { model, flowType: 'LOOP', loop: { exitCondition: 'answer ==' } },
      ['definition', 'loop', 'exitCondition'],
      /no CEL expression/,
    ],
    [{ model, loop: { maxIterations: 3 } }, ['definition', 'loop'], /flowType is LOOP/],
    [{ model, tools: ['report_uncertainty'] }, ['definition', 'tools'], /have `confidence`/],
    [{ model, tools: ['exit_loop'] }, ['definition', 'tools'], /flowType is LOOP/],
    [{ model, modelRetry: { maxAttempts: 0 } }, ['definition', 'modelRetry', 'maxAttempts'], /modelRetry/],
    [{ model, confidence: { models: ['acme/x'] } }, ['definition', 'confidence', 'models', '0'], /acme/],
    [
      { model, toolChoice: 'NONE' },
      ['definition', 'toolChoice'],
      /^toolChoice: must be one of AUTO, REQUIRED\.$/,
    ],
    [{ model, requireUserApproval: true }, ['definition', 'requireUserApproval'], /planner is PLAN/],
    [{ model, planner: 'PLAN', toolChoice: 'REQUIRED' }, ['definition', 'toolChoice'], /is TOOL_CALLS/],
  ] as const)('LOOP-8 %o is refused at its path', async ([definition, path, message]) => {
    const slug = `refused-${++made}`
    const refused = create(definition, slug)
    await expect(refused).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(message),
      data: { path: expect.arrayContaining([...path]) },
    })
    expect(await database.prisma.agent.count({ where: { slug } })).toBe(0)
  })

  test.for(places)(
    'LOOP-8 a text in %s is refused where it cannot be stored',
    async ([field, definition]) => {
      const { agentId } = await create({ model })
      for (const [text, words] of unstorable) {
        const refusal = {
          code: 'INVALID_INPUT',
          message: expect.stringMatching(words),
          data: { path: field === 'definition' ? ['definition'] : ['definition', ...field.split('.')] },
        }
        await expect(create({ model, ...definition(text) })).rejects.toMatchObject(refusal)
        const refused = update(agentId, definition(text))
        await expect(refused).rejects.toMatchObject(refusal)
        await expect(refused).rejects.toThrow(new RegExp(`^${field}: `))
      }
      expect(await versionsOf(agentId)).toHaveLength(1)
    },
  )

  test('LOOP-8 null for a field that cannot be null counts as left out', async () => {
    const given = { model, name: null, tools: null, fallbackModels: null, promptSections: null, skills: null }
    const nested = { loop: { maxIterations: null }, modelRetry: null, compaction: { warnAt: null } }
    const { agentId } = await create(
      { ...given, ...nested, busySession: null, confidence: { models: null } },
      'nulls',
    )
    const plain = await create({ model, name: 'nulls', confidence: {} })
    const [[version], [expected]] = [await versionsOf(agentId), await versionsOf(plain.agentId)]
    expect(version?.definition).toEqual(expected?.definition)
  })

  test('LOOP-8 null where it means something is kept, and within a schema too', async () => {
    const outputSchema = { type: 'object', default: null, properties: { loop: { const: null } } }
    const { agentId } = await create({ model, compaction: null, outputSchema })
    expect((await versionsOf(agentId))[0]?.definition).toMatchObject({ compaction: null, outputSchema })
  })

  test('CTX-1 the warning comes below where the history is made smaller, if it is left out too', async () => {
    const warnsAt = async (compactAt: number) => {
      const { agentId } = await create({ model, compaction: { compactAt } })
      await update(agentId, { description: 'Changed.' })
      return (await versionsOf(agentId)).map(({ definition }) => definition)
    }
    for (const [compactAt, warnAt] of [
      [1, 0.8],
      [0.9, 0.8],
      [0.8, 0.72],
      [0.1, 0.09],
    ] as const)
      expect(await warnsAt(compactAt)).toMatchObject(
        [1, 2].map(() => ({ compaction: { warnAt, compactAt } })),
      )
  })

  test('LOOP-8 API-14 a definition of more than 512 KiB is refused before it is scanned', async () => {
    const skills = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ name: `skill-${n}`, instructions: 'x'.repeat(60_000) }))
    const refused = create({ model, skills: skills(9) })
    await expect(refused).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { path: ['definition'], message: expect.stringContaining('524288 bytes') },
    })
    const { agentId } = await create({ model, skills: skills(8) })
    expect((await versionsOf(agentId))[0]?.definition).toMatchObject({ skills: { length: 8 } })
  })

  test('MOD-5 a fallback that is named again says nothing', async () => {
    const other = 'anthropic/claude-sonnet-5'
    const { agentId } = await create({ model, fallbackModels: [other, other] })
    expect((await versionsOf(agentId))[0]?.definition).toMatchObject({ fallbackModels: [other] })
  })

  test.for(['', 'A', 'ä', 'a\u0000', 'a\ud800', '-a', 'a-', 'a b', 'a/b', 'a'.repeat(101), 'a\n'])(
    'LOOP-8 %j is no slug',
    async (slug) => {
      const refused = create({ model }, slug)
      await expect(refused).rejects.toMatchObject({ code: 'INVALID_INPUT', message: /slug/ })
    },
  )

  test('LOOP-8 a slug is taken once in a project, also where two ask at once', async () => {
    const told = await Promise.allSettled([1, 2, 3].map(() => create({ model }, 'wanted')))
    const codes = told.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'made'))
    expect(codes.sort()).toEqual(['SLUG_TAKEN', 'SLUG_TAKEN', 'made'])
    expect(await database.prisma.agentVersion.count({ where: { agent: { slug: 'wanted' } } })).toBe(1)
  })
})

describe('a change of an agent', () => {
  test('RUN-1 makes a new version, and the ones before stay as they were', async () => {
    const { agentId } = await create({ model, systemPrompt: 'One.', temperature: 0.5 })
    await update(agentId, { systemPrompt: 'Two.' })
    await update(agentId, { systemPrompt: null, name: 'Named' })
    const versions = await versionsOf(agentId)
    expect(versions.map((version) => [version.version, version.definition])).toMatchObject([
      [1, { systemPrompt: 'One.', temperature: 0.5 }],
      [2, { systemPrompt: 'Two.', temperature: 0.5 }],
      [3, { systemPrompt: null, temperature: 0.5, name: 'Named' }],
    ])
    const agent = await database.prisma.agent.findUniqueOrThrow({ where: { id: agentId } })
    expect(agent).toMatchObject({ version: 3, name: 'Named' })
  })

  test('RUN-1 that changes nothing makes no version', async () => {
    const { agentId } = await create({ model, temperature: 1 })
    await update(agentId, { temperature: 1, model })
    await update(agentId, {})
    expect(await versionsOf(agentId)).toHaveLength(1)
  })

  test('RUN-1 a field given as undefined keeps its value', async () => {
    const { agentId } = await create({ model, tools: ['gate'] })
    await update(agentId, { tools: undefined, temperature: 1 })
    expect((await versionsOf(agentId)).at(-1)?.definition).toMatchObject({ tools: ['gate'], temperature: 1 })
  })

  test('RUN-1 null empties a field that can be null, and leaves another as it is', async () => {
    const { agentId } = await create({ model, tools: ['gate'], maxSteps: 5, busySession: 'REJECT' })
    await update(agentId, { tools: null, maxSteps: null, busySession: null, compaction: null })
    const changed = { model, tools: ['gate'], maxSteps: null, busySession: 'REJECT', compaction: null }
    expect((await versionsOf(agentId)).at(-1)?.definition).toMatchObject(changed)
  })

  test.each(['name', 'model'])('RUN-1 null for its %s is refused, with the remedy', async (field) => {
    const { agentId } = await create({ model })
    await expect(update(agentId, { description: 'New.', [field]: null })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: `${field}: is null, and every definition has one. Leave it out to keep what it is.`,
      data: { path: ['definition', field] },
    })
    expect(await versionsOf(agentId)).toHaveLength(1)
  })

  test('RUN-1 changes at the same time all land, one version each', async () => {
    const { agentId } = await create({ model })
    const changes = [
      { systemPrompt: 'Be kind.' },
      { temperature: 0.25 },
      { maxSteps: 7 },
      { maxCostUsd: '2.5' },
      { description: 'Changed by many.' },
    ]
    await Promise.all(changes.map((change) => update(agentId, change)))
    const versions = await versionsOf(agentId)
    expect(versions.map((version) => version.version)).toEqual([1, 2, 3, 4, 5, 6])
    expect(versions.at(-1)?.definition).toMatchObject(Object.assign({}, ...changes))
  })

  test('RUN-1 a wrong one changes nothing, and one of an agent elsewhere is not found', async () => {
    const { agentId } = await create({ model })
    await expect(update(agentId, { maxSteps: -1 })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    const elsewhere = update(agentId, { maxSteps: 1 }, '00000000-0000-7000-8000-000000000000')
    await expect(elsewhere).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await versionsOf(agentId)).toHaveLength(1)
  })

  test('RUN-1 a run keeps the version that it started with, the next one takes the new one', async () => {
    opened = Promise.withResolvers()
    const { slug } = await engine.define(({ messages }) =>
      messages.length === 1 ? { toolCalls: [{ name: 'gate', arguments: {} }] } : { text: 'Done.' },
    )
    const call = { projectId: engine.project.id, agent: { slug }, input: 'Go.' }
    const old = await engine.operations.triggerRun(call)
    await engine.seen(old.runId, 'ActionStarted')
    const { agentId } = await database.prisma.run.findUniqueOrThrow({ where: { id: old.runId } })
    await update(agentId, { maxSteps: 1 })
    opened.resolve()
    expect((await engine.finished(old.runId)).row).toMatchObject({ status: 'COMPLETED', agentVersion: 1 })
    const young = await engine.operations.triggerRun(call)
    expect((await engine.finished(young.runId)).row).toMatchObject({ status: 'PAUSED', agentVersion: 2 })
  })
})
