interface Declared<Label extends string> {
  readonly kind: 'counter' | 'gauge' | 'histogram'
  readonly name: `rungraph_${string}`
  /** What it means, for whoever reads it. */
  readonly help: string
  readonly labels: readonly Label[]
  /** The upper bounds of a histogram's buckets, in its unit. */
  readonly buckets: readonly number[]
}
export type Metric<Label extends string = string> = Declared<Label>

/** From a thousandth of a second to ten: what a database or a tool takes. */
const shortSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** From a twentieth of a second to five minutes: what models and slow tools take. */
const longSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300]
const batchSizes = [1, 2, 5, 10, 20, 50, 100, 200, 500]

/**
 * Every metric of a process beside those of Node.js, declared once: the registry and the table of docs/operating.md follow from it.
 * Labels have few values, and none that callers choose: no ids, no names of agents or tools, no free text.
 */
export const metricCatalogue = {
  runsClaimed: counter('rungraph_runs_claimed_total', 'Runs that this process took up, recovered ones too.', [
    'recovered',
  ]),
  runsRested: counter(
    'rungraph_runs_finished_total',
    'Runs that came to rest here: COMPLETED, FAILED, CANCELLED, PAUSED or WAITING, with the reason.',
    ['status', 'reason'],
  ),
  runSeconds: histogram(
    'rungraph_run_duration_seconds',
    'Running time of runs that ended here; time at rest is not in it.',
    ['status'],
    [0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3_600, 14_400],
  ),
  runsUnderWay: gauge('rungraph_runs_active', 'Runs that this process executes now.'),
  runPlaces: gauge('rungraph_run_slots', 'Runs that it executes at once at most (RUNGRAPH_CONCURRENCY).'),
  queueRuns: gauge(
    'rungraph_queue_runs',
    'Runs in nobody’s hands, of all projects: `queued` are due, `returned` were given back, woken or resumed. Counted up to 10,000 each.',
    ['state'],
  ),
  queueOldest: gauge(
    'rungraph_queue_oldest_seconds',
    'How long the oldest queued run has been due; 0 where there is none.',
  ),
  databaseUp: gauge('rungraph_database_up', 'Whether the database answered this scrape: 1 or 0.'),
  steps: counter('rungraph_steps_total', 'Steps that were completed.'),
  modelCalls: counter('rungraph_model_calls_total', 'Requests to models, by what came of them.', [
    'provider',
    'model',
    'outcome',
  ]),
  modelSeconds: histogram(
    'rungraph_model_call_duration_seconds',
    'How long they took, from the request to the end of the answer.',
    ['provider', 'model'],
    longSeconds,
  ),
  modelFirstToken: histogram(
    'rungraph_model_first_token_seconds',
    'From the request to the first word.',
    ['provider', 'model'],
    longSeconds,
  ),
  modelTokens: counter(
    'rungraph_model_tokens_total',
    'Tokens that they used: `input`, of which `cached`; `output`, of which `reasoning`.',
    ['provider', 'model', 'kind'],
  ),
  modelCost: counter(
    'rungraph_model_cost_usd_total',
    'What they cost, in US dollars, where a price is known.',
    ['provider', 'model'],
  ),
  actions: counter(
    'rungraph_actions_total',
    'Actions that ended, by their type (`TOOL`, `AGENT`, …), what repeating them would mean (`read`, `idempotent`, `once`), and how they ended.',
    ['type', 'effect', 'outcome'],
  ),
  actionSeconds: histogram(
    'rungraph_action_duration_seconds',
    'How long they took.',
    ['type', 'effect'],
    longSeconds,
  ),
  events: counter('rungraph_events_committed_total', 'Events written to the logs of runs.'),
  commitBatch: histogram(
    'rungraph_commit_batch_size',
    'Commits of runs that went to the database together.',
    [],
    batchSizes,
  ),
  commitSeconds: histogram(
    'rungraph_commit_duration_seconds',
    'How long the database took to make them durable.',
    ['outcome'],
    shortSeconds,
  ),
  connections: gauge(
    'rungraph_connections_open',
    'What clients hold open here: `websocket`, `event_stream`, and `subscription` over either.',
    ['kind'],
  ),
  refusals: counter('rungraph_refusals_total', 'Errors that callers were answered with, by their code.', [
    'code',
  ]),
  deliveries: counter(
    'rungraph_webhook_deliveries_total',
    'Attempts to deliver to webhooks: `delivered`, `failed` (tried again later), `abandoned`, or `released` by a process that ended.',
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
