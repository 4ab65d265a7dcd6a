import { describe, expect, test } from 'vitest'
import { eventCatalogue } from '../../../../src/domain/event-catalogue.ts'
import type { GateRow } from '../../../../src/domain/gate.ts'
import { atOnce } from '../../../../src/domain/in-slices.ts'
import { isJsonObject, type Json } from '../../../../src/domain/json.ts'
import { deltaTypes, eventTypes, type NewEvent } from '../../../../src/domain/run-event.ts'
import type {
  ActionAttemptRow,
  ActionRow,
  CommitContent,
  CompactionRow,
  ModelCallRow,
  RunPatch,
  StepRow,
} from '../../../../src/domain/run-log.ts'
import { createEntryRedaction } from '../../../../src/engine/run/redact-entry.ts'
import { createRedactor } from '../../../../src/redaction/create-redactor.ts'

const secret = 'c4nary-v4lue-7c41'

/** In the middle, in a list, as a name. */
const data = { note: `It is ${secret}.`, deep: [{ [secret]: secret }] } satisfies Json

const at = new Date(0)

const user = { role: 'user', text: secret } as const

const run: Required<RunPatch> = {
  ...{ status: 'RUNNING', terminationReason: null, errorCode: secret, leaseOwner: secret, leaseKey: 1 },
  ...{
    progress: 1,
    stepCount: 1,
    actionCount: 1,
    costUsd: '1',
    activeMs: 1,
    durationMs: 1,
    inputsConsumed: 1,
  },
  ...{ gateDecisions: 1, crashesSinceProgress: 1, abortRequestedAt: at, resumedAt: at, completedAt: at },
  ...{ abortReason: secret, abortedBy: secret, summary: secret, errorMessage: secret, escalation: secret },
  ...{ context: data, artifacts: data, effectiveLimits: data },
  loopState: {
    ...data,
    doomLoop: { tool: secret, recent: [secret] },
    words: data,
    measures: data,
    flow: data,
  },
}

const step: StepRow = {
  ...{
    id: secret,
    projectId: secret,
    runId: secret,
    number: 1,
    promptHash: secret,
    progress: 1,
    success: true,
  },
  ...{ startedAt: at, durationMs: 1, completedAt: at, reasoning: secret, error: secret, validation: data },
  plan: { ...data, actions: [{ ...data, parameters: data }] },
  checkpoint: { ...data, loopState: data, context: data },
}

const action: ActionRow = {
  ...{
    id: secret,
    projectId: secret,
    runId: secret,
    stepId: secret,
    position: 0,
    name: secret,
    target: secret,
  },
  ...{ type: 'TOOL', mode: 'ASYNC', status: 'FAILED', parameters: data, output: data, condition: secret },
  ...{
    dependsOn: [secret],
    waitForAll: true,
    skipOnError: false,
    priority: 0,
    outputKey: secret,
    branch: secret,
  },
  ...{
    retry: data,
    cache: data,
    timeoutMs: 1,
    wave: 0,
    attempt: 1,
    retryAt: at,
    callId: secret,
    effect: secret,
  },
  ...{ error: secret, errorCode: secret, childRunId: secret, startedAt: at, durationMs: 1, completedAt: at },
  audit: {
    agent: secret,
    rule: secret,
    reason: secret,
    calledAs: secret,
    note: secret,
    readAs: [secret],
    artifacts: data,
  },
}

const attempt: ActionAttemptRow = {
  ...{
    runId: secret,
    projectId: secret,
    actionId: secret,
    hash: secret,
    number: 1,
    status: 'FAILED',
    startedAt: at,
  },
  ...{ target: secret, parameters: data, output: data, error: secret, errorCode: secret },
  ...{ durationMs: 1, completedAt: at },
}

const modelCall: ModelCallRow = {
  ...{ id: secret, projectId: secret, runId: secret, rootId: secret, stepId: secret, sessionId: secret },
  ...{
    agentId: secret,
    agentVersion: 1,
    purpose: 'LOOP',
    number: 1,
    provider: secret,
    model: secret,
    attempt: 1,
  },
  ...{ actionId: secret, actionAttempt: 1, messageId: secret, profile: 1, estimated: false, sent: true },
  ...{ finishReason: secret, errorCode: secret, errorMessage: secret, costUsd: '1', priceVersion: secret },
  ...{
    pricedAs: secret,
    answer: data,
    questionHash: secret,
    latencyMs: 1,
    timeToFirstTokenMs: 1,
    startedAt: at,
    pricing: null,
  },
  ...{ inputTokens: 1, outputTokens: 1, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
}

const compaction: CompactionRow = {
  ...{
    id: secret,
    projectId: secret,
    runId: secret,
    sessionId: secret,
    stepNumber: 1,
    number: 1,
    strategies: [],
  },
  ...{ tokensBefore: 1, tokensAfter: 1, createdAt: at },
  view: {
    ...{ covered: { [secret]: 1 }, cut: { [secret]: 1 }, cutTo: 1, dropped: 0, summary: secret },
    kept: [{ runId: secret, position: 0, message: user }],
  },
}

const gate: GateRow = {
  ...{ id: secret, projectId: secret, runId: secret, agentId: secret, stepId: secret, actionId: secret },
  ...{ kind: 'PERMISSION', status: 'OPEN', reason: secret, note: secret, context: data, resolution: data },
  ...{ resolvedBy: secret, resolvedAt: at, expiresAt: at, onExpiry: null, decider: 'ADMIN', createdAt: at },
  respondent: secret,
}

/** The fields that still hold the secret. */
function leaksIn(row: object): readonly string[] {
  return Object.entries(row).flatMap(([name, value]) =>
    JSON.stringify(value).includes(secret) ? [name] : [],
  )
}

function redacted(entry: Partial<CommitContent>): Partial<CommitContent> {
  const redactor = createRedactor({ values: [secret] }).within({ mode: 'NAMED', sign: () => '[redacted]' })
  return atOnce(createEntryRedaction(redactor, () => [])(entry))
}

const ids = ['id', 'projectId', 'runId', 'stepId', 'actionId', 'sessionId', 'agentId', 'rootId', 'messageId']

/**
 * The columns that the engine makes. The names in a plan have the form of a name, and are found by it; the limits are those of the agent and its
 * caller; a gate keeps a revision that holds a secret encrypted.
 */
const own: Readonly<Record<string, readonly string[]>> = {
  run: ['errorCode', 'leaseOwner', 'abortReason', 'abortedBy', 'effectiveLimits', 'loopState'],
  steps: ['promptHash'],
  actions: [
    'dependsOn',
    'outputKey',
    'branch',
    'retry',
    'cache',
    'callId',
    'effect',
    'errorCode',
    'childRunId',
  ],
  attempts: ['hash', 'errorCode'],
  modelCalls: ['provider', 'model', 'finishReason', 'errorCode', 'priceVersion', 'pricedAs', 'questionHash'],
  compactions: ['view'],
  gates: ['resolution', 'resolvedBy', 'respondent'],
}

const entry: Partial<CommitContent> = {
  run,
  steps: [step],
  actions: [action],
  attempts: [attempt],
  modelCalls: [modelCall],
  compactions: [compaction],
  gates: [gate],
}

describe('TAS-7 an entry of the log', () => {
  test.each(Object.keys(own))('has no secret in %s, but where the engine alone writes', (part) => {
    const [row] = [Reflect.get(redacted(entry), part)].flat()
    expect(leaksIn(row).filter((name) => !ids.includes(name))).toEqual(own[part])
  })

  test('has none in the state of the loop, but in hashes and numbers', () => {
    const { loopState = null } = redacted(entry).run ?? {}
    expect(isJsonObject(loopState) && leaksIn(loopState)).toEqual(['doomLoop', 'words', 'measures'])
    expect(isJsonObject(loopState) && loopState.doomLoop).toMatchObject({ tool: '[redacted]' })
  })

  test('has none in what a compaction shows', () => {
    const [{ view } = compaction] = redacted(entry).compactions ?? []
    expect(view).toMatchObject({ summary: '[redacted]', kept: [{ message: { text: '[redacted]' } }] })
  })

  test('has none in a message', () => {
    const row = { runId: 'r', projectId: 'p', sessionId: null, position: 0, stepNumber: 1 }
    const tool = { role: 'tool', callId: 'c', name: secret, text: secret, isError: false } as const
    const messages = [user, tool, { role: 'system', text: secret } as const].map((message) => ({
      ...row,
      message,
    }))
    expect(JSON.stringify(redacted({ messages }))).not.toContain(secret)
  })

  test.each(eventTypes)('has none in a %s', (type) => {
    const values: Readonly<Record<string, Json>> = {
      String: secret,
      JSON: data,
      PlannedActions: [{ name: secret }],
    }
    const fields = Object.entries(eventCatalogue[type].fields).map(([name, { kind }]) => [
      name,
      values[kind] ?? 1,
    ])
    // Whatever its fields, as a union of events cannot be made from their declarations.
    const event = { type, stepNumber: 1, data: Object.fromEntries(fields) } as NewEvent
    const isDelta = deltaTypes.some((delta) => delta === type)
    expect(JSON.stringify(redacted({ events: [event] })).includes(secret)).toBe(isDelta)
  })

  test('that holds no secret has the same rows', () => {
    const plain = {
      steps: [{ ...step, plan: null, reasoning: 'Hm.', error: null, validation: null, checkpoint: null }],
    }
    expect(redacted(plain).steps?.[0]).toBe(plain.steps[0])
  })
})
