const unknownEffect = 'Whether it took effect is unknown. Check before you call it again.'

/** Every error that Rungraph raises: `code → who it is for, whether trying again may help, what it says`. */
export const errorTable = {
  // What a caller of the API can act on; `result` names the GraphQL type that carries it.
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
      : `No ${d.kind} ${quote(d.key)} in this project.`,
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
  NOT_LISTENING: client('Conflict', (d: { status: string }) =>
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
  WORKFLOW_RUN: client(
    'Conflict',
    (d: { slug: string }) =>
      `The run executes the workflow ${quote(d.slug)} as it stands: no model reads messages, and it does not go on once it has stopped. Run the workflow again.`,
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
  RUN_NOT_AT_REST: client(
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
  LIMIT_EXCEEDED: client(
    'LimitExceeded',
    (d: { limit: string; value: number; max: number; remedy: string }) =>
      `${d.limit} is ${d.value}; at most ${d.max} are allowed. ${d.remedy}`,
  ),
  DATABASE_UNAVAILABLE: passing(
    (_: object) =>
      'The database does not answer at the moment, or not in time. Try again in a few seconds. A mutation may have taken effect all the same: look before you repeat it, or repeat it with the idempotency key that it had.',
  ),

  SHUTTING_DOWN: client(
    'Conflict',
    (d: { retryAfterSeconds: number }) =>
      `The server is stopping and takes nothing new. Try again in ${d.retryAfterSeconds} s.`,
  ),

  // Why a run FAILED; read as `run.error`.
  MODELS_EXHAUSTED: run(
    (d: { attempts: readonly string[] }) => `No model gave an answer. ${d.attempts.join('; ')}.`,
  ),
  OUTPUT_INVALID: run(
    (d: { problems: readonly string[] }) =>
      `The answer does not fit the output schema, after being asked to mend it: ${d.problems.join('; ')}.`,
  ),
  PLAN_INVALID: run(
    (d: { problems: readonly string[] }) =>
      `The model gave no plan that can be executed, after being told what was wrong: ${d.problems.join('; ')}.`,
  ),
  PLAN_FAILED: run(
    (d: { failed: readonly string[] }) =>
      `The plan was executed as it stands, and not all of it succeeded: ${d.failed.join('; ')}.`,
  ),
  ACTION_FAILED: run(
    (d: { action: string; error: string }) =>
      `The action ${quote(d.action)} failed, and the agent's definition ends the run then (\`terminateOnError\`): ${d.error}`,
  ),
  DOOM_LOOP: run(
    (d: { tool: string; count: number }) =>
      `The model called ${quote(d.tool)} ${d.count} times in a row with the same arguments, after being told to try another way.`,
  ),
  CRASH_LOOP: run(
    (d: { deaths: number }) =>
      `The process that executed this run died ${d.deaths} times without the run getting any further. See the server's log, then trigger the run anew.`,
  ),
  GATE_REJECTED: run(
    (d: { reason: string; note: string | null }) =>
      `A human decided that the run does not go on. ${d.reason}${d.note === null ? '' : ` Note: ${d.note}`}`,
  ),
  GATE_EXPIRED: run((d: { reason: string }) => `Nobody decided in time whether the run goes on. ${d.reason}`),
  PERMISSION_BLOCKED: run(
    (d: { target: string; note: string | null }) =>
      `The run needs ${quote(d.target)}, and a human refused it.${d.note === null ? '' : ` Note: ${d.note}`}`,
  ),
  REPLAY_DIVERGED: run(
    (d: { stepNumber: number; what: string }) =>
      `The replay left its record in step ${d.stepNumber}: nothing recorded fits ${d.what}. The code, the agent's tools or what the run read has changed, or the record ends there because the run was stopped.`,
  ),
  RUN_FAILED: run((d: { message: string }) => d.message),

  // What the model is told; read as `action.error`, the run goes on.
  TOOL_UNKNOWN: tool(
    (d: { tool: string; known: readonly string[]; absence?: string | null }) =>
      `${d.absence ? `The tool ${quote(d.tool)} is not there at the moment: ${d.absence}` : `Unknown tool ${quote(d.tool)}`}. Known tools: ${d.known.length > 0 ? d.known.join(', ') : 'none'}.`,
  ),
  PERMISSION_DENIED: tool(
    (d: { target: string; reason: string | null; permitted: readonly string[] }) =>
      `You may not call ${quote(d.target)}${d.reason === null ? '' : `: ${d.reason}`}. Permitted: ${d.permitted.length > 0 ? d.permitted.join(', ') : 'nothing else'}. Find another way with these.`,
  ),
  CALL_REJECTED: tool(
    (d: { target: string; note: string | null }) =>
      `A human refused this call of ${quote(d.target)}.${d.note === null ? '' : ` They say: ${d.note}`}`,
  ),
  CALL_SENT_BACK: tool(
    (d: { target: string; note: string }) =>
      `A human wants this call of ${quote(d.target)} made otherwise; it was not made. They say: ${d.note}`,
  ),
  CALL_EXPIRED: tool(
    (d: { target: string }) =>
      `Nobody approved this call of ${quote(d.target)} in time; it was not made. That is no refusal.`,
  ),
  SPAWN_REFUSED: tool((d: { agent: string; reason: string }) => `No run of ${quote(d.agent)}: ${d.reason}`),
  CHILD_STOPPED: tool(
    (d: { agent: string; reason: string; summary: string }) =>
      `The run of ${quote(d.agent)} stopped before it was done (${d.reason}). What it has: ${d.summary || 'nothing'}`,
  ),
  CHILD_FAILED: tool(
    (d: { agent: string; code: string; error: string }) =>
      `The run of ${quote(d.agent)} failed (${d.code}): ${d.error}`,
  ),
  CHILD_CANCELLED: tool((d: { agent: string }) => `The run of ${quote(d.agent)} was aborted.`),
  TOOL_ARGUMENTS_INVALID: tool(
    (d: { tool: string; problems: readonly string[] }) =>
      `The arguments of ${quote(d.tool)} do not fit its schema: ${d.problems.join('; ')}.`,
  ),
  TOOL_ARGUMENTS_UNPARSEABLE: tool(
    (d: { tool: string; reason: string }) =>
      `The arguments of ${quote(d.tool)} are no JSON object: ${d.reason}.`,
  ),
  TOOL_FAILED: tool((d: { message: string }) => d.message),
  TOOL_TIMEOUT: tool(
    (d: { tool: string; timeoutMs: number; effect: 'read' | 'idempotent' | 'once' }) =>
      `${quote(d.tool)} gave no result within ${d.timeoutMs} ms.${d.effect === 'once' ? ` ${unknownEffect}` : ''}`,
  ),
  TOOL_REPEATED: tool(
    (d: { tool: string; count: number }) =>
      `This is call ${d.count} in a row of ${quote(d.tool)} with the same arguments; it was not executed. Try a different approach.`,
  ),
  TOOL_REFUSED: tool(
    (d: { reason: string }) => `The call was not executed: ${d.reason}. Tools are disabled for this answer.`,
  ),
  TOOL_INTERRUPTED: tool((d: { reason: string }) => `The call was stopped before it ended: ${d.reason}`),
  REFERENCE_MISSING: tool((d: { message: string }) => d.message),
  CONDITION_FAILED: tool((d: { message: string }) => d.message),
  BRANCH_UNKNOWN: tool((d: { message: string }) => d.message),
  ACTION_INVALID: tool(
    (d: { action: string; problem: string }) => `${quote(d.action)} cannot be performed: ${d.problem}.`,
  ),
  ACTION_TIMEOUT: tool(
    (d: { action: string; timeoutMs: number }) => `${quote(d.action)} did not end within ${d.timeoutMs} ms.`,
  ),
  OUTPUT_UNKNOWN: tool(
    (d: { reference: string }) =>
      `No stored result ${quote(d.reference)} in this conversation. Use a reference that a result gave.`,
  ),
  OUTCOME_UNKNOWN: tool(
    (d: { tool: string }) =>
      `The call of ${quote(d.tool)} was cut off, and it is not repeated. ${unknownEffect}`,
  ),
  RELIC_UNKNOWN: tool(
    (d: { relic: string; known: readonly string[] }) =>
      `Unknown relic ${quote(d.relic)}. Known relics: ${d.known.length > 0 ? d.known.join(', ') : 'none'}.`,
  ),
  RELIC_OPERATION_UNKNOWN: tool(
    (d: { relic: string; operation: string; known: readonly string[] }) =>
      `The relic ${quote(d.relic)} has no operation ${quote(d.operation)}. It has: ${d.known.join(', ')}.`,
  ),
  RELIC_PARAMETERS_INVALID: tool(
    (d: { relic: string; operation: string; problems: readonly string[] }) =>
      `The parameters of ${quote(`${d.relic}.${d.operation}`)} do not fit: ${d.problems.join('; ')}.`,
  ),
  RELIC_FAILED: tool((d: { relic: string; reason: string }) => `The relic ${quote(d.relic)}: ${d.reason}.`),
  RELIC_TIMEOUT: tool(
    (d: { relic: string; operation: string; timeoutMs: number; effect: 'read' | 'idempotent' | 'once' }) =>
      `${quote(`${d.relic}.${d.operation}`)} gave no result within ${d.timeoutMs} ms.${d.effect === 'once' ? ` ${unknownEffect}` : ''}`,
  ),
  SECRET_LOST: tool(
    (d: { action: string }) =>
      `The arguments of ${quote(d.action)} held a secret that is not kept, and the server was started anew since; make the call again. (For operators: with RUNGRAPH_ENCRYPTION_KEY such arguments are kept, encrypted.)`,
  ),
  TARGET_UNREACHABLE: tool(
    (d: { url: string; reason: string }) => `${d.url} cannot be fetched: ${d.reason}.`,
  ),
  SERVER_UNAVAILABLE: tool(
    (d: { tool: string; server: string; reason: string }) =>
      `${quote(d.tool)} gave no result: the MCP server ${quote(d.server)} is not there (${d.reason}). Try again later, or go on without it.`,
  ),
  API_REFUSED: tool(
    (d: { tool: string; status: number; body: string }) =>
      `${quote(d.tool)} was answered with the status ${d.status}${d.body === '' ? '.' : `: ${d.body}`}`,
  ),

  // What the person who runs the server must mend.
  SETTING_INVALID: operator(
    (d: { problems: readonly string[] }) =>
      `Wrong settings:\n${d.problems.map((p) => `  - ${p}`).join('\n')}`,
  ),
  COMMAND_UNKNOWN: operator(
    (d: { command: string; known: readonly string[] }) =>
      `${quote(d.command)} is no command. The commands are ${d.known.join(', ')}.`,
  ),
  PORT_IN_USE: operator(
    ({ host, port, setting }: { host: string; port: number; setting: string }) =>
      `Port ${port} on ${host} is in use. Stop the other program, or set ${setting} to a free one (${setting}=0 picks one).`,
  ),
  TOOL_INVALID: operator(
    (d: { tool: string; reason: string }) => `The tool ${quote(d.tool)} cannot be used: ${d.reason}.`,
  ),
  TOOLS_MODULE_INVALID: operator(
    (d: { path: string; reason: string }) => `RUNGRAPH_TOOLS: ${d.path} cannot be used: ${d.reason}`,
  ),
  MODELS_FILE_INVALID: operator(
    (d: { path: string; problems: readonly string[] }) =>
      `RUNGRAPH_MODELS: ${d.path} cannot be used:\n${d.problems.map((p) => `  - ${p}`).join('\n')}`,
  ),
  MCP_FILE_INVALID: operator(
    (d: { path: string; problems: readonly string[] }) =>
      `RUNGRAPH_MCP: ${d.path} cannot be used:\n${d.problems.map((p) => `  - ${p}`).join('\n')}`,
  ),
  OPENAPI_FILE_INVALID: operator(
    (d: { path: string; problems: readonly string[] }) =>
      `RUNGRAPH_OPENAPI: ${d.path} cannot be used:\n${d.problems.map((p) => `  - ${p}`).join('\n')}`,
  ),
  DATA_DIR_UNUSABLE: operator(
    (d: { path: string; reason: string; remedy: string }) =>
      `RUNGRAPH_DATA_DIR: ${d.path} cannot be used: ${d.reason} ${d.remedy}`,
  ),
  DATABASE_BINARIES_MISSING: operator(
    (d: { reason: string }) =>
      `The private PostgreSQL cannot start: ${d.reason} Set DATABASE_URL to a PostgreSQL server of your own, or install again with install scripts allowed (npm ci).`,
  ),
  DATABASE_UNREACHABLE: operator(
    (d: { reason: string }) =>
      `The database cannot be reached: ${d.reason} Check DATABASE_URL and that the server runs.`,
  ),
  DATABASE_DIFFERENT: operator(
    (_: object) =>
      'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases. Name the same database of the same server in both, once through the pooler and once past it.',
  ),
  DATABASE_MIGRATION_FAILED: operator(
    (d: { reason: string }) => `The database schema could not be brought up to date: ${d.reason}`,
  ),
  LOOPBACK_ONLY: operator(
    (d: { host: string }) =>
      `HOST=${d.host} would serve beyond this machine, and no API key exists. Use HOST=127.0.0.1.`,
  ),
} as const

export type ErrorCode = keyof typeof errorTable
export type ErrorData<Code extends ErrorCode> = Parameters<(typeof errorTable)[Code]['message']>[0]
/** An error with a stable code; its message says what to do. */
export class RungraphError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'RungraphError'
  readonly code: Code
  readonly data: ErrorData<Code>

  constructor(code: Code, data: ErrorData<Code>, cause?: unknown) {
    super(describe(code, data), cause === undefined ? undefined : { cause })
    this.code = code
    this.data = data
  }
}

/** The sentence that the table holds for `code`. */
export function describe<Code extends ErrorCode>(code: Code, data: ErrorData<Code>): string {
  // One row's parameter is not known to fit another's; code and data are tied by the signature above.
  const message: (data: never) => string = errorTable[code].message
  return message(data as never)
}

export function isRungraphError(error: unknown): error is RungraphError {
  return error instanceof RungraphError
}

/** A readable line for anything thrown, an Error or not. Never throws. */
export function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.message || error.name) : String(error)
  } catch {
    // An object without a prototype, or one whose own `toString` throws.
    return 'Something was thrown that cannot be shown.'
  }
}

export type ErrorResult = 'InvalidInput' | 'NotFound' | 'Conflict' | 'Forbidden' | 'LimitExceeded'

function client<Data>(result: ErrorResult, message: (data: Data) => string) {
  return { audience: 'client', result, retryable: false, message } as const
}

/** No mutation has it as a result: it is not about what was asked for, and passes by itself. */
function passing<Data>(message: (data: Data) => string) {
  return { audience: 'client', result: null, retryable: true, message } as const
}

function run<Data>(message: (data: Data) => string) {
  return { audience: 'run', retryable: false, message } as const
}

function tool<Data>(message: (data: Data) => string) {
  return { audience: 'model', retryable: true, message } as const
}

function operator<Data>(message: (data: Data) => string) {
  return { audience: 'operator', retryable: false, message } as const
}

function quote(value: string): string {
  return `"${value.length > 120 ? `${value.slice(0, 119)}…` : value}"`
}
