/** What a client asks for, over HTTP, an event stream or a WebSocket, before its types are checked. */
export interface AskedOperation {
  readonly query?: unknown
  readonly documentId?: unknown
  readonly operationName?: unknown
  readonly variables?: unknown
  readonly extensions?: unknown
}

/** The same members, none of them null. */
type Asked<Members extends AskedOperation> = { [Name in keyof AskedOperation]: Members[Name] }

/**
 * The members of a request that mean something here. Clients send others beside them (`id`, `doc_id`), which are ignored, as new versions of
 * GraphQL over HTTP may add some; and some clients write "none" in their own way: an empty name, and the empty array that PHP makes of an
 * object without members.
 */
export function askedOperation<Members extends AskedOperation>(members: Members): Asked<Members> {
  const { query, documentId, operationName, variables, extensions } = members
  return {
    ...(query != null && { query }),
    ...(documentId != null && { documentId }),
    ...(operationName != null && operationName !== '' && { operationName }),
    ...(!isNone(variables) && { variables }),
    ...(!isNone(extensions) && { extensions }),
  }
}

function isNone(value: unknown): boolean {
  return value == null || value === '' || (Array.isArray(value) && value.length === 0)
}

/**
 * The key of the header `Idempotency-Key`; of one in quotes, as draft-ietf-httpapi-idempotency-key-header writes it, the text between them.
 */
export function readIdempotencyKey(headers: Headers): string | undefined {
  const key = headers.get('idempotency-key') ?? undefined
  return /^"([^"\\]*)"$/.exec(key ?? '')?.[1] ?? key
}
