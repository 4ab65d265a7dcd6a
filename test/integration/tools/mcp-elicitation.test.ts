import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import type { Tool } from '../../../src/domain/tool.ts'
import { createVault } from '../../../src/store/vault.ts'
import { createTestEngine } from '../../support/engine.ts'
import { forFile, forTest } from '../../support/for-file.ts'
import { done, type GateStage, openGateStage, type Turn } from '../../support/gate-stage.ts'
import { decide, openGates } from '../../support/gates.ts'
import { McpFixture } from '../../tools/mcp-fixture.ts'

const program = join(import.meta.dirname, '../../tools/mcp-asking-process.ts')

/** Servers seal their state: it may look like a secret, which only a key keeps. */
const vault = createVault(randomBytes(32))

const fixture = forFile(await McpFixture.open())
const servers = await Promise.all(
  ['2026', '2025'].flatMap((GENERATION) => [
    fixture
      .http({ GENERATION }, 0, program)
      .then(({ config }) => ({ ...config, prefix: `http${GENERATION}` })),
    Promise.resolve({ ...fixture.stdio({ GENERATION }, {}, program), prefix: `stdio${GENERATION}` }),
  ]),
)
const connected = await Promise.all(
  servers.map((config) => fixture.connect({ ...config, name: config.prefix })),
)
const tools: readonly Tool[] = connected.flatMap((server) => server.list())

const calls = (...names: readonly string[]): Turn => ({
  calls: names.map((name) => ({ name, arguments: {} })),
})
const outputs = async (stage: GateStage, runId: string): Promise<readonly Json[]> =>
  (await stage.actionsOf(runId)).map(({ output, error }) =>
    output === null ? error : JSON.parse(String(output)),
  )

/** What the servers did since the file began, of one tool. */
const journalOf = (name: string) => fixture.journal().filter((line) => line.startsWith(`${name} `))

/** The open gate of a run that goes on meanwhile. */
async function askedIn(stage: GateStage, runId: string) {
  for (;;) {
    const [gate] = await openGates(stage.database, runId)
    if (gate) return gate
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

describe.each(['http', 'stdio'])('a server of the newer generation over %s', (kind) => {
  let stage: GateStage
  beforeAll(async () => {
    stage = await openGateStage({ tools, vault })
  })
  afterAll(() => stage.close())

  test('ELICIT-1 asks a person before its call, which waits without an owner and through a restart', async () => {
    const before = journalOf('book').length
    const { runId } = await stage.start([calls(`${kind}2026__book`), done])
    const gate = await stage.gateOf(runId)
    expect(gate).toMatchObject({ kind: 'INPUT', respondent: null })
    expect(gate.context).toMatchObject({
      question: `The server "${kind}2026" asks: How many seats?`,
      schema: { properties: { seats: { type: 'integer', default: 2 } }, additionalProperties: false },
      url: null,
    })
    const run = await stage.database.prisma.run.findUniqueOrThrow({ where: { id: runId } })
    expect(run).toMatchObject({ status: 'WAITING', leaseOwner: null })
    await stage.restart({ vault })
    const answer = { seats: 4, where: 'outside' }
    await expect(decide(stage.engine, gate.id, 'ANSWER', { answer: { seats: 40 } })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    await decide(stage.engine, gate.id, 'ANSWER', { answer })
    expect((await stage.engine.finished(runId)).row.status).toBe('COMPLETED')
    expect(await outputs(stage, runId)).toEqual([
      { inputResponses: { seats: { action: 'accept', content: answer } }, state: { at: 'book' } },
    ])
    expect(journalOf('book').slice(before)).toHaveLength(3)
  })

  test('ELICIT-1 asks for several things one after another, and hears what is declined', async () => {
    const { runId } = await stage.start([calls(`${kind}2026__pay`), done])
    const first = await stage.gateOf(runId)
    await decide(stage.engine, first.id, 'REJECT')
    const second = await askedIn(stage, runId)
    expect(second.context).toMatchObject({ url: 'https://pay.example.com/42', schema: { properties: {} } })
    await decide(stage.engine, second.id, 'ANSWER', { answer: {} })
    await stage.engine.finished(runId)
    expect(await outputs(stage, runId)).toMatchObject([
      { inputResponses: { seats: { action: 'decline' }, pay: { action: 'accept' } } },
    ])
  })

  test('ELICIT-2 never asks for a secret: the server hears a decline, and the log has a Warning', async () => {
    const { runId } = await stage.start([calls(`${kind}2026__login`), done])
    const { of } = await stage.engine.finished(runId)
    expect(await outputs(stage, runId)).toMatchObject([
      { inputResponses: { password: { action: 'decline' } } },
    ])
    expect(of('Warning')).toMatchObject([{ code: 'ELICITATION_REFUSED' }])
  })

  test('ELICIT-1 makes a call again that the server wants to have again, without a question', async () => {
    const { runId } = await stage.start([calls(`${kind}2026__later`), done])
    await stage.engine.finished(runId)
    expect(await outputs(stage, runId)).toEqual(['at last'])
  })
})

describe.each(['http', 'stdio'])('a server of the older generation over %s', (kind) => {
  let stage: GateStage
  beforeAll(async () => {
    stage = await openGateStage({ tools })
  })
  afterAll(() => stage.close())

  test('ELICIT-3 asks within its call, which goes on with the answer', async () => {
    const { runId } = await stage.start([calls(`${kind}2025__book`), done])
    const gate = await askedIn(stage, runId)
    expect(gate).toMatchObject({ kind: 'INPUT', onExpiry: 'REFUSE', expiresAt: expect.any(Date) })
    await decide(stage.engine, gate.id, 'ANSWER', { answer: { seats: 3 } })
    await stage.engine.finished(runId)
    expect(await outputs(stage, runId)).toEqual([{ action: 'accept', content: { seats: 3 } }])
  })

  test('ELICIT-3 hears a decline, and asks for no secret', async () => {
    const { runId } = await stage.start([calls(`${kind}2025__pay`), calls(`${kind}2025__login`), done])
    await decide(stage.engine, (await askedIn(stage, runId)).id, 'REJECT')
    await stage.engine.finished(runId)
    expect(await outputs(stage, runId)).toEqual([{ action: 'decline' }, { action: 'decline' }])
  })

  test('ELICIT-3 is aborted with its run, and the question is closed', async () => {
    const { runId } = await stage.start([calls(`${kind}2025__book`), done])
    const gate = await askedIn(stage, runId)
    await stage.engine.operations.abortRun({ projectId: stage.engine.project.id, runId, by: 'tester' })
    expect((await stage.engine.finished(runId)).row.status).toBe('CANCELLED')
    const closed = await stage.database.prisma.gate.findUniqueOrThrow({ where: { id: gate.id } })
    expect(closed.status).toBe('CANCELLED')
  })

  test('ELICIT-3 a process that dies within the question cuts the call off, and closes the question', async () => {
    const { runId } = await stage.start([calls(`${kind}2025__book`), done])
    const gate = await askedIn(stage, runId)
    await stage.engine.die()
    await stage.restart()
    const { row } = await stage.engine.finished(runId)
    expect(row.status).toBe('COMPLETED')
    expect(await stage.actionsOf(runId)).toMatchObject([{ errorCode: 'OUTCOME_UNKNOWN' }])
    const closed = await stage.database.prisma.gate.findUniqueOrThrow({ where: { id: gate.id } })
    expect(closed.status).toBe('CANCELLED')
  })
})

test.each(['http2026', 'http2025', 'stdio2026', 'stdio2025'])(
  'ELICIT-1 ELICIT-3 JDG-4 of two processes that answer one question of %s at once, one is heard',
  async (name) => {
    const stage = forTest(await openGateStage({ tools, vault }))
    const { project, scripts } = stage.engine
    const other = forTest(
      await createTestEngine(stage.database, {
        ...{ tools, vault, project, scripts },
        providers: [stage.live],
      }),
    )
    const { runId } = await stage.start([calls(`${name}__book`), done])
    const { id } = await askedIn(stage, runId)
    const seats = [2, 3, 4, 5]
    const decisions = await Promise.allSettled(
      seats.map((seats, at) =>
        decide(at % 2 === 0 ? stage.engine : other, id, 'ANSWER', { answer: { seats } }),
      ),
    )
    const winners = seats.filter((_, at) => decisions[at]?.status === 'fulfilled')
    expect(winners).toHaveLength(1)
    for (const decision of decisions)
      if (decision.status === 'rejected') expect(decision.reason).toMatchObject({ code: 'GATE_RESOLVED' })
    const { row, of } = await stage.engine.finished(runId)
    expect(row.status).toBe('COMPLETED')
    expect(of('GateResolved')).toHaveLength(1)
    const content = { seats: winners[0] }
    const [output] = await outputs(stage, runId)
    expect(JSON.stringify(output)).toContain(JSON.stringify({ action: 'accept', content }))
  },
)

test('ELICIT-4 an address that must be opened first is asked for, and the call is made again', async () => {
  const stage = await openGateStage({ tools })
  try {
    const { runId } = await stage.start([calls('http2025__visit'), done])
    const gate = await stage.gateOf(runId)
    expect(gate.context).toMatchObject({ url: 'https://pay.example.com/42' })
    await decide(stage.engine, gate.id, 'ANSWER', { answer: {} })
    await stage.engine.finished(runId)
    expect(await outputs(stage, runId)).toEqual(['paid'])
  } finally {
    await stage.close()
  }
})

describe.each(['http2026', 'http2025', 'stdio2026', 'stdio2025'])('the log of a server over %s', (name) => {
  test('MCP-17 is lines of the call that it belongs to', async () => {
    const config = servers.find(({ prefix }) => prefix === name)
    if (!config) throw new Error(`There is no server ${name}.`)
    // The others have made calls of other projects.
    const own = name.startsWith('stdio') ? (await fixture.connect({ ...config, name })).list() : tools
    const stage = forTest(await openGateStage({ tools: own }))
    const call = (of: string) => ({ name: `${name}__tells`, arguments: { of } })
    const linesOf = async (...of: readonly string[]) => {
      const { runId } = await stage.start([{ calls: of.map(call) }, done])
      const finished = await stage.engine.finished(runId)
      expect(await outputs(stage, runId)).toEqual(of)
      return finished.of('ActionLogged').map(({ name, level, message, data }) => [name, level, message, data])
    }
    const lines = (of: string, action = `${name}__tells`) => [
      [action, 'INFO', `Looks for ${of}.`, undefined],
      [action, 'WARN', 'Found little.', { message: 'Found little.', of }],
      [action, 'ERROR', '{"code":7}', undefined],
    ]
    expect(await linesOf('cups')).toEqual(lines('cups'))
    const both = await linesOf('cups', 'jars')
    // Over stdio nothing says which of two calls it is of.
    const [first = '', second = ''] = [...new Set(both.map(([action]) => String(action)))].toSorted()
    expect(both.toSorted()).toEqual(
      name.startsWith('stdio') ? [] : [...lines('cups', first), ...lines('jars', second)].toSorted(),
    )
  })
})
