/** A row of the table "3 a.m." of docs/operating.md. The page is printed from these, and test/integration/three-am tries each of them. */
export interface ThreeAmRow {
  /** Names in examples/monitoring/rungraph.rules.yml, without `Rungraph`. */
  readonly alerts?: readonly string[]
  /** Lines of `/metrics` that show it: `name{label="value"} > 0`. The right side is a number or another metric. */
  readonly metrics?: readonly string[]
  /** Part of the line that a process logs. */
  readonly log?: string
  /** What people notice, where neither tells it, or besides. */
  readonly noticed?: string
  /** Of bash, with the functions of examples/monitoring/three-am.sh. */
  readonly command: string
  /** What the command prints while it lasts: `…` stands for any text, and `N` for the same number everywhere. */
  readonly prints: string
  readonly remedy: string
  /** The command that is the remedy or a part of it, with the words of `fill` in capitals. */
  readonly repair?: string
}

export const topics = ['workers', 'database', 'services'] as const

export type Topic = (typeof topics)[number]

const workers = {
  'no-process': {
    alerts: ['Absent'],
    noticed: 'No process answers',
    command: 'ready',
    prints: 'curl: (7)',
    remedy:
      'Start one; the end of its log and the log of the kernel say why it ended. If it runs, correct the targets of Prometheus.',
    repair: 'npx rungraph',
  },
  'no-worker': {
    alerts: ['NoWorkerAlive', 'RunsWithoutOwner'],
    metrics: ['rungraph_workers{state="active"} == 0', 'rungraph_queue_runs{state="orphaned"} > 0'],
    log: 'No worker is alive',
    command: 'npx rungraph doctor --offline',
    prints: '✗ workers…No worker is alive.',
    remedy:
      'Start a worker. The doctor names the lost ones: their logs, or that of the kernel (out of memory), say why.',
    repair: 'npx rungraph worker',
  },
  'slots-full': {
    alerts: ['QueueOld'],
    metrics: ['rungraph_runs_active >= rungraph_run_slots', 'rungraph_queue_runs{state="queued"} > 0'],
    command: "ask '{ queue { due workers { active slots } } }'",
    prints: '"active":N,"slots":N',
    remedy: 'All workers are full: start more workers, or raise `RUNGRAPH_CONCURRENCY`.',
    repair: 'npx rungraph worker',
  },
  'project-full': {
    alerts: ['QueueOld'],
    metrics: ['rungraph_queue_oldest_seconds > 1'],
    noticed: 'Runs of one project stay QUEUED',
    command: "ask '{ queue { due free } }'",
    prints: '"free":0',
    remedy: 'The project has reached `maxConcurrentRuns`: raise it.',
    repair: "ask 'mutation { updateProject(input: { maxConcurrentRuns: 50 }) { __typename } }'",
  },
  'session-busy': {
    noticed: 'Runs of one session stay QUEUED',
    command:
      "ask '{ queue { due blocked } gates(first: 9, filter: { status: [OPEN] }) { nodes { id kind } } }'",
    prints: '"due":N,"blocked":N',
    remedy:
      'An earlier run of the session has not ended; mostly it waits at a gate. Decide, or abort that run.',
    repair: 'npx rungraph decide GATE approve --url "$API"',
  },
  'silent-model': {
    noticed: 'A run is RUNNING, and nothing happens',
    command:
      "ask '{ runs(first: 9, filter: { status: [RUNNING] }) { nodes { id events(last: 1) { nodes { type at } } } } }'",
    prints: '"type":"StepStarted"',
    remedy:
      'The last event says what it waits for. A silent provider is given up after `RUNGRAPH_MODEL_IDLE_TIMEOUT_MS`, a tool after its `timeoutMs`. Or abort the run.',
    repair: `ask 'mutation { abortRun(input: { id: "RUN" }) { __typename } }'`,
  },
  'loop-blocked': {
    log: 'its lease expired',
    noticed: 'A process answers nothing, not even `/health/live`',
    command: 'curl -sS -m 3 "$HEALTH/health/live"',
    prints: 'curl: (28)',
    remedy:
      'A tool computes without a pause. Kill the process, which does not hear SIGTERM; another takes over its runs. Move that work of the tool to a worker thread or a program.',
    repair: 'kill -9 PID',
  },
  'crash-loop': {
    alerts: ['WorkerLost'],
    metrics: ['rungraph_workers{state="lost"} > 0'],
    noticed: 'Workers die one after another',
    command: "ask '{ runs(first: 9, filter: { status: [FAILED] }) { nodes { id error { code } } } }'",
    prints: '"code":"CRASH_LOOP"',
    remedy:
      'A call of this run ends the process: out of memory, or a tool that exits. After six lost workers, which `workerClaims` of the run names, it is FAILED. Repair the tool, and retry the run.',
    repair: `ask 'mutation { retryRun(input: { id: "RUN" }) { ... on Run { id } } }'`,
  },
} satisfies Readonly<Record<string, ThreeAmRow>>

const database = {
  'database-down': {
    alerts: ['DatabaseDown'],
    metrics: ['rungraph_database_up == 0'],
    log: 'PostgreSQL does not answer',
    command: 'ready',
    prints: '"database":{"status":"unready"',
    remedy: 'Start PostgreSQL, or the network to it. Do not restart Rungraph: it goes on by itself.',
  },
  'rows-locked': {
    alerts: ['RunsWithoutOwner', 'QueueOld'],
    log: 'Runs could not be claimed',
    command: 'ready; blocked',
    prints: '"claims":{"status":"unready"…idle in transaction',
    remedy: 'A session of another program holds locks. `blocked` names it: end that session.',
    repair: 'psql "$DATABASE_URL" --command "select pg_terminate_backend(BLOCKER)"',
  },
  'connections-full': {
    metrics: ['rungraph_database_up == 0'],
    log: 'too many clients already',
    command: 'npx rungraph doctor --offline',
    prints: '✗ database…too many clients already',
    remedy:
      'Stop what takes the connections, raise `max_connections` ([sizing](deployment.md#sizing)), or put a pooler in front.',
  },
  'read-only': {
    command: 'npx rungraph doctor --offline',
    log: 'in a read-only transaction',
    prints: '✗ privileges…The database takes no writes',
    remedy:
      'After a failover, have the address lead to the primary server. Otherwise reset the setting that the doctor names.',
    repair: `PGOPTIONS='-c default_transaction_read_only=off' psql "$DATABASE_URL" --command 'alter database "NAME" reset default_transaction_read_only'`,
  },
  'disk-full': {
    log: 'No space left on device',
    noticed: 'Callers get `DATABASE_UNAVAILABLE`',
    command: 'df --output=pcent "$PGDATA"',
    prints: '100%',
    remedy:
      'Free or add space; see the next row. Never delete files of `pg_wal`. Runs go on by themselves. Set a [retention](deployment.md#retention).',
  },
  'replication-slot': {
    noticed: 'The disk of PostgreSQL fills, and its tables do not grow',
    command: 'slots',
    prints: '| f…| reserved',
    remedy:
      'A replication slot (`active` is `f`) keeps the WAL for a replica that is away. Bring the replica back, or drop the slot.',
    repair: `psql "$DATABASE_URL" --command "select pg_drop_replication_slot('SLOT')"`,
  },
  'old-transaction': {
    noticed: 'Events of projects, sessions and trees are late; those of single runs are not; tables grow',
    command: 'transactions',
    prints: 'idle in transaction',
    remedy:
      'A transaction of any program of this server is open for long: the first of that list. End its session.',
    repair: 'psql "$DATABASE_URL" --command "select pg_terminate_backend(PID)"',
  },
  'standby-away': {
    alerts: ['CommitsSlow'],
    noticed: 'No step of any run ends',
    command: 'waits',
    prints: 'IPC…SyncRep',
    remedy:
      'PostgreSQL waits for a synchronous standby that is away. Bring it back, or go on without it. `IO` in place of `IPC` is a slow disk.',
    repair: `psql "$DATABASE_URL" --command "alter system set synchronous_standby_names = ''" --command "select pg_reload_conf()"`,
  },
  'newer-schema': {
    noticed: 'A process does not start: "The database schema could not be migrated"',
    command: 'npx rungraph doctor --offline',
    prints: '✗ migrations…The schema cannot be used',
    remedy:
      'The database was migrated by a newer version: start that version. To go back, restore the [backup](deployment.md#backup).',
  },
} satisfies Readonly<Record<string, ThreeAmRow>>

const services = {
  'redis-away': {
    log: 'Wake-ups over Redis are down, readers poll',
    command: 'ready',
    prints: '"wakeups":{"status":"degraded"',
    remedy:
      'Events come up to a second later; nothing is lost. Start Redis, or correct `REDIS_URL`, which must be the same in all processes.',
  },
  'provider-key': {
    alerts: ['ModelCallsFail', 'RunsFail'],
    metrics: ['rungraph_model_calls_total{outcome="AUTH"} > 0'],
    command: 'npx rungraph doctor',
    prints: 'AUTH 401',
    remedy:
      'Make a new key at the provider, set it, and restart. Then retry the failed runs (`MODELS_EXHAUSTED`).',
    repair: `ask 'mutation { retryRuns(input: { filter: { status: [FAILED] } }) { __typename } }'`,
  },
  'provider-limit': {
    alerts: ['ModelCallsFail'],
    metrics: ['rungraph_model_calls_total{outcome="RATE_LIMIT"} > 0'],
    command: 'npx rungraph doctor',
    prints: 'RATE_LIMIT 429',
    remedy: 'Raise the quota of the account, add keys or `fallbackModels`, or lower `maxConcurrentRuns`.',
  },
  'budget-spent': {
    alerts: ['BudgetSpent'],
    metrics: ['rungraph_runs_finished_total{reason="TOKEN_LIMIT"} > 0'],
    command:
      "ask '{ project { maxTokensPerDay spentToday { tokens } } runs(first: 9, filter: { status: [PAUSED] }) { nodes { id terminationReason } } }'",
    prints: '"terminationReason":"TOKEN_LIMIT"',
    remedy:
      'The budget of the run, or of the project and day, is spent ([limits.md](limits.md#budgets)). Raise it, then resume the runs.',
    repair: `ask 'mutation { updateProject(input: { maxTokensPerDay: null }) { __typename } resumeRun(input: { id: "RUN" }) { __typename } }'`,
  },
  'webhook-fails': {
    alerts: ['DeliveriesFail', 'DeliveriesAbandoned'],
    metrics: ['rungraph_webhook_deliveries_total{outcome="failed"} > 0'],
    command:
      "ask '{ webhooks(first: 9) { nodes { url deliveries(first: 1) { nodes { id status lastStatusCode lastError } } } } }'",
    prints: '"lastStatusCode":500',
    remedy:
      'Repair the receiver. Deliveries are tried again for about eleven hours; `redeliver` sends one at once.',
    repair: `ask 'mutation { redeliver(input: { id: "DELIVERY" }) { __typename } }'`,
  },
  'encryption-key-lost': {
    log: 'was sealed with another key',
    noticed: '`SECRET_LOST`',
    command: 'npx rungraph doctor --offline',
    prints: 'encrypted values…is not the key',
    remedy:
      'The key is not the one that encrypted them. Put the former one into `RUNGRAPH_DECRYPTION_KEYS` of all processes, and encrypt again. If it is lost for good, create webhooks anew.',
    repair: 'npx rungraph reencrypt',
  },
  'no-api-key': {
    metrics: ['rungraph_refusals_total{code="UNAUTHENTICATED"} > 0'],
    command: 'npx rungraph doctor --offline',
    prints: '! api keys…None in force',
    remedy: 'All keys are revoked or expired. Create one on the server.',
    repair: 'npx rungraph keys create ops --role ADMIN',
  },
  'callers-refused': {
    metrics: ['rungraph_refusals_total{code="RATE_LIMITED"} > 0'],
    command: "metrics 'rungraph_refusals_total'",
    prints: 'code="RATE_LIMITED"',
    remedy:
      'Callers send more than `RUNGRAPH_REQUESTS_PER_MINUTE`. Raise it and restart, or have them wait for `Retry-After`.',
  },
  'clock-wrong': {
    noticed: 'Spans and ids have other times than events',
    command: 'npx rungraph doctor --offline',
    prints: '! clock',
    remedy: 'Synchronise the clocks of both machines (NTP). Leases, limits and expiries are not affected.',
  },
  pooler: {
    log: 'DATABASE_URL leads to a connection pooler',
    command: 'npx rungraph doctor --offline',
    prints: '! pooler',
    remedy: 'Set `DATABASE_DIRECT_URL` to the server itself ([PgBouncer](deployment.md#pgbouncer)).',
  },
} satisfies Readonly<Record<string, ThreeAmRow>>

export const threeAmRows = { workers, database, services }
