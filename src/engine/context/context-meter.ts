import { z } from 'zod'
import { mostFileTokens } from '../../domain/file-tokens.ts'
import { filesOf, type Message } from '../../domain/message.ts'
import type { Asked } from '../model-call.ts'
import { countRequest } from './count-tokens.ts'

export const measures = z.record(
  z.string(),
  z.object({
    /** Count of the provider for the last request, and the estimate for the same request; `null`: the provider has not counted any yet. */
    counted: z.object({ reported: z.number(), estimated: z.number() }).nullable(),
    /** The estimate that requests are kept within since one overflowed. */
    room: z.number().nullable(),
  }),
)

type Measures = Readonly<z.infer<typeof measures>>

/** Room for the parts that providers add to a request unseen: role marks, and the words that introduce tools. */
const unseenTokens = 1_000

/** A ratio that was found on a smaller request is believed only in part. */
const reliableTokens = 4_000

/** Some servers count wrong, or leave out cached tokens: at least this share of an estimate is assumed. */
const leastShare = 0.25

/** Share of the estimate that is certain to be used, with and without an earlier count by the provider. */
const certainShare = { counted: 0.75, uncounted: 0.5 } as const

/** In tokens: that of servers whose owner did not set it. */
const smallestWindow = 4_000

/** A request that overflowed is made smaller to this share of it. */
const overflowShare = 0.8

export type ContextMeter = ReturnType<typeof createContextMeter>

/**
 * Sizes of the requests of one run, in tokens, by model. There is one measure: the estimate, scaled by the provider's count of the last
 * request. Windows, targets and sizes before and after a compaction are all compared in it (CTX-1).
 */
export function createContextMeter(restored: Measures = {}) {
  const known = new Map(Object.entries(restored))
  const lastAsked = new Map<string, { readonly asked: Asked; readonly inputTokens: number }>()
  const knownOf = (model: string) => known.get(model) ?? { counted: null, room: null }

  function estimateOf(model: string, count: number): number {
    const { perToken, offset } = lineOf(knownOf(model).counted)
    return Math.max(roundUp(offset + perToken * count), roundUp(leastShare * count))
  }

  return {
    /** The likely size of a request. */
    estimate: (model: string, asked: Asked) => estimateOf(model, countRequest(asked)),
    /** The least that the request may take. Only one that is too large by this is refused without asking the provider. */
    least(model: string, asked: Asked): number {
      const share = knownOf(model).counted ? certainShare.counted : certainShare.uncounted
      return Math.floor(share * estimateOf(model, countRequest(asked)))
    },
    /** The inverse of `estimate`: the largest `countRequest` of a request that takes at most this many tokens. */
    toCount(model: string, tokens: number): number {
      const { perToken, offset } = lineOf(knownOf(model).counted)
      return Math.max(0, Math.floor(Math.min((tokens - offset) / perToken, tokens / leastShare)))
    },
    /** A size that no byte-level tokenizer exceeds: no token is shorter than a byte (LIM-9). */
    worst(model: string, asked: Asked): number {
      const before = lastAsked.get(model)
      const added = before && addedSince(before.asked, asked)
      return (
        (before && added ? before.inputTokens + mostOf(added, model) : mostOf(asked, model)) + unseenTokens
      )
    },
    /** The provider counted this request. */
    learn(model: string, asked: Asked, inputTokens: number): void {
      const estimated = countRequest(asked)
      const { room, counted } = knownOf(model)
      // Servers that count nothing say 0.
      const isCounted = inputTokens > 0
      if (isCounted) lastAsked.set(model, { asked, inputTokens })
      known.set(model, {
        counted: isCounted ? { reported: inputTokens, estimated } : counted,
        // A request that was answered did fit, even if an earlier one overflowed.
        room: room === null ? null : Math.max(room, estimated),
      })
    },
    /** The provider refused this request as too large; gives the size to shrink to. */
    overflowed(model: string, asked: Asked): number {
      const room = Math.floor(overflowShare * countRequest(asked))
      known.set(model, { ...knownOf(model), room })
      return estimateOf(model, room)
    },
    /** Whether the request is larger than the smallest windows in use, and than the last one that the model answered. */
    isUnproven(model: string, asked: Asked): boolean {
      const count = countRequest(asked)
      return count > smallestWindow && count > (knownOf(model).counted?.estimated ?? 0)
    },
    /** The size that requests are kept within since the last overflow; `null` where there was none. */
    learntRoom(model: string): number | null {
      const { room } = knownOf(model)
      return room === null ? null : estimateOf(model, room)
    },
    /** Returns the state that must survive this process. */
    measures: (): Measures => Object.fromEntries(known),
  }
}

/** Slope and intercept of the line that converts an estimate into tokens, for any request of the model. */
function lineOf(counted: { readonly reported: number; readonly estimated: number } | null) {
  if (!counted) return { perToken: 1, offset: 0 }
  const { reported, estimated } = counted
  const excess = reported - estimated
  // A small excess is the overhead that the provider adds to each request of any size.
  const proportional = excess < 0 ? excess : Math.max(0, excess - unseenTokens)
  const perToken = Math.max(leastShare, 1 + proportional / Math.max(estimated, reliableTokens))
  return { perToken, offset: reported - perToken * estimated }
}

/** Tolerates the rounding of fractions, so that `toCount` is its inverse. */
function roundUp(tokens: number): number {
  return Math.ceil(tokens - 1e-6)
}

/** Parts that a request adds to an earlier one; `null` if it does not continue from it. */
function addedSince(before: Asked, asked: Asked): Asked | null {
  const continues =
    before.systemPrompt === asked.systemPrompt &&
    before.tools.length === asked.tools.length &&
    before.responseFormat?.name === asked.responseFormat?.name &&
    before.messages.length <= asked.messages.length &&
    before.messages.every((message, index) => asked.messages[index] === message)
  if (!continues) return null
  const messages: readonly Message[] = asked.messages.slice(before.messages.length)
  return { ...asked, systemPrompt: null, tools: [], responseFormat: null, messages }
}

function mostOf(asked: Asked, model: string): number {
  const files = asked.messages.flatMap(filesOf)
  return bytesOfRequest(asked) + files.reduce((sum, file) => sum + mostFileTokens(file, model), 0)
}

function bytesOfRequest({ systemPrompt, messages, tools, responseFormat }: Asked): number {
  const descriptions = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
  return Buffer.byteLength(JSON.stringify({ systemPrompt, messages, descriptions, responseFormat }))
}
