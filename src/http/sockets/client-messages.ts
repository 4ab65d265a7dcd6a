import { parseRawJson } from '../../domain/exact-numbers.ts'
import { isJsonObject } from '../../domain/json.ts'
import { askedOperation } from '../asked-operation.ts'

/** What a client asks for with `subscribe`: an operation of any kind. */
export interface SubscribePayload {
  readonly query: string
  readonly documentId?: unknown
  readonly operationName?: string | undefined
  readonly variables?: Readonly<Record<string, unknown>> | undefined
  readonly extensions?: Readonly<Record<string, unknown>> | undefined
}

type Payload = Readonly<Record<string, unknown>>

/** A message of graphql-transport-ws that clients send. */
export type ClientMessage =
  | { readonly type: 'connection_init'; readonly payload: Payload }
  | { readonly type: 'ping'; readonly payload: Payload | null }
  | { readonly type: 'pong' }
  | { readonly type: 'subscribe'; readonly id: string; readonly payload: SubscribePayload }
  | { readonly type: 'complete'; readonly id: string }

/** Reads a message; null where it is not JSON, or none of the protocol. */
export function readClientMessage(text: string): ClientMessage | null {
  const message = parse(text)
  if (!isJsonObject(message)) return null
  const { type, id } = message
  const payload = message.payload ?? null
  switch (type) {
    case 'connection_init':
      return isRecordOrNull(payload) ? { type, payload: payload ?? {} } : null
    case 'ping':
      return isRecordOrNull(payload) ? { type, payload } : null
    case 'pong':
      return isRecordOrNull(payload) ? { type } : null
    case 'subscribe': {
      const asked = isJsonObject(payload) ? readOperation(payload) : null
      return isId(id) && asked !== null ? { type, id, payload: asked } : null
    }
    case 'complete':
      return isId(id) ? { type, id } : null
    default:
      return null
  }
}

function readOperation(payload: Payload): SubscribePayload | null {
  const { query, documentId, operationName, variables, extensions } = askedOperation(payload)
  // Which document is meant is looked up later.
  const isNamed = query === undefined && (documentId !== undefined || extensions !== undefined)
  const isRead =
    (typeof query === 'string' || isNamed) &&
    (operationName === undefined || typeof operationName === 'string') &&
    (variables === undefined || isJsonObject(variables)) &&
    (extensions === undefined || isJsonObject(extensions))
  return isRead ? { query: query ?? '', documentId, operationName, variables, extensions } : null
}

function parse(text: string): unknown {
  try {
    // Numbers as they were written: the scalar JSON refuses those that would become others.
    return parseRawJson(text)
  } catch {
    return null
  }
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isRecordOrNull(value: unknown): value is Payload | null {
  return value === null || isJsonObject(value)
}
