import { client, passing, quote } from './rows.ts'

/** What a caller of the API can act on; `result` names the GraphQL type that carries it. */
export const clientErrors = {
  INVALID_INPUT: client('InvalidInput', (d: { message: string; path?: readonly string[] }) => d.message),
  INVALID_ID: client(
    'InvalidInput',
    (d: { field: string; value: string; expected: string; path?: readonly string[] }) =>
      `${d.field}: ${quote(d.value)} is no id of type ${d.expected}. Use the \`id\` that the API gave.`,
  ),
  INPUT_TOO_LARGE: client(
    'InvalidInput',
    (d: { field: string; bytes: number; maxBytes: number; path?: readonly string[] }) =>
      `${d.field} is ${d.bytes} bytes; at most ${d.maxBytes} are taken. Store the data elsewhere and pass a reference.`,
  ),
  NOT_FOUND: client('NotFound', (d: { kind: string; key?: string }) =>
    d.key === undefined
      ? `No ${d.kind} with this id in this project.`
      : `No ${d.kind} ${quote(d.key)} ${d.kind === 'project' ? 'that this caller may use' : 'in this project'}.`,
  ),
  SLUG_TAKEN: client(
    'Conflict',
    ({ slug, kind = 'agent' }: { slug: string; kind?: 'agent' | 'workflow' }) =>
      `${kind === 'agent' ? 'An agent' : 'A workflow'} ${quote(slug)} exists already. Choose another slug, or update that ${kind}.`,
  ),
  IDEMPOTENCY_CONFLICT: client(
    'Conflict',
    (d: { key: string }) =>
      `The idempotency key ${quote(d.key)} was used with different input. All that is sent with a key belongs to it, also limits, priority and startAt: send the same again, or use a new key for new input.`,
  ),
  SESSION_BUSY: client(
    'Conflict',
    (d: { key: string; runId: string }) =>
      `The session ${quote(d.key)} has a run under way, and its agent takes no second one. Wait for it to end, or send the message to it with steerRun.`,
  ),
  RUN_NOT_ACTIVE: client('Conflict', (d: { status: string }) =>
    d.status === 'PAUSED'
      ? 'The run is PAUSED. Resume it with a message instead.'
      : `The run is ${d.status} and reads no more messages. Trigger a new run.`,
  ),
  NO_BINDING: client(
    'NotFound',
    (d: { origin: string }) =>
      `No binding of this project matches ${d.origin}. Name the agent, or save a binding for it.`,
  ),
  BINDING_TAKEN: client(
    'Conflict',
    (d: { origin: string }) =>
      `A binding for ${d.origin} exists already. Change that one, or delete it first.`,
  ),
  UNSUPPORTED_FOR_WORKFLOW_RUN: client(
    'Conflict',
    (d: { slug: string }) =>
      `The run executes the workflow ${quote(d.slug)} as it stands: no model reads messages, and it does not go on once it has stopped. Run the workflow again.`,
  ),
  KEY_NAME_TAKEN: client(
    'Conflict',
    (d: { name: string }) =>
      `An API key ${quote(d.name)} exists, or existed: what it did is written down by its name. Choose another name.`,
  ),
  POLICY_TAKEN: client(
    'Conflict',
    (d: { calls: string }) => `A policy for ${d.calls} exists already. Change that one, or delete it first.`,
  ),
  RELIC_TAKEN: client(
    'Conflict',
    (d: { name: string }) =>
      `A relic ${quote(d.name)} exists already. Choose another name, or change that one.`,
  ),
  SIGNING_KEY_MISSING: client(
    'Conflict',
    (_: object) =>
      'This server has no key to sign deliveries with, nor one to keep a secret under. Set RUNGRAPH_ENCRYPTION_KEY, or RUNGRAPH_WEBHOOK_SECRET.',
  ),
  WEBHOOK_DISABLED: client(
    'Conflict',
    (_: object) => 'The webhook is disabled: nothing is sent to it. Enable it first.',
  ),
  ILLEGAL_TRANSITION: client(
    'Conflict',
    (d: { from: string; to: string; hint: string }) => `A ${d.from} run cannot become ${d.to}. ${d.hint}`,
  ),
  GATE_RESOLVED: client('Conflict', (d: { status: string; resolvedBy: string | null }) =>
    d.status === 'CANCELLED'
      ? 'The gate is CANCELLED: its run ended before anybody decided.'
      : `The gate is ${d.status} already${d.resolvedBy === null ? '' : `, by ${d.resolvedBy}`}. A decision stands.`,
  ),
  RUN_NOT_FINISHED: client(
    'Conflict',
    (d: { status: string; wish: string }) =>
      `A ${d.status} run cannot be ${d.wish}. Wait until it rests, or abort it first.`,
  ),
  CURSOR_INVALID: client(
    'InvalidInput',
    (d: { reason: string; path?: readonly string[] }) =>
      `after: not a cursor of what is read here (${d.reason}). Give back a \`cursor\` of one of its events, or none to begin anew.`,
  ),
  CURSOR_EXPIRED: client(
    'NotFound',
    (_: { path?: readonly string[] }) =>
      'after: the run of this cursor is not kept any more. It came to rest longer ago than runs are kept, and was removed with its log: there is nothing left to read. Drop the cursor; what the run used is still counted in `usage`.',
  ),
  GONE: client(
    'NotFound',
    (_: object) => 'What is selected here was removed while it was being read: it is not kept any longer.',
  ),
  FORBIDDEN: client(
    'Forbidden',
    (d: { action: string; role: string }) => `${d.action} needs the role ${d.role}.`,
  ),
  UNAUTHENTICATED: client(
    null,
    (d: { reason: string }) =>
      `${d.reason} Send \`Authorization: Bearer rg_…\`; over a WebSocket, the same as \`authorization\` in the payload of connection_init.`,
  ),
  ORIGIN_FORBIDDEN: client(
    null,
    (_: object) =>
      'Requests of pages from this origin, or to this server by this name, are not taken. List the origin in RUNGRAPH_ORIGINS; a server without API keys is reached by names of loopback only.',
  ),
  LIMIT_EXCEEDED: client(
    'LimitExceeded',
    (d: { limit: string; value: number; max: number; remedy: string }) =>
      `${d.limit} is ${d.value}; at most ${d.max} are allowed. ${d.remedy}`,
  ),
  OPERATION_TOO_LARGE: client(
    null,
    (d: { counted: string; limit: string; value: number; max: number; remedy: string }) =>
      `${d.counted} is ${d.value}; at most ${d.max} are taken. ${d.remedy}`,
  ),
  OPERATION_NOT_ALLOWED: client(null, (d: { what: string; remedy: string }) => `${d.what} ${d.remedy}`),
  // Apollo Client and urql send the whole document where they are told these words.
  PERSISTED_QUERY_NOT_FOUND: client(null, (_: object) => 'PersistedQueryNotFound'),
  REQUEST_MALFORMED: client(null, (d: { problem: string; remedy: string }) => `${d.problem} ${d.remedy}`),
  RATE_LIMITED: passing(
    (d: { max: number; retryAfterSeconds: number; setting: string }) =>
      `More than ${d.max} requests in a minute. Try again in ${d.retryAfterSeconds} s, or raise ${d.setting}.`,
  ),
  DATABASE_UNAVAILABLE: passing(
    (_: object) =>
      'The database does not answer at the moment, or not in time. Try again in a few seconds. A mutation may have taken effect all the same: look before you repeat it, or repeat it with the idempotency key that it had.',
  ),

  SHUTTING_DOWN: passing(
    (d: { retryAfterSeconds: number }) =>
      `The server is stopping and takes nothing new. Try again in ${d.retryAfterSeconds} s.`,
  ),
} as const
