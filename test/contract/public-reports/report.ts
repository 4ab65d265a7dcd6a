import type { Message } from '../../http/bare-socket.ts'

/** What a row may name: a server without keys, with an agent and a run that has ended. */
export interface Stage {
  readonly runId: string
  readonly agentSlug: string
}

export interface HttpRequest {
  /** Default: POST where there is a body, else GET. */
  readonly method?: string
  /** Default: `/graphql`. */
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON. */
  readonly body?: object | string
}

export interface HttpAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, unknown>>
  /** JSON is read. */
  readonly body?: unknown
}

/**
 * A fault that a user of some other system with the same job or the same protocols reported, in our words: what is sent, and what is right.
 * Expectations match as `toMatchObject` does.
 */
export type Report = { readonly report: string } & (
  | {
      readonly over: 'HTTP'
      readonly send: (stage: Stage) => HttpRequest
      readonly right: HttpAnswer
    }
  | {
      readonly over: 'WebSocket'
      readonly send: (stage: Stage) => readonly object[]
      /** All that comes, in order, until each operation is over. */
      readonly right: readonly Partial<Message>[]
    }
)
