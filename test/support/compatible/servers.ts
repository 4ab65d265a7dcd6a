import * as must from './rules.ts'
import { refuse } from './rules.ts'
import {
  type CompatibleServer,
  common,
  extraForbidden,
  llamaCppArguments,
  sglangArguments,
  standard,
  usual,
} from './server.ts'

export const compatibleServers: readonly CompatibleServer[] = [
  {
    // "Alternation": Mistral's API with Devstral; "Parameters": fields, `any`; "Reasoning": parts, refused as a field.
    name: "Mistral's API",
    dialect: 'mistral',
    model: 'devstral-medium',
    rules: [
      ...common,
      must.noUserBehindResults,
      must.lastIsUserOrTool,
      must.idsOfNine,
      must.alternatesCounted(400),
      must.choiceIsOneOf(['auto', 'none', 'any'], "Input should be 'auto', 'none' or 'any'"),
      must.knowsOnly([...standard, 'parallel_tool_calls'], extraForbidden),
      must.knowsOnlyInMessages(must.plainMessage, extraForbidden),
    ],
    shape: {
      ...usual,
      reasoning: 'parts',
      calls: 'WHOLE',
      usage: 'WITH_CHOICES',
      id: (n) => `aB3${String(n).padStart(6, '0')}`,
    },
  },
  {
    // "Alternation": Mistral Small 3.1's template; "Tool calls in history": its ids.
    name: 'Mistral Small on vLLM',
    dialect: 'vllm',
    model: 'mistralai/Mistral-Small-3.1-24B-Instruct-2503',
    rules: [
      ...common,
      must.alternatesCounted(400),
      must.idsOfNine,
      must.lastIsUserOrTool,
      must.toolsNotEmpty,
      must.choiceNeedsTools,
    ],
    shape: { ...usual, calls: 'WHOLE' },
  },
  {
    // "Alternation": Gemma 3 on llama.cpp, 500 `server_error`.
    name: 'Gemma 3 on llama.cpp',
    dialect: 'llamacpp',
    model: 'gemma-3-27b-it',
    rules: [...common, must.alternatesWholly(500, 'server_error'), must.notTwoAnswersLast],
    shape: usual,
  },
  {
    // "System and developer messages": Qwen 3.5's template on vLLM; rule 14.
    name: 'Qwen 3.5 on vLLM',
    dialect: 'vllm',
    model: 'Qwen/Qwen3.5-35B-A3B',
    rules: [
      ...common,
      must.systemIsFirst(400),
      must.hasUser,
      must.noReferences,
      must.toolsNotEmpty,
      must.choiceNeedsTools,
    ],
    shape: { ...usual, reasoning: 'reasoning' },
  },
  {
    // "Tool calls in history": llama.cpp parses the arguments; "Alternation".
    name: 'llama.cpp',
    dialect: 'llamacpp',
    model: 'qwen3-8b',
    rules: [
      ...common,
      must.argumentsAreObjects(llamaCppArguments),
      must.notTwoAnswersLast,
      must.systemIsFirst(500),
    ],
    shape: { ...usual, reasoning: 'reasoning_content', more: { timings: { cache_n: 1 } } },
  },
  {
    // "Tool calls in history": the template of Llama 3.1, "Parameters": vLLM.
    name: 'Llama 3.1 on vLLM',
    dialect: 'vllm',
    model: 'meta-llama/Llama-3.1-8B-Instruct',
    rules: [...common, must.oneCallAtATime, must.toolsNotEmpty, must.choiceNeedsTools],
    shape: usual,
  },
  {
    // "Tool calls in history": SGLang.
    name: 'SGLang',
    dialect: 'sglang',
    model: 'zai-org/GLM-4.7',
    rules: [...common, must.argumentsAreObjects(sglangArguments), must.choiceNeedsTools],
    shape: { ...usual, reasoning: 'reasoning_content', calls: 'WHOLE' },
  },
  {
    // "Reasoning": DeepSeek, thinking; "System and developer messages"; "Parameters": `tool_choice`.
    name: 'DeepSeek, thinking',
    dialect: 'deepseek',
    model: 'deepseek-v4',
    rules: [
      ...common,
      must.deepSeekReasoning,
      must.noDeveloper,
      must.choiceIsOneOf(['auto', 'none'], 'Thinking mode does not support this tool_choice'),
    ],
    shape: { ...usual, reasoning: 'reasoning_content' },
  },
  {
    // "Reasoning": Kimi; "Parameters": `tool_choice`, `temperature`.
    name: 'Kimi, thinking',
    dialect: 'moonshot',
    model: 'kimi-k2.5',
    rules: [
      ...common,
      must.kimiReasoning,
      must.choiceIsOneOf(['auto', 'none'], "tool_choice 'required' is incompatible with thinking enabled"),
      must.temperatureIs((value) => value === 1, 'invalid temperature: only 1 is allowed for this model'),
    ],
    shape: {
      ...usual,
      reasoning: 'reasoning_content',
      id: (n) => `functions.look:${n}`,
      usage: 'WITH_CHOICES',
    },
  },
  {
    // "Alternation": Z.ai, code 1214.
    name: 'Z.ai',
    dialect: 'zai',
    model: 'glm-4.7',
    rules: [
      ...common,
      (body, raw) =>
        must.hasUser(body, raw) && refuse(400, 'The messages parameter is illegal', { code: '1214' }),
    ],
    shape: { ...usual, reasoning: 'reasoning_content', calls: 'WHOLE', usage: 'WITH_CHOICES' },
  },
  {
    // "Parameters": `reasoning_effort`; "Usage": xAI counts reasoning beside.
    name: 'xAI',
    dialect: 'xai',
    model: 'grok-4',
    rules: [
      ...common,
      must.knowsOnly([...standard, 'stream_options', 'parallel_tool_calls'], (field) => ({
        status: 400,
        body: {
          code: 'Client specified an invalid argument',
          error: `Argument not supported on this model: ${field}`,
        },
      })),
    ],
    shape: { ...usual, reasoning: 'reasoning_content', calls: 'WHOLE', usage: 'REASONING_BESIDE' },
  },
  {
    // "Reasoning": Groq refuses the field of others, in messages too.
    name: 'Groq',
    dialect: 'groq',
    model: 'openai/gpt-oss-120b',
    rules: [
      ...common,
      must.knowsOnly([...standard, 'stream_options', 'parallel_tool_calls'], (field) =>
        refuse(400, `property '${field}' is unsupported`),
      ),
      must.knowsOnlyInMessages([...must.plainMessage, 'reasoning'], (field) =>
        refuse(
          400,
          `'messages.2' : for 'role:assistant' the following must be satisfied[('messages.2' : property '${field}' is unsupported)]`,
        ),
      ),
    ],
    shape: { ...usual, reasoning: 'reasoning', calls: 'WHOLE', usage: 'X_GROQ' },
  },
  {
    // "Reasoning": Cerebras, 400 `wrong_api_format`; "Parameters": no parallel_tool_calls.
    name: 'Cerebras',
    dialect: 'cerebras',
    model: 'gpt-oss-120b',
    rules: [
      ...common,
      must.knowsOnly([...standard, 'stream_options'], (field) =>
        refuse(400, `body.${field}: property '${field}' is unsupported`, { code: 'wrong_api_format' }),
      ),
      must.knowsOnlyInMessages([...must.plainMessage, 'reasoning'], (field) =>
        refuse(400, `messages.1.assistant.${field}: property '${field}' is unsupported`, {
          code: 'wrong_api_format',
        }),
      ),
    ],
    shape: { ...usual, reasoning: 'reasoning', id: (n) => `bbd2b${String(n).padStart(4, '0')}` },
  },
  {
    // "Tool calls in history": TGI; ids "0"; "Parameters": temperature above 0.
    name: 'TGI',
    dialect: 'tgi',
    model: 'meta-llama/Llama-3.3-70B-Instruct',
    rules: [
      must.callsHaveResults,
      must.resultsAreText,
      must.oneCallAtATime,
      must.temperatureIs((value) => value > 0, '`temperature` must be strictly positive'),
    ],
    silentRules: [must.noContentBesideCalls],
    shape: { ...usual, id: () => '0', finish: 'STOP', calls: 'WHOLE' },
  },
  {
    // "Parameters": LM Studio takes words, and its error is a plain string.
    name: 'LM Studio',
    dialect: 'lmstudio',
    model: 'qwen2.5-7b-instruct',
    rules: [
      ...common,
      ({ tool_choice }) =>
        tool_choice === undefined || ['none', 'auto', 'required'].includes(String(tool_choice))
          ? null
          : {
              status: 400,
              body: {
                error: "Invalid tool_choice type: 'object'. Supported string values: none, auto, required",
              },
            },
    ],
    shape: { ...usual, usage: 'NONE' },
  },
  {
    // "Tool calls in history": Ollama.
    name: 'Ollama',
    dialect: 'ollama',
    model: 'gpt-oss:20b',
    rules: [...common, must.argumentsAreObjects(refuse(400, 'invalid tool call arguments'))],
    shape: { ...usual, reasoning: 'reasoning', calls: 'WHOLE', more: { system_fingerprint: 'fp_ollama' } },
  },
  {
    // "Reasoning": Gemini's endpoint; calls without index and ids in one piece.
    name: "Gemini's endpoint",
    dialect: 'gemini',
    model: 'gemini-3-pro-preview',
    rules: [...common, must.geminiSignatures],
    shape: { ...usual, calls: 'WITHOUT_INDEX', id: () => '', isSigned: true },
  },
  {
    // "Reasoning": OpenRouter, whose details go back; two user messages pass.
    name: 'OpenRouter',
    dialect: 'openrouter',
    model: 'anthropic/claude-sonnet-4.5',
    rules: common,
    shape: { ...usual, reasoning: 'details', usage: 'WITH_CHOICES' },
  },
  {
    // "System and developer messages": DashScope; rule 14.
    name: 'DashScope',
    dialect: 'dashscope',
    model: 'qwen3-max',
    rules: [...common, must.noDeveloper, must.noReferences],
    shape: { ...usual, reasoning: 'reasoning_content' },
  },
  {
    // "System and developer messages": old Mistral templates; "Alternation".
    name: 'Mixtral on vLLM',
    dialect: 'vllm',
    model: 'mistralai/Mixtral-8x7B-Instruct-v0.1',
    rules: [must.noSystem, must.alternatesCounted(400)],
    shape: usual,
  },
  {
    // README.md, point 13: Snowflake sends no finish reason.
    name: 'Snowflake',
    dialect: 'strict',
    model: 'claude-sonnet-4-6',
    rules: common,
    shape: { ...usual, reasoning: 'details', finish: 'NONE', calls: 'WHOLE' },
  },
]
