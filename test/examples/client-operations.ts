import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { at, textAt } from '../support/data-at.ts'
import { listenOnLoopback } from '../support/free-port.ts'
import { createExampleClient, type ExampleClient, type Kind } from './example-clients.ts'

/** What the operations need of a server beside its defaults. */
export const clientSettings = {
  RUNGRAPH_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  RUNGRAPH_WEBHOOK_PRIVATE: '127.0.0.1',
  RUNGRAPH_RETENTION_MODEL_TRAFFIC_DAYS: '1',
} as const

interface Server {
  readonly url: string
  ask<Data>(query: string, variables?: object): Promise<Data>
}

/** Tests the operations of examples/client, as a user of a client sends them; each client has runs, a session and an agent of its own. */
export function describeClient(kind: Kind, serverOf: () => Server): void {
  describe(`the API through ${kind}`, { timeout: 120_000 }, () => {
    testOperations(kind, serverOf)
  })
}

function testOperations(kind: Kind, serverOf: () => Server): void {
  const tag = `of ${kind}`
  const session = `session of ${kind}`
  const slug = `agent-${kind.toLowerCase()}`
  let client: ExampleClient
  let receiver: ReturnType<typeof createServer>
  let receiverUrl: string
  let runId: string

  beforeAll(async () => {
    vi.spyOn(console, 'warn').mockImplementation((...texts) => void warnings.push(texts.join(' ')))
    vi.spyOn(console, 'error').mockImplementation((...texts) => void warnings.push(texts.join(' ')))
    receiver = createServer((_, response) => response.end('ok'))
    receiverUrl = `http://127.0.0.1:${await listenOnLoopback(receiver)}/hook`
    client = createExampleClient(kind, serverOf().url)
    runId = await start()
  })
  afterAll(async () => {
    receiver.close()
    await client.close()
  })

  /** What a client said on the console, such as an object that its cache cannot identify. */
  const warnings: string[] = []

  const ask = (name: string, variables: object = {}) => client.ask(name, variables)

  /** Starts a run, and follows it until it rests. */
  async function start(more: object = {}, end = 'RunCompleted'): Promise<string> {
    const input = { agent: 'demo-tool-loop', input: 'What does it cost?', tags: [tag], sessionKey: session }
    const started = await ask('StartTagged', { input: { ...input, metadata: { by: kind }, ...more } })
    const id = textAt(started, 'triggerRun.id')
    for await (const data of client.follow('FollowRun', { id }))
      if (at(data, 'runEvents.__typename') === end) break
    return id
  }

  test('API-17 what was said: messages, the view of each step, requests, attempts, the end of the log', async () => {
    const { run } = await ask('WhatWasSaid', { id: runId })
    expect(at(run, 'messages.nodes.0')).toMatchObject({ role: 'USER', text: 'What does it cost?' })
    expect(at(run, 'session.messages.nodes.*.role')).toContain('ASSISTANT')
    expect(at(run, 'steps.nodes.0.messages.nodes.*.visibility')).toContain('WHOLE')
    expect(at(run, 'steps.nodes.0.actions.0.attempts')).toMatchObject([{ number: 1, status: 'SUCCEEDED' }])
    expect(at(run, 'steps.nodes.0.modelCalls.0')).toMatchObject({ error: null })
    expect(at(run, 'events.nodes.2.__typename')).toBe('RunCompleted')
    expect(at(run, 'events.pageInfo.hasPreviousPage')).toBe(true)
  })

  test('API-50 how it goes: statistics, once and live, calls, queue, server', async () => {
    const filter = { tags: [tag] }
    const data = await ask('HowItGoes', { filter, timeZone: 'Europe/Berlin' })
    expect(at(data, 'runStats.buckets.0')).toMatchObject({ status: 'COMPLETED', count: 1, failureRate: 0 })
    expect(at(data, 'toolStats.tools.*.target')).toContain('calculator')
    expect(at(data, 'queue.workers.*.state')).toContain('ACTIVE')
    expect(at(data, 'server.role')).toBe('ALL')
    const stats = client.follow('WatchStats', { filter })
    const first = await stats.next()
    expect(at(first.value, 'runStats.buckets')).toMatchObject([{ status: 'COMPLETED', count: 1 }])
    await stats.return()
    const resumed = client.follow('WatchStats', { filter, after: at(first.value, 'runStats.cursor') })
    const changed = resumed.next()
    await start()
    for (let result = await changed; ; result = await resumed.next()) {
      expect(at(result.value, 'runStats.buckets')).not.toMatchObject([{ status: 'COMPLETED', count: 1 }])
      if (JSON.stringify(at(result.value, 'runStats.buckets')).includes('"count":2')) break
    }
    await resumed.return()
  })

  test('RUN-10 finding: tags, metadata, filters, and a label that changes later', async () => {
    const filter = { tags: [tag], metadata: { by: kind }, tool: 'calculator', search: 'cost', ids: [runId] }
    const data = await ask('FindRuns', { tag, filter })
    expect(at(data, 'byTag.nodes.*.tags')).toContainEqual([tag])
    expect(at(data, 'found.nodes')).toMatchObject([{ id: runId }])
    const input = { id: runId, addTags: ['escalated'], metadata: { by: null, priority: 1 } }
    expect(at(await ask('LabelRun', { input }), 'updateRun')).toMatchObject({
      ...{ tags: ['escalated', tag], metadata: { priority: 1 } },
    })
  })

  test('API-40 definitions: agents, versions, roll back, archive, models, providers, tools', async () => {
    const created = await serverOf().ask<object>(
      `mutation($slug: String!) { createAgent(input: { slug: $slug, definition: { model: "scripted/chat" } }) { ... on Agent { id } } }`,
      { slug },
    )
    const id = textAt(created, 'createAgent.id')
    const change = { id, definition: { maxSteps: 3 }, expectedVersion: 1 }
    expect(at(await ask('ChangeAgent', change), 'updateAgent.version')).toBe(2)
    expect(at(await ask('ChangeAgent', change), 'updateAgent.code')).toBe('VERSION_CONFLICT')
    expect(at(await ask('RollBack', { id, version: 1 }), 'rollBackAgent.version')).toBe(3)
    expect(at(await ask('ArchiveAgent', { id }), 'archiveAgent.archivedAt')).toEqual(expect.any(String))
    expect(at(await ask('RestoreAgent', { id }), 'restoreAgent.archivedAt')).toBeNull()
    const data = await ask('Definitions', { agent: slug })
    expect(at(data, 'agents.nodes.*.slug')).toContain('demo-tool-loop')
    expect(at(data, 'agent.versions.nodes.*.number')).toEqual([3, 2, 1])
    expect(at(data, 'sessions.nodes.*.key')).toContain(session)
    expect(at(data, 'providers.*.configured')).toContain(false)
    expect(at(data, 'tools.*.name')).toContain('calculator')
  })

  test('SCHED-6 HOOK-1 doing: many runs with a dry count, schedules, webhooks, relics, tokens', async () => {
    const filter = { tags: [tag], status: ['COMPLETED', 'RUNNING'] }
    expect(await ask('ManyRuns', { filter, dryRun: true })).toMatchObject({ abortRuns: { done: 0 } })
    const made = await ask('CreateAutomation', { agent: 'demo-chat', url: receiverUrl })
    const [schedule, webhook] = [textAt(made, 'createSchedule.id'), textAt(made, 'createWebhook.webhook.id')]
    expect(await ask('TryAutomation', { schedule, webhook })).toMatchObject({
      ...{ fireSchedule: { tags: ['daily'], schedule: { id: schedule } } },
      ...{ testWebhook: { accepted: true, status: 200 }, rotateWebhookSecret: { webhook: { id: webhook } } },
    })
    expect(await ask('RemoveAutomation', { schedule, webhook })).toMatchObject({
      ...{ deleteSchedule: { id: schedule }, deleteWebhook: { id: webhook } },
    })
    expect(await ask('Administration', { relic: 'demo_store' })).toMatchObject({
      ...{ relic: { kind: 'KEY_VALUE' }, caller: { kind: 'LOOPBACK', role: 'ADMIN' } },
    })
  })

  test('KEY-7 people: a browser with a token for its run sees nothing else', async () => {
    const created = await ask('TokenForRun', { run: runId, subject: 'ann' })
    const own = createExampleClient(kind, serverOf().url, textAt(created, 'createAccessToken.token'))
    expect(await own.ask('OwnRun', { id: runId })).toMatchObject({
      caller: { kind: 'TOKEN', name: 'ann', scope: { runId } },
      ...{ run: { id: runId }, runs: { totalCount: 1 } },
    })
    await own.close()
  })

  test('EVT-9 live lists: runs and gates as they change, and deleted runs', async () => {
    const filter = { tags: [`live ${kind}`] }
    const [runs, gates] = [client.follow('LiveRuns', { filter }), client.follow('LiveGates', {})]
    // Runs that do not match are told of, too: those of the tests before may still change.
    const matching = async () => {
      for (;;) {
        const next = await runs.next()
        if (next.done || at(next.value, 'runUpdated.isMatch') === true) return next
      }
    }
    const told = Promise.all([matching(), gates.next()])
    const begin = () => start({ agent: 'demo-approval', ...filter, sessionKey: null }, 'GateOpened')
    const [changed, opened] = await untilTold(told, begin)
    expect(at(changed.value, 'runUpdated')).toMatchObject({
      isMatch: true,
      edge: { cursor: expect.any(String) },
    })
    expect(at(changed.value, 'runUpdated.query.runs.totalCount')).toBeGreaterThan(0)
    const gate = textAt(opened.value, 'gateUpdated.gate.id')
    expect(at(await ask('Decide', { input: { id: gate, decision: 'REJECT' } }), 'resolveGate.status')).toBe(
      'REJECTED',
    )
    const isDecided = (data: unknown) =>
      at(data, 'gateUpdated.gate.id') === gate && at(data, 'gateUpdated.isMatch') === false
    while (!isDecided((await gates.next()).value));
    await Promise.all([runs.return(), gates.return()])
  })

  test('EVAL-1 evaluations: items, a start, its progress, its report', async () => {
    const dataSet = `items-of-${kind.toLowerCase()}`
    const item = { key: 'one', input: 'Hello', expectations: { contains: ['Hello'] } }
    expect(at(await ask('CollectItems', { dataSet, item }), 'createDataSet.slug')).toBe(dataSet)
    const started = await ask('Evaluate', { input: { dataSet, agent: slug, trials: 2 } })
    const id = textAt(started, 'startEvaluation.id')
    const seen: unknown[] = []
    for await (const data of client.follow('EvaluationProgress', { id }))
      seen.push(at(data, 'evaluationUpdated.status'))
    expect(seen.at(-1)).toBe('COMPLETED')
    const { evaluation } = await ask('EvaluationReport', { id })
    expect(evaluation).toMatchObject({
      status: 'COMPLETED',
      results: { nodes: [{ id: expect.any(String) }, {}] },
    })
    expect(at(evaluation, 'results.nodes.*.itemTrials.total')).toEqual([2, 2])
  })

  // The example in Python has no pages.
  test.skipIf(kind === 'Python')('EVT-6 EVT-9 the pages of the React examples', async () => {
    expect(at(await ask('Home'), 'agents.edges.*.node.slug')).toContain('demo-chat')
    const [updates, deletions] = [client.follow('HomeUpdates', {}), client.follow('HomeDeletions', {})]
    const input = { agent: 'demo-chat', input: `page ${tag}`, sessionKey: `page ${session}` }
    const newest = 'query.runs.edges.*.node.input'
    let id = ''
    const changed = await untilTold(updates.next(), async () => {
      id = textAt(await ask('StartRun', { input }), 'triggerRun.id')
    })
    expect(at(changed.value, `runUpdated.${newest}`)).toContain(input.input)
    for await (const data of client.follow('RunPageEvents', { runId: id }))
      if (at(data, 'runEvents.run.status') === 'COMPLETED') break
    expect(at(await ask('RunPage', { id }), 'run')).toMatchObject({
      ...{ status: 'COMPLETED', summary: expect.any(String), agent: { slug: 'demo-chat' } },
    })
    const deleted = await untilTold(deletions.next(), async () => {
      await start({ agent: 'demo-chat', sessionKey: input.sessionKey })
      await ask('Forget', { session: input.sessionKey })
    })
    expect(at(deleted.value, `runDeleted.${newest}`)).not.toContain(input.input)
    await Promise.all([updates.return(), deletions.return()])
  })

  test('ADM-1 the right to be forgotten, and who follows the list is told', async () => {
    const deletions = client.follow('LiveDeletions', {})
    const first = await untilTold(deletions.next(), async () => {
      await start({ agent: 'demo-chat', sessionKey: `other ${session}` })
      await ask('Forget', { session: `other ${session}` })
    })
    expect(at(await ask('Forget', { session }), 'deleteSession')).toMatchObject({ key: session, runCount: 2 })
    expect(at(first.value, 'runDeleted.runId')).toEqual(expect.any(String))
    const deleted: unknown[] = []
    while (!deleted.includes(runId)) deleted.push(at((await deletions.next()).value, 'runDeleted.runId'))
    await deletions.return()
    expect(await ask('WhatWasSaid', { id: runId })).toEqual({ run: null })
    expect(warnings).toEqual([])
  })
}

/** What followers are told, once they are: what is done before a subscription has begun is not told to it, and is done again. */
async function untilTold<Told>(told: Promise<Told>, act: () => Promise<unknown>): Promise<Told> {
  for (;;) {
    await act()
    const result = await Promise.race([told, setTimeout(3_000, null)])
    if (result !== null) return result
  }
}
