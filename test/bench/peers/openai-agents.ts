import { randomUUID } from 'node:crypto'
import {
  Agent,
  type Model,
  type ModelRequest,
  type protocol,
  Runner,
  type StreamEvent,
  setTracingDisabled,
  tool,
  Usage,
} from '@openai/agents'
import { z } from 'zod'
import { type OpenContender, repeat } from '../contender.ts'
import { toolTurns, words } from '../loop-work.ts'

/** OpenAI Agents: streamed, in memory. Nothing of a run is left after a crash. */
export const open: OpenContender = async () => {
  setTracingDisabled(true)
  const note = tool({
    name: 'note',
    description: 'The note tool.',
    parameters: z.object({ turn: z.number() }),
    execute: async () => 'noted',
  })
  const agent = new Agent({ name: 'Loop', instructions: 'Do it.', model: instant, tools: [note] })
  const runner = new Runner({ tracingDisabled: true })

  async function runOne(): Promise<void> {
    const result = await runner.run(agent, 'Do it.', { stream: true, maxTurns: toolTurns + 2 })
    let text = ''
    for await (const chunk of result.toTextStream()) text += chunk
    await result.completed
    if (text !== words.join('')) throw new Error(`OpenAI Agents gave another answer: ${text}`)
  }

  return { measure: (extent) => repeat(extent, runOne), close: async () => {} }
}

/** A model that answers at once. */
const instant: Model = {
  getResponse: async (request) => ({ usage: new Usage(usage), output: outputFor(request) }),
  async *getStreamedResponse(request): AsyncGenerator<StreamEvent> {
    yield { type: 'response_started' }
    const output = outputFor(request)
    if (output.every(({ type }) => type !== 'function_call'))
      for (const delta of words) yield { type: 'output_text_delta', delta }
    yield { type: 'response_done', response: { id: randomUUID(), output, usage } }
  },
}

const usage = { inputTokens: 10, outputTokens: 5, totalTokens: 15 }

function outputFor({ input }: ModelRequest): (protocol.AssistantMessageItem | protocol.FunctionCallItem)[] {
  const turn = typeof input === 'string' ? 0 : input.filter((item) => item.type === 'function_call').length
  const [id, status] = [randomUUID(), 'completed' as const]
  if (turn >= toolTurns) {
    const content = [{ type: 'output_text' as const, text: words.join('') }]
    return [{ id, type: 'message', role: 'assistant', status, content }]
  }
  const call = { callId: randomUUID(), name: 'note', arguments: JSON.stringify({ turn }) }
  return [{ id, type: 'function_call', status, ...call }]
}
