import { describe, expect, it } from 'vitest'
import { type ChatDialectName, chatDialectNames } from '../../src/domain/chat-dialect.ts'
import { chatDialect } from '../../src/models/openai-chat/chat-dialects.ts'

/** The base URLs that the servers document, and those of the table in docs/models.md. */
const documented: readonly (readonly [string, ChatDialectName])[] = [
  ['https://api.openai.com/v1', 'openai'],
  ['https://eu.api.openai.com/v1', 'openai'],
  ['https://a-resource.openai.azure.com/openai/v1', 'openai'],
  ['https://api.deepseek.com', 'deepseek'],
  ['https://api.deepseek.com/v1', 'deepseek'],
  ['https://api.moonshot.ai/v1', 'moonshot'],
  ['https://api.moonshot.cn/v1', 'moonshot'],
  ['https://api.kimi.com/coding/v1', 'moonshot'],
  ['https://api.z.ai/api/paas/v4', 'zai'],
  ['https://open.bigmodel.cn/api/paas/v4', 'zai'],
  ['https://api.x.ai/v1', 'xai'],
  ['https://api.groq.com/openai/v1', 'groq'],
  ['https://api.cerebras.ai/v1', 'cerebras'],
  ['https://api.mistral.ai/v1', 'mistral'],
  ['https://dashscope.aliyuncs.com/compatible-mode/v1', 'dashscope'],
  ['https://dashscope-intl.aliyuncs.com/compatible-mode/v1', 'dashscope'],
  ['https://openrouter.ai/api/v1', 'openrouter'],
  ['https://generativelanguage.googleapis.com/v1beta/openai', 'gemini'],
  ['https://api.anthropic.com/v1', 'anthropic'],
  ['https://api.together.ai/v1', 'together'],
  ['https://api.together.xyz/v1', 'together'],
  ['https://api.fireworks.ai/inference/v1', 'fireworks'],
  ['https://api.perplexity.ai', 'perplexity'],
  ['https://ai-gateway.vercel.sh/v1', 'vercel'],
  ['https://router.huggingface.co/v1', 'huggingface'],
  ['https://api.githubcopilot.com', 'copilot'],
  ['https://ollama.com/v1', 'ollama'],
  ['http://127.0.0.1:11434/v1', 'ollama'],
  ['http://[::1]:11434/v1', 'ollama'],
  ['http://localhost:1234/v1', 'lmstudio'],
]

/** Servers that no address identifies. */
const byNameOnly: readonly ChatDialectName[] = ['strict', 'llamacpp', 'vllm', 'sglang', 'tgi']

/** No server's, though each resembles one. */
const unknown = [
  'https://models.example.com/v1',
  'http://127.0.0.1:8000/v1',
  'http://localhost:8080/v1',
  'https://openai.com.example.com/v1',
  'https://notopenai.com/v1',
  'https://api.deepseek.com.example.com/v1',
  'https://example.com/api.deepseek.com',
  'https://api.deepseek.com@example.com/v1',
  'https://max.ai/v1',
  'https://quiz.ai/v1',
  'https://xx.ai/v1',
  'https://apixmistral.ai/v1',
  'https://api.mistral-ai.com/v1',
  'https://notgroq.com/v1',
  'http://127.0.0.1:1143/v1',
  'http://127.0.0.1:21234/v1',
  'no address',
  '',
]

const at = (baseUrl: string, model = 'a-model') => chatDialect(model, { baseUrl })

const named = (name: ChatDialectName, model = 'a-model') => chatDialect(model, { name, baseUrl: '' })

describe('the dialect of a compatible server', () => {
  it.for(documented)('MOD-4 at %s is %s', (pair) => {
    const [baseUrl, name] = pair
    expect(at(baseUrl)).toEqual(named(name))
    expect(at(baseUrl)).not.toEqual(named('strict'))
  })

  it('MOD-4 is recognized by an address, or by its name only', () => {
    const known = new Set([...documented.map(([, name]) => name), ...byNameOnly])
    expect([...known].sort()).toEqual([...chatDialectNames].sort())
  })

  it.for(unknown)('MOD-4 at an address of nobody known is the strictest: %j', (baseUrl) => {
    expect(at(baseUrl)).toEqual(named('strict'))
  })

  it('MOD-4 is the one that is named, whatever the address', () => {
    const baseUrl = 'https://api.openai.com/v1'
    for (const name of chatDialectNames)
      expect(chatDialect('a-model', { name, baseUrl }), name).toEqual(named(name))
  })

  it('MOD-4 follows the model by its name where the address is of nobody known', () => {
    const baseUrl = 'http://127.0.0.1:8000/v1'
    const models = ['gemma-3-27b-it', 'mixtral-8x7b', 'llama-3.1-8b-instruct']
    for (const model of models) {
      expect(at(baseUrl, model), model).toEqual(named('strict', model))
      expect(at(baseUrl, model), model).not.toEqual(named('strict'))
    }
  })
})
