import { client, passing, quote } from './rows.ts'

/** Errors that a caller of the API can act on. `result` names the GraphQL type that carries the error. */
export const clientErrors = {
  INVALID_INPUT: client('InvalidInput', (d: { message: string; path?: readonly string[] }) => d.message),
  INVALID_ID: client(
    'InvalidInput',
    (d: { field: string; value: string; expected: string; isUuid?: boolean; path?: readonly string[] }) =>
      d.isUuid === true
        ? `${d.field}: ${quote(d.value)} is not a global id. A UUID does not name a type: pass it to the field of its type, such as \`run\`.`
        : `${d.field}: ${quote(d.value)} is not an id of type ${d.expected}. Use the \`id\` that the API returned.`,
  ),
  INPUT_TOO_LARGE: client(
    'InvalidInput',
    (d: { field: string; bytes: number; maxBytes: number; path?: readonly string[] }) =>
      `${d.field} is ${d.bytes} bytes; the maximum is ${d.maxBytes}. Store the data elsewhere and pass a reference.`,
  ),
  FILE_TOO_LARGE: client(
    'InvalidInput',
    (d: { bytes: number; maxBytes: number; path?: readonly string[] }) =>
      `The file has ${d.bytes} bytes; the project takes files of at most ${d.maxBytes} bytes. Make the file smaller, or raise \`maxFileBytes\` of the project (updateProject).`,
  ),
  FILE_REFUSED: client(
    'InvalidInput',
    (d: { name: string | null; problem: string; path?: readonly string[] }) =>
      `The file${d.name === null ? '' : ` ${quote(d.name)}`} ${d.problem}`,
  ),
  FILE_UNREACHABLE: client(
    'InvalidInput',
    (d: { url: string; reason: string; path?: readonly string[] }) =>
      `The file at ${quote(d.url)} cannot be fetched: ${d.reason}. Give a URL that the server reaches, or upload the file.`,
  ),
  FILE_LINK_INVALID: client(
    null,
    (d: { reason: string }) =>
      `${d.reason} Read the \`url\` of the file again, or ask for another address with createFileUpload.`,
  ),
  FILE_UPLOADED: client(
    'Conflict',
    (_: object) =>
      'This address has taken a file already, with other bytes. Ask for another address with createFileUpload.',
  ),
  NOT_FOUND: client('NotFound', (d: { kind: string; key?: string; version?: number }) => {
    if (d.key === undefined) return `No ${d.kind} with this id in this project.`
    if (d.version !== undefined) return `No version ${d.version} of the ${d.kind} ${quote(d.key)}.`
    return `No ${d.kind} ${quote(d.key)} ${d.kind === 'project' ? 'that this caller may use' : 'in this project'}.`
  }),
  SLUG_TAKEN: client(
    'Conflict',
    ({ slug, kind }: { slug: string; kind: 'agent' | 'workflow' | 'project' | 'data set' }) =>
      `${kind === 'agent' ? 'An agent' : `A ${kind}`} ${quote(slug)} already exists. Choose another slug, or update that ${kind}.`,
  ),
  ARCHIVED: client(
    'Conflict',
    ({ kind, slug }: { kind: 'agent' | 'workflow'; slug: string }) =>
      `The ${kind} ${quote(slug)} is archived. Restore it with ${kind === 'agent' ? 'restoreAgent' : 'restoreWorkflow'}, or name another ${kind}.`,
  ),
  AGENT_IN_CODE: client(
    'Conflict',
    ({ slug }: { slug: string }) =>
      `The agent ${quote(slug)} is defined in code, and the next start of the server would undo the change. Change the file that defines it (RUNGRAPH_AGENTS), or remove it there: then it is archived, and restoreAgent makes it an agent of the API.`,
  ),
  VERSION_CONFLICT: client(
    'Conflict',
    (d: { kind: 'agent' | 'workflow'; slug: string; version: number; expected: number }) =>
      `The ${d.kind} ${quote(d.slug)} is at version ${d.version}, and the change expects version ${d.expected}. Read the ${d.kind} again, and send a change of version ${d.version}.`,
  ),
  DEFINITION_IN_USE: client(
    'Conflict',
    (d: { kind: 'agent' | 'workflow'; slug: string; by: readonly string[] }) =>
      `The ${d.kind} ${quote(d.slug)} cannot be deleted, because it has ${d.by.join(' and ')}. Archive it instead, or remove what it has first.`,
  ),
  IDEMPOTENCY_CONFLICT: client(
    'Conflict',
    (d: { key: string }) =>
      `The idempotency key ${quote(d.key)} was already used with a different request. A key covers everything that is sent with it, including limits, priority and startAt. Send the same request again, or use a new key.`,
  ),
  SESSION_BUSY: client(
    'Conflict',
    (d: { key: string; runId: string }) =>
      `The session ${quote(d.key)} has an unfinished run, and its agent rejects a second one (\`busySession\` is REJECT). Wait until that run ends, or send it the message with steerRun.`,
  ),
  RUN_NOT_ACTIVE: client('Conflict', (d: { status: string }) =>
    d.status === 'PAUSED'
      ? 'The run is PAUSED. Resume it with a message instead.'
      : `The run is ${d.status} and does not read messages any more. Trigger a new run.`,
  ),
  NO_BINDING: client(
    'NotFound',
    (d: { origin: string }) =>
      `No binding of this project matches ${d.origin}. Specify the agent, or save a binding for this origin.`,
  ),
  BINDING_TAKEN: client(
    'Conflict',
    (d: { origin: string }) => `A binding for ${d.origin} already exists. Update or delete that binding.`,
  ),
  UNSUPPORTED_FOR_WORKFLOW_RUN: client(
    'Conflict',
    (d: { slug: string }) =>
      `The run executes the workflow ${quote(d.slug)} without a model that could read messages, and cannot be resumed. Run the workflow again.`,
  ),
  KEY_NAME_TAKEN: client(
    'Conflict',
    (d: { name: string }) =>
      `An API key ${quote(d.name)} exists or existed. Names of keys are never reused, because runs and gates record them. Choose another name.`,
  ),
  POLICY_TAKEN: client(
    'Conflict',
    (d: { calls: string }) => `A policy for ${d.calls} already exists. Update or delete that policy.`,
  ),
  RELIC_TAKEN: client(
    'Conflict',
    (d: { name: string }) =>
      `A relic ${quote(d.name)} already exists. Choose another name, or update that relic.`,
  ),
  SIGNING_KEY_MISSING: client(
    'Conflict',
    (_: object) =>
      'This server has no key to sign webhook deliveries and no key to encrypt a webhook secret. Set RUNGRAPH_ENCRYPTION_KEY or RUNGRAPH_WEBHOOK_SECRET.',
  ),
  ENCRYPTION_KEY_MISSING: client(
    'Conflict',
    (_: object) =>
      'This server has no key to encrypt a secret that it is to keep. Set RUNGRAPH_ENCRYPTION_KEY.',
  ),
  WEBHOOK_DISABLED: client(
    'Conflict',
    (_: object) => 'The webhook is disabled, so nothing is sent to it. Enable the webhook first.',
  ),
  ILLEGAL_TRANSITION: client(
    'Conflict',
    (d: { from: string; to: string; remedy: string }) => `The run is ${d.from}; ${d.remedy}`,
  ),
  GATE_RESOLVED: client('Conflict', (d: { status: string; resolvedBy: string | null }) =>
    d.status === 'CANCELLED'
      ? 'The gate is CANCELLED: its run ended before a decision.'
      : `The gate is already ${d.status}${d.resolvedBy === null ? '' : `, by ${d.resolvedBy}`}. A decision cannot be changed.`,
  ),
  EVALUATION_ACTIVE: client(
    'Conflict',
    (d: { what: string }) =>
      `${d.what} cannot be deleted before it ends. Wait until it ends, or cancel it first.`,
  ),
  CANARY_RUNNING: client(
    'Conflict',
    (d: { slug: string }) =>
      `The agent ${quote(d.slug)} has a running canary, which decides which versions its runs get. Wait until it ends, or stop it with stopCanary.`,
  ),
  LAST_ADMINISTRATOR: client(
    'Conflict',
    (d: { name: string }) =>
      `The API key ${quote(d.name)} is the last valid one of the project with the role ADMIN: without it, no key could make or revoke others. Create another one first, or revoke this one with \`force\` (on the command line, --force).`,
  ),
  CANARY_ENDED: client(
    'Conflict',
    (d: { status: string }) =>
      `The canary is ${d.status} already. Set the versions that runs get with setVersionWeights.`,
  ),
  RUN_NOT_FINISHED: client('Conflict', (d: { status: string; operation: string; runId?: string }) =>
    d.runId === undefined
      ? `A ${d.status} run cannot be ${d.operation}. Wait until the run finishes, or abort it first.`
      : `The run ${d.runId} is ${d.status} and cannot be ${d.operation}. Wait until it finishes, or abort it first.`,
  ),
  DELETION_REFUSED: client('Conflict', (d: { reason: string }) => `The deletion was refused. ${d.reason}`),
  CURSOR_INVALID: client(
    'InvalidInput',
    (d: { reason: string; path: readonly ['after' | 'before']; of?: 'list' | 'lost history' }) =>
      d.of === 'lost history'
        ? `${d.path[0]}: the database does not have the event of this cursor (${d.reason}). It has lost transactions since, by a failover to a server that lacks the last ones or by the restore of a backup, or the cursor is of another database. Discard the cursor and what you read up to it, and read again without \`${d.path[0]}\`.`
        : d.of === 'list'
          ? `${d.path[0]}: not a valid cursor of this list (${d.reason}). Pass a \`cursor\` that this list returned in the same order, or no cursor to read from its ${d.path[0] === 'after' ? 'beginning' : 'end'}.`
          : `${d.path[0]}: not a valid cursor for this stream (${d.reason}). Pass the \`cursor\` of one of its events, or no cursor to start from the beginning.`,
  ),
  CURSOR_EXPIRED: client(
    'NotFound',
    (_: { path?: readonly string[] }) =>
      'after: the run of this cursor was removed, by retention or by a deletion, with its log. Discard the cursor. `usage` still counts what the run used.',
  ),
  GONE: client(
    'NotFound',
    (_: object) => 'The selected data was removed, by retention or by a deletion, while it was being read.',
  ),
  TOKEN_KEY_MISSING: client(
    'Conflict',
    (_: object) => 'This server has no key to sign access tokens. Set RUNGRAPH_ENCRYPTION_KEY.',
  ),
  FORBIDDEN: client('Forbidden', (d: { action: string } & ({ role: string } | { access: string })) =>
    'role' in d
      ? `${d.action} needs the role ${d.role}.`
      : `${d.action} is not permitted to this access token, which is for ${d.access}.`,
  ),
  NOT_THE_RESPONDENT: client(
    'Forbidden',
    (d: { respondent: string }) => `Only ${quote(d.respondent)} may decide at this gate.`,
  ),
  UNAUTHENTICATED: client(
    null,
    (d: { reason: string }) =>
      `${d.reason} Send \`Authorization: Bearer …\` with an API key or a token; over a WebSocket, the same as \`authorization\` in the payload of connection_init.`,
  ),
  ORIGIN_FORBIDDEN: client(
    null,
    (_: object) =>
      'The server refuses requests from web pages of this origin, or requests with this host name. Add the origin to RUNGRAPH_ORIGINS. A server without API keys accepts requests from its own machine only, under a loopback host name.',
  ),
  LIMIT_EXCEEDED: client(
    'LimitExceeded',
    (d: { limit: string; value: number; max: number; remedy: string }) =>
      `${d.limit} is ${d.value}; the maximum is ${d.max}. ${d.remedy}`,
  ),
  MCP_SIGN_IN_UNAVAILABLE: client(
    'Conflict',
    (d: { reason: string }) => `Nobody can sign in to MCP servers here: ${d.reason}.`,
  ),
  STATISTICS_TIMEOUT: client(
    null,
    (d: { maxMs: number }) =>
      `The statistics were not read within ${d.maxMs / 1_000} s. Ask for a shorter time with \`since\` and \`until\`, for one agent, or for fewer fields.`,
  ),
  OPERATION_TOO_LARGE: client(
    null,
    (d: { counted: string; limit: string; value: number; max: number; remedy: string }) =>
      `${d.counted} is ${d.value}; the maximum is ${d.max}. ${d.remedy}`,
  ),
  OPERATION_NOT_ALLOWED: client(null, (d: { what: string; remedy: string }) => `${d.what} ${d.remedy}`),
  // Apollo Client and urql recognise this exact text and then send the whole document.
  PERSISTED_QUERY_NOT_FOUND: client(null, (_: object) => 'PersistedQueryNotFound'),
  REQUEST_MALFORMED: client(null, (d: { problem: string; remedy: string }) => `${d.problem} ${d.remedy}`),
  RATE_LIMITED: passing(
    (d: { max: number; retryAfterSeconds: number; setting: string }) =>
      `More than ${d.max} requests in a minute. Try again in ${d.retryAfterSeconds} s, or raise ${d.setting}.`,
  ),
  UPLOADS_BUSY: passing(
    (_: object) =>
      'The server receives and gives as many files at this moment as it has room for. Try again in a few seconds.',
  ),
  MCP_SERVER_UNAVAILABLE: passing(
    ({ field, server, reason }: { field: string; server: string; reason: string }) =>
      `${field} is not available from the MCP server ${JSON.stringify(server)}: ${reason} Try again in a few seconds.`,
  ),
  FILES_UNAVAILABLE: passing(
    ({ reason }: { reason: string }) =>
      `The store of files cannot be used: ${reason}. Try again in a few seconds. (For operators: \`npx rungraph doctor\` checks RUNGRAPH_FILES_URL.)`,
  ),
  DATABASE_UNAVAILABLE: passing(
    (_: object) =>
      'The database does not answer in time, or refuses what was asked of it for now. Try again in a few seconds. A mutation may have taken effect: check before you repeat it, or repeat it with the same idempotency key.',
  ),
  IDENTITY_PROVIDER_UNAVAILABLE: passing(
    (_: object) =>
      'The identity provider does not answer, so the token cannot be checked. Try again in a few seconds. API keys and access tokens work meanwhile.',
  ),

  SHUTTING_DOWN: passing(
    (d: { retryAfterSeconds: number }) =>
      `The server is shutting down and accepts no new requests. Try again in ${d.retryAfterSeconds} s.`,
  ),
} as const
