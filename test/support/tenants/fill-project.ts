import { createHash } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import { v7 as uuidv7 } from 'uuid'
import { agentDefinition } from '../../../src/domain/agent.ts'
import { projectBudgetKey, runBudgetKey } from '../../../src/domain/budget.ts'
import type { GateContext } from '../../../src/domain/gate-context.ts'
import type { HttpMessage } from '../../../src/domain/model-exchange.ts'
import { workflowDefinition } from '../../../src/domain/workflow.ts'
import type { Prisma, PrismaClient } from '../../../src/generated/prisma/client.ts'
import { createVault } from '../../../src/store/vault.ts'
import { createFactories } from '../factories.ts'
import { eventsOfEveryType } from './events-of-every-type.ts'

/** A project that has of everything, all of it marked: its texts hold the mark, and so do its keys and names. */
export interface Tenant {
  readonly project: { readonly id: string; readonly slug: string }
  readonly mark: string
  /** One row of each kind of object: those that have the most to tell. */
  readonly rows: Rows
}

type Rows = Awaited<ReturnType<typeof fill>>

/** Fills a project with rows of every table that has a project, each list with an entry and each column that may be null with a value. */
export async function fillProject(
  prisma: PrismaClient,
  project: Tenant['project'],
  mark: string,
): Promise<Tenant> {
  const defaults = { defaultMaxSteps: 9, defaultMaxCostUsd: '9' }
  const limits = { maxCostUsdPerDay: '9', maxTokensPerDay: 9_000n, ...defaults }
  await prisma.project.update({ where: { id: project.id }, data: { name: `${mark} project`, ...limits } })
  return { project, mark, rows: await fill({ prisma, projectId: project.id, mark }) }
}

interface FillTarget {
  readonly prisma: PrismaClient
  readonly projectId: string
  readonly mark: string
}

/** The key that a server is to have to read what is sealed in the rows of tenants. */
export const tenantsKey = Buffer.alloc(32, 7)

/** An MCP server that each user signs in to. Nobody connects to it before. */
export const signInServer = { name: 'notes', url: 'https://notes.example.com/mcp' }

const moment = new Date('2026-11-01T00:00:00Z')

async function fill(target: FillTarget) {
  const { prisma, projectId, mark } = target
  const make = createFactories(prisma, projectId)
  const agent = await make.agent(
    { slug: `${mark}-agent`, name: `${mark} agent`, description: `What ${mark} does.` },
    {
      description: `What ${mark} does.`,
      systemPrompt: `You are ${mark}.`,
      tools: ['calculator'],
      relics: [`${mark}-relic`],
      workflows: [`${mark}-workflow`],
      fallbackModels: ['scripted/other'],
      ...{ maxSteps: 7, defaultTimeoutMs: 60_000, maxCostUsd: '9' },
      ...{ temperature: 0.5, reasoningEffort: 'LOW', maxOutputTokens: 900, contextWindow: 9_000 },
      outputSchema: { type: 'object', title: mark },
      skills: [{ name: `${mark} skill`, instructions: `Do as ${mark} does.` }],
      flowType: 'SEQUENTIAL',
      stages: [{ name: `${mark} stage`, instruction: `Begin as ${mark}.` }],
      compaction: { models: ['google/not-set-up'] },
      confidence: { models: ['scripted/other'] },
      gates: { expiresAfterMs: 9_000 },
      acceptanceCriteria: [`${mark} is done`],
      ...{ subagents: [`${mark}-agent`], specialists: [`${mark}-agent`], subagentModels: ['scripted/other'] },
    },
  )
  const archived = await make.agent({ slug: `${mark}-archived`, archivedAt: moment })
  const newer = { agentId: agent.id, projectId, version: 2, createdBy: `${mark} key` }
  const definition = { name: `${mark} renamed`, model: 'scripted/echo', systemPrompt: `You were ${mark}.` }
  await prisma.agentVersion.create({ data: { ...newer, definition: agentDefinition.parse(definition) } })
  const canary = await fillCanary(target, agent)
  const session = await make.session({ key: `${mark}-session`, agentId: agent.id, memory: [`${mark} line`] })
  const reach = await fillReach(target, agent)
  const outside = await fillOutside(target, agent)
  const runs = await fillRuns(target, {
    agent,
    sessionId: session.id,
    workflowId: reach.workflow.id,
    scheduleId: outside.schedule.id,
  })
  const work = await fillWork(target, { ...runs, policyId: reach.policy.id })
  await fillEvents(target, { receivedEvent: outside.receivedEvent, museum: runs.museum })
  const deliveries = await Promise.all(
    [
      { lastError: `${mark} error`, lastStatusCode: 500 },
      { deliveredAt: moment },
      { abandonedAt: moment },
      aboutGate(runs.museum, work.gate),
    ].map((fields) => make.delivery(outside.webhook, runs.museum, fields)),
  )
  const delivery = deliveries[0] ?? (await make.delivery(outside.webhook, runs.museum))
  const evaluated = await fillEvaluations(target, { agent, file: work.file, ...runs })
  await fillSums(target, { agent, session, ...runs })
  await fillSignIns(target)
  return { agent, archived, canary, session, delivery, ...reach, ...outside, ...runs, ...work, ...evaluated }
}

/** Stores sign-ins of a person to an MCP server, and the client that they have at its authorization server. */
async function fillSignIns({ prisma, projectId, mark }: FillTarget): Promise<void> {
  const vault = createVault(tenantsKey)
  const { name: server, url } = signInServer
  const owner = { server, url, projectId, userKind: 'TOKEN', userName: `${mark} person` }
  const key = createHash('sha256')
    .update(JSON.stringify(Object.values(owner)))
    .digest('hex')
  const sealed = vault.seal({ says: mark })
  await prisma.mcpSignIn.create({
    data: {
      ...{ ...owner, id: uuidv7(), key, sealed, scope: `${mark} scope` },
      ...{ signedInAt: moment, isAnnounced: true },
    },
  })
  await prisma.mcpSignInState.create({
    data: {
      ...{ ...owner, id: uuidv7(), stateHash: `${mark} state`, sealed },
      expiresAt: new Date(Date.now() + 3_600_000),
    },
  })
  await prisma.mcpClient.create({
    data: { id: uuidv7(), server, issuer: `https://${mark}.example.com`, sealed },
  })
}

/** Creates a canary that runs, beside which the weights of the agent are, and one that has ended. */
async function fillCanary({ prisma, projectId, mark }: FillTarget, agent: Agent) {
  const figure = { count: 9, value: 0.5 }
  const of = {
    ...{
      projectId,
      agentId: agent.id,
      version: 2,
      baselineVersion: 1,
      weight: 0.5,
      minRuns: 10,
      maxRuns: 90,
    },
    ...{ stopOn: { failureRate: 0.1, cost: 0.2, duration: 0.3, rating: 0.4 }, startedBy: `${mark} key` },
    comparisons: [
      {
        ...{ measure: 'COST', version: figure, baseline: figure, margin: 0.1, verdict: 'UNKNOWN' },
        difference: { low: -1, high: 1 },
      },
    ],
    ...{ comparedAt: moment, createdAt: moment },
  }
  const ended = { endedAt: moment, endedBy: `${mark} key`, reason: `${mark} had enough` }
  await prisma.canary.create({ data: { ...of, ...ended, id: uuidv7(), status: 'STOPPED' } })
  const canary = await prisma.canary.create({ data: { ...of, id: uuidv7() } })
  // All new runs get one version: what they may do is not to be a matter of chance.
  const weights = [
    { version: 1, weight: 1 },
    { version: 2, weight: 0 },
  ]
  await prisma.agent.update({ where: { id: agent.id }, data: { traffic: { weights, canaryId: canary.id } } })
  return canary
}

/** What a received event did. */
async function fillEvents(
  { prisma, projectId, mark }: FillTarget,
  { receivedEvent: { id }, museum }: { receivedEvent: { id: string }; museum: Runs['museum'] },
): Promise<void> {
  const inCall = { stepNumber: 1, action: 'look', target: `${mark}_tool`, key: `${mark} key` }
  const event = {
    event: `${mark} event`,
    filter: `event.data.says == "${mark}"`,
    since: moment.toISOString(),
  }
  await createFactories(prisma, projectId).gate(museum, {
    ...{ kind: 'EVENT', status: 'ANSWERED', reason: `${mark} waits`, respondent: `${mark} key` },
    ...{ context: { kind: 'EVENT', ...inCall, ...event }, resolution: { answer: { says: mark } } },
    ...{ resolvedBy: `event:${id}`, resolvedAt: moment },
  })
  const context: GateContext = { kind: 'BATCH', stepNumber: 1, provider: 'openai', model: mark }
  await createFactories(prisma, projectId).gate(museum, {
    ...{ kind: 'BATCH', status: 'CANCELLED', reason: `${mark} waits for a batch`, context },
    resolvedAt: moment,
  })
  await prisma.receivedEvent.update({ where: { id }, data: { startedRunIds: [museum.id] } })
}

/** A delivery about a gate of the run. */
function aboutGate(
  run: { readonly rootId: string; readonly agentId: string },
  gate: { readonly id: string; readonly kind: string; readonly status: string },
) {
  const { rootId, agentId } = run
  const { id, kind, status } = gate
  const about = { status: 'WAITING', terminationReason: null, lastSeq: 7, gate: { id, kind, status } }
  return { topic: 'GATE_OPENED', facts: { ...about, rootId, agentId, parentId: null } }
}

/** Stores what a model call sent and received. */
async function fillTraffic(
  { prisma, projectId, mark }: FillTarget,
  call: { readonly id: string; readonly runId: string },
): Promise<void> {
  const sealed = (message: object) => {
    const bytes = zstdCompressSync(JSON.stringify(message))
    return new Uint8Array(createVault(tenantsKey).sealBytes(bytes))
  }
  const said: HttpMessage = {
    headers: [{ name: 'x-mark', value: mark }],
    body: `${mark} body`,
    bodyBytes: 12,
    isTruncated: false,
  }
  await prisma.modelTraffic.create({
    data: {
      ...{ callId: call.id, projectId, runId: call.runId, requestBytes: 12, responseBytes: 12 },
      request: sealed({ ...said, method: 'POST', path: `/${mark}` }),
      response: sealed({ ...said, status: 200 }),
    },
  })
  await prisma.batchCall.create({
    data: {
      ...{ id: uuidv7(), projectId, runId: call.runId, gateId: uuidv7(), deadlineAt: moment },
      ...{ provider: 'openai', model: mark, profile: 1, position: {}, requestBytes: 12, state: 'ANSWERED' },
      ...{ response: sealed({ status: 200, body: mark }), settledAt: moment },
    },
  })
}

type Agent = { readonly id: string; readonly version: number }

/** Creates the objects that agents reach besides tools. */
async function fillReach({ prisma, projectId, mark }: FillTarget, agent: Agent) {
  const make = createFactories(prisma, projectId)
  const plan = {
    reasoning: `${mark} thinks`,
    actions: [
      {
        name: 'look',
        type: 'TOOL',
        target: 'calculator',
        parameters: { expression: '1' },
        outputKey: 'seen',
      },
      {
        name: 'note',
        type: 'RELIC',
        target: `${mark}-relic.get`,
        parameters: { key: mark },
        dependsOn: ['look'],
      },
    ],
  }
  const workflow = await make.workflow(
    { slug: `${mark}-workflow`, name: `${mark} workflow`, description: `${mark} plan`, version: 2 },
    {
      name: `${mark} workflow`,
      description: `${mark} plan`,
      plan,
      output: `${mark}`,
      agent: `${mark}-agent`,
    },
  )
  await prisma.workflowVersion.updateMany({
    where: { workflowId: workflow.id },
    data: { createdBy: `${mark} key` },
  })
  const before = { name: `${mark} draft`, description: `${mark} idea`, plan }
  await prisma.workflowVersion.update({
    where: { workflowId_version: { workflowId: workflow.id, version: 1 } },
    data: { definition: JSON.parse(JSON.stringify(workflowDefinition.parse(before))) },
  })
  const archivedWorkflow = await make.workflow({ slug: `${mark}-put-away`, archivedAt: moment })
  const relic = await prisma.relic.create({
    data: {
      id: uuidv7(),
      projectId,
      name: `${mark}-relic`,
      kind: 'KEY_VALUE',
      settings: { defaultTtlMs: 9 },
    },
  })
  const settings = {
    SQL: { url: `postgres://reader@${mark}.example.com/shop`, schema: `${mark}_schema` },
    HTTP: { baseUrl: `https://${mark}.example.com`, headers: { 'x-mark': mark }, paths: [`/${mark}`] },
  } as const
  await prisma.relic.create({
    data: {
      ...{ id: uuidv7(), projectId, name: `${mark}-env`, kind: 'SQL' as const },
      settings: { env: `RELIC_${mark.toUpperCase()}__SHOP` },
    },
  })
  for (const kind of ['SQL', 'HTTP'] as const)
    await prisma.relic.create({
      data: { id: uuidv7(), projectId, name: `${mark}-${kind}`, kind, settings: settings[kind] },
    })
  await prisma.relicEntry.create({
    data: {
      ...{ relicId: relic.id, projectId, key: `${mark}-key`, value: `${mark} value` },
      expiresAt: new Date('2099-01-01T00:00:00Z'),
    },
  })
  const calls = { type: 'RELIC', target: `${mark}-relic`, operation: 'get', reason: `${mark} says so` }
  const policy = await make.policy({ agentId: agent.id, ...calls })
  await make.policy({ target: `${mark}-tool`, condition: `caller.name == "${mark}"` })
  const origin = {
    channel: `${mark}-chat`,
    accountId: `${mark}-account`,
    guildId: `${mark}-guild`,
    peer: `${mark}-peer`,
  }
  const binding = await prisma.binding.create({
    data: { id: uuidv7(), projectId, agentId: agent.id, ...origin, createdAt: moment },
  })
  const key = { projectId, role: 'VIEWER', createdBy: `${mark} admin`, createdAt: moment } as const
  const ended = { expiresAt: moment, lastUsedAt: moment, revokedAt: moment, revokedBy: `${mark} admin` }
  const apiKey = await prisma.apiKey.create({
    data: { id: uuidv7(), ...key, ...ended, name: `${mark} key`, secretHash: `${mark} hash` },
  })
  return { workflow, archivedWorkflow, relic, policy, binding, apiKey }
}

/** Creates the webhook, the schedule and their rows. None of them is due. */
async function fillOutside({ prisma, projectId, mark }: FillTarget, agent: Agent) {
  const make = createFactories(prisma, projectId)
  const vault = createVault(tenantsKey)
  const url = `https://${mark}.example.com/told`
  const failed = { failingSince: moment, disabledAt: moment, disabledReason: `${mark} is away` }
  const webhook = await make.webhook({ url, topics: ['RUN_COMPLETED', 'GATE_OPENED'], ...failed })
  const times = { nextAt: new Date('2099-01-01T00:00:00Z'), lastAt: moment, lastError: `${mark} was busy` }
  const said = {
    input: `${mark} asks`,
    sessionKey: `${mark}-session`,
    tags: [`${mark}-tag`],
    metadata: { of: mark },
  }
  const priced = { pricing: 'BATCH', batchDeadlineMs: 60_000 }
  const schedule = await make.schedule(agent, { cron: '0 0 1 1 *', ...priced, ...said, ...times })
  const receivedEvent = await prisma.receivedEvent.create({
    data: {
      ...{ id: uuidv7(), projectId, name: `${mark} event`, key: `${mark} key`, data: { says: mark } },
      ...{ sentBy: `${mark} key`, receivedAt: moment, deliveredAt: moment },
      ...{
        sealed: vault.seal({ says: mark }),
        expiresAt: new Date(Date.now() + 3_600_000),
      },
    },
  })
  const eventTrigger = await prisma.eventTrigger.create({
    data: {
      ...{ id: uuidv7(), projectId, agentId: agent.id, name: `${mark} trigger`, event: `${mark} event` },
      ...{
        condition: `event.data.says == "${mark}"`,
        ...said,
        ...priced,
        lastAt: moment,
        lastError: `${mark} was busy`,
      },
    },
  })
  const eventSource = await prisma.eventSource.create({
    data: {
      ...{
        id: uuidv7(),
        projectId,
        slug: `${mark}-source`,
        scheme: 'HMAC',
        secret: vault.seal(`${mark} secret`),
      },
      ...{ previousSecret: vault.seal(`${mark} secret before`), previousSecretUntil: moment },
      ...{ signatureHeader: `X-${mark}`, signatureEncoding: 'HEX', eventName: `${mark}.came`, nameAt: mark },
      ...{ idAt: `header:X-${mark}-Id`, toleranceSeconds: 300, maxPerMinute: 600 },
    },
  })
  return { webhook, schedule, receivedEvent, eventTrigger, eventSource }
}

interface Around {
  readonly agent: Agent
  readonly sessionId: string
  readonly workflowId: string
  readonly scheduleId: string
}

/** A tree of runs whose middle one has every column, and one that waits. */
async function fillRuns({ prisma, projectId, mark }: FillTarget, { agent, ...of }: Around) {
  const make = createFactories(prisma, projectId)
  const ended = { status: 'COMPLETED', terminationReason: 'FINAL_ANSWER', completedAt: moment } as const
  const source = await make.run(agent, { input: `${mark} source`, ...ended, sessionId: of.sessionId })
  const root = await make.run(agent, { input: `${mark} root`, ...ended })
  const texts = {
    input: `${mark} museum`,
    summary: JSON.stringify(`${mark} answer`),
    errorCode: 'ERROR',
    errorMessage: `${mark} failed`,
    abortReason: `${mark} had enough`,
    abortedBy: `${mark} key`,
    triggeredBy: `${mark} key`,
    triggeredByKind: 'TOKEN',
    threadId: `${mark}-thread`,
    idempotencyKey: `${mark}-once`,
    batchDeadlineMs: 9_000,
  }
  const museum = await make.run(agent, {
    ...{ ...ended, ...texts, ...of },
    ...{ parentId: root.id, rootId: root.id, ancestorIds: [root.id], depth: 1 },
    ...{ forkedFromId: source.id, forkedAfterStep: 0, replayOfId: source.id, workflowVersion: 2 },
    ...{
      metadata: { of: mark },
      context: { said: mark },
      artifacts: { made: mark },
      overrides: {
        ...{ model: 'scripted/other', systemPrompt: mark },
        edits: { context: true, messages: [0], droppedFrom: 1 },
      },
      bound: {
        ...{ agentId: agent.id, slug: `${mark}-agent`, version: 1 },
        ...{ tools: [], relics: [], workflows: [], subagents: [], specialists: [] },
      },
    },
    effectiveLimits: {
      maxCostUsd: { value: '5', source: 'resume', initial: '4', initialSource: 'trigger' },
      maxTokens: { value: 9_000, source: 'resume', initial: 8_000, initialSource: 'agent' },
    },
    ...{ startedAt: moment, scheduledFor: moment, deltasPrunedAt: moment, settledAt: moment },
    ...{ durationMs: 12, stepCount: 1, progress: 0.5, costUsd: '0.0003' },
    workerClaims: [
      { name: `${mark}:1`, key: 1, version: '0.1.0', since: moment, recoveries: 0, lost: 'LOCK_LOST' },
    ],
  })
  await prisma.runTag.createMany({
    data: [`${mark}-tag`, 'shared-tag'].map((tag) => ({ runId: museum.id, projectId, tag })),
  })
  const rate = (run: { readonly id: string; readonly createdAt: Date }, ratedBy: string) =>
    prisma.rating.create({
      data: {
        ...{ id: uuidv7(), projectId, runId: run.id, ratedBy, runCreatedAt: run.createdAt },
        ...{ score: 0.5, comment: `${mark} liked half of it`, labels: [`${mark} label`] },
      },
    })
  // By the administrator and the user of the tests.
  const rating = await rate(museum, `${mark} admin`)
  await rate(museum, `${mark} person`)
  const comment = await prisma.runComment.create({
    data: {
      ...{ id: uuidv7(), projectId, runId: museum.id, stepNumber: 1 },
      ...{ text: `${mark} says`, commentedBy: `${mark} admin` },
    },
  })
  const below = { parentId: museum.id, rootId: root.id, ancestorIds: [root.id, museum.id], depth: 2 }
  const child = await make.run(agent, { input: `${mark} child`, ...ended, ...below })
  await make.run(agent, { input: `${mark} fork`, ...ended, forkedFromId: museum.id, forkedAfterStep: 0 })
  const waiting = await make.run(agent, {
    ...{ input: `${mark} waits`, status: 'WAITING', startedAt: moment, sessionId: of.sessionId },
  })
  return { source, root, museum, child, waiting, rating, comment }
}

type Runs = Awaited<ReturnType<typeof fillRuns>>

/** Creates the work of the runs, and their logs. */
async function fillWork(
  { prisma, projectId, mark }: FillTarget,
  { source, museum, child, waiting, policyId }: Runs & { readonly policyId: string },
) {
  const make = createFactories(prisma, projectId)
  const actions = [
    { name: 'look', type: 'TOOL', target: `${mark}_tool` },
    { name: 'ask', type: 'AGENT', target: `${mark}-agent`, dependsOn: ['look'], outputKey: 'said' },
    { name: 'decide', type: 'DECISION', dependsOn: ['ask'], branches: [{ name: 'yes', when: 'true' }] },
    { name: 'last', type: 'TOOL', target: 'calculator', branch: 'decide/yes', when: 'said != null' },
  ]
  const offered = [{ name: `${mark}_tool`, description: `Does as ${mark}.`, inputSchema: { title: mark } }]
  const tools = { projectId, hash: `${mark} tools`, text: JSON.stringify(offered) }
  const prompt = { projectId, hash: `${mark} hash`, text: `You are ${mark}.`, toolsHash: tools.hash }
  await prisma.prompt.createMany({ data: [tools, prompt] })
  const step = await make.step(museum, 1, {
    ...{ promptHash: prompt.hash, reasoning: `${mark} thinks`, error: `${mark} failed` },
    plan: { reasoning: `${mark} plans`, maxParallel: 3, actions },
    validation: {
      ...{
        source: 'TESTS',
        progress: 0.5,
        tests: { passed: 1, failed: 1, coverage: 0.5 },
        artifacts: [mark],
      },
      criteria: [{ criterion: `${mark} is done`, met: true, evidence: `${mark} saw it` }],
      ...{ met: true, confidence: { confidence: 0.5, reason: `${mark} is sure`, cause: 'REPORTED' } },
    },
    ...{ progress: 0.5, success: true, durationMs: 5, completedAt: moment },
  })
  const audit = {
    ...{ agent: `${mark}-agent`, decision: 'ALLOW', reason: mark },
    ...{ rule: `policy:${policyId}`, ruleAgent: `${mark}-agent` },
  }
  const about = { runId: museum.id, stepId: step.id, agentId: museum.agentId }
  const gate = await prisma.gate.create({ data: gateOf({ projectId, mark }, about) })
  const action = await make.action(step, {
    ...{
      name: 'ask',
      position: 1,
      wave: 1,
      type: 'AGENT',
      target: `${mark}-agent`,
      parameters: { input: mark },
    },
    ...{ dependsOn: ['look'], outputKey: 'said', output: `${mark} output`, condition: `"${mark}" != ""` },
    ...{ error: `${mark} failed`, errorCode: 'TOOL_FAILED', branch: 'decide/yes', callId: `${mark}-call` },
    ...{ startedAt: moment, durationMs: 4, completedAt: moment, childRunId: child.id, attempt: 2 },
    audit: {
      ...audit,
      gateId: gate.id,
      decidedBy: `${mark} key`,
      readAs: [`/${mark}: null as left out`],
      steps: { [`${mark} step`]: { state: 'done', value: mark, at: moment.toISOString() } },
      resultBytes: 12,
    },
  })
  await make.attempt(action, {
    ...{ target: `${mark}-agent`, parameters: { input: mark } },
    ...{ error: `${mark} failed`, errorCode: 'TOOL_FAILED' },
  })
  await prisma.gate.update({ where: { id: gate.id }, data: { actionId: action.id } })
  for (const [name, position] of [
    ['look', 0],
    ['decide', 2],
    ['last', 3],
  ] as const)
    await make.action(step, { name, position, wave: position, parameters: { of: mark } })
  await make.action(await make.step(source, 1), { name: 'ask', parameters: { of: mark } })
  await prisma.runComment.create({
    data: {
      ...{ id: uuidv7(), projectId, runId: museum.id, actionId: action.id },
      ...{ text: `${mark} says of it`, commentedBy: `${mark} admin` },
    },
  })
  const spoken = { finishReason: 'STOP', errorCode: 'ERROR', errorMessage: `${mark} failed`, pricedAs: mark }
  const modelCall = await make.modelCall(museum, step, {
    ...{ ...spoken, latencyMs: 3, timeToFirstTokenMs: 2, cachedInputTokens: 4, model: `${mark}-model` },
    ...{ actionId: action.id, actionAttempt: 2 },
    // Of a model that no table knows, the parts of no other cost are known.
    costUsd: '0',
  })
  await fillTraffic({ prisma, projectId, mark }, modelCall)
  const childStep = await make.step(child, 1)
  await make.modelCall(child, childStep, { costUsd: '0' })
  await make.gate(waiting, { reason: `${mark} must be asked`, context: callOf(mark) })
  for (const context of contextsOf(mark))
    await make.gate(museum, { kind: context.kind, reason: `${mark} must be asked`, context })
  const events = eventsOfEveryType({ mark, actionId: action.id, gateId: gate.id, childRunId: child.id })
  await prisma.eventSegment.create({
    data: {
      ...{ runId: museum.id, rootId: museum.rootId, projectId, at: moment, epoch: 1 },
      ...{ firstSeq: 1, lastSeq: events.length },
      events: events.map(({ seq, ...event }) => ({ place: seq - 1, stepNumber: 1, ...event })),
    },
  })
  await prisma.run.update({ where: { id: museum.id }, data: { nextSeq: events.length + 1 } })
  const own = { runId: museum.id, projectId }
  const { file, part } = await fillFile({ prisma, projectId, mark }, museum)
  const call = {
    type: 'tool-call',
    callId: `${mark}-call`,
    name: `${mark}_tool`,
    arguments: `{"of":"${mark}"}`,
  }
  await prisma.message.createMany({
    data: [
      { ...own, position: 0, role: 'USER', content: { role: 'user', text: mark, files: [part] } },
      {
        ...{ ...own, position: 1, stepNumber: 1, role: 'ASSISTANT' },
        content: { role: 'assistant', messageId: mark, parts: [{ type: 'text', text: mark }, call] },
      },
    ],
  })
  await prisma.compaction.create({
    data: {
      ...{ id: uuidv7(), projectId, runId: museum.id, stepNumber: 1, tokensBefore: 2, tokensAfter: 1 },
      strategies: ['SUMMARISE'],
      view: { covered: { [museum.id]: 0 }, kept: [], summary: mark, dropped: 0, cut: {}, cutTo: null },
    },
  })
  return { step, gate, action, modelCall, file }
}

/** Creates a file that the input of a run names. */
async function fillFile(
  { prisma, projectId, mark }: FillTarget,
  { id, rootId }: { readonly id: string; readonly rootId: string },
) {
  const data = Buffer.from(`${mark} bytes`)
  const sha256 = createHash('sha256').update(data).digest('hex')
  const of = { projectId, sha256, byteCount: data.byteLength }
  await prisma.fileContent.create({ data: { ...of, data } })
  const described = { ...of, mediaType: 'text/plain', name: `${mark}.txt`, width: 1, height: 1 }
  const file = await prisma.file.create({
    data: { id: uuidv7(), ...described, createdBy: `${mark} key`, tokenScope: `${mark} scope` },
  })
  await prisma.runFile.create({ data: { rootId, fileId: file.id, projectId } })
  const { mediaType, name, byteCount } = described
  const part = { type: 'file', fileId: file.id, mediaType, name, byteCount }
  await prisma.run.update({ where: { id }, data: { inputFiles: [part] } })
  return { file, part }
}

/** One that was decided, with all that there is to say of it. */
interface GateOf {
  readonly runId: string
  readonly agentId: string
  readonly stepId: string
}

function gateOf(
  { projectId, mark }: Omit<FillTarget, 'prisma'>,
  { runId, agentId, stepId }: GateOf,
): Prisma.GateUncheckedCreateInput {
  return {
    ...{ id: uuidv7(), projectId, runId, agentId, stepId, kind: 'ACTION_APPROVAL', status: 'REVISED' },
    ...{ reason: `${mark} must be asked`, context: callOf(mark), note: `${mark} note` },
    ...{ resolution: { arguments: { of: mark } }, resolvedBy: `${mark} key`, resolvedAt: moment },
    ...{ expiresAt: moment, onExpiry: 'REFUSE', createdAt: moment },
  }
}

/** Two evaluations of a data set, of which the later one has the other for its baseline. */
async function fillEvaluations(
  { prisma, projectId, mark }: FillTarget,
  { agent, file, museum, child }: Runs & { readonly agent: Agent; readonly file: { readonly id: string } },
) {
  const make = createFactories(prisma, projectId)
  const dataSet = await make.dataSet({
    slug: `${mark}-set`,
    name: `${mark} set`,
    description: `${mark} asks`,
  })
  const item = await make.item(dataSet, {
    ...{ key: `${mark} key`, input: `${mark} item`, context: { said: mark }, sourceRunId: museum.id },
    expectations: {
      ...{
        exact: mark,
        contains: [mark],
        matches: [mark],
        criteria: [`${mark} is kind`],
        evaluators: [mark],
      },
      ...{ schema: { title: mark }, maxCostUsd: '1', maxSteps: 9, maxDurationMs: 9 },
      ...{ toolsCalled: [mark], toolsNotCalled: [mark] },
    },
  })
  await prisma.dataSetItemFile.create({ data: { itemId: item.id, position: 0, fileId: file.id, projectId } })
  const ended = {
    status: 'FAILED',
    error: `${mark} broke`,
    createdBy: `${mark} key`,
    completedAt: moment,
  } as const
  const baseline = await make.evaluation(dataSet, agent, ended)
  await make.result(baseline, item, { status: 'FAILED', score: 0, durationMs: 2 })
  const sums = { failedCount: 1, scoreSum: 0.5, baselineId: baseline.id }
  const evaluation = await make.evaluation(dataSet, agent, { ...ended, ...sums, pricing: 'BATCH' })
  const votes = { met: 1, of: 2 }
  const check = {
    kind: 'CRITERION',
    expected: mark,
    passed: false,
    score: 0.5,
    reason: `${mark} says`,
    votes,
  }
  const result = await make.result(evaluation, item, {
    ...{ status: 'FAILED', trialRunId: museum.id, judgeRunIds: [child.id], output: { said: mark } },
    ...{ score: 0.5, checks: [check], error: `${mark} failed`, durationMs: 3, stepCount: 1 },
    ...{ startedAt: moment, completedAt: moment },
  })
  return { dataSet, item, evaluation, result }
}

function callOf(mark: string) {
  const about = { kind: 'ACTION_APPROVAL', stepNumber: 1, action: 'look', type: 'TOOL' } as const
  return { ...about, target: `${mark}_tool`, arguments: { of: mark } } satisfies GateContext
}

/** A context of each kind of gate that is not about a call. */
function contextsOf(mark: string): readonly GateContext[] {
  const about = { stepNumber: 1, progress: 0.5 }
  const action = { name: 'look', type: 'TOOL', target: `${mark}_tool` } as const
  const inCall = { stepNumber: 1, action: 'look', target: `${mark}_tool`, key: `${mark} key` }
  return [
    { kind: 'LOW_CONFIDENCE', ...about, confidence: 0.5, reason: `${mark} is not sure` },
    { kind: 'IDENTICAL_ERRORS', ...about, target: `${mark}_tool`, error: `${mark} failed`, count: 3 },
    { kind: 'MONITOR', ...about, escalation: `${mark} repeats itself` },
    {
      kind: 'PLAN_APPROVAL',
      stepNumber: 1,
      reasoning: `${mark} plans`,
      actions: [{ ...action, dependsOn: ['none'], parameters: { of: mark } }],
    },
    {
      kind: 'INPUT',
      ...inCall,
      question: `${mark}?`,
      schema: { title: mark },
      url: `https://${mark}.example/`,
    },
    { kind: 'TIME', ...inCall },
  ]
}

/** Creates the sums, caches and removals. */
async function fillSums(
  { prisma, projectId, mark }: FillTarget,
  { agent, session, museum }: { agent: Agent; session: { id: string }; museum: Runs['museum'] },
): Promise<void> {
  const spent = { projectId, spentUsd: '0.5', spentTokens: 50n, reservedUsd: '0.25', reservedTokens: 25n }
  // A test that begins before midnight ends after it.
  const days = [0, 1].map((day) => new Date(Date.now() + day * 24 * 3_600_000))
  const keys = [runBudgetKey(museum.id), ...days.map((day) => projectBudgetKey(projectId, day))]
  // The sums of the project are there already where it is filled twice.
  await prisma.budget.createMany({ data: keys.map((key) => ({ key, ...spent })), skipDuplicates: true })
  const of = { projectId, agentId: agent.id, agentVersion: 1, sessionId: session.id, day: moment }
  const call = { provider: 'scripted', model: `${mark}-model`, purpose: 'LOOP', costUsd: '7' } as const
  const tokens = { inputTokens: 7n, outputTokens: 7n, cachedInputTokens: 7n, reasoningTokens: 7n }
  await prisma.pastUsage.create({ data: { key: `${mark} past`, ...of, ...call, ...tokens, requests: 7n } })
  const cached = { projectId, hash: `${mark} hash`, output: `${mark} cached`, rootId: museum.rootId }
  await prisma.actionCache.create({ data: { ...cached, expiresAt: new Date('2099-01-01T00:00:00Z') } })
  await prisma.runDeletion.create({
    data: { runId: uuidv7(), projectId, commitXid: 1n, expiresAt: new Date('2099-01-01T00:00:00Z') },
  })
  await prisma.agentSet.create({ data: { projectId, hash: `${mark} set`, appliedAt: moment } })
  const removed = { projectId, runId: uuidv7(), seq: 1, commitXid: 1n, removedAt: moment }
  await prisma.removal.createMany({
    data: [{ feed: `project:${projectId}`, ...removed }],
    skipDuplicates: true,
  })
}
