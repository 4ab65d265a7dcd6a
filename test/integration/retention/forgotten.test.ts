import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { DeletionOperations } from '../../../src/domain/deletion.ts'
import { createDeletionOperations } from '../../../src/engine/commands/delete-runs.ts'
import type { Script } from '../../../src/models/scripted.ts'
import { createDeletionStore } from '../../../src/store/retention/delete-trees.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { type TestEngine, testTool } from '../../support/engine.ts'
import { createFactories } from '../../support/factories.ts'
import { engineForTest, forTest } from '../../support/for-file.ts'
import { decide, openGates, untilStatus } from '../../support/gates.ts'
import { saveRelic } from '../../support/relics.ts'
import { tablesWith } from '../../support/tables-with.ts'
import { fillProject } from '../../support/tenants/fill-project.ts'

/** A word that stands in everything that a person says, and nowhere else. */
const word = 'xylocarp'

/** The segments of the log are in its partitions. */
const ofLog = (name: string) => (name.startsWith('EventSegment_') ? 'EventSegment' : name)

const repeating: Script = ({ messages }) => {
  const turn = messages.filter(({ role }) => role === 'assistant').length
  const turns = [
    { text: `I look for ${word}.`, toolCalls: [{ name: 'look', arguments: { of: word, password: word } }] },
    { toolCalls: [{ name: 'send', arguments: { to: word } }] },
    { toolCalls: [{ name: 'fail', arguments: { about: word } }] },
    { toolCalls: [{ name: 'notes_set', arguments: { key: word, value: { said: word } } }] },
  ]
  return turns[turn] ?? { text: `That was all of ${word}.` }
}

/** Writes the word in every text of a person, a model or a tool, in a run of a session and in a plan. Gives the session's run. */
async function sayEverywhere(engine: TestEngine, database: TestDatabase): Promise<string> {
  const { operations, project, define, finished } = engine
  const projectId = project.id
  await saveRelic(database, { projectId, name: 'notes', kind: 'KEY_VALUE' })
  await createFactories(database.prisma, projectId).webhook()
  const asking = { projectId, type: 'TOOL', target: 'send', permission: 'REQUIRE_APPROVAL' } as const
  await operations.policies.savePolicy(asking)
  const sessionKey = `of ${word}`
  await operations.sessions.updateSession({ projectId, key: sessionKey, memory: [`Is called ${word}.`] })
  const child = await define(() => ({ text: `Below: ${word}.` }))
  const said = { input: `Find ${word}.`, sessionKey, idempotencyKey: `once ${word}`, threadId: `of ${word}` }
  const { runId } = await operations.triggerRun({
    ...{ projectId, ...said, context: { person: word } },
    agent: await define(repeating, { relics: ['notes'], promptSections: ['MEMORY'] }),
  })
  await untilStatus(engine, database, runId, 'WAITING')
  await operations.steerRun({ projectId, runId, message: `And ${word} too.` })
  const [gate] = await openGates(database, runId)
  await decide(engine, gate?.id, 'APPROVE', { note: `For ${word}.` })
  expect((await finished(runId)).row).toMatchObject({
    status: 'COMPLETED',
    summary: expect.stringContaining(word),
  })
  const actions = [
    {
      ...{ name: 'looking', type: 'TOOL', target: 'look', parameters: { of: word }, outputKey: 'seen' },
      cache: { ttlMs: 600_000 },
    },
    {
      ...{ name: 'failing', type: 'TOOL', target: 'fail', parameters: { about: word }, skipOnError: true },
      retry: { maxAttempts: 2, backoffMs: 100 },
    },
    { name: 'asking', type: 'AGENT', target: child.slug, parameters: { input: `Ask ${word}.` } },
  ]
  const planned = await operations.triggerRun({
    ...{ projectId, input: `Plan ${word}.`, sessionKey, plan: { actions } },
    agent: await define(() => ({ text: `Planned ${word}.` }), {
      ...{ planner: 'PLAN', protocolMode: 'STRICT', subagents: [child.slug] },
    }),
  })
  expect((await finished(planned.runId)).row).toMatchObject({ status: 'COMPLETED', errorMessage: null })
  return runId
}

test('ADM-1 no text of a person in a session is in any row of the database after deleteSession', async () => {
  const tools = [
    testTool('look', async () => `Seen: ${word}.`),
    testTool('send', async () => 'Sent.'),
    testTool('fail', async () => {
      throw new Error(`There is no ${word}.`)
    }),
  ]
  const { engine, database } = await engineForTest({ tools })
  const { operations, project, finished } = engine
  const projectId = project.id
  const runId = await sayEverywhere(engine, database)
  const fork = await operations.history.forkRun({ projectId, runId, afterStep: 1, input: `Else ${word}.` })
  await untilStatus(engine, database, fork.runId, 'WAITING')
  await operations.abortRun({ projectId, runId: fork.runId, reason: `Enough of ${word}.` })
  await finished(fork.runId)
  const replay = await operations.history.replayRun({ projectId, runId, tools: 'RECORDED' })
  await finished(replay.runId)
  expect(new Set((await tablesWith(database, word)).map(ofLog))).toEqual(
    new Set([
      ...['Action', 'ActionAttempt', 'ActionCache', 'EventSegment', 'Gate', 'Message', 'Prompt'],
      ...['RelicEntry', 'Run', 'RunInput', 'Session', 'Step'],
    ]),
  )
  expect(await database.prisma.secret.count({ where: { projectId } })).toBeGreaterThan(0)
  const spent = await database.prisma.modelCall.aggregate({ _sum: { inputTokens: true } })

  const key = `of ${word}`
  await expect(
    operations.deletions.deleteSession({ projectId, key, includeCopies: false }),
  ).rejects.toMatchObject({ code: 'DELETION_REFUSED', message: expect.stringContaining('2 more trees') })
  const deleted = await operations.deletions.deleteSession({ projectId, key, includeCopies: true })
  // Two of the session, one below the second, the fork and the replay.
  expect(deleted).toEqual({ sessionId: expect.any(String), key, runs: 5 })

  // Entries that agents store in relics are the application's own data: it has keys of its own (docs/history.md).
  expect(await tablesWith(database, word)).toEqual(['RelicEntry'])
  const left = { projectId }
  expect(await database.prisma.secret.count({ where: left })).toBe(0)
  expect(await database.prisma.run.count({ where: left })).toBe(0)
  expect(await database.prisma.webhookDelivery.count({ where: left })).toBe(0)
  const past = await database.prisma.pastUsage.aggregate({ _sum: { inputTokens: true } })
  expect(Number(past._sum.inputTokens)).toBe(spent._sum.inputTokens)
})

/** The tables that keep rows of a project whose sessions and runs are all deleted, with why. */
const kept: Readonly<Record<string, string>> = {
  Agent: 'configuration',
  AgentSet: 'Agents in code.',
  AgentVersion: 'configuration',
  ApiKey: 'names of callers, which records name for good',
  Binding: 'configuration',
  Canary: 'a trial of versions of an agent, and the name of its caller',
  DataSet: 'configuration',
  Evaluation: 'the agent and the score, the name of its caller',
  EventSource: 'configuration',
  EventTrigger: 'configuration',
  McpClient: 'Rungraph at an authorization server: of no project',
  McpSignIn: 'sealed tokens of a person, kept until they sign out',
  McpSignInState: 'a sign-in that has begun, for minutes',
  PastUsage: 'sums, without a word of a run',
  Policy: 'configuration',
  Project: 'configuration',
  ReceivedEvent: 'data of the application, which expires',
  Relic: 'configuration',
  RelicEntry: 'data of the application',
  Schedule: 'configuration',
  Webhook: 'configuration',
  Workflow: 'configuration',
  WorkflowVersion: 'configuration',
}

test('ADM-1 no table but those of the configuration keeps a row of a project whose runs are deleted', async () => {
  const database = forTest(await createTestDatabase())
  const { prisma, pool } = database
  const project = { id: uuidv7(), slug: 'filled', name: 'Filled' }
  await prisma.project.create({ data: project })
  const { rows } = await fillProject(prisma, project, word)
  await prisma.run.updateMany({ where: { status: 'WAITING' }, data: { status: 'FAILED' } })
  const operations = deletionsOn(pool)
  const all = { projectId: project.id, includeCopies: true }
  await operations.deleteSession({ ...all, key: rows.session.key })
  for (const run of await prisma.run.findMany({
    where: { parentId: null },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  }))
    await operations.deleteRun({ ...all, runId: run.id })
  expect(await tablesWith(database, word)).toEqual(Object.keys(kept).toSorted())
})

function deletionsOn(pool: pg.Pool): DeletionOperations {
  return createDeletionOperations({
    ...{ deletions: createDeletionStore(pool), clock: { now: Date.now } },
    wakeups: { publish: () => undefined },
  })
}
