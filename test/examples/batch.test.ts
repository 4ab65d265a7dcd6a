import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { openProcessFolder } from '../support/rungraph-process.ts'
import { linesOfReadme, startExample } from './example-program.ts'

const database = await createTestDatabase()
const folder = await openProcessFolder()
const port = String(await freePort())
const standIn = startExample('batch/stand-in.ts', [], { STAND_IN_PORT: port, STAND_IN_SECONDS: '5' })
afterAll(async () => {
  await folder.close()
  await standIn.kill()
  await database.drop()
})

const settings = {
  ...{ DATABASE_URL: database.connectionString, PORT: String(await freePort()), RUNGRAPH_DEMO: 'off' },
  RUNGRAPH_AGENTS: fileURLToPath(new URL('../../examples/batch/agents.ts', import.meta.url)),
  RUNGRAPH_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  RUNGRAPH_BATCH_EVERY_SECONDS: '1',
  ...{ OPENAI_API_KEY: 'sk-stand-in', OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` },
}

test('BATCH-2 BATCH-5 messages are sorted in a batch at half the price, after runs without a key failed, though the server was killed while it waited', {
  timeout: 240_000,
}, async () => {
  const { OPENAI_API_KEY: _, ...keyless } = settings
  const zeroth = await folder.start('start', keyless)
  const start = () => startExample('batch/sort.ts', [], { RUNGRAPH_URL: zeroth.url })
  const refused = start()
  await expect(refused.end()).rejects.toThrow('FAILED: Where is my parcel? MODELS_EXHAUSTED: ')
  expect(refused.printed().match(/OPENAI_API_KEY/g)).toHaveLength(3)
  await zeroth.kill('SIGKILL')

  const first = await folder.start('start', settings)
  const stopped = start()
  await expect.poll(() => [batched(), stopped.printed()], { timeout: 60_000 }).toEqual([3, ''])
  await stopped.kill()
  await first.kill('SIGKILL')

  await folder.start('start', settings)
  const program = start()
  const printed = await program.end()
  expect(printed.trimEnd().split('\n')).toEqual(linesOfReadme('batch'))
  // Nothing was asked twice. What is asked at the full price fails: the stand-in has batches alone.
  expect(batched()).toBe(3)
})

/** Requests in the batches that were sent. */
function batched(): number {
  const batches = [...standIn.printed().matchAll(/A batch of (\d+)/g)]
  return batches.reduce((sum, [, count]) => sum + Number(count), 0)
}
