import type { ChatRequest, Model } from './replies.ts'

/** The longest answer of the models in models.json. */
const longestAnswer = 2_000
/** Prices, in dollars for a million tokens. */
const prices = { input: 1, output: 10 }

/** Bill of a provider, by its own count. */
export interface Bill {
  tokens: number
  costUsd: number
  answers: number
}

/** A model whose every answer is as long as it may be; an answer that was completed is on the bill, even if nobody received it. */
export function spends(model: Model, bill: Bill): Model {
  return (asked) => {
    const reply = model(asked)
    const input = inputOf(asked.body)
    const output = asked.body.max_completion_tokens ?? asked.body.max_tokens ?? longestAnswer
    const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
    return (answer) =>
      reply({
        ...answer,
        usage,
        end: () => {
          bill.answers += 1
          bill.tokens += input + output
          bill.costUsd += (input * prices.input + output * prices.output) / 1_000_000
          answer.end()
        },
      })
  }
}

export function newBill(): Bill {
  return { tokens: 0, costUsd: 0, answers: 0 }
}

/** No tokenizer makes more of a text than a token of each byte; this one makes one of four. */
function inputOf({ messages, tools = [] }: ChatRequest): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify([messages, tools])) / 4)
}
