import { beforeEach, describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../src/domain/json.ts'
import type { ModelProvider } from '../../../src/domain/model.ts'
import { createAnthropic } from '../../../src/models/anthropic/anthropic.ts'
import { createGoogle } from '../../../src/models/google/google.ts'
import { serveAnthropicBatches } from '../../support/anthropic-batch-server.ts'
import type { FakeVendor } from '../../support/batch-api-server.ts'
import { batchPrice } from '../../support/batch-stage.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine, testTool } from '../../support/engine.ts'
import { eventually } from '../../support/eventually.ts'
import { forFile } from '../../support/for-file.ts'
import { untilStatus } from '../../support/gates.ts'
import { serveGoogleBatches } from '../../support/google-batch-server.ts'

const database = forFile(await createTestDatabase())
const anthropic = forFile(await serveAnthropicBatches())
const google = forFile(await serveGoogleBatches())

const ok = (body: Json) => ({ status: 200, body })

const says = (body: JsonObject, what: string) => JSON.stringify(body).includes(what)

const message = (content: Json, stop_reason: string) =>
  ok({
    ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-opus-5', content, stop_reason },
    ...{ stop_sequence: null, usage: { input_tokens: 100, output_tokens: 10 } },
  })

const candidate = (part: Json) =>
  ok({
    candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 },
  })

interface Vendor {
  readonly name: string
  readonly model: string
  readonly server: FakeVendor & { readonly batches: readonly unknown[] }
  readonly provider: ModelProvider
  /** Sends a batch. */
  readonly sending: string
  readonly cancelling: string
  /** Calls the tool, then says what it saw. */
  readonly answer: FakeVendor['answer']
  readonly refusal: { readonly status: number; readonly body: Json }
}

const vendors: readonly Vendor[] = [
  {
    ...{ name: 'Anthropic', model: 'anthropic/claude-opus-5', server: anthropic },
    provider: createAnthropic({ apiKey: 'sk-ant-test', baseUrl: anthropic.baseUrl }),
    sending: 'POST /v1/messages/batches',
    cancelling: 'POST /v1/messages/batches/:id/cancel',
    answer: (body) =>
      says(body, 'tool_result')
        ? message([{ type: 'text', text: 'A tree.' }], 'end_turn')
        : message([{ type: 'tool_use', id: 'toolu_1', name: 'look', input: {} }], 'tool_use'),
    refusal: {
      status: 400,
      body: { type: 'error', error: { type: 'invalid_request_error', message: 'Invalid argument.' } },
    },
  },
  {
    ...{ name: 'Google', model: 'google/gemini-2.5-pro', server: google },
    provider: createGoogle({ apiKey: 'google-test', baseUrl: google.baseUrl }),
    sending: 'POST /v1beta/models/:model:batchGenerateContent',
    cancelling: 'POST /v1beta/batches/:id:cancel',
    answer: (body) =>
      says(body, 'functionResponse')
        ? candidate({ text: 'A tree.' })
        : candidate({ functionCall: { name: 'look', args: {} } }),
    refusal: { status: 400, body: {} },
  },
]

const engine = forFile(
  await createTestEngine(database, {
    tools: [testTool('look', async () => 'A tree.')],
    providers: vendors.map(({ provider }) => provider),
    batchEveryMs: 100,
    priceOf: batchPrice,
  }),
)

const trigger = { pricing: 'BATCH' } as const

const pricesOf = async (runId: string) => {
  const calls = await database.prisma.modelCall.findMany({ where: { runId }, orderBy: { number: 'asc' } })
  return calls.map(({ pricing, errorCode, inputTokens }) => [pricing, errorCode, inputTokens])
}

for (const { name, model, server, sending, cancelling, answer, refusal } of vendors)
  describe(name, () => {
    const agent = { model }

    beforeEach(() => {
      Object.assign(server, { answer, isFast: true, onRequest: () => undefined })
      server.asked.splice(0)
    })

    test('BATCH-2 asks each turn in a batch', async () => {
      const runs = await Promise.all([1, 2, 3].map(() => engine.run(() => ({}), { agent, trigger })))
      for (const run of runs) {
        expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'A tree.' })
        expect(await pricesOf(run.runId)).toEqual([
          ['BATCH', null, 100],
          ['BATCH', null, 100],
        ])
      }
    })

    test('BATCH-2 fails as other calls do where a request is refused', async () => {
      server.answer = () => refusal
      const modelRetry = { maxAttempts: 1, baseMs: 1, capMs: 1 }
      const run = await engine.run(() => ({}), { agent: { ...agent, modelRetry }, trigger })
      expect(run.row.status).toBe('FAILED')
      expect(run.row.errorMessage).toContain('Invalid argument.')
    })

    test('BATCH-3 asks again where a batch ended without an answer', async () => {
      let isFirst = true
      server.answer = (body, id) => {
        if (!isFirst) return answer(body, id)
        isFirst = false
        return null
      }
      const run = await engine.run(() => ({}), { agent, trigger })
      expect(run.row.summary).toBe('A tree.')
      expect(await pricesOf(run.runId)).toHaveLength(2)
    })

    test('BATCH-3 finds a batch whose acceptance was not heard of', async () => {
      let drops = 1
      server.onRequest = (route) => (route === sending && drops-- > 0 ? 'drop' : undefined)
      const before = server.batches.length
      const run = await engine.run(() => ({}), { agent, trigger })
      expect(run.row.summary).toBe('A tree.')
      expect(server.batches.length - before).toBe(2)
    })

    test('BATCH-4 cancels a batch that no run waits for', async () => {
      server.isFast = false
      const runId = await engine.trigger(() => ({}), { agent, trigger })
      await untilStatus(engine, database, runId, 'WAITING')
      await eventually(() => server.asked).toContain(sending)
      await engine.operations.abortRun({ projectId: engine.project.id, runId })
      await eventually(() => server.asked).toContain(cancelling)
      await eventually(() => database.prisma.batchCall.count({ where: { runId, settledAt: null } })).toBe(0)
    })
  })
