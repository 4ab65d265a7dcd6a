import type { ChatDialectName } from '../../../src/domain/chat-dialect.ts'
import type { Refusal, Rule } from './rules.ts'
import * as must from './rules.ts'
import type { Shape } from './shapes.ts'

/** A family of compatible servers: what it refuses, and how it answers. */
export interface CompatibleServer {
  readonly name: string
  /** Dialect that its address or the setting selects. */
  readonly dialect: ChatDialectName
  readonly model: string
  readonly rules: readonly Rule[]
  /** Rules whose violation the server does not refuse but handles wrongly. They apply if the server is known. */
  readonly silentRules?: readonly Rule[]
  readonly shape: Shape
}

export const usual: Shape = {
  reasoning: null,
  calls: 'FRAGMENTS',
  id: (number) => `call_${number}_${'x'.repeat(20)}`,
  finish: 'USUAL',
  usage: 'LAST_CHUNK',
}

/** Rules of all servers: OpenAI's own, "The strictest common request", rules 6 to 9. */
export const common: readonly Rule[] = [
  must.callsHaveResults,
  must.resultsAreText,
  must.saysSomething,
  must.idsAreUnique,
]

export const standard = [
  'model',
  'messages',
  'stream',
  'max_tokens',
  'tools',
  'tool_choice',
  'temperature',
  'response_format',
]

/** "Parameters": Mistral 422 `extra_forbidden`. */
export function extraForbidden(field: string): Refusal {
  const detail = [{ type: 'extra_forbidden', loc: ['body', field], msg: 'Extra inputs are not permitted' }]
  return {
    status: 422,
    body: { object: 'error', message: { detail }, type: 'invalid_request_error', code: null },
  }
}

/** "Tool calls in history": SGLang's words. */
export const sglangArguments: Refusal = {
  status: 400,
  body: {
    object: 'error',
    message: 'Assistant tool call function.arguments must be valid JSON.',
    type: 'BadRequestError',
    code: 400,
  },
}

export const llamaCppArguments: Refusal = {
  status: 500,
  body: {
    error: { code: 500, message: 'Failed to parse tool call arguments as JSON', type: 'server_error' },
  },
}
