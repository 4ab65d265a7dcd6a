import { expect, it } from 'vitest'
import { createLogger, reportTo } from '../../../src/app/create-logger.ts'
import { withRunLogger } from '../../../src/app/run-logger.ts'
import { ModelError } from '../../../src/domain/model.ts'
import { type Tracer, untraced } from '../../../src/domain/tracer.ts'
import type { EngineServices } from '../../../src/engine/run/run-context.ts'
import { toGlobalId } from '../../../src/graphql/global-id.ts'
import { type Script, sequence } from '../../../src/models/scripted.ts'
import { createRedactor } from '../../../src/redaction/create-redactor.ts'
import { readSubject } from '../../../src/store/runs/run-subject.ts'
import { openTracer } from '../../../src/telemetry/open-tracer.ts'
import { reportUncertaintyTool } from '../../../src/tools/control-tools.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine, type TestEngine } from '../../support/engine.ts'
import { engineForTest, forTest } from '../../support/for-file.ts'
import { decide } from '../../support/gates.ts'
import { openOtlpReceiver } from '../../support/otlp-receiver.ts'

const secret = 'correct-horse-battery-staple'

const tracing = {
  ...{ headers: {}, resource: {}, serviceName: 'agents', sampler: 'always_on', ratio: 1, delayMs: 50 },
  capturesContent: false,
} as const

it('OPS-3 TAS-7 a line about a run names it, its project, its agent and its place in its trace, and holds no secret', async () => {
  const redactor = createRedactor({ values: [secret] })
  const lines: string[] = []
  const report = reportTo(
    createLogger(
      { logLevel: 'info' },
      { redactor, toPublicId: toGlobalId, destination: { write: (line) => lines.push(line) } },
    ),
  )
  const receiver = forTest(await openOtlpReceiver())
  const { tracer } = forTest(await openTracer({ ...tracing, url: receiver.url }, { redactor, report }))
  const guards = [
    () => {
      throw new Error(`401 for ${secret}`, { cause: new Error(`password=${secret}`) })
    },
  ]
  const { engine } = await engineForTest({
    replace: () => ({ report, guards, tracer }),
  })
  const { runId } = await engine.run(sequence({ text: 'Done.' }))
  const run = await engine.services.runs.find(engine.project.id, runId)
  expect(run?.status).toBe('COMPLETED')
  const about = lines.map((line): Readonly<Record<string, unknown>> => JSON.parse(line))
  expect(about.length).toBeGreaterThan(0)
  for (const line of about) {
    expect(line).toMatchObject({
      level: 50,
      runId: toGlobalId('Run', runId),
      projectId: engine.project.id,
      agent: expect.stringMatching(/^script-/),
      traceId: runId.replaceAll('-', ''),
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      err: { message: '401 for [redacted]: password=[redacted]' },
    })
  }
  expect(lines.join()).not.toContain(secret)
})

it('OPS-3 each change of the status of a run is one line with the id of the run', () =>
  withLines(null, async (engine, told) => {
    const { runId } = await engine.run(sequence({ text: 'Done.' }))
    const failed = await engine.run(() => {
      throw new ModelError('BAD_REQUEST', `Not with ${secret}.`, { retryable: false })
    })
    expect(told(runId).map(({ level, msg }) => [level, msg])).toEqual([
      [20, 'The run begins.'],
      [30, 'The run is COMPLETED: FINAL_ANSWER.'],
    ])
    expect(told(failed.runId).map(({ level, msg }) => [level, msg])).toEqual([
      [20, 'The run begins.'],
      [40, expect.stringMatching(/^The run is FAILED: MODELS_EXHAUSTED\. .*\[redacted\]/)],
    ])
    for (const line of [...told(runId), ...told(failed.runId)]) {
      expect(line).toMatchObject({
        projectId: engine.project.id,
        agent: expect.stringMatching(/^script-/),
      })
      expect(line).not.toHaveProperty('traceId')
    }
  }))

it('OPS-3 JDG-3 a line about a run has its trace id, also after the run has waited for a human', async () => {
  const receiver = await openOtlpReceiver()
  const redactor = createRedactor({ values: [] })
  const means = { redactor, report: () => undefined }
  const { tracer, close } = await openTracer({ ...tracing, url: receiver.url }, means)
  try {
    await withLines(tracer, async (engine, told) => {
      const unsure: Script = ({ turn }) =>
        turn > 0
          ? { text: 'Done.' }
          : { toolCalls: [{ name: 'report_uncertainty', arguments: { reason: 'Which?' } }] }
      const agent = { confidence: { models: ['scripted/judge'] } }
      engine.scripts.judge = () => ({ text: JSON.stringify({ confidence: 0.2, reason: 'A guess.' }) })
      const runId = await engine.trigger(unsure, { agent })
      await engine.seen(runId, 'RunWaiting')
      await expect.poll(() => told(runId)).toHaveLength(2)
      const [gate] = await engine.services.runs.gates.open(runId)
      await decide(engine, gate?.id, 'APPROVE')
      await engine.finished(runId)
      const lines = told(runId)
      expect(lines.map(({ msg }) => msg)).toEqual([
        'The run begins.',
        'The run waits at a gate.',
        'The run is COMPLETED: FINAL_ANSWER.',
      ])
      for (const line of lines)
        expect(line).toMatchObject({
          projectId: engine.project.id,
          agent: expect.stringMatching(/^script-/),
          traceId: runId.replaceAll('-', ''),
          spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
        })
      const [begins, waits, ends] = lines.map(({ spanId }) => spanId)
      expect([begins === waits, waits === ends]).toEqual([true, false])
    })
  } finally {
    await close()
    await receiver.close()
  }
})

it('OPS-3 RUN-4 a run that is aborted before it began is logged as any other; it has no span', () =>
  withLines(untraced, async (engine, told) => {
    const startAt = new Date(Date.now() + 3_600_000)
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const trace = { traceparent, tracestate: null }
    for (const given of [null, trace]) {
      const runId = await engine.trigger(() => ({}), { trigger: { startAt, trace: given } })
      await engine.operations.abortRun({ projectId: engine.project.id, runId })
      const [line, ...others] = told(runId)
      expect(others).toEqual([])
      expect(line).toMatchObject({
        msg: 'The run is CANCELLED: ABORTED.',
        projectId: engine.project.id,
        agent: expect.stringMatching(/^script-/),
        traceId: given ? '0af7651916cd43dd8448eb211c80319c' : runId.replaceAll('-', ''),
      })
      expect(line).not.toHaveProperty('spanId')
    }
  }))

/** An engine whose runs leave lines and, with a tracer, traces. */
async function withLines(
  tracer: Tracer | null,
  work: (
    engine: TestEngine,
    told: (runId: string) => readonly Readonly<Record<string, unknown>>[],
  ) => Promise<void>,
): Promise<void> {
  const lines: Record<string, unknown>[] = []
  const logger = createLogger(
    { logLevel: 'debug' },
    {
      redactor: createRedactor({ values: [secret] }),
      toPublicId: toGlobalId,
      destination: { write: (line) => lines.push(JSON.parse(line)) },
    },
  )
  const told = (id: string) => lines.filter(({ runId }) => runId === toGlobalId('Run', id))
  const database = await createTestDatabase()
  const find = (runId: string) => readSubject(database.pool, runId, { isTraced: tracer !== null })
  const replace = (services: EngineServices) => ({
    ...services,
    ...withRunLogger({ ...services, ...(tracer && { tracer }) }, { logger, find }),
  })
  const engine = await createTestEngine(database, { replace, tools: [reportUncertaintyTool] })
  try {
    await work(engine, told)
  } finally {
    await engine.close()
    await database.drop()
  }
}
