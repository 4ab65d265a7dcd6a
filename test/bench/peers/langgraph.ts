import { randomUUID } from 'node:crypto'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessageChunk, type BaseMessage, isAIMessageChunk } from '@langchain/core/messages'
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs'
import { tool } from '@langchain/core/tools'
import { createReactAgent } from '@langchain/langgraph/prebuilt'
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres'
import { z } from 'zod'
import { type OpenContender, repeat } from '../contender.ts'
import { toolTurns, words } from '../loop-work.ts'

/** LangGraph: its prebuilt agent with checkpoints in PostgreSQL, written as they are by default (`durability: 'async'`), and its messages streamed. */
export const open: OpenContender = async ({ connectionString }) => {
  const checkpointer = PostgresSaver.fromConnString(connectionString)
  await checkpointer.setup()
  const note = tool(async () => 'noted', {
    name: 'note',
    description: 'The note tool.',
    schema: z.object({ turn: z.number() }),
  })
  const agent = createReactAgent({ llm: new InstantModel({}), tools: [note], checkpointer })

  async function runOne(): Promise<void> {
    const options = {
      configurable: { thread_id: randomUUID() },
      streamMode: 'messages' as const,
      recursionLimit: 100,
    }
    let text = ''
    for await (const [message] of await agent.stream(
      { messages: [{ role: 'user', content: 'Do it.' }] },
      options,
    ))
      if (isAIMessageChunk(message)) text += message.content
    if (text !== words.join('')) throw new Error(`LangGraph gave another answer: ${text}`)
  }

  return { measure: (extent) => repeat(extent, runOne), close: () => checkpointer.end() }
}

/** A model that answers at once. */
class InstantModel extends BaseChatModel {
  override _llmType(): string {
    return 'instant'
  }

  override bindTools(): this {
    return this
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const chunks = [...answerTo(messages)]
    const message = chunks.map((chunk) => chunk.message).reduce((all, next) => all.concat(next))
    return { generations: [{ text: message.text, message }] }
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    _options: this['ParsedCallOptions'],
    manager?: { handleLLMNewToken(...args: unknown[]): Promise<void> },
  ): AsyncGenerator<ChatGenerationChunk> {
    for (const chunk of answerTo(messages)) {
      yield chunk
      await manager?.handleLLMNewToken(chunk.text, undefined, undefined, undefined, undefined, { chunk })
    }
  }
}

function* answerTo(messages: BaseMessage[]): Generator<ChatGenerationChunk & { message: AIMessageChunk }> {
  const turn = messages.filter((message) => message.type === 'ai').length
  if (turn >= toolTurns) for (const text of words) yield toChunk({ content: text }, text)
  else yield toChunk({ content: '', tool_calls: [{ id: randomUUID(), name: 'note', args: { turn } }] }, '')
}

function toChunk(fields: ConstructorParameters<typeof AIMessageChunk>[0], text: string) {
  const message = new AIMessageChunk(fields)
  return Object.assign(new ChatGenerationChunk({ message, text }), { message })
}
