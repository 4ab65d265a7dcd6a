interface Declared<Label extends string> {
  readonly kind: 'counter' | 'gauge' | 'histogram'
  readonly name: `rungraph_${string}`
  /** Description of the metric. */
  readonly help: string
  readonly labels: readonly Label[]
  /** The upper bounds of a histogram's buckets, in its unit. */
  readonly buckets: readonly number[]
}
export type Metric<Label extends string = string> = Declared<Label>

/** 1 ms to 10 s: durations of database statements. */
const shortSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** 50 ms to 5 minutes: durations of model calls and actions. */
const longSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300]
const batchSizes = [1, 2, 5, 10, 20, 50, 100, 200, 500]

/**
 * Every metric of a process beside those of Node.js, declared once: the registry and the table of docs/reference/metrics.md follow from it.
 * Labels have few values, and none that callers choose: no ids, no names of agents or tools, no free text.
 */
export const metricCatalogue = {
  runsClaimed: counter(
    'rungraph_runs_claimed_total',
    'Number of runs that this process claimed. `recovered` is true if it was taken over from another owner, whose lease had expired or whose worker had lost its lock.',
    ['recovered'],
  ),
  runsFinished: counter(
    'rungraph_runs_finished_total',
    'Number of times that a run stopped in this process as COMPLETED, FAILED, CANCELLED, PAUSED or WAITING, with the termination reason.',
    ['status', 'reason'],
  ),
  runSeconds: histogram(
    'rungraph_run_duration_seconds',
    'Running time of runs that ended in this process. Time spent PAUSED or WAITING is not included.',
    ['status'],
    [0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3_600, 14_400],
  ),
  runsActive: gauge('rungraph_runs_active', 'Number of runs that this process executes now.'),
  runPlaces: gauge(
    'rungraph_run_slots',
    'Maximum number of runs that this process executes at the same time (RUNGRAPH_CONCURRENCY).',
  ),
  queueRuns: gauge(
    'rungraph_queue_runs',
    'Number of runs of all projects that wait for a worker. `queued`: new runs that are due. `returned`: runs that were released, woken or resumed. `orphaned`: runs whose owner is gone. Each count stops at 10,000.',
    ['state'],
  ),
  queueOldest: gauge(
    'rungraph_queue_oldest_seconds',
    'Time for which the oldest of the runs in `rungraph_queue_runs` has waited for a worker; 0 if none waits.',
  ),
  workers: gauge(
    'rungraph_workers',
    'Number of workers of the database: `active`, `draining` (they stop, and take no more runs), or `lost` (they stopped without saying so; counted for an hour, or longer while no worker is alive).',
    ['state'],
  ),
  databaseUp: gauge('rungraph_database_up', '1 if the database answered this scrape, otherwise 0.'),
  steps: counter('rungraph_steps_total', 'Number of completed steps.'),
  modelCalls: counter('rungraph_model_calls_total', 'Number of requests to models, by outcome.', [
    'provider',
    'model',
    'outcome',
  ]),
  modelSeconds: histogram(
    'rungraph_model_call_duration_seconds',
    'Duration of requests to models, from the request to the end of the answer.',
    ['provider', 'model'],
    longSeconds,
  ),
  modelFirstToken: histogram(
    'rungraph_model_first_token_seconds',
    'Time from the request to the first token of the answer.',
    ['provider', 'model'],
    longSeconds,
  ),
  modelTokens: counter(
    'rungraph_model_tokens_total',
    'Number of tokens that model calls used, by kind. `cached` is a part of `input`; `reasoning` is a part of `output`.',
    ['provider', 'model', 'kind'],
  ),
  modelCost: counter(
    'rungraph_model_cost_usd_total',
    'Cost of model calls in US dollars. Models without a known price are not included.',
    ['provider', 'model'],
  ),
  modelUnpriced: counter(
    'rungraph_model_unpriced_calls_total',
    'Number of model calls that used tokens at an unknown price. No cost includes them.',
    ['provider', 'model'],
  ),
  actions: counter(
    'rungraph_actions_total',
    'Number of actions that ended, by type (`TOOL`, `AGENT`, …), effect (`read`, `idempotent`, `once`) and outcome.',
    ['type', 'effect', 'outcome'],
  ),
  actionSeconds: histogram(
    'rungraph_action_duration_seconds',
    'Duration of actions.',
    ['type', 'effect'],
    longSeconds,
  ),
  events: counter('rungraph_events_committed_total', 'Number of events committed to the logs of runs.'),
  commitBatch: histogram(
    'rungraph_commit_batch_size',
    'Number of run commits that were written to the database together.',
    [],
    batchSizes,
  ),
  commitSeconds: histogram(
    'rungraph_commit_duration_seconds',
    'Time that the database took to make a batch of commits durable.',
    ['outcome'],
    shortSeconds,
  ),
  runsRemoved: counter(
    'rungraph_runs_removed_total',
    'Number of runs that retention removed in this process. Of several processes, one makes each pass.',
  ),
  connections: gauge(
    'rungraph_connections_open',
    'Number of open connections and subscriptions of clients: `websocket`, `event_stream`, and `subscription` over either.',
    ['kind'],
  ),
  refusals: counter('rungraph_refusals_total', 'Number of errors returned to callers, by error code.', [
    'code',
  ]),
  deliveries: counter(
    'rungraph_webhook_deliveries_total',
    'Number of webhook delivery attempts: `delivered`, `failed` (retried later), `abandoned` (the last attempt failed), or `released` (the process stopped).',
    ['outcome'],
  ),
} as const

/** The metrics as a Markdown table. */
export function metricsTable(): string {
  const rows = Object.values(metricCatalogue).map(
    ({ name, kind, labels, help }: Metric) =>
      `| \`${name}\` | ${kind} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |`,
  )
  return ['| Metric | Kind | Labels | Meaning |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

function counter<const Label extends string = never>(
  name: `rungraph_${string}_total`,
  help: string,
  labels: readonly Label[] = [],
): Metric<Label> {
  return { kind: 'counter', name, help, labels, buckets: [] }
}

function gauge<const Label extends string = never>(
  name: `rungraph_${string}`,
  help: string,
  labels: readonly Label[] = [],
): Metric<Label> {
  return { kind: 'gauge', name, help, labels, buckets: [] }
}

function histogram<const Label extends string>(
  name: `rungraph_${string}`,
  help: string,
  labels: readonly Label[],
  buckets: readonly number[],
): Metric<Label> {
  return { kind: 'histogram', name, help, labels, buckets }
}
