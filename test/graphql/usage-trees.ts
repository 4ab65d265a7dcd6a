import { fc } from '@fast-check/vitest'
import { v7 as uuidv7 } from 'uuid'
import { effectiveLimits } from '../../src/domain/limits.ts'
import type { Prisma, PrismaClient } from '../../src/generated/prisma/client.ts'

const purposes = ['LOOP', 'PLAN', 'VALIDATION', 'CONFIDENCE', 'COMPACTION', 'REPLAN', 'FINAL'] as const

const call = fc.record({
  model: fc.constantFrom('anthropic/claude', 'openai/gpt', 'vertex/claude', 'openai-chat/gpt'),
  purpose: fc.constantFrom(...purposes),
  errorCode: fc.option(fc.constantFrom('OVERLOADED', 'AUTH', 'TIMEOUT', 'RATE_LIMIT'), { freq: 3 }),
  /** Null: unpriced. In units of 1e-10 dollars. */
  cost: fc.option(fc.bigInt({ min: 0n, max: 10n ** 12n }), { freq: 4 }),
  inputTokens: fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 4, arbitrary: fc.nat(50_000) }),
  outputTokens: fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 4, arbitrary: fc.nat(5_000) }),
  cachedTenths: fc.nat(10),
  reasoningTokens: fc.nat(500),
  /** Milliseconds from the start of the first day; days end in the middle of them. */
  startedMs: fc.oneof(fc.nat(3 * 86_400_000), fc.constantFrom(0, 86_399_999, 86_400_000, 2 * 86_400_000 - 1)),
})

const step = fc.record({
  calls: fc.array(call, { maxLength: 4 }),
  /** Each action of the step: refused as repeated, or otherwise ended. */
  actions: fc.array(fc.constantFrom('REPEATED', 'DONE', 'FAILED'), { maxLength: 2 }),
})

const run = fc.record({
  /** Which earlier run started it; one that is too deep, or none, makes it a root. */
  parent: fc.option(fc.nat(7), { freq: 4 }),
  /** Which step of the parent; what of its action names the run. */
  step: fc.nat(3),
  namedBy: fc.constantFrom('LINK', 'AUDIT', 'NOTHING'),
  agent: fc.nat(1),
  version: fc.integer({ min: 1, max: 2 }),
  session: fc.option(fc.nat(1)),
  steps: fc.array(step, { minLength: 1, maxLength: 3 }),
})

/** Run trees of depth 0 to 3 with all that can become of a model call. */
export const trees = fc.array(run, { minLength: 1, maxLength: 8 })
export type Trees = typeof trees extends fc.Arbitrary<infer Value> ? Value : never

/** A model call as it was stored, with where it stands in the trees. */
export interface PlacedCall {
  readonly row: Prisma.ModelCallCreateManyInput & { readonly id: string; readonly startedAt: Date }
  /** The run that made it, and above it all the runs to the root, each with the step that started the one before. */
  readonly way: readonly { readonly runId: string; readonly stepId: string }[]
  readonly costUsd: string
  readonly isWasted: boolean
  readonly isUnpriced: boolean
}

export interface PlacedTrees {
  readonly runIds: readonly string[]
  readonly agentIds: readonly string[]
  readonly sessionKeys: readonly { readonly id: string; readonly key: string }[]
  readonly steps: readonly string[]
  readonly calls: readonly PlacedCall[]
}

interface PlacedRun {
  readonly row: Prisma.RunCreateManyInput & {
    readonly id: string
    readonly rootId: string
    readonly createdAt: Date
  }
  readonly depth: number
  readonly stepIds: readonly string[]
  /** The path from the run to its root, without its own step. */
  readonly above: PlacedCall['way']
}

const firstDay = Date.UTC(2026, 10, 1)

/** Stores trees in a project, and tells what was stored. */
export async function store(
  prisma: PrismaClient,
  projectId: string,
  shape: readonly Trees[number][],
): Promise<PlacedTrees> {
  const agentIds = [uuidv7(), uuidv7()]
  const sessions = [0, 1].map((n) => ({ id: uuidv7(), projectId, key: `session-${n}` }))
  const runs: PlacedRun[] = []
  const steps: Prisma.StepCreateManyInput[] = []
  const actions: Prisma.ActionCreateManyInput[] = []
  const calls: PlacedCall[] = []

  for (const [index, planned] of shape.entries()) {
    const found = planned.parent === null ? undefined : runs[planned.parent]
    const parent = found !== undefined && found.depth < 3 ? found : undefined
    const id = uuidv7()
    const createdAt = new Date(firstDay + index * 1_000)
    const starter = parent === undefined ? null : startIn(parent, planned)
    const above =
      parent === undefined || starter === null
        ? []
        : [{ runId: parent.row.id, stepId: starter.stepId }, ...parent.above]
    const runCreatedAt = parent?.row.createdAt ?? createdAt
    const name = starter && names(starter, id)
    if (starter && name) actions.push({ ...action(projectId, starter), ...name, type: 'AGENT', runCreatedAt })
    const stepIds = planned.steps.map(() => uuidv7())
    const row = {
      id,
      projectId,
      agentId: agentIds[planned.agent] ?? '',
      agentVersion: planned.version,
      sessionId: planned.session === null ? null : (sessions[planned.session]?.id ?? null),
      parentId: parent?.row.id ?? null,
      rootId: parent?.row.rootId ?? id,
      ancestorIds: above.map((one) => one.runId).toReversed(),
      depth: above.length,
      input: 'Go.',
      effectiveLimits: JSON.parse(JSON.stringify(effectiveLimits({}, {}, 0))),
      createdAt,
    }
    runs.push({ row, depth: above.length, stepIds, above })
    for (const [n, { calls: made, actions: ended }] of planned.steps.entries()) {
      const stepId = stepIds[n] ?? ''
      // The clock of the process that executes the run is not that of the database.
      const startedAt = new Date(createdAt.getTime() + 3_600_000)
      steps.push({ id: stepId, projectId, runId: id, number: n + 1, startedAt })
      for (const end of ended)
        actions.push({ ...action(projectId, { runId: id, stepId }), ...ends[end], runCreatedAt: createdAt })
      const isRepetition = () =>
        actions.some((one) => one.stepId === stepId && one.errorCode === 'TOOL_REPEATED') &&
        actions.every((one) => one.stepId !== stepId || one.errorCode === 'TOOL_REPEATED')
      for (const one of made)
        calls.push(place(one, { run: row, stepId, way: [{ runId: id, stepId }, ...above] }, isRepetition))
    }
  }

  await prisma.agent.createMany({
    data: agentIds.map((id, n) => ({ id, projectId, slug: `agent-${n}`, name: `Agent ${n}`, version: 2 })),
  })
  const versions = agentIds.flatMap((agentId) => [1, 2].map((version) => ({ agentId, version })))
  await prisma.agentVersion.createMany({
    data: versions.map((one) => ({
      ...one,
      projectId,
      definition: { name: 'Agent', model: 'scripted/echo' },
    })),
  })
  await prisma.session.createMany({ data: sessions })
  await prisma.run.createMany({ data: runs.map(({ row }) => row) })
  await prisma.step.createMany({ data: steps })
  await prisma.action.createMany({
    data: actions.map((one, position) => ({ ...one, position, name: `action-${position}` })),
  })
  await prisma.modelCall.createMany({ data: calls.map(({ row }) => row) })
  return {
    runIds: runs.map(({ row }) => row.id),
    agentIds,
    sessionKeys: sessions,
    steps: steps.map(({ id }) => id),
    calls,
  }
}

/** The step that started a child. One that no row names counts with the first. */
function startIn(parent: PlacedRun, { step: index, namedBy }: Trees[number]) {
  const at = namedBy === 'NOTHING' ? 0 : index % parent.stepIds.length
  return { runId: parent.row.id, stepId: parent.stepIds[at] ?? '', namedBy }
}

/** How an action names the run that it started; `null`: it does not. */
function names({ namedBy }: ReturnType<typeof startIn>, childRunId: string) {
  if (namedBy === 'NOTHING') return null
  return namedBy === 'LINK' ? { childRunId } : { audit: { child: childRunId } }
}

/** Told apart when they are stored. */
const inPlan = { position: 0, name: 'action' }

const ends = {
  REPEATED: { status: 'FAILED', errorCode: 'TOOL_REPEATED' },
  FAILED: { status: 'FAILED', errorCode: 'TOOL_FAILED' },
  DONE: { status: 'SUCCEEDED' },
} as const

function action(projectId: string, { runId, stepId }: { runId: string; stepId: string }) {
  const plan = { type: 'TOOL', mode: 'ASYNC', target: 'calculator', parameters: {}, wave: 0 } as const
  return { id: uuidv7(), projectId, runId, stepId, ...plan, ...inPlan, status: 'SUCCEEDED' as const }
}

type PlannedCall = Trees[number]['steps'][number]['calls'][number]

interface CallPlace {
  readonly run: PlacedRun['row']
  readonly stepId: string
  readonly way: PlacedCall['way']
}

function place(
  planned: PlannedCall,
  { run, stepId, way }: CallPlace,
  isRepetition: () => boolean,
): PlacedCall {
  const { model: name, cost, cachedTenths, startedMs, ...rest } = planned
  const [provider = '', model = ''] = name.split('/')
  const units = (cost ?? 0n).toString().padStart(11, '0')
  const costUsd = `${units.slice(0, -10)}.${units.slice(-10)}`
  const { id: runId, projectId, rootId, agentId, agentVersion, sessionId = null } = run
  const runCreatedAt = run.createdAt
  return {
    row: {
      id: uuidv7(),
      projectId,
      runId,
      rootId,
      stepId,
      sessionId,
      agentId,
      agentVersion,
      runCreatedAt,
      provider,
      model,
      attempt: 1,
      messageId: uuidv7(),
      ...rest,
      cachedInputTokens: Math.floor((rest.inputTokens * cachedTenths) / 10),
      costUsd,
      priceVersion: cost === null ? null : 'test',
      startedAt: new Date(firstDay + startedMs),
    },
    way,
    costUsd,
    get isWasted() {
      const asksForTurn = ['LOOP', 'PLAN', 'REPLAN'].includes(planned.purpose)
      return planned.errorCode !== null || (asksForTurn && isRepetition())
    },
    isUnpriced: cost === null && rest.inputTokens + rest.outputTokens > 0,
  }
}
