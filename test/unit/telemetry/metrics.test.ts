import { describe, expect, it } from 'vitest'
import type { ModelCallRow } from '../../../src/domain/run-log.ts'
import { noTokens } from '../../../src/domain/usage.ts'
import { createMetrics, type Metrics } from '../../../src/telemetry/metrics.ts'
import { samplesOf } from '../../support/exposition.ts'

async function samples({ renderMetrics }: Metrics): Promise<ReadonlyMap<string, number>> {
  return samplesOf((await renderMetrics()).text)
}

/** A call that failed without a word. */
function modelCall(provider: string, model: string, more: Partial<ModelCallRow> = {}): ModelCallRow {
  const ids = { id: 'c', projectId: 'p', runId: 'r', rootId: 'r', stepId: 's', sessionId: null, agentId: 'a' }
  return {
    ...ids,
    ...noTokens,
    ...{
      agentVersion: 1,
      purpose: 'LOOP',
      number: 1,
      provider,
      model,
      attempt: 1,
      messageId: 'm',
      profile: 1,
    },
    ...{
      estimated: false,
      sent: true,
      finishReason: null,
      errorCode: 'AUTH',
      errorMessage: null,
      costUsd: '0',
    },
    ...{
      priceVersion: null,
      pricedAs: null,
      answer: null,
      questionHash: null,
      actionId: null,
      actionAttempt: null,
      latencyMs: 1,
    },
    ...{ timeToFirstTokenMs: null, startedAt: new Date(0), pricing: null },
    ...more,
  }
}

describe('OPS-1 the metrics of a process', () => {
  const committed = { runId: 'r', epoch: 1, from: ['RUNNING'] as const, events: [] }
  const answered = { errorCode: null }
  async function callsOf(metrics: Metrics): Promise<ReadonlyMap<string, number>> {
    const all = await samples(metrics)
    return new Map([...all].filter(([series]) => series.startsWith('rungraph_model_calls_total{')))
  }

  it('stay few, however many models answer', async () => {
    const metrics = createMetrics()
    const modelCalls = Array.from({ length: 300 }, (_, n) => modelCall(`p${n}`, `model-${n}`, answered))
    metrics.committed({ ...committed, modelCalls })
    const calls = await callsOf(metrics)
    expect(calls.get('rungraph_model_calls_total{provider="other",model="other",outcome="answered"}')).toBe(
      200,
    )
    expect(calls).toHaveLength(101)
  })

  it('tell models apart that said something, and no names that callers made up', async () => {
    const metrics = createMetrics()
    const madeUp = Array.from({ length: 300 }, (_, n) => [
      modelCall('openai', `model-${n}`),
      modelCall(`provider-${n}`, 'model'),
    ]).flat()
    metrics.committed({ ...committed, modelCalls: madeUp })
    const cutOff = { errorCode: 'TIMEOUT', priceVersion: 'list' }
    metrics.committed({
      ...committed,
      modelCalls: [
        modelCall('openai', 'gpt-5.5', answered),
        modelCall('openai', 'gpt-5.5'),
        modelCall('house', 'own', answered),
        modelCall('anthropic', 'claude-opus-5', cutOff),
      ],
    })
    expect(await callsOf(metrics)).toEqual(
      new Map([
        ['rungraph_model_calls_total{provider="openai",model="other",outcome="AUTH"}', 300],
        ['rungraph_model_calls_total{provider="other",model="other",outcome="AUTH"}', 300],
        ['rungraph_model_calls_total{provider="openai",model="gpt-5.5",outcome="answered"}', 1],
        ['rungraph_model_calls_total{provider="openai",model="gpt-5.5",outcome="AUTH"}', 1],
        ['rungraph_model_calls_total{provider="house",model="own",outcome="answered"}', 1],
        ['rungraph_model_calls_total{provider="anthropic",model="claude-opus-5",outcome="TIMEOUT"}', 1],
      ]),
    )
  })

  it('are reported without the values of the database while it is away', async () => {
    const metrics = createMetrics()
    let isAway = false
    const look = async () => {
      if (isAway) throw new Error('connect ECONNREFUSED')
      return { queue: { queued: 3, oldestMs: 2_500, returned: 1, orphaned: 4 }, workers: [] }
    }
    metrics.setSources({ look, work: () => ({ active: 2, slots: 5 }) })
    const there = await samples(metrics)
    expect(there.get('rungraph_queue_runs{state="queued"}')).toBe(3)
    expect(there.get('rungraph_queue_runs{state="orphaned"}')).toBe(4)
    expect(there.get('rungraph_workers{state="active"}')).toBe(0)
    expect(there.get('rungraph_queue_oldest_seconds')).toBe(2.5)
    expect(there.get('rungraph_database_up')).toBe(1)
    isAway = true
    const gone = await samples(metrics)
    expect(gone.get('rungraph_database_up')).toBe(0)
    expect(gone.has('rungraph_queue_runs{state="queued"}')).toBe(false)
    expect(gone.has('rungraph_queue_oldest_seconds')).toBe(false)
    expect(gone.has('rungraph_workers{state="active"}')).toBe(false)
    expect(gone.get('rungraph_runs_active')).toBe(2)
  })

  it('do not wait for a database that says nothing', async () => {
    const metrics = createMetrics()
    metrics.setSources({ look: () => new Promise(() => undefined) })
    const gone = await samples(metrics)
    expect([gone.get('rungraph_database_up'), gone.get('rungraph_runs_active')]).toEqual([0, 0])
  })

  it('count attempts to deliver to webhooks by their outcome', async () => {
    const metrics = createMetrics()
    metrics.settled({ kind: 'delivered', statusCode: 200 })
    const failure = { error: 'The receiver answered 500.', statusCode: 500, retryAt: new Date() }
    metrics.settled({ kind: 'failed', ...failure })
    metrics.settled({ kind: 'failed', ...failure })
    const found = await samples(metrics)
    expect(found.get('rungraph_webhook_deliveries_total{outcome="delivered"}')).toBe(1)
    expect(found.get('rungraph_webhook_deliveries_total{outcome="failed"}')).toBe(2)
  })
})
