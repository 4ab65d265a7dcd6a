import { expect, it } from 'vitest'
import { withRunLines } from '../../src/app/run-lines.ts'
import { createLogger, reportTo } from '../../src/create-logger.ts'
import { ModelError } from '../../src/domain/model.ts'
import { createRedactor } from '../../src/domain/redaction/create-redactor.ts'
import type { EngineServices } from '../../src/engine/run-context.ts'
import { inOrder } from '../../src/models/scripted.ts'
import { openTracer } from '../../src/telemetry/open-tracer.ts'
import { openOtlpReceiver } from '../support/otlp-receiver.ts'
import { withEngine } from '../support/with-engine.ts'

const secret = 'correct-horse-battery-staple'

it('OPS-3 TAS-7 a line about a run names it, its project, its agent and its place in its trace, and holds no secret', async () => {
  const redactor = createRedactor({ values: [secret] })
  const lines: string[] = []
  const report = reportTo(createLogger({ logLevel: 'info' }, redactor, { write: (line) => lines.push(line) }))
  const receiver = await openOtlpReceiver()
  const { tracer, close } = await openTracer(
    {
      url: receiver.url,
      ...{ headers: {}, resource: {}, serviceName: 'agents', sampler: 'always_on', ratio: 1, delayMs: 50 },
      capturesContent: false,
    },
    { redactor, report },
  )
  const guards = [
    () => {
      throw new Error(`401 for ${secret}`, { cause: new Error(`password=${secret}`) })
    },
  ]
  try {
    await withEngine({ replace: (services) => ({ ...services, report, guards, tracer }) }, async (engine) => {
      const { runId } = await engine.run(inOrder({ text: 'Done.' }))
      const run = await engine.services.runs.find(engine.project.id, runId)
      expect(run?.status).toBe('COMPLETED')
      const about = lines.map((line): Readonly<Record<string, unknown>> => JSON.parse(line))
      expect(about.length).toBeGreaterThan(0)
      for (const line of about) {
        expect(line).toMatchObject({
          level: 50,
          runId,
          projectId: engine.project.id,
          agent: expect.stringMatching(/^script-/),
          traceId: runId.replaceAll('-', ''),
          spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
          err: { message: '401 for [redacted]: password=[redacted]' },
        })
      }
      expect(lines.join()).not.toContain(secret)
    })
  } finally {
    await close()
    await receiver.close()
  }
})

it('OPS-3 what becomes of a run is told in one line each, with the run that it is about', async () => {
  const lines: Record<string, unknown>[] = []
  const logger = createLogger({ logLevel: 'debug' }, createRedactor({ values: [secret] }), {
    write: (line) => lines.push(JSON.parse(line)),
  })
  const replace = (services: EngineServices) => ({ ...services, ...withRunLines(services, logger) })
  await withEngine({ replace }, async (engine) => {
    const { runId } = await engine.run(inOrder({ text: 'Done.' }))
    const failed = await engine.run(() => {
      throw new ModelError('BAD_REQUEST', `Not with ${secret}.`, { retryable: false })
    })
    const told = (id: string) =>
      lines.filter((line) => line.runId === id).map(({ level, msg }) => [level, msg])
    expect(told(runId)).toEqual([
      [20, 'The run begins.'],
      [30, 'The run is COMPLETED: FINAL_ANSWER.'],
    ])
    expect(told(failed.runId)).toEqual([
      [20, 'The run begins.'],
      [40, expect.stringMatching(/^The run is FAILED: MODELS_EXHAUSTED\. .*\[redacted\]/)],
    ])
    expect(lines.at(-1)).toMatchObject({
      projectId: engine.project.id,
      agent: expect.stringMatching(/^script-/),
    })
  })
})
