import { randomUUID } from 'node:crypto'
import { Agent } from '@mastra/core/agent'
import { createDurableAgent } from '@mastra/core/agent/durable'
import { Mastra } from '@mastra/core/mastra'
import { createTool } from '@mastra/core/tools'
import { PostgresStore } from '@mastra/pg'
import { z } from 'zod'
import { type OpenContender, repeat } from '../contender.ts'
import { toolTurns, words } from '../loop-work.ts'

/** Mastra: its durable agent with snapshots in PostgreSQL, written during the run for recovery after a crash; streamed. */
export const open: OpenContender = async ({ connectionString }) => {
  const storage = new PostgresStore({ id: 'bench', connectionString })
  const note = createTool({
    id: 'note',
    description: 'The note tool.',
    inputSchema: z.object({ turn: z.number() }),
    execute: async () => ({ said: 'noted' }),
  })
  const agent = new Agent({
    id: 'loop',
    name: 'Loop',
    instructions: 'Do it.',
    model: instant,
    tools: { note },
  })
  const durable = createDurableAgent({ agent, maxSteps: toolTurns + 2 })
  new Mastra({ agents: { loop: durable }, storage, logger: false, recovery: { durableAgents: 'auto' } })

  async function runOne(): Promise<void> {
    const { output, cleanup } = await durable.stream('Do it.', { maxSteps: toolTurns + 2 })
    let text = ''
    for await (const chunk of output.textStream) text += chunk
    cleanup()
    if (text !== words.join('')) throw new Error(`Mastra gave another answer: ${text}`)
  }

  return { measure: (extent) => repeat(extent, runOne), close: () => storage.close() }
}

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
}

/** A model that answers at once, by the specification of the AI SDK. */
const instant = {
  specificationVersion: 'v3' as const,
  provider: 'instant',
  modelId: 'loop',
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error('The model only streams.')),
  doStream: async ({ prompt }: { readonly prompt: readonly { readonly role: string }[] }) => ({
    stream: ReadableStream.from(answerTo(prompt)),
  }),
}

function* answerTo(prompt: readonly { readonly role: string }[]) {
  const turn = prompt.filter(({ role }) => role === 'assistant').length
  yield { type: 'stream-start' as const, warnings: [] }
  if (turn < toolTurns) {
    const call = { toolCallId: randomUUID(), toolName: 'note', input: JSON.stringify({ turn }) }
    yield { type: 'tool-call' as const, ...call }
    yield {
      type: 'finish' as const,
      finishReason: { unified: 'tool-calls' as const, raw: 'tool-calls' },
      usage,
    }
    return
  }
  const id = randomUUID()
  yield { type: 'text-start' as const, id }
  for (const delta of words) yield { type: 'text-delta' as const, id, delta }
  yield { type: 'text-end' as const, id }
  yield { type: 'finish' as const, finishReason: { unified: 'stop' as const, raw: 'stop' }, usage }
}
