import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { serveOpenAiBatches } from '../support/openai-batch-server.ts'
import { openProcessFolder } from '../support/rungraph-process.ts'
import { linesOfReadme, startExample } from './example-program.ts'

const openai = await serveOpenAiBatches()
openai.isFast = false
openai.answer = ({ input }) => ({
  status: 200,
  body: {
    ...{ id: 'resp_1', object: 'response', status: 'completed', model: 'gpt-5.6-sol' },
    output: [
      {
        ...{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed' },
        content: [{ type: 'output_text', text: subjectOf(JSON.stringify(input)), annotations: [] }],
      },
    ],
    usage: { input_tokens: 30, output_tokens: 5, total_tokens: 35 },
  },
})

function subjectOf(text: string): string {
  if (text.includes('charged')) return 'payment'
  return text.includes('parcel') ? 'delivery' : 'product'
}

const database = await createTestDatabase()
const folder = await openProcessFolder()
afterAll(async () => {
  await folder.close()
  await openai.close()
  await database.drop()
})

const settings = {
  ...{ DATABASE_URL: database.connectionString, PORT: String(await freePort()), RUNGRAPH_DEMO: 'off' },
  RUNGRAPH_AGENTS: fileURLToPath(new URL('../../examples/batch/agents.ts', import.meta.url)),
  RUNGRAPH_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  RUNGRAPH_BATCH_EVERY_SECONDS: '1',
  ...{ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: openai.baseUrl },
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
  await expect.poll(() => [openai.batched.size, stopped.printed()], { timeout: 60_000 }).toEqual([3, ''])
  await stopped.kill()
  await first.kill('SIGKILL')

  openai.isFast = true
  await folder.start('start', settings)
  const program = start()
  const printed = await program.end()
  expect(printed.trimEnd().split('\n')).toEqual(linesOfReadme('batch'))
  // Nothing was asked at the full price, or twice.
  expect([openai.direct.length, openai.batched.size]).toEqual([0, 3])
})
