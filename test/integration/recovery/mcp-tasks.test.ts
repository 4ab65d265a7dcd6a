import { expect, test } from 'vitest'
import { systemClock } from '../../../src/domain/clock.ts'
import { McpServer } from '../../../src/tools/mcp/mcp-server.ts'
import { createTools } from '../../../src/tools/tool-registry.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createDoomed } from '../../support/doomed.ts'
import { createTestEngine } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'
import { eachPoint, isWhole } from '../../support/trials.ts'
import { type Revision, revisions } from '../../tools/answering-mcp-server.ts'
import { TaskServer } from '../../tools/task-server.ts'

/** A call of an MCP server that goes on as a task, in a process that dies at each of its commits. The server lives on. */
const live = createLiveModel()

const database = forFile(await createTestDatabase())

/** A server of the newer revision may answer a call of any tool at once. */
const kinds = [
  ...revisions.flatMap((revision) => (['pay', 'look'] as const).map((tool) => ({ revision, tool }))),
  { revision: '2026-07-28', tool: 'at_once' },
] as const

async function mcpTo(url: string): Promise<McpServer> {
  const config = {
    name: 'test',
    prefix: 'test',
    transportConfig: { kind: 'http', url, headers: {} },
  } as const
  const mcp = new McpServer({ config, clock: systemClock, report: () => undefined })
  mcp.start()
  await mcp.tried
  return mcp
}

async function liveOnce({ revision, tool }: { revision: Revision; tool: string }, nth: number) {
  const server = await new TaskServer({ revision, polls: 3 }).open()
  live.plays.tasks = async function* (request) {
    const turn = request.messages.filter(({ role }) => role === 'assistant').length
    yield turn === 0
      ? answer(request, '', [{ name: `test__${tool}`, arguments: {} }])
      : answer(request, 'Done.')
  }
  const options = { providers: [live], concurrency: 1, leaseMs: 3_600_000 }
  const doomed = createDoomed((_, count) => count === nth)
  const open = async (mcp: McpServer, more: object, replace = doomed.replace) => ({
    mcp,
    engine: await createTestEngine(database, {
      ...options,
      ...more,
      replace: (services) => ({
        ...replace(services),
        tools: createTools({ builtIn: [], module: [], sources: [mcp] }),
      }),
    }),
  })
  const first = await open(await mcpTo(server.url), {})
  const lives = [first]
  try {
    const { engine } = first
    const agent = { model: 'live/tasks', tools: [`test__${tool}`] }
    const runId = await engine.trigger(() => ({ text: '' }), { agent })
    const done = engine.finished(runId).then((run) => ({ run }))
    done.catch(() => undefined) // of the dead nobody hears
    const lived = await Promise.race([done, doomed.dead])
    if (lived) return { ...lived, died: false, server }
    await engine.die()
    const { scripts, project } = engine
    lives.push(await open(await mcpTo(server.url), { scripts, project }, (services) => services))
    return { run: await (lives.at(-1) ?? first).engine.finished(runId), died: true, server }
  } finally {
    doomed.bury()
    for (const { engine, mcp } of lives.toReversed()) {
      await engine.close()
      await mcp.close()
    }
    await server.close()
  }
}

test.for(kinds)(
  'MCP-15 TAS-15 DUR-1 a process that dies around a task of $tool ($revision) leaves it to the next, which goes on with it',
  { timeout: 600_000 },
  async (kind) => {
    const output = kind.tool === 'at_once' ? 'At once.' : 'Done.'
    const known: string[] = []
    const deaths = await eachPoint(
      async (nth) => {
        const { run, died, server } = await liveOnce(kind, nth)
        const [action] = await database.prisma.action.findMany({ where: { runId: run.runId } })
        const about = `death at commit ${nth}: ${JSON.stringify({ journal: server.journal, action })}`
        const isUnknown = action?.errorCode === 'OUTCOME_UNKNOWN'
        expect(
          server.journal.filter((line) => line.startsWith('cancel')),
          about,
        ).toEqual([])
        expect(run.row.status, about).toBe('COMPLETED')
        if (kind.tool !== 'look') expect(server.calls(), about).toBeLessThanOrEqual(1)
        // It is unknown where the process died between the call and the id of its task, and nowhere else.
        if (isUnknown)
          expect(
            server.journal.filter((line) => line.startsWith('get')),
            about,
          ).toEqual([])
        else expect(action, about).toMatchObject({ status: 'SUCCEEDED', output })
        if (died && !isUnknown) known.push(`${nth}: ${server.calls()}`)
        return died
      },
      { least: 3 },
    )
    expect(deaths).toBeGreaterThan(2)
    // Of some of the points, each may be one at which it is unknown.
    if (isWhole) expect(known.length).toBeGreaterThan(0)
  },
)
