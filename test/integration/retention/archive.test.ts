import { fc, test } from '@fast-check/vitest'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FeedEvent } from '../../../src/domain/run-log.ts'
import { toWordId } from '../../../src/domain/word-id.ts'
import { splitLines } from '../../../src/log/archive/archive-row.ts'
import { exportRun } from '../../../src/log/archive/export-run.ts'
import { importRun } from '../../../src/log/archive/import-run.ts'
import { type Script, sequence } from '../../../src/models/scripted.ts'
import { ensureProject } from '../../../src/store/project-store.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { createDemoEngine, triggerDemo } from '../../support/demos.ts'
import { createTestEngine, type TestEngine, testTool } from '../../support/engine.ts'
import { eventually } from '../../support/eventually.ts'
import { forFile } from '../../support/for-file.ts'
import { decide, openGates, untilStatus } from '../../support/gates.ts'
import { untilReadable } from '../../support/held-transaction.ts'
import { randomRuns, scriptOf, toTheEnd } from '../../support/random-scripts.ts'
import { propertyTrials } from '../../support/trials.ts'

/** Text that would be lost or split where a line were read as anything but bytes of JSON. */
const strange = 'two\u2028lines, one 🦉, "quoted"\\'

const tools = [
  testTool('add', async () => ({ sum: 1e300, text: strange })),
  testTool('note', async () => strange),
  testTool('fail', async () => {
    throw new Error(strange)
  }),
]

/** Where runs come from, and where they go. */
const here = forFile(await createTestDatabase())
const there = forFile(await createTestDatabase())
const demos = await createDemoEngine(here)
const engine = await createTestEngine(here, { tools })
const other = await createTestEngine(there, { tools, scripts: { ...demos.scripts, ...engine.scripts } })

afterAll(async () => {
  for (const one of [demos, engine, other]) await one.close()
})

async function linesOf(database: TestDatabase, runId: string, withTree = true): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const line of exportRun(database.pool, { runId, withTree })) lines.push(line)
  return lines
}

async function* given(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

async function bringThere(lines: readonly string[], slug = 'elsewhere'): Promise<string> {
  const project = { slug, name: slug, newId: uuidv7 }
  await importRun(there.pool, given(lines), (client) => ensureProject(client, project))
  return (await there.prisma.project.findUniqueOrThrow({ where: { slug } })).id
}

async function treeOf({ services }: TestEngine, runId: string): Promise<readonly FeedEvent[]> {
  // The order over several runs is known once no older transaction writes any more.
  for (const { pool } of [here, there]) await untilReadable(pool, runId)
  return services.log.readTree(runId, { after: null, limit: 10_000 })
}

/** A run of the agent whose call of `note` a human decided about, when it is over. */
async function decided(
  agent: { readonly slug: string },
  decision: 'APPROVE' | 'REVISE',
  more: Parameters<typeof decide>[3] = {},
): Promise<string> {
  const { operations, project } = engine
  const call = { projectId: project.id, agent }
  const rule = { type: 'TOOL', target: 'note', permission: 'REQUIRE_APPROVAL' } as const
  await operations.policies.savePolicy({ ...call, ...rule })
  const { runId } = await operations.triggerRun({ ...call, input: 'Do it.' })
  await untilStatus(engine, here, runId, 'WAITING')
  const [gate] = await openGates(here, runId)
  await decide(engine, gate?.id, decision, more)
  await engine.finished(runId)
  return runId
}

const asTold = ({ runId, seq, type, data }: FeedEvent) => ({ runId, seq, type, data })

describe('OPS-4 a run that is exported', () => {
  it('CTX-6 comes before the runs that are triggered in its session afterwards', async () => {
    const script: Script = ({ messages }) => ({
      text: messages.flatMap((message) => (message.role === 'user' ? [message.text] : [])).join(' '),
    })
    const { slug } = await engine.define(script)
    const say = async (at: TestEngine, projectId: string, input: string) => {
      const call = { projectId, agent: { slug }, sessionKey: 'talk', input }
      return at.finished((await at.operations.triggerRun(call)).runId)
    }
    for (const input of ['One.', 'Two.']) await say(engine, engine.project.id, input)
    const { runId } = await say(engine, engine.project.id, 'Three.')
    other.scripts[slug] = script
    const projectId = await bringThere(await linesOf(here, runId), 'talks')
    await say(other, projectId, 'Four.')
    expect((await say(other, projectId, 'Five.')).row.summary).toBe('Three. Four. Five.')
  })

  it('COMM-1 API-59 brings the comments on its parts and the workers that had it, as far as its file has them', async () => {
    /** A line of a file that an earlier version wrote. */
    const before = (line: string) => {
      const { type, row } = JSON.parse(line)
      if (row === undefined) return line
      const { workerClaims: _, stepNumber: __, actionId: ___, ...rest } = row
      return type === 'run' || type === 'runComment' ? JSON.stringify({ type, row: rest }) : line
    }
    for (const isEarlier of [false, true]) {
      const { runId } = await engine.run(sequence({ text: 'Done.' }))
      const said = { projectId: engine.project.id, runId, text: 'Too short.', commentedBy: 'ann' }
      await here.prisma.runComment.create({ data: { ...said, id: uuidv7(), stepNumber: 1 } })
      const lines = await linesOf(here, runId)
      await bringThere(isEarlier ? lines.map(before) : lines, 'commented')
      const where = { runId }
      const comment = await there.prisma.runComment.findFirstOrThrow({ where })
      expect(comment).toMatchObject({ text: 'Too short.', stepNumber: isEarlier ? null : 1, actionId: null })
      const claims = (database: TestDatabase) =>
        database.prisma.run.findUniqueOrThrow({ where: { id: runId }, select: { workerClaims: true } })
      expect(await claims(there)).toEqual(isEarlier ? { workerClaims: [] } : await claims(here))
    }
  })

  it.each(['demo-subagents', 'demo-workflow', 'demo-step-limit', 'demo-research', 'demo-permission'])(
    'is the same run in another database: %s',
    async (slug) => {
      const runId = await triggerDemo(demos, slug)
      const { row, types } = await demos.finished(runId)
      expect([row.errorCode, row.errorMessage, types.at(-1)]).toEqual([null, null, 'RunCompleted'])
      // What it fired may end after it.
      const fired = { mode: 'FIRE_AND_FORGET', completedAt: null, run: { rootId: runId } } as const
      await expect.poll(() => here.prisma.action.count({ where: fired })).toBe(0)
      const lines = await linesOf(here, runId)
      const projectId = await bringThere(lines)
      expect(await linesOf(there, runId)).toEqual(lines)
      // Every event, each of its run from the first, and among runs in the order in which they came.
      const before = await treeOf(demos, runId)
      expect(before.length).toBeGreaterThan(10)
      expect((await treeOf(other, runId)).map(asTold)).toEqual(before.map(asTold))
      const events = (await other.finished(runId)).events
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, place) => place + 1))
      const summary = (id: string, database: TestDatabase) =>
        database.prisma.run.findUniqueOrThrow({
          where: { id },
          select: { status: true, summary: true, stepCount: true, costUsd: true, createdAt: true },
        })
      expect(await summary(runId, there)).toEqual(await summary(runId, here))
      // A replay that meets what is not recorded would fail.
      const call = { projectId, runId, tools: 'RECORDED' } as const
      const replay = await other.finished((await other.operations.history.replayRun(call)).runId)
      const original = await there.prisma.run.findUniqueOrThrow({ where: { id: runId } })
      expect(replay.row).toMatchObject({ status: original.status, summary: original.summary })
    },
  )

  test.prop([randomRuns], propertyTrials(5))(
    'comes back to the same bytes, whatever it did',
    async (random) => {
      const { runId } = await engine.run(scriptOf(random), {
        ...toTheEnd,
        trigger: { ...toTheEnd.trigger, context: { n: 12.5, strange } },
      })
      const lines = await linesOf(here, runId)
      const text = lines.map((line) => `${line}\n`).join('')
      const pieces = fc.sample(fc.integer({ min: 1, max: 400 }), 1)[0] ?? 7
      const cut = async function* () {
        for (let at = 0; at < text.length; at += pieces) yield text.slice(at, at + pieces)
      }
      const project = { slug: 'random', name: 'Random', newId: uuidv7 }
      await importRun(there.pool, splitLines(cut()), (client) => ensureProject(client, project))
      expect((await linesOf(there, runId)).map((line) => `${line}\n`).join('')).toBe(text)
    },
  )

  it('stays at rest where it is PAUSED, and can be resumed and forked there', async () => {
    const script = sequence(
      { text: 'One.', toolCalls: [{ name: 'note', arguments: {} }] },
      { text: 'Two.', toolCalls: [{ name: 'note', arguments: {} }] },
      { text: 'The end.' },
    )
    const { runId, row } = await engine.run(script, { trigger: { maxSteps: 2 } })
    expect(row.status).toBe('PAUSED')
    Object.assign(other.scripts, engine.scripts)
    const projectId = await bringThere(await linesOf(here, runId))
    expect(await other.services.runs.claimable(100)).toEqual([])
    expect((await there.prisma.run.findUniqueOrThrow({ where: { id: runId } })).status).toBe('PAUSED')
    const fork = await other.operations.history.forkRun({ projectId, runId, afterStep: 1, input: 'Go on.' })
    expect((await other.finished(fork.runId)).events.length).toBeGreaterThan(0)
    const lastSeq = (await treeOf(other, runId)).length
    await other.operations.resumeRun({ projectId, runId, maxSteps: 5 })
    const resumed = await other.finished(runId, lastSeq)
    expect(resumed.row).toMatchObject({ status: 'COMPLETED', summary: 'The end.' })
    const orders = (await treeOf(other, runId)).map(({ order }) => order)
    expect(orders).toEqual(orders.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
  })

  it('holds nothing of the vault, its owners or its project, and without its tree nothing of other runs', async () => {
    const runId = await triggerDemo(demos, 'demo-subagents')
    await demos.finished(runId)
    const alone = await linesOf(here, runId, false)
    expect(alone.join()).not.toContain(demos.project.id)
    for (const word of ['sealed', 'leaseOwner', 'commitXid', 'projectId'])
      expect(alone.join()).not.toContain(`"${word}"`)
    expect(JSON.parse(alone[0] ?? '')).toMatchObject({ runs: [runId] })
    await bringThere(alone)
    expect(await linesOf(there, runId, false)).toEqual(alone)
  })

  it('EVT-11 says who asked what of it', async () => {
    const begun = Promise.withResolvers<void>()
    const script: Script = ({ turn }) => {
      if (turn > 1) begun.resolve()
      return { toolCalls: [{ name: 'note', arguments: { turn } }] }
    }
    const runId = await engine.trigger(script, { trigger: { maxSteps: 1 } })
    const { events } = await engine.finished(runId)
    const place = { projectId: engine.project.id, runId, by: 'Kim' }
    await engine.operations.resumeRun({ ...place, maxSteps: 10_000 })
    await begun.promise
    await engine.operations.steerRun({ ...place, message: 'Be quick.' })
    await engine.seen(runId, 'InputInjected')
    await engine.operations.abortRun({ ...place, reason: 'Too slow.' })
    await engine.finished(runId, events.length)
    await bringThere(await linesOf(here, runId), 'asked')
    const { of } = await other.finished(runId)
    const moment = expect.stringContaining('T')
    expect(of('RunResumed')).toMatchObject([{ resumedBy: 'Kim' }])
    expect(of('InputInjected')).toEqual([{ text: 'Be quick.', sentBy: 'Kim', receivedAt: moment }])
    expect(of('Terminating').at(-1)).toEqual({
      ...{ terminationReason: 'ABORTED', abortedBy: 'Kim' },
      ...{ abortReason: 'Too slow.', abortRequestedAt: moment },
    })
  })

  it('TAS-7 holds no sealed replacement of arguments by a human', async () => {
    const secret = `sk-ant-api03-${'x1'.repeat(20)}`
    let asked = 0
    const calls = [{ name: 'note', arguments: { key: 'old' } }]
    const agent = await engine.define(() => (asked++ === 0 ? { toolCalls: calls } : { text: 'Done.' }))
    const runId = await decided(agent, 'REVISE', { arguments: { key: secret } })
    const kept = await here.prisma.gate.findFirstOrThrow({ where: { runId } })
    expect(kept.resolution).toHaveProperty('sealed')
    const lines = await linesOf(here, runId)
    const [told] = lines.filter((line) => line.startsWith('{"type":"gate"'))
    expect(JSON.parse(told ?? '').row.resolution).toEqual({ arguments: expect.anything() })
    for (const word of ['"sealed"', secret]) expect(lines.join()).not.toContain(word)
    await bringThere(lines)
    expect(await linesOf(there, runId)).toEqual(lines)
  })

  it('is read page by page: a reader that stops in the middle leaves no transaction behind', async () => {
    const { runId } = await engine.run(sequence({ text: 'Done.' }))
    for await (const line of exportRun(here.pool, { runId, withTree: false })) {
      expect(line).toContain('rungraph-run')
      break
    }
    // The server notices a closed connection a moment later, and the engines have transactions of their own, which end.
    const open = `select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`
    await eventually(async () => (await here.pool.query(open)).rows).toEqual([])
  })
})

it('OPS-4 an export whose connection is lost while its reader waits fails alone, and ends no process', async () => {
  const { runId } = await engine.run(sequence({ text: 'Done.' }))
  const lines = exportRun(here.pool, { runId, withTree: false })
  await lines.next()
  const { rowCount } = await here.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
      and state = 'idle in transaction' and query ilike '%_prisma_migrations%'`,
  )
  expect(rowCount).toBe(1)
  await expect(lines.next()).rejects.toThrow(/terminat|closed|not queryable/i)
})

describe('OPS-4 of imports at the same time', () => {
  const importedAtOnce = (files: readonly (readonly string[])[]) =>
    Promise.allSettled(files.map((lines) => bringThere(lines, 'at-once')))

  it('of one file one is taken, and the other is refused in words', async () => {
    const { runId } = await engine.run(sequence({ text: 'Done.' }))
    const lines = await linesOf(here, runId)
    const settled = await importedAtOnce([lines, lines])
    expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const refusal = settled.find(({ status }) => status === 'rejected')
    expect(refusal).toMatchObject({ reason: { code: 'RUN_EXISTS' } })
  })

  it('of two runs of an agent that the project lacks both are taken', async () => {
    const agent = await engine.define(sequence({ text: 'Done.' }))
    const files = await Promise.all(
      ['One.', 'Two.'].map(async (input) => {
        const { runId } = await engine.operations.triggerRun({ projectId: engine.project.id, agent, input })
        await engine.finished(runId)
        return linesOf(here, runId)
      }),
    )
    expect((await importedAtOnce(files)).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  })
})

describe('OPS-4 an export is refused', () => {
  const refusal = (runId: string, reason: string) =>
    expect(linesOf(here, runId)).rejects.toMatchObject({
      code: 'RUN_NOT_EXPORTED',
      message: expect.stringContaining(reason),
    })

  it('of a run that does not exist, is active, or is a part of another', async () => {
    await refusal(uuidv7(), 'there is none with this id')
    const startAt = new Date(Date.now() + 3_600_000)
    const queued = await engine.trigger(sequence({ text: 'Done.' }), { trigger: { startAt } })
    await refusal(queued, 'is QUEUED. Wait until it finishes')
    const runId = await triggerDemo(demos, 'demo-workflow')
    await demos.finished(runId)
    const child = await here.prisma.run.findFirstOrThrow({ where: { rootId: runId, depth: 1 } })
    await refusal(child.id, `it is a part of run ${toWordId('run', runId)}`)
  })
})

describe('OPS-4 an import is refused, and nothing of it stays', () => {
  let lines: readonly string[]
  beforeAll(async () => {
    const agent = await engine.define(
      sequence({ toolCalls: [{ name: 'note', arguments: {} }] }, { text: 'Done.' }),
    )
    lines = await linesOf(here, await decided(agent, 'APPROVE'))
  })

  async function refused(changed: readonly string[], code: string, words: string, slug = 'refused') {
    const counts = () =>
      Promise.all([there.prisma.run.count(), there.prisma.agent.count(), there.prisma.project.count()])
    const before = await counts()
    await expect(bringThere(changed, slug)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(words),
    })
    expect(await counts()).toEqual(before)
  }

  /** The file with the first line of a type changed, and the number of that line. */
  function withLine(
    type: string,
    change: (row: Record<string, unknown>) => object,
  ): [readonly string[], string] {
    const at = lines.findIndex((line) => line.startsWith(`{"type":"${type}"`))
    const { row } = JSON.parse(lines[at] ?? '')
    const line = JSON.stringify({ type, row: change(row) })
    return [lines.with(at, line), `Line ${at + 1} of the file`]
  }

  it('of a run that is there', async () => {
    const run = await engine.run(sequence({ text: 'Done.' }))
    const own = await linesOf(here, run.runId)
    await bringThere(own)
    await refused(own, 'RUN_EXISTS', toWordId('run', run.runId))
  })

  it('of a file that is newer, by its format or its schema', async () => {
    const header = JSON.parse(lines[0] ?? '')
    const newer = (change: object) => lines.with(0, JSON.stringify({ ...header, ...change }))
    await refused(newer({ version: 2 }), 'ARCHIVE_TOO_NEW', 'the format 2')
    await refused(newer({ schema: '29990101000000_later' }), 'ARCHIVE_TOO_NEW', '29990101000000_later')
  })

  it('of a file that is damaged, naming the line', async () => {
    await refused(['{}'], 'ARCHIVE_UNREADABLE', 'Line 1 of the file is invalid: it is no header')
    await refused([], 'ARCHIVE_UNREADABLE', 'Line 1 of the file')
    await refused(
      lines.slice(0, -1),
      'ARCHIVE_UNREADABLE',
      `Line ${lines.length} of the file is invalid: the file ends`,
    )
    await refused(
      lines.with(4, lines[4]?.slice(0, -9) ?? ''),
      'ARCHIVE_UNREADABLE',
      'Line 5 of the file is invalid: it is no JSON',
    )
    await refused(lines.toSpliced(-3, 1), 'ARCHIVE_UNREADABLE', 'rows, and there are')
    await refused([...lines, lines[1] ?? ''], 'ARCHIVE_UNREADABLE', 'nothing may come after')
  })

  it.each([
    ['run', { status: 'QUEUED' }, 'only stopped runs can be imported'],
    ['run', { id: uuidv7() }, 'none of those in the first line'],
    ['run', { leaseOwner: 'me' }, 'has no "leaseOwner"'],
    ['run', { projectId: uuidv7() }, 'has no "projectId"'],
    ['step', { startedAt: 'yesterday-ish' }, 'the database refuses the row of type "step"'],
    ['step', { runId: uuidv7() }, 'none of those in the first line'],
    ['action', { mode: 'FIRE_AND_FORGET', status: 'RUNNING' }, 'it was fired and is RUNNING'],
    ['action', { mode: 'FIRE_AND_FORGET', status: 'PENDING' }, 'only stopped runs can be imported'],
    ['gate', { status: 'OPEN' }, 'it is OPEN'],
    ['eventSegment', { events: [{ place: 0, type: 'RunPainted' }] }, 'knows no event RunPainted'],
    ['eventSegment', { order: 'first' }, 'order: must be of type'],
    ['eventSegment', { firstSeq: 0 }, 'firstSeq: Too small'],
    ['eventSegment', { events: [] }, 'events: Too small'],
    ['eventSegment', { firstSeq: 1_000 }, 'not numbered in order'],
    ['eventSegment', { order: 2 }, 'its `order` does not follow'],
    ['eventSegment', { order: 0 }, 'its `order` does not follow'],
    ['run', { parentId: uuidv7() }, 'its parent or its root is none of those'],
    ['run', { rootId: uuidv7() }, 'its parent or its root is none of those'],
    ['agent', { slug: 'Not A Slug' }, 'it is no agent: slug: '],
    ['agent', { name: 'a\u0000b' }, 'the database refuses the row of type "agent"'],
    ['agentVersion', { version: 1e12 }, 'the database refuses the row of type "agentVersion"'],
    ['agentVersion', { definition: { model: 7 } }, 'none of an agent'],
    ['modelCall', { colour: 'blue' }, 'has no "colour"'],
  ])('of a %s with %j', async (type, change, words) => {
    const [changed, line] = withLine(type, (row) => ({ ...row, ...change }))
    await refused(changed, 'ARCHIVE_UNREADABLE', line)
    await refused(changed, 'ARCHIVE_UNREADABLE', words)
  })

  it.each([
    ['action', { stepId: uuidv7() }, 'it has an action of step'],
    ['action', { childRunId: uuidv7() }, 'it has an action with the child run'],
    ['modelCall', { stepId: uuidv7() }, 'it has a model call of step'],
    ['modelCall', { actionId: uuidv7() }, 'it has a model call of action'],
  ])('of a %s that names what is not in the file: %j', async (type, change, words) => {
    const [changed] = withLine(type, (row) => ({ ...row, ...change }))
    await refused(changed, 'ARCHIVE_UNREADABLE', words)
  })

  it('of a run whose next event would have the number of one that it has', async () => {
    const [changed] = withLine('run', (row) => ({ ...row, nextSeq: 3 }))
    await refused(changed, 'ARCHIVE_UNREADABLE', 'is longer than its `nextSeq` says')
  })

  it('where the project has another agent in its place', async () => {
    const [changed] = withLine('agent', (row) => row)
    const { slug } = JSON.parse(changed[1] ?? '').row
    const project = await there.prisma.project.create({
      data: { id: uuidv7(), slug: 'taken', name: 'Taken' },
    })
    const id = uuidv7()
    await there.prisma.agent.create({ data: { id, projectId: project.id, slug, name: 'Mine', version: 1 } })
    await refused(lines, 'IMPORT_CONFLICT', `its slug "${slug}" belongs to another agent`, 'taken')
    await there.prisma.agent.delete({ where: { id } })
    const agentId = JSON.parse(lines[1] ?? '').row.id
    const own = { agentId, version: 1, projectId: project.id, definition: { model: 'scripted/other' } }
    const agent = { id: agentId, projectId: project.id, slug, name: 'Mine', version: 1 }
    await there.prisma.agent.create({ data: agent })
    await there.prisma.agentVersion.create({ data: own })
    await refused(lines, 'IMPORT_CONFLICT', 'version 1 has another definition here', 'taken')
  })
})

it('OPS-4 a version that comes along stays beside those that the project has, and the next is none of both', async () => {
  const agent = await engine.define(sequence({ text: 'Done.' }))
  const run = async () => {
    const call = { projectId: engine.project.id, agent, input: 'Do it.' }
    const { runId } = await engine.operations.triggerRun(call)
    await engine.finished(runId)
    return linesOf(here, runId)
  }
  const change = async (one: TestEngine, projectId: string, name: string) => {
    const found = await one.services.agents.find(projectId, agent)
    const call = { projectId, agentId: found?.agentId ?? '', definition: { name } }
    await one.operations.updateAgent(call)
    return (await one.services.agents.find(projectId, agent))?.version
  }
  const projectId = await bringThere(await run(), 'versions')
  expect(await change(engine, engine.project.id, 'Second')).toBe(2)
  await bringThere(await run(), 'versions')
  expect((await other.services.agents.find(projectId, agent))?.version).toBe(1)
  expect(await change(other, projectId, 'Third')).toBe(3)
})
