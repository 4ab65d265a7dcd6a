import { describe, expect, test } from 'vitest'
import type { AssistantMessage } from '../../../../src/domain/message.ts'
import type { ModelQuestion, ModelRequest } from '../../../../src/domain/model.ts'
import type { RecordedCall } from '../../../../src/domain/run-history.ts'
import { noTokens } from '../../../../src/domain/usage.ts'
import { createRecordedModels } from '../../../../src/engine/replay/recorded-run.ts'

const said = (text: string): AssistantMessage => ({
  role: 'assistant',
  messageId: 'recorded',
  parts: [{ type: 'text', text }],
})

const call = (more: Partial<RecordedCall>): RecordedCall => ({
  ...{ purpose: 'LOOP', provider: 'anthropic', model: 'm', attempt: 1, questionHash: null },
  ...{ errorCode: null, errorMessage: null, finishReason: 'end_turn', message: null },
  ...{ ...noTokens, inputTokens: 7 },
  ...more,
})

const answered = (text: string, more: Partial<RecordedCall> = {}) => call({ message: said(text), ...more })

const failed = (more: Partial<RecordedCall> = {}) =>
  call({ errorCode: 'OVERLOADED', errorMessage: 'Too many.', ...more })

function open(calls: readonly RecordedCall[], repeated: readonly RecordedCall[] = []) {
  const missing: ModelQuestion[] = []
  const models = createRecordedModels({
    calls: async () => calls,
    repeated: async () => repeated,
    onMissing: (question) => missing.push(question),
  })
  /** Answer of the model to a question; its error where it fails. */
  async function ask(question: Partial<ModelQuestion> = {}): Promise<string> {
    const request: ModelRequest = {
      ...{
        model: 'other',
        systemPrompt: null,
        messages: [],
        tools: [],
        toolChoice: 'auto',
        temperature: null,
      },
      ...{ maxOutputTokens: null, reasoningEffort: null, responseFormat: null, messageId: 'new' },
      signal: new AbortController().signal,
      question: { stepNumber: 1, purpose: 'LOOP', hash: null, attempt: 1, ...question },
    }
    try {
      let text = ''
      for await (const chunk of models.profiles('any')[0]?.stream(request) ?? []) {
        if (chunk.type !== 'done') text += chunk.text
        else expect(chunk).toMatchObject({ message: { messageId: 'new' }, usage: { inputTokens: 7 } })
      }
      return text
    } catch (error) {
      return String(error)
    }
  }
  return { ask, missing }
}

describe('RUN-9 recorded models', () => {
  test('give each answer once, in order, and say when there is none left', async () => {
    const { ask, missing } = open([answered('One.'), answered('Two.')])
    expect([await ask(), await ask()]).toEqual(['One.', 'Two.'])
    expect(await ask()).toContain('Nothing recorded fits.')
    expect(missing).toMatchObject([{ stepNumber: 1, purpose: 'LOOP' }])
  })

  test('give the answer to the same words, else the next of the purpose', async () => {
    const { ask } = open([answered('A.', { questionHash: 'a' }), answered('B.', { questionHash: 'b' })])
    expect(await ask({ hash: 'b' })).toBe('B.')
    expect(await ask({ hash: 'changed' })).toBe('A.')
  })

  test("never give the run's own turn for a question beside it, or one purpose for another", async () => {
    const { ask } = open([answered('A.'), answered('B.', { questionHash: 'b', purpose: 'VALIDATION' })])
    expect(await ask({ hash: 'a' })).toContain('Nothing recorded fits.')
    expect(await ask({ purpose: 'PLAN' })).toContain('Nothing recorded fits.')
  })

  test('leave out attempts that another one made good', async () => {
    const { ask } = open([
      failed(),
      failed({ attempt: 2 }),
      answered('At last.', { attempt: 3 }),
      answered('Next.'),
    ])
    expect([await ask(), await ask()]).toEqual(['At last.', 'Next.'])
  })

  test('fail where nobody answered, for every model of the chain, and go on after', async () => {
    const { ask, missing } = open([failed(), failed({ attempt: 2 }), answered('Next.')])
    expect(await ask()).toContain('OVERLOADED: Too many. (recorded)')
    expect(await ask({ attempt: 2 })).toContain('OVERLOADED')
    expect(await ask()).toBe('Next.')
    expect(missing).toEqual([])
  })

  test('do not repeat an answer that a stop cut off', async () => {
    const stopped = failed({ errorCode: 'UNKNOWN', errorMessage: 'Stopped: The process is shutting down.' })
    const { ask } = open([stopped, answered('After the restart.')])
    expect(await ask()).toBe('After the restart.')
  })

  test('DUR-1 continue after the answers to an earlier owner of the replay', async () => {
    const { ask } = open([answered('One.'), answered('Two.')], [answered('One.')])
    expect(await ask()).toBe('Two.')
  })
})
