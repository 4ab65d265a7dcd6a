import type { Message } from '../domain/message.ts'
import { countRequest } from './context/count-tokens.ts'
import type { Asked } from './model-call.ts'

/** What the requests of one run take, in tokens: by estimate before they are sent, learning from what the providers counted. */
export interface ContextMeter {
  /** The likely size: what the provider counted of the last request, and an estimate of what came since. */
  estimate(model: string, asked: Asked): number
  /** A size that no byte-level tokenizer exceeds: no token is shorter than a byte (LIM-9). */
  worst(model: string, asked: Asked): number
  /** The provider counted this request. */
  learn(model: string, asked: Asked, inputTokens: number): void
}

/** What one model's provider counted last. */
interface Counted {
  readonly asked: Asked
  readonly inputTokens: number
}

/** Room for what providers add to a request unseen: role marks, and the words that introduce tools. */
const unseenTokens = 1_000

/** Some servers count wrong, or leave out what they have cached: of an estimate at least this much is believed. */
const leastShare = 0.5

export function createContextMeter(): ContextMeter {
  const byModel = new Map<string, Counted>()

  function measure(model: string, asked: Asked, count: (asked: Asked) => number): number {
    const before = byModel.get(model)
    const added = before && addedSince(before.asked, asked)
    return before && added ? before.inputTokens + count(added) : count(asked)
  }

  return {
    estimate: (model, asked) =>
      Math.max(measure(model, asked, countRequest), Math.ceil(leastShare * countRequest(asked))),
    worst: (model, asked) => measure(model, asked, bytesOf) + unseenTokens,
    learn: (model, asked, inputTokens) => {
      // Servers that count nothing say 0.
      if (inputTokens > 0) byModel.set(model, { asked, inputTokens })
    },
  }
}

/** What a request has beyond an earlier one that it goes on from; `null` where it does not. */
function addedSince(before: Asked, asked: Asked): Asked | null {
  const goesOn =
    before.systemPrompt === asked.systemPrompt &&
    before.tools.length === asked.tools.length &&
    before.responseFormat?.name === asked.responseFormat?.name &&
    before.messages.length <= asked.messages.length &&
    before.messages.every((message, index) => asked.messages[index] === message)
  if (!goesOn) return null
  const messages: readonly Message[] = asked.messages.slice(before.messages.length)
  return { ...asked, systemPrompt: null, tools: [], responseFormat: null, messages }
}

function bytesOf({ systemPrompt, messages, tools, responseFormat }: Asked): number {
  const said = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
  return Buffer.byteLength(JSON.stringify({ systemPrompt, messages, said, responseFormat }))
}
