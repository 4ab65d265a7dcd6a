/**
 * Settings of PostgreSQL that the engine relies on, and why. A database, a role or the configuration of the server may have others for
 * all their sessions: each session of the engine sets these (prepare-session.ts).
 *
 * Not in the list, because whatever value they have is right or is the operator's to choose: `default_tablespace` and
 * `default_table_access_method`, `intervalstyle` and `bytea_output` (no result depends on them; what writes them into files sets them),
 * `client_encoding` (the driver sets it), `row_security`, `jit`, `plan_cache_mode` and the planner's settings (they change how fast an answer
 * comes), and `default_transaction_read_only` (an operator or a service that sets it wants no writes: DATABASE_READ_ONLY at the start,
 * DATABASE_UNAVAILABLE afterwards).
 */
export type SessionSetting = {
  readonly name: string
  /** A sentence: what goes wrong with another value. */
  readonly reason: string
  /** A regular expression of the values that are left as they are, without backslashes. */
  readonly accepts?: string
  /** Set in place of any other value; of a time limit, in milliseconds: `0` is none. */
  readonly value: string
  /** The shortest time limit that is left to an operator, in milliseconds; a shorter one is replaced by it, and a longer one by `value`. */
  readonly least?: number
  /** Does no harm to a session that a pooler shares among clients. */
  readonly isHarmlessPooled?: true
}

const fixed: readonly SessionSetting[] = [
  {
    name: 'search_path',
    reason: 'Prisma names the schema of each table, public, and other statements must find the same tables.',
    accepts: '^public$',
    value: 'public',
  },
  {
    name: 'default_transaction_isolation',
    reason:
      'Statements wait for rows that others write and then see them; in another level they fail instead, with SQLSTATE 40001.',
    accepts: '^read (un)?committed$',
    value: 'read committed',
  },
  {
    name: 'timezone',
    reason: 'Prisma reads the digits of a timestamp as UTC, and drops the offset behind them.',
    accepts: '^(Etc/)?(UTC|UCT|GMT|Zulu|Universal)$',
    value: 'UTC',
  },
  {
    name: 'datestyle',
    reason: 'The driver and Prisma read times in ISO format only.',
    accepts: '^ISO',
    value: 'ISO',
  },
  {
    name: 'extra_float_digits',
    reason: 'Counts and averages come as text, which below 1 is rounded.',
    accepts: '^[123]$',
    value: '1',
  },
  {
    name: 'synchronous_commit',
    reason: 'What is told to a caller as done must survive a crash of the server.',
    accepts: '^(on|local|remote_write|remote_apply)$',
    value: 'on',
  },
  {
    name: 'session_replication_role',
    reason: 'In another role, triggers do not fire and foreign keys are not checked.',
    accepts: '^origin$',
    value: 'origin',
  },
  {
    name: 'standard_conforming_strings',
    reason: 'Without it, a backslash in a text of a statement has another meaning.',
    accepts: '^on$',
    value: 'on',
  },
  {
    name: 'array_nulls',
    reason: 'Without it, a null within a list is stored as the text NULL.',
    accepts: '^on$',
    value: 'on',
  },
  {
    name: 'gin_fuzzy_search_limit',
    reason: 'With a limit, a search leaves out rows at random.',
    accepts: '^0$',
    value: '0',
  },
  {
    name: 'exit_on_error',
    reason: 'A statement that the server refuses, as it does in ordinary work, would end the session.',
    accepts: '^off$',
    value: 'off',
  },
  {
    name: 'idle_session_timeout',
    reason:
      'The session that holds the lock of a worker is idle, and so are those that listen: its end looks like the death of the worker.',
    accepts: '^0$',
    value: '0',
    isHarmlessPooled: true,
  },
]

/**
 * Time limits of statements and transactions. The longest statements are reports over all runs of a project. A lock that is held for longer
 * than `lock_timeout` belongs to a client that is cut off, whose transaction the server then ends: otherwise the server would notice when
 * TCP does, in two hours, and the run in it would have no owner until then.
 */
const limited: readonly SessionSetting[] = [
  {
    name: 'statement_timeout',
    reason: 'No statement that writes much ends within so short a time.',
    value: '15000',
    least: 1_000,
  },
  {
    name: 'lock_timeout',
    reason: 'Writers of one run wait for each other for longer.',
    value: '10000',
    least: 1_000,
  },
  {
    name: 'idle_in_transaction_session_timeout',
    reason: 'A busy process may take longer between two statements of a transaction.',
    value: '10000',
    least: 5_000,
  },
  {
    name: 'transaction_timeout',
    reason:
      'Statements and the pauses between them have limits of their own; a transaction of many statements may take longer.',
    // A minute or longer is left to the operator.
    accepts: '^(0|([6-9][0-9]{4}|[0-9]{6,})ms)$',
    value: '0',
  },
]

/** The settings of a session that serves callers and runs: its statements end in time. */
export const settingsOfServing: readonly SessionSetting[] = [...fixed, ...limited]

/** The settings of a session that installs, migrates, copies or holds a lock: it may take as long as it needs. */
export const settingsOfLongWork: readonly SessionSetting[] = [
  ...fixed,
  ...limited.map(({ name, reason }) => ({
    name,
    reason,
    accepts: '^0$',
    value: '0',
    isHarmlessPooled: true as const,
  })),
]
