import { expect, onTestFinished, test } from 'vitest'
import { createAnthropic } from '../../../src/models/anthropic/anthropic.ts'
import { createOpenAi } from '../../../src/models/openai/openai.ts'
import { answer, textBlock } from '../../fixtures/streams/anthropic.ts'
import { message, unfinished } from '../../fixtures/streams/openai-responses.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine } from '../../support/engine.ts'
import { expectGolden } from '../../support/golden.ts'
import { serveBytes } from '../../support/serve-bytes.ts'

/** A provider whose server sends half an answer, tears the connection and is never heard of again. */
async function dyingServer() {
  const server = await serveBytes((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(unfinished([message(['The capital ', 'of Norway is B'])]), () => {
      response.socket?.destroy()
      void server.close()
    })
  })
  return server
}

test('MOD-6 a run whose provider dies in mid-answer finishes on the next one, with no text doubled', async () => {
  const database = await createTestDatabase()
  const dying = await dyingServer()
  const spare = await serveBytes((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(answer([textBlock(0, 'The capital of ', 'Norway is Oslo.')]))
  })
  const engine = await createTestEngine(database, {
    providers: [
      createOpenAi({ apiKey: 'none', baseUrl: dying.baseUrl }),
      createAnthropic({ apiKey: 'none', baseUrl: spare.baseUrl }),
    ],
  })
  onTestFinished(async () => {
    await engine.close()
    await spare.close()
    await database.drop()
  })
  const agent = { model: 'openai/gpt-5', fallbackModels: ['anthropic/claude-sonnet-5'], promptSections: [] }
  const run = await engine.run(() => ({ text: '' }), {
    agent,
    trigger: { input: 'What is the capital of Norway?' },
  })
  expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'The capital of Norway is Oslo.' })
  const calls = await database.prisma.modelCall.findMany({
    where: { runId: run.runId },
    orderBy: { attempt: 'asc' },
  })
  const voided = run.of('AttemptDiscarded').map(({ messageId }) => messageId)
  const shown = run.of('TextDelta').filter(({ messageId }) => !voided.includes(messageId))
  expect(shown.map(({ text }) => text).join('')).toBe('The capital of Norway is Oslo.')
  expect(calls.map(({ provider, errorCode }) => `${provider} ${errorCode}`)).toEqual([
    ...Array(5).fill('openai NETWORK'),
    'anthropic null',
  ])
  // An answer that was cut off is billed by an unknown amount: it is estimated, and marked so.
  expect(calls.map(({ estimated }) => estimated)).toEqual([true, false, false, false, false, false])
  expect(calls[0]?.outputTokens).toBeGreaterThan(0)
  await expectGolden('failover-mid-answer', run.events, [
    [/script-[0-9a-f-]{36}/g, 'agent'],
    [/127\.0\.0\.1:\d+/g, 'server'],
  ])
})
