/** Why the server closes a WebSocket. */
export interface CloseCode {
  readonly code: number
  /** Sent with the code; 123 bytes at most. */
  readonly reason: string
  /** When it happens. */
  readonly when: string
  /** What a client does then. */
  readonly remedy: string
}

/** Every code that the server closes a WebSocket with; those of the protocol are sent by graphql-ws and ws. */
export const closeCodes = {
  GOING_AWAY: {
    code: 1001,
    reason: 'Going away: connect again and go on after your last cursor.',
    when: 'The server stops. What it had read for the client was sent before.',
    remedy: 'Connect again, and go on after the last cursor.',
  },
  BROKEN_FRAME: {
    code: 1002,
    reason: '',
    when: 'What came was no frame of a WebSocket.',
    remedy: 'Mend the client, or what lies between.',
  },
  INVALID_TEXT: {
    code: 1007,
    reason: '',
    when: 'A message was no UTF-8.',
    remedy: 'Mend the client.',
  },
  TRY_AGAIN: {
    code: 1013,
    reason: 'Try again: the database does not answer at the moment.',
    when: 'Whether the caller may come in could not be told.',
    remedy: 'Connect again after a few seconds.',
  },
  MESSAGE_TOO_LARGE: {
    code: 1009,
    reason: '',
    when: 'A message of the client was too large.',
    remedy: 'Send that operation over HTTP.',
  },
  SLOW_CONSUMER: {
    code: 4290,
    reason: 'Slow consumer: connect again and go on after your last cursor.',
    when: 'The client did not take what it was sent.',
    remedy:
      'Work off what arrived, connect again, and go on after the last cursor. Ask for fewer `types` or fields.',
  },
  INVALID_MESSAGE: {
    code: 4400,
    reason: 'Invalid message received',
    when: 'A message was no JSON, or none of the protocol.',
    remedy: 'Mend the client.',
  },
  NOT_INITIALISED: {
    code: 4401,
    reason: 'Unauthorized',
    when: 'An operation came before `connection_ack`.',
    remedy: 'Wait for it.',
  },
  FORBIDDEN: {
    code: 4403,
    reason: 'Forbidden',
    when: 'No API key came with `connection_init`, or one that is not known; or the key was revoked or has expired.',
    remedy: 'Connect with a key that is in force.',
  },
  WRONG_PROTOCOL: {
    code: 4406,
    reason: 'Subprotocol not acceptable',
    when: 'The client does not speak `graphql-transport-ws`.',
    remedy: 'Use graphql-ws, not subscriptions-transport-ws.',
  },
  INIT_TIMEOUT: {
    code: 4408,
    reason: 'Connection initialisation timeout',
    when: 'No `connection_init` came in time.',
    remedy: 'Connect again.',
  },
  ID_TAKEN: {
    code: 4409,
    reason: 'Subscriber for <id> already exists',
    when: 'The id of an operation under way was used for another.',
    remedy: 'Mend the client: one id for each operation.',
  },
  INITIALISED_TWICE: {
    code: 4429,
    reason: 'Too many initialisation requests',
    when: 'A second `connection_init` came.',
    remedy: 'Mend the client.',
  },
  SERVER_ERROR: {
    code: 4500,
    reason: 'Internal server error',
    when: 'Something went wrong in the server; its log tells what.',
    remedy: 'Connect again, and go on after the last cursor.',
  },
} as const satisfies Readonly<Record<string, CloseCode>>

/** The codes as a Markdown table. */
export function closeCodesTable(): string {
  const rows = Object.values(closeCodes).map(({ code, when, remedy }) => `| ${code} | ${when} | ${remedy} |`)
  return ['| Code | When | What to do |', '| --- | --- | --- |', ...rows].join('\n')
}
