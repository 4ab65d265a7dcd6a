import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createVault } from '../../../src/store/vault.ts'
import { createTestDatabase } from '../../support/database.ts'
import type { TestEngine } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { decide, openGates, untilStatus } from '../../support/gates.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'
import { openLives } from '../../support/live-through-death.ts'
import { eachPoint } from '../../support/trials.ts'
import { McpFixture } from '../../tools/mcp-fixture.ts'

/** A `once` call of an MCP server that wants two answers first, in a process that dies at each of its commits. */
const live = createLiveModel()
const database = forFile(await createTestDatabase())
const fixture = forFile(await McpFixture.open())
const vault = createVault(randomBytes(32))

const program = join(import.meta.dirname, '../../tools/mcp-asking-process.ts')
const { config } = await fixture.http({}, 0, program)
const server = await fixture.connect(config)

async function liveOnce(nth: number) {
  live.plays.asks = async function* (request) {
    const turn = request.messages.filter(({ role }) => role === 'assistant').length
    yield turn === 0 ? answer(request, '', [{ name: 'test__pay', arguments: {} }]) : answer(request, 'Done.')
  }
  const options = { tools: server.list(), providers: [live], concurrency: 1, leaseMs: 3_600_000, vault }
  const { first, outlive, hasDied, close } = await openLives(database, nth, options)
  try {
    const runId = await first.trigger(() => ({ text: '' }), { agent: { model: 'live/asks' } })
    const answerNext = async (engine: TestEngine) => {
      const asks = untilStatus(engine, database, runId, 'WAITING').catch(() => undefined)
      await Promise.race([asks, engine.finished(runId)])
      const [gate] = await openGates(database, runId)
      if (!gate) return
      const isForm = JSON.stringify(gate.context).includes('seats')
      await decide(engine, gate.id, 'ANSWER', { answer: isForm ? { seats: 2 } : {} })
    }
    await outlive(answerNext)
    await outlive(answerNext)
    const run = await outlive((engine) => engine.finished(runId))
    return hasDied() ? run : null
  } finally {
    await close()
  }
}

test('ELICIT-1 DUR-1 a process that dies around the questions of a once call leaves it done once at most', {
  timeout: 600_000,
}, async () => {
  const deaths = await eachPoint(
    async (nth) => {
      const before = fixture.journal().filter((line) => line === 'pay is done').length
      const run = await liveOnce(nth)
      if (run === null) return false
      const done = fixture.journal().filter((line) => line === 'pay is done').length - before
      const [action] = await database.prisma.action.findMany({ where: { runId: run.runId } })
      const about = `death at commit ${nth}: ${JSON.stringify(action)}`
      expect(run.row.status, about).toBe('COMPLETED')
      if (action?.errorCode === 'OUTCOME_UNKNOWN') expect(done, about).toBeLessThanOrEqual(1)
      else {
        expect(action?.status, about).toBe('SUCCEEDED')
        expect(done, about).toBe(1)
        expect(JSON.parse(String(action?.output)), about).toMatchObject({
          inputResponses: { seats: { action: 'accept', content: { seats: 2 } }, pay: { action: 'accept' } },
        })
      }
      return true
    },
    { least: 3 },
  )
  expect(deaths).toBeGreaterThan(2)
})
