/** What the live transports bear of one client before they let it go. */
export interface LiveLimits {
  readonly headersWithinMs: number
  readonly requestWithinMs: number
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
  /** What is counted. */
  readonly counts: string
  /** What happens at the edge. */
  readonly beyond: string
}

const declared: Readonly<Record<keyof LiveLimits, Limit>> = {
  headersWithinMs: {
    value: 10_000,
    unit: 'ms',
    counts: 'From the opening of a connection, or its last answer, to the end of the headers of a request',
    beyond:
      'Answered with 408 where something came, and closed. A connection that is kept alive and silent is closed after 5 s.',
  },
  requestWithinMs: {
    value: 60_000,
    unit: 'ms',
    counts: 'From the beginning of a request to the end of its body',
    beyond: 'Answered with 408, and closed.',
  },
  maxMessageBytes: {
    value: 256 * 1024,
    unit: 'bytes',
    counts: 'A message that a client sends over a WebSocket',
    beyond: 'Closed with 1009. What is larger goes over HTTP, which takes 2 MiB.',
  },
  maxOperations: {
    value: 50,
    unit: null,
    counts: 'Operations under way on one WebSocket',
    beyond: 'One more is refused with LIMIT_EXCEEDED; the others go on.',
  },
  initWithinMs: {
    value: 3_000,
    unit: 'ms',
    counts: 'From the opening of a WebSocket to its `connection_init`',
    beyond: 'Closed with 4408.',
  },
  keepAliveMs: {
    value: 12_000,
    unit: 'ms',
    counts: 'Between two pings to a WebSocket, and from a ping to its pong',
    beyond: 'Dropped: its client has vanished.',
  },
  flushWithinMs: {
    value: 30_000,
    unit: 'ms',
    counts: 'Until a client has taken a message, or anything of an answer, that is on its way',
    beyond:
      'A WebSocket is closed with 4290; an event stream, or the connection of an answer, is broken off.',
  },
  maxBufferedBytes: {
    value: 1024 * 1024,
    unit: 'bytes',
    counts: 'What waits for the client of a WebSocket beside one message, however large that is',
    beyond: 'Closed with 4290.',
  },
  lingerMs: {
    value: 10_000,
    unit: 'ms',
    counts: 'Until a client has answered that its WebSocket is closed',
    beyond: 'Dropped. Its operations ended when the server closed it.',
  },
}

/** The limits in force where nothing else is said. */
export const liveLimits: LiveLimits = {
  headersWithinMs: declared.headersWithinMs.value,
  requestWithinMs: declared.requestWithinMs.value,
  maxMessageBytes: declared.maxMessageBytes.value,
  maxOperations: declared.maxOperations.value,
  initWithinMs: declared.initWithinMs.value,
  keepAliveMs: declared.keepAliveMs.value,
  flushWithinMs: declared.flushWithinMs.value,
  maxBufferedBytes: declared.maxBufferedBytes.value,
  lingerMs: declared.lingerMs.value,
}

/** The limits as a Markdown table. */
export function liveLimitsTable(): string {
  const rows = Object.values(declared).map(
    ({ value, unit, counts, beyond }) => `| ${counts} | ${shown(value, unit)} | ${beyond} |`,
  )
  return ['| What | At most | Beyond that |', '| --- | --- | --- |', ...rows].join('\n')
}

function shown(value: number, unit: Limit['unit']): string {
  if (unit === 'ms') return `${value / 1_000} s`
  if (unit === null) return String(value)
  return value < 1024 ** 2 ? `${value / 1024} KiB` : `${value / 1024 ** 2} MiB`
}
