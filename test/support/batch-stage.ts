import { randomBytes } from 'node:crypto'
import type { Json, JsonObject } from '../../src/domain/json.ts'
import type { PriceOf } from '../../src/domain/usage.ts'
import { createOpenAi } from '../../src/models/openai/openai.ts'
import { createVault } from '../../src/store/vault.ts'
import { createTestDatabase } from './database.ts'
import { createTestEngine, type EngineOptions, type TestEngine, testTool } from './engine.ts'
import { serveOpenAiBatches } from './openai-batch-server.ts'

const usage = { input_tokens: 100, output_tokens: 10, total_tokens: 110 }
const call = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'look', arguments: '{}' }

const words = (text: string) => ({
  type: 'message',
  ...{ id: 'msg_1', role: 'assistant', status: 'completed' },
  content: [{ type: 'output_text', text, annotations: [] }],
})

/** A response of OpenAI as a whole. */
export function response(...output: Json[]) {
  return {
    status: 200,
    body: { id: 'resp_1', object: 'response', status: 'completed', model: 'gpt-5.6-sol', output, usage },
  }
}

/** Whether a request has the result of the tool. */
export function hasResult({ input }: JsonObject): boolean {
  return Array.isArray(input) && input.some((item) => Object(item).type === 'function_call_output')
}

/** Calls the tool, then says what it saw. */
export function lookAndSay(body: JsonObject) {
  return hasResult(body) ? response(words('A tree.')) : response(call)
}

/** Says it at once. */
export function say(text: string) {
  return response(words(text))
}

export const agent = { model: 'openai/gpt-5.6-sol' }

/** A cent for each call, and half of it in a batch. */
export const batchPrice: PriceOf = ({ pricing }) => ({
  ...{ costUsd: pricing === 'BATCH' ? '0.005' : '0.01', priceVersion: 'test', pricedAs: 'test' },
})

/** A server of batches, and engines that ask it; each is closed with the stage. */
export async function openBatchStage() {
  const database = await createTestDatabase()
  const server = await serveOpenAiBatches()
  const vault = createVault(randomBytes(32))
  const options: EngineOptions = {
    tools: [testTool('look', async () => 'A tree.')],
    providers: [createOpenAi({ apiKey: 'sk-test', baseUrl: server.baseUrl })],
    batchEveryMs: 100,
    priceOf: batchPrice,
    vault,
  }
  const engines = new Set<TestEngine>()
  const open = async (more: EngineOptions = {}) => {
    const engine = await createTestEngine(database, { ...options, ...more })
    engines.add(engine)
    return engine
  }
  const shutAll = async (but?: TestEngine) => {
    for (const engine of engines) {
      if (engine === but) continue
      await engine.close()
      engines.delete(engine)
    }
  }
  return {
    ...{ database, server, options, open },
    shutAll,
    callsOf: (runId: string) =>
      database.prisma.modelCall.findMany({
        where: { runId },
        orderBy: [{ number: 'asc' }, { id: 'asc' }],
      }),
    close: async () => {
      await shutAll()
      await server.close()
      await database.drop()
    },
  }
}
