/** Why the server closes a WebSocket. */
export interface CloseCode {
  readonly code: number
  /** Sent with the code; 123 bytes at most. */
  readonly reason: string
  /** Why the server uses this code. */
  readonly when: string
  /** Remedy for the client. */
  readonly remedy: string
}

/** Every code that the server closes a WebSocket with; standard codes are sent by the libraries. */
export const closeCodes = {
  GOING_AWAY: {
    code: 1001,
    reason: 'Going away: connect again and continue after your last cursor.',
    when: 'The server is shutting down. It has sent all data that it had already read for the client.',
    remedy: 'Reconnect, and continue after the last cursor.',
  },
  BROKEN_FRAME: {
    code: 1002,
    reason: '',
    when: 'The data received is not a valid WebSocket frame.',
    remedy: 'Fix the client or the proxy in between.',
  },
  INVALID_TEXT: {
    code: 1007,
    reason: '',
    when: 'A message is not valid UTF-8.',
    remedy: 'Fix the client.',
  },
  TRY_AGAIN: {
    code: 1013,
    reason: 'Try again: the project cannot be used at the moment.',
    when: 'The server could not check the credentials, because the database or the identity provider does not answer.',
    remedy: 'Reconnect after a few seconds.',
  },
  MESSAGE_TOO_LARGE: {
    code: 1009,
    reason: '',
    when: 'A message of the client exceeds the size limit.',
    remedy: 'Send the operation over HTTP.',
  },
  SLOW_CONSUMER: {
    code: 4290,
    reason: 'Slow consumer: connect again and continue after your last cursor.',
    when: 'The client does not read its messages fast enough.',
    remedy:
      'Process the messages received, reconnect, and continue after the last cursor. Select fewer `types` or fields.',
  },
  INVALID_MESSAGE: {
    code: 4400,
    reason: 'Invalid message received',
    when: 'A message is not JSON, or not a message of the protocol.',
    remedy: 'Fix the client.',
  },
  NOT_INITIALISED: {
    code: 4401,
    reason: 'Unauthorized',
    when: 'The client sent an operation before it received `connection_ack`.',
    remedy: 'Fix the client: wait for `connection_ack`.',
  },
  FORBIDDEN: {
    code: 4403,
    reason: 'Forbidden',
    when: '`connection_init` has no valid API key or token (the reason has the code of the error, and says why), or the key was revoked or has expired.',
    remedy: 'Connect with a valid key or token.',
  },
  TOKEN_EXPIRED: {
    code: 4419,
    reason: 'Token expired: connect again with a new token.',
    when: 'The access token, or the token of the identity provider, has expired.',
    remedy: 'Get a new token, reconnect with it, and continue after the last cursor.',
  },
  WRONG_PROTOCOL: {
    code: 4406,
    reason: 'Subprotocol not acceptable',
    when: 'The client does not speak `graphql-transport-ws`.',
    remedy: 'Use the library graphql-ws, not subscriptions-transport-ws.',
  },
  INIT_TIMEOUT: {
    code: 4408,
    reason: 'Connection initialisation timeout',
    when: 'The client did not send `connection_init` in time.',
    remedy: 'Reconnect.',
  },
  ID_TAKEN: {
    code: 4409,
    reason: 'Subscriber for <id> already exists',
    when: 'The client used the id of an active operation for another operation.',
    remedy: 'Fix the client: use a separate id for each operation.',
  },
  INITIALISED_TWICE: {
    code: 4429,
    reason: 'Too many initialisation requests',
    when: 'The client sent a second `connection_init`.',
    remedy: 'Fix the client.',
  },
  SERVER_ERROR: {
    code: 4500,
    reason: 'Internal server error',
    when: 'An unexpected error occurred in the server. The server log has the details.',
    remedy: 'Reconnect, and continue after the last cursor.',
  },
} as const satisfies Readonly<Record<string, CloseCode>>

/** The codes as a Markdown table. */
export function closeCodesTable(): string {
  const rows = Object.values(closeCodes).map(({ code, when, remedy }) => `| ${code} | ${when} | ${remedy} |`)
  return ['| Code | When | What to do |', '| --- | --- | --- |', ...rows].join('\n')
}
