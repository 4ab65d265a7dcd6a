import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { canaryComparison } from '../../../src/domain/canary.ts'
import type { VersionWeight } from '../../../src/domain/version-traffic.ts'
import { createVersionOperations } from '../../../src/engine/commands/version-traffic.ts'
import { lookAtCanaries } from '../../../src/engine/worker/canaries.ts'
import { createCanaryStore } from '../../../src/store/canary-store.ts'
import { engineForFile } from '../../support/for-file.ts'

const { database, engine } = await engineForFile({ concurrency: 20 })
const { operations, project } = engine
const projectId = project.id
const canaries = createCanaryStore(database.pool)
const lookAt = () => lookAtCanaries(canaries, (message, error) => expect.fail(`${message} ${error}`))

/** An agent with some versions, which answer with their number. A version of `fails` fails. */
async function agentWith(versions: number, { fails }: { readonly fails?: number } = {}) {
  const { slug } = await engine.define(() => ({ text: '1' }))
  const versionOf = (number: number) => `${slug}-${number}`
  for (let number = 2; number <= versions; number++)
    engine.scripts[versionOf(number)] = () =>
      number === fails ? { error: { kind: 'BAD_REQUEST' } } : { text: `${number}` }
  const row = await database.prisma.agent.findFirstOrThrow({ where: { projectId, slug } })
  for (let number = 2; number <= versions; number++)
    await operations.updateAgent({
      ...{ projectId, agentId: row.id },
      definition: { model: `scripted/${versionOf(number)}`, fallbackModels: [] },
    })
  return { slug, id: row.id }
}

const weigh = (slug: string, weights: readonly VersionWeight[]) =>
  operations.versions.setVersionWeights({ projectId, agent: { slug }, weights })

async function trigger(slug: string, sessionKey?: string) {
  const { runId } = await operations.triggerRun({
    ...{ projectId, agent: { slug }, input: 'Hi.' },
    ...(sessionKey !== undefined && { sessionKey }),
  })
  return runId
}

const rowOf = (id: string) => database.prisma.run.findUniqueOrThrow({ where: { id } })

async function versionsOf(slug: string, count: number, sessionKey?: string) {
  const runs = []
  for (let n = 0; n < count; n++) runs.push(await trigger(slug, sessionKey))
  return Promise.all(runs.map(async (id) => (await rowOf(id)).agentVersion))
}

describe('VER-1 a new run gets', () => {
  test('the newest version without weights, and as soon as they are taken away', async () => {
    const { slug } = await agentWith(2)
    expect(await versionsOf(slug, 2)).toEqual([2, 2])
    await weigh(slug, [{ version: 1, weight: 5 }])
    expect(await versionsOf(slug, 2)).toEqual([1, 1])
    await weigh(slug, [])
    expect(await versionsOf(slug, 2)).toEqual([2, 2])
  })

  test('a version by weight, with the definition of that version', async () => {
    const { slug } = await agentWith(3)
    await weigh(slug, [
      { version: 1, weight: 1 },
      { version: 2, weight: 1 },
    ])
    const versions = await versionsOf(slug, 24)
    expect(new Set(versions)).toEqual(new Set([1, 2]))
    await weigh(slug, [{ version: 2, weight: 1 }])
    const { row } = await engine.finished(await trigger(slug))
    expect(row).toMatchObject({ agentVersion: 2, summary: '2' })
  })

  test('the same version in all runs of a session, as long as it has a weight', async () => {
    const { slug } = await agentWith(3)
    const even = [1, 2].map((version) => ({ version, weight: 1 }))
    await weigh(slug, even)
    for (const key of ['a', 'b', 'c', 'd']) {
      const [first, ...others] = await versionsOf(slug, 3, `${slug} ${key}`)
      expect(others).toEqual([first, first])
      await weigh(slug, [...even, { version: 3, weight: 1_000 }])
      expect(await versionsOf(slug, 2, `${slug} ${key}`)).toEqual([first, first])
      await weigh(slug, [{ version: 3, weight: 1 }])
      expect(await versionsOf(slug, 1, `${slug} ${key}`)).toEqual([3])
      await weigh(slug, even)
    }
  })

  test('a version by weight as a child, and by a workflow', async () => {
    const { slug } = await agentWith(2)
    await weigh(slug, [{ version: 1, weight: 1 }])
    const spawn = { name: 'spawn_agent', arguments: { agent: slug, input: 'Hi.' } }
    const { runId } = await engine.run(
      ({ messages }) =>
        messages.some(({ role }) => role === 'tool') ? { text: 'Done.' } : { toolCalls: [spawn] },
      { agent: { subagents: [slug] } },
    )
    const [child] = await database.prisma.run.findMany({ where: { parentId: runId } })
    expect(child).toMatchObject({ agentVersion: 1, status: 'COMPLETED' })
    const plan = { actions: [{ name: 'ask', type: 'LLM', parameters: { prompt: 'Hi.' } }] }
    const workflow = `of-${slug}`.slice(0, 60)
    await operations.workflows.createWorkflow({ projectId, slug: workflow, definition: { name: 'W', plan } })
    const call = { projectId, workflow: { slug: workflow }, agent: { slug } }
    expect((await rowOf((await operations.workflows.runWorkflow(call)).runId)).agentVersion).toBe(1)
  })

  test('the version of its run if it retries or replays one', async () => {
    const { slug } = await agentWith(2)
    await weigh(slug, [{ version: 1, weight: 1 }])
    const runId = await trigger(slug)
    await engine.finished(runId)
    await weigh(slug, [{ version: 2, weight: 1 }])
    const { history } = operations
    for (const made of [
      await history.retryRun({ projectId, runId }),
      await history.replayRun({ projectId, runId, tools: 'RECORDED' }),
      await history.forkRun({ projectId, runId, afterStep: 0 }),
    ])
      expect((await rowOf(made.runId)).agentVersion).toBe(1)
  })
})

describe('VER-1 weights are refused', () => {
  test.each([
    [
      'a version twice',
      [
        { version: 1, weight: 1 },
        { version: 1, weight: 2 },
      ],
      'weights[1].version',
    ],
    ['a negative weight', [{ version: 1, weight: -1 }], 'weights[0].weight'],
    ['a weight that is no number', [{ version: 1, weight: Number.NaN }], 'weights[0].weight'],
    ['no version', [{ version: 0, weight: 1 }], 'weights[0].version'],
    ['weights of 0 alone', [{ version: 1, weight: 0 }], 'weights'],
    ['too many', Array.from({ length: 21 }, (_, n) => ({ version: n + 1, weight: 1 })), 'weights'],
  ])('with %s', async (_, weights, place) => {
    const { slug } = await agentWith(1)
    const refused = weigh(slug, weights)
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(refused).rejects.toThrow(place)
  })

  test('for a version or an agent that is not there', async () => {
    const { slug } = await agentWith(1)
    await expect(weigh(slug, [{ version: 2, weight: 1 }])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(weigh('nobody', [])).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

const start = (slug: string, more: object = {}) =>
  operations.versions.startCanary({ projectId, agent: { slug }, version: 2, minRuns: 10, by: 'ann', ...more })

const canaryOf = (id: string) => database.prisma.canary.findUniqueOrThrow({ where: { id } })

interface Drawn {
  readonly version: number
  readonly count: number
  /** So many of them are `not` COMPLETED. */
  readonly failed?: number
  readonly not?: 'FAILED' | 'PAUSED' | 'CANCELLED'
}

/** Runs that a canary drew and that have stopped, as if time had gone by. */
async function drawn(
  { id: agentId }: { readonly id: string },
  canaryId: string,
  { version, count, failed = 0, not = 'FAILED' }: Drawn,
) {
  const template = await database.prisma.run.findFirstOrThrow({ where: { agentId }, select: { id: true } })
  await database.pool.query(
    `insert into "Run" (id, "projectId", "agentId", "agentVersion", "canaryId", "rootId", status, input, "effectiveLimits", "costUsd", "durationMs", "completedAt")
     select x.id, r."projectId", r."agentId", $2, $3, x.id, (case when x.n <= $5 then $6 else 'COMPLETED' end)::"RunStatus", 'Hi.',
       r."effectiveLimits", 0.01 + x.n * 0.00001, 1000 + x.n, now()
     from "Run" r cross join lateral (select gen_random_uuid() as id, n from generate_series(1, $4) n) x where r.id = $1`,
    [template.id, version, canaryId, count, failed, not],
  )
}

describe('VER-2 a canary', () => {
  test('gives its share of the runs to the version, and marks the runs that it drew', async () => {
    const agent = await agentWith(2)
    await trigger(agent.slug, `${agent.slug} old`)
    await weigh(agent.slug, [{ version: 1, weight: 1 }])
    await versionsOf(agent.slug, 1, `${agent.slug} kept`)
    const { canaryId } = await start(agent.slug, { weight: 0.5 })
    const runs = await Promise.all(Array.from({ length: 24 }, () => trigger(agent.slug)))
    const rows = await Promise.all(runs.map(rowOf))
    expect(new Set(rows.map(({ agentVersion }) => agentVersion))).toEqual(new Set([1, 2]))
    expect(new Set(rows.map(({ canaryId: of }) => of))).toEqual(new Set([canaryId]))
    // A session that had begun before stays with its version, and is not counted.
    const kept = await rowOf(await trigger(agent.slug, `${agent.slug} kept`))
    expect(kept).toMatchObject({ agentVersion: 1, canaryId: null })
    expect(await canaryOf(canaryId)).toMatchObject({
      ...{ status: 'RUNNING', version: 2, baselineVersion: 1, weight: 0.5, startedBy: 'ann' },
      ...{ maxRuns: 1_000, stopOn: { failureRate: 0.05, cost: 0.25, duration: 0.25 } },
    })
  })

  test('stops itself when its runs fail, and the version before gets all runs', async () => {
    const agent = await agentWith(3, { fails: 3 })
    await weigh(agent.slug, [{ version: 2, weight: 1 }])
    const { canaryId } = await start(agent.slug, { version: 3, weight: 0.5 })
    const ended = async () => {
      const runs = await Promise.all(Array.from({ length: 20 }, () => trigger(agent.slug)))
      await Promise.all(runs.map((runId) => engine.finished(runId)))
    }
    for (let n = 0; n < 10 && (await canaryOf(canaryId)).status === 'RUNNING'; n++) {
      await ended()
      await lookAt()
    }
    const { status, reason, comparisons } = await canaryOf(canaryId)
    expect(status).toBe('STOPPED')
    expect(reason).toMatch(
      /^After \d+ runs of version 3 and \d+ of version 2, it is worse .* the failure rate is 100 % against 0 %/,
    )
    expect(comparisons).toContainEqual(expect.objectContaining({ measure: 'FAILURE_RATE', verdict: 'WORSE' }))
    expect(new Set(await versionsOf(agent.slug, 6))).toEqual(new Set([2]))
  })

  test('stops itself when its runs stand at a limit, and not while they are under way', async () => {
    const agent = await agentWith(2)
    await trigger(agent.slug)
    const { canaryId } = await start(agent.slug)
    await drawn(agent, canaryId, { version: 1, count: 40 })
    await drawn(agent, canaryId, { version: 2, count: 40, failed: 40, not: 'PAUSED' })
    const set = `update "Run" set status = $2::"RunStatus" where "canaryId" = $1 and "agentVersion" = 2`
    await database.pool.query(set, [canaryId, 'WAITING'])
    await lookAt()
    const rateOf = async () => {
      const { status, comparisons } = await canaryOf(canaryId)
      return [
        status,
        ...z
          .array(canaryComparison)
          .parse(comparisons)
          .map(({ version }) => version),
      ]
    }
    expect((await rateOf()).slice(0, 2)).toEqual(['RUNNING', { count: 0, value: null }])
    await database.pool.query(set, [canaryId, 'PAUSED'])
    await lookAt()
    expect((await rateOf()).slice(0, 2)).toEqual(['STOPPED', { count: 40, value: 1 }])
  })

  test('ends at its last run where callers aborted the runs', async () => {
    const agent = await agentWith(2)
    await trigger(agent.slug)
    const { canaryId } = await start(agent.slug, { maxRuns: 40 })
    await drawn(agent, canaryId, { version: 1, count: 40 })
    await drawn(agent, canaryId, { version: 2, count: 40, failed: 35, not: 'CANCELLED' })
    await lookAt()
    const { status, reason } = await canaryOf(canaryId)
    expect([status, reason]).toEqual([
      'UNDECIDED',
      expect.stringMatching(/^After 5 runs of version 2 and 40 /),
    ])
  })

  test('passes at its last run, and gives all runs to the version if it is to', async () => {
    for (const promote of [true, false]) {
      const agent = await agentWith(2)
      await trigger(agent.slug)
      const { canaryId } = await start(agent.slug, { maxRuns: 2_000, promote })
      await drawn(agent, canaryId, { version: 2, count: 2_000, failed: 20 })
      await drawn(agent, canaryId, { version: 1, count: 2_000, failed: 20 })
      await lookAt()
      expect(await canaryOf(canaryId)).toMatchObject({ status: 'PASSED', endedBy: null, looks: 10 })
      const { traffic } = await database.prisma.agent.findUniqueOrThrow({ where: { id: agent.id } })
      expect(traffic).toEqual({
        weights: promote
          ? [{ version: 2, weight: 1 }]
          : [
              { version: 1, weight: 0.9 },
              { version: 2, weight: 0.1 },
            ],
        canaryId: null,
      })
    }
  })

  test('is decided about once, however many processes look', async () => {
    const agent = await agentWith(2)
    await trigger(agent.slug)
    const { canaryId } = await start(agent.slug)
    await drawn(agent, canaryId, { version: 2, count: 60, failed: 0 })
    await drawn(agent, canaryId, { version: 1, count: 60, failed: 0 })
    await Promise.all(Array.from({ length: 8 }, lookAt))
    expect((await canaryOf(canaryId)).looks).toBe(1)
    await lookAt()
    expect((await canaryOf(canaryId)).looks).toBe(1)
  })

  test('compares ratings where it is asked to', async () => {
    const agent = await agentWith(2)
    await trigger(agent.slug)
    const { canaryId } = await start(agent.slug, { stopOn: { rating: 0.1 } })
    for (const [version, score] of [
      [1, 0.9],
      [2, 0.3],
    ] as const) {
      await drawn(agent, canaryId, { version, count: 40 })
      await database.pool.query(
        `insert into "Rating" (id, "projectId", "runId", "ratedBy", score, "runCreatedAt")
         select gen_random_uuid(), "projectId", id, 'ann', $3 + (random() - 0.5) / 10, "createdAt" from "Run" where "canaryId" = $1 and "agentVersion" = $2`,
        [canaryId, version, score],
      )
    }
    await lookAt()
    const { status, reason } = await canaryOf(canaryId)
    expect(status).toBe('STOPPED')
    expect(reason).toMatch(
      /the mean rating is 0\.3\d? against 0\.9\d?|the mean rating is 0\.\d\d against 0\.\d\d/,
    )
  })

  test('is one at a time, is in the way of weights, and is stopped by a caller', async () => {
    const agent = await agentWith(2)
    const { canaryId } = await start(agent.slug)
    await expect(start(agent.slug)).rejects.toMatchObject({ code: 'CANARY_RUNNING' })
    await expect(weigh(agent.slug, [])).rejects.toMatchObject({ code: 'CANARY_RUNNING' })
    await operations.versions.stopCanary({ projectId, canaryId, by: 'bob' })
    expect(await canaryOf(canaryId)).toMatchObject({
      ...{ status: 'STOPPED', endedBy: 'bob', reason: 'Stopped by bob.' },
    })
    const again = operations.versions.stopCanary({ projectId, canaryId, by: 'bob' })
    await expect(again).rejects.toMatchObject({ code: 'CANARY_ENDED' })
    expect(await versionsOf(agent.slug, 3)).toEqual([1, 1, 1])
    await start(agent.slug)
  })

  test('is stopped without a look at its runs, and keeps what the last look found', async () => {
    const agent = await agentWith(2)
    await trigger(agent.slug)
    const { canaryId } = await start(agent.slug, { maxRuns: 10 })
    await drawn(agent, canaryId, { version: 1, count: 150 })
    await lookAt()
    const { comparisons } = await canaryOf(canaryId)
    // The latest of the baseline: ten times as many as the last look has of the version.
    expect(comparisons).toContainEqual(
      expect.objectContaining({ measure: 'COST', baseline: { count: 100, value: expect.any(Number) } }),
    )
    const runsOf = () => Promise.reject(new Error('There are too many runs.'))
    const versions = createVersionOperations({ ...engine.services, canaries: { ...canaries, runsOf } })
    await versions.stopCanary({ projectId, canaryId, by: 'bob' })
    expect(await canaryOf(canaryId)).toMatchObject({ status: 'STOPPED', comparisons })
  })

  test.each([
    [{ weight: 0 }, 'weight'],
    [{ weight: 1 }, 'weight'],
    [{ minRuns: 9 }, 'minRuns'],
    [{ maxRuns: 9 }, 'maxRuns'],
    [{ maxRuns: 10_001 }, 'maxRuns'],
    [{ stopOn: {} }, 'stopOn'],
    [{ stopOn: { failureRate: 2 } }, 'stopOn.failureRate'],
    [{ stopOn: { cost: -1 } }, 'stopOn.cost'],
    [{ baselineVersion: 2 }, 'baselineVersion'],
    [{ version: 1 }, 'baselineVersion'],
  ])('is refused with %j', async (more, place) => {
    const { slug } = await agentWith('version' in more ? 1 : 2)
    const refused = start(slug, more)
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(refused).rejects.toThrow(place)
  })

  test('is refused for versions that are not there', async () => {
    const { slug } = await agentWith(2)
    await expect(start(slug, { version: 3 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(start(slug, { baselineVersion: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
