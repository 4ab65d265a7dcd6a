/** Limits of a client connection. A client that exceeds one is refused or disconnected. */
export interface LiveLimits {
  readonly headersWithinMs: number
  readonly requestWithinMs: number
  readonly idleConnectionMs: number
  readonly maxMessageBytes: number
  readonly maxOperations: number
  readonly initWithinMs: number
  readonly keepAliveMs: number
  readonly flushWithinMs: number
  readonly maxBufferedBytes: number
  readonly lingerMs: number
}

interface Limit {
  readonly value: number
  readonly unit: 'bytes' | 'ms' | null
  /** Subject of the count. */
  readonly counts: string
  /** Behaviour at the limit. */
  readonly atLimit: string
}

const declared: Readonly<Record<keyof LiveLimits, Limit>> = {
  headersWithinMs: {
    value: 10_000,
    unit: 'ms',
    counts:
      'Time from the start of a connection, or of a later request on it, to the end of the request headers',
    atLimit: 'The connection is closed, with status 408 if a part of a request arrived.',
  },
  requestWithinMs: {
    value: 60_000,
    unit: 'ms',
    counts: 'Time from the start of a request to the end of its body',
    atLimit: 'The request gets status 408, and the connection is closed.',
  },
  idleConnectionMs: {
    value: 75_000,
    unit: 'ms',
    counts: 'Time from a response to the next request on its connection (`RUNGRAPH_KEEP_ALIVE_MS`)',
    atLimit: 'The connection is closed, a second later than its last response says in `Keep-Alive`.',
  },
  maxMessageBytes: {
    value: 256 * 1024,
    unit: 'bytes',
    counts: 'Size of a message that a client sends over a WebSocket',
    atLimit: 'The WebSocket is closed with 1009. Send larger operations over HTTP, which accepts 2 MiB.',
  },
  maxOperations: {
    value: 50,
    unit: null,
    counts: 'Active operations on one WebSocket',
    atLimit: 'The new operation is refused with LIMIT_EXCEEDED. The other operations continue.',
  },
  initWithinMs: {
    value: 3_000,
    unit: 'ms',
    counts: 'Time from the opening of a WebSocket to its `connection_init` message',
    atLimit: 'The WebSocket is closed with 4408.',
  },
  keepAliveMs: {
    value: 12_000,
    unit: 'ms',
    counts: 'Time between two pings to a WebSocket, and from a ping to its pong',
    atLimit: 'The connection is dropped, because the client no longer answers.',
  },
  flushWithinMs: {
    value: 30_000,
    unit: 'ms',
    counts: 'Time for a client to read a pending message, or any part of a pending response',
    atLimit: 'A WebSocket is closed with 4290. An event stream or an HTTP connection is aborted.',
  },
  maxBufferedBytes: {
    value: 1024 * 1024,
    unit: 'bytes',
    counts: 'Data buffered for the client of a WebSocket, in addition to one message of any size',
    atLimit: 'The WebSocket is closed with 4290.',
  },
  lingerMs: {
    value: 10_000,
    unit: 'ms',
    counts: 'Time for a client to answer the close frame of its WebSocket',
    atLimit: 'The connection is dropped. Its operations ended when the server closed the WebSocket.',
  },
}

/** The default limits. */
export const liveLimits: LiveLimits = valuesOf(declared)

/** The values of declarations, by their names. */
export function valuesOf<Name extends string>(of: Readonly<Record<Name, { readonly value: number }>>) {
  const values = Object.entries<{ readonly value: number }>(of).map(([name, { value }]) => [name, value])
  // The names are those of the declarations.
  return Object.fromEntries(values) as Readonly<Record<Name, number>>
}

/** The limits as a Markdown table. */
export function liveLimitsTable(): string {
  const rows = Object.values(declared).map(
    ({ value, unit, counts, atLimit }) => `| ${counts} | ${shown(value, unit)} | ${atLimit} |`,
  )
  return ['| What | At most | Beyond that |', '| --- | --- | --- |', ...rows].join('\n')
}

function shown(value: number, unit: Limit['unit']): string {
  if (unit === 'ms') return `${value / 1_000} s`
  if (unit === null) return String(value)
  return value < 1024 ** 2 ? `${value / 1024} KiB` : `${value / 1024 ** 2} MiB`
}
