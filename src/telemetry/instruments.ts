import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { providerSettings } from '../domain/model.ts'
import { type RunStatus, type TerminationReason, terminationReason } from '../domain/run.ts'
import type { ModelCallRow } from '../domain/run-log.ts'
import { type Metric, metricCatalogue } from './metric-catalogue.ts'

/** Maximum number of different models, providers or codes as labels; further ones are `other`. */
const maxDifferent = 100

/** Prometheus instruments of the metrics in the catalogue. */
export type Instruments = ReturnType<typeof createInstruments>

export function createInstruments(registry: Registry) {
  const registers = [registry]
  const options = <Label extends string>({ name, help, labels }: Metric<Label>) => ({
    ...{ name, help, registers },
    labelNames: [...labels],
  })
  const counter = <Label extends string>(metric: Metric<Label>) => new Counter<Label>(options(metric))
  const gauge = <Label extends string>(metric: Metric<Label>) => new Gauge<Label>(options(metric))
  const histogram = <Label extends string>(metric: Metric<Label>) =>
    new Histogram<Label>({ ...options(metric), buckets: [...metric.buckets] })
  const of = metricCatalogue
  const all = {
    runsClaimed: counter(of.runsClaimed),
    runsFinished: counter(of.runsFinished),
    runSeconds: histogram(of.runSeconds),
    runsActive: gauge(of.runsActive),
    runPlaces: gauge(of.runPlaces),
    queueRuns: gauge(of.queueRuns),
    queueOldest: gauge(of.queueOldest),
    workers: gauge(of.workers),
    databaseUp: gauge(of.databaseUp),
    steps: counter(of.steps),
    modelCalls: counter(of.modelCalls),
    modelSeconds: histogram(of.modelSeconds),
    modelFirstToken: histogram(of.modelFirstToken),
    modelTokens: counter(of.modelTokens),
    modelCost: counter(of.modelCost),
    modelUnpriced: counter(of.modelUnpriced),
    actions: counter(of.actions),
    actionSeconds: histogram(of.actionSeconds),
    events: counter(of.events),
    commitBatch: histogram(of.commitBatch),
    commitSeconds: histogram(of.commitSeconds),
    runsRemoved: counter(of.runsRemoved),
    connections: gauge(of.connections),
    refusals: counter(of.refusals),
    deliveries: counter(of.deliveries),
  }
  beginAtZero(all)
  return { ...all, codeLabel: createLabelLimit(maxDifferent).take, modelLabels: createModelLabels() }
}

/**
 * Series whose labels are known begin at 0. Prometheus sees no increase in one that appears with its first count, and an alert on it
 * would miss what happens once.
 */
function beginAtZero({
  runsClaimed,
  runsFinished,
  deliveries,
}: Record<'runsClaimed' | 'runsFinished' | 'deliveries', Counter<string>>): void {
  for (const recovered of ['true', 'false']) runsClaimed.inc({ recovered }, 0)
  for (const outcome of ['delivered', 'failed', 'abandoned', 'released']) deliveries.inc({ outcome }, 0)
  for (const reason of terminationReason.options)
    for (const status of statusesOf[reason] ?? stopped) runsFinished.inc({ status, reason }, 0)
}

const stopped: readonly RunStatus[] = ['FAILED', 'PAUSED']

/** Statuses in which a run stops for these reasons; for all others it is FAILED or PAUSED. */
const statusesOf: { readonly [Reason in TerminationReason]?: readonly RunStatus[] } = {
  FINAL_ANSWER: ['COMPLETED'],
  DONE_TOOL: ['COMPLETED'],
  GOAL_ACHIEVED: ['COMPLETED'],
  ABORTED: ['CANCELLED'],
}

/**
 * Returns the labels of a model call. A model gets a label of its own with its first answer, because definitions can name models that do
 * not exist, and failed calls are counted too. Until then, and beyond the maximum number of labels, its label is `other`.
 */
function createModelLabels() {
  const providers = createLabelLimit(maxDifferent, Object.keys(providerSettings))
  const models = createLabelLimit(maxDifferent)
  return (call: ModelCallRow) => {
    const { provider, model } = call
    const way = hasAnswered(call) ? 'take' : 'find'
    const isLabelled = models[way](`${provider}/${model}`) !== other
    return { provider: providers[way](provider), model: isLabelled ? model : other }
  }
}

/** Whether the call has an answer, whole or truncated: only an answer has a price. */
function hasAnswered({ errorCode, priceVersion }: ModelCallRow): boolean {
  return errorCode === null || priceVersion !== null
}

/** Label that replaces all further values. */
export const other = 'other'

/** Keeps the values of a label few: a value within the limit is its own label, every other value becomes `other`. */
interface LabelLimit {
  /** The value, which is added to the known ones up to the limit. */
  take(value: string): string
  /** The value if it is known. */
  find(value: string): string
}

/**
 * Keeps at most `max` values, among them those that are `known` from the start. Each new value is a time series for ever: a value that a
 * caller can invent must not be `take`n, because it would use up the limit.
 */
export function createLabelLimit(max: number, known: readonly string[] = []): LabelLimit {
  const values = new Set(known)
  const find = (value: string) => (values.has(value) ? value : other)
  return {
    find,
    take: (value) => {
      if (values.size < max) values.add(value)
      return find(value)
    },
  }
}
