import { expect, test } from 'vitest'
import { ModelError } from '../../../src/domain/model.ts'
import { createRedactor } from '../../../src/redaction/create-redactor.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { createLiveModel } from '../../support/live-model.ts'

const secret = 'heron-42-of-the-server-0123456789'

const live = createLiveModel()

const database = forFile(await createTestDatabase())
const redactor = createRedactor({ values: [secret] })
const engine = forFile(await createTestEngine(database, { providers: [live], redactor }))

test('MOD-3 TAS-7 a failure whose message is a whole page is cut where it is reported, and no secret in two', async () => {
  for (let ahead = 960; ahead <= 1_000; ahead += 8) {
    const page = `${'x'.repeat(ahead)}${secret}${'y'.repeat(500_000)}${secret}${'z'.repeat(ahead)}`
    live.plays.page = async function* () {
      yield* []
      throw new ModelError('OVERLOADED', page, { retryable: true, status: 502 })
    }
    const modelRetry = { maxAttempts: 2, baseMs: 0 }
    const run = await engine.run(() => ({}), { agent: { model: 'live/page', modelRetry } })
    expect(run.row).toMatchObject({ status: 'FAILED', errorCode: 'MODELS_EXHAUSTED' })
    const calls = await database.prisma.modelCall.findMany({ where: { runId: run.runId } })
    expect(calls).toHaveLength(2)
    const told = [
      run.row.errorMessage,
      ...calls.map(({ errorMessage }) => errorMessage),
      JSON.stringify(run.events),
    ]
    for (const text of told) {
      expect(text?.length).toBeLessThan(10_000)
      expect(text).toContain('cut from')
      expect(text).not.toMatch(/heron|-of-the|6789/)
    }
  }
})
