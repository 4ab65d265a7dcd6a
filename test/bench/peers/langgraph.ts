import { randomUUID } from 'node:crypto'
import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessageChunk, type BaseMessage } from '@langchain/core/messages'
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs'
import { tool } from '@langchain/core/tools'
import { createReactAgent } from '@langchain/langgraph/prebuilt'
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres'
import { z } from 'zod'
import { type OpenContender, repeat } from '../contender.ts'
import { toolTurns, words } from '../loop-work.ts'

/** LangGraph: its prebuilt agent with checkpoints in PostgreSQL, written by default (`durability: 'async'`), and its messages streamed. */
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
      if (message instanceof AIMessageChunk) text += message.text
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
    const message = [...answerTo(messages)].reduce<AIMessageChunk>(
      (all, next) => all.concat(next),
      new AIMessageChunk(''),
    )
    return { generations: [{ text: message.text, message }] }
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    _options: this['ParsedCallOptions'],
    manager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    for (const message of answerTo(messages)) {
      const chunk = new ChatGenerationChunk({ message, text: message.text })
      yield chunk
      await manager?.handleLLMNewToken(chunk.text, undefined, undefined, undefined, undefined, { chunk })
    }
  }
}

function* answerTo(messages: readonly BaseMessage[]): Generator<AIMessageChunk> {
  const turn = messages.filter((message) => message.type === 'ai').length
  if (turn >= toolTurns) for (const content of words) yield new AIMessageChunk({ content })
  else
    yield new AIMessageChunk({
      content: '',
      tool_calls: [{ id: randomUUID(), name: 'note', args: { turn } }],
    })
}
