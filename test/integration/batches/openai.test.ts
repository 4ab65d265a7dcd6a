import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/domain/json.ts'
import { createOpenAi } from '../../../src/models/openai/openai.ts'
import { createOpenAiChat } from '../../../src/models/openai-chat/openai-chat.ts'
import { agent, lookAndSay, openBatchStage } from '../../support/batch-stage.ts'
import { forFile } from '../../support/for-file.ts'

const { server, callsOf, open } = forFile(await openBatchStage())
const access = { apiKey: 'sk-test', baseUrl: server.baseUrl }
const engine = await open({
  providers: [createOpenAi(access), createOpenAiChat(access)],
  priceOf: ({ pricing }) => ({
    ...{ costUsd: pricing === 'BATCH' ? '0.5' : '1', priceVersion: 'test', pricedAs: 'test' },
  }),
})

const completion = (message: JsonObject, finish_reason: string) => ({
  status: 200,
  body: {
    ...{ id: 'chatcmpl-1', object: 'chat.completion', model: 'a-model' },
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }],
    usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
  },
})

describe('OpenAI', () => {
  test('BATCH-2 asks each turn in a batch of responses, while its run waits', async () => {
    server.answer = lookAndSay
    const run = await engine.run(() => ({}), {
      agent,
      trigger: { input: 'What is there?', pricing: 'BATCH' },
    })
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'A tree.' })
    expect(run.types.filter((type) => type === 'RunWaiting')).toHaveLength(2)
    expect(run.of('GateResolved').map(({ gateStatus }) => gateStatus)).toEqual(['ANSWERED', 'ANSWERED'])
    const calls = await callsOf(run.runId)
    expect(calls.map(({ pricing, attempt, errorCode }) => ({ pricing, attempt, errorCode }))).toEqual([
      { pricing: 'BATCH', attempt: 1, errorCode: null },
      { pricing: 'BATCH', attempt: 1, errorCode: null },
    ])
    expect(run.of('RunCompleted')).toMatchObject([{ usage: { costUsd: '1', savedUsd: '1', requests: 2 } }])
    expect(server.direct).toEqual([])
  })

  test('BATCH-2 asks Chat Completions in the same way', async () => {
    const tool_calls = [{ id: 'call-1', type: 'function', function: { name: 'look', arguments: '{}' } }]
    server.answer = ({ messages }) =>
      Array.isArray(messages) && messages.some((message) => Object(message).role === 'tool')
        ? completion({ content: 'A tree.' }, 'stop')
        : completion({ content: null, tool_calls }, 'tool_calls')
    const run = await engine.run(() => ({}), {
      agent: { model: 'openai-chat/a-model' },
      trigger: { pricing: 'BATCH' },
    })
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'A tree.' })
    expect(server.direct).toEqual([])
  })
})
