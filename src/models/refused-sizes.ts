import { ModelError, type ModelRequest } from '../domain/model.ts'
import { countMessages, countText } from '../domain/token-estimate.ts'

/** A request that was too long for its model. */
interface RefusedSize {
  /** Tokens, by estimate. */
  readonly size: number
  readonly maxOutputTokens: number
  /** By the clock of `performance`. */
  readonly at: number
}

/** The owner of a server may give it a larger window: then one request is tried again. In milliseconds. */
const forgottenAfterMs = 600_000

/** Keeps the requests of all runs of this process from a server that is known to refuse them as too long (MOD-3). */
export function createRefusedSizes() {
  const refused = new Map<string, RefusedSize>()

  return {
    /** @throws CONTEXT_OVERFLOW, as one that was not sent, where as long a request was refused */
    check(request: ModelRequest): void {
      const known = refused.get(request.model)
      if (known === undefined || performance.now() - known.at > forgottenAfterMs) return
      if ((request.maxOutputTokens ?? 0) < known.maxOutputTokens || sizeOf(request) < known.size) return
      const message = `The request is too long: one of about ${known.size} tokens was refused as such, and this one is no shorter.`
      throw new ModelError('CONTEXT_OVERFLOW', message, { retryable: false, sent: false })
    },
    /** Remembers the request if it was refused as too long. An adapted one is sent again in another form. */
    note(request: ModelRequest, error: unknown): void {
      if (!(error instanceof ModelError) || error.kind !== 'CONTEXT_OVERFLOW') return
      if (error.adapted !== undefined || !error.sent) return
      const { model, maxOutputTokens } = request
      refused.set(model, {
        size: sizeOf(request),
        maxOutputTokens: maxOutputTokens ?? 0,
        at: performance.now(),
      })
    },
  }
}

function sizeOf({ systemPrompt, messages, tools }: ModelRequest): number {
  const specs = tools.map(({ name, description, inputSchema }) => [name, description, inputSchema])
  return countMessages(messages) + countText(systemPrompt ?? '') + countText(JSON.stringify(specs))
}
