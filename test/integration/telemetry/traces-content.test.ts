import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import { noRedaction, type Redactor } from '../../../src/domain/redaction.ts'
import type { ClaimedRun } from '../../../src/domain/run-store.ts'
import { type TracedModelCall, type Tracer, untraced } from '../../../src/domain/tracer.ts'
import { sequence } from '../../../src/models/scripted.ts'
import { createRedactor } from '../../../src/redaction/create-redactor.ts'
import { openTracer, type Tracing } from '../../../src/telemetry/open-tracer.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { freePort } from '../../support/free-port.ts'
import { openOtlpReceiver } from '../../support/otlp-receiver.ts'

interface Said {
  readonly run: ClaimedRun
  readonly modelCall: TracedModelCall
}

const said = await hearRun()
const receiver = forFile(await openOtlpReceiver())

/** Reports of an engine to a tracer about a run. */
async function hearRun(): Promise<Said> {
  const { promise, resolve } = Promise.withResolvers<Said>()
  const tracer: Tracer = {
    begin: (run) => ({
      ...untraced.begin(run),
      modelCalled: (modelCall) => resolve({ run, modelCall }),
    }),
  }
  const database = await createTestDatabase()
  const engine = await createTestEngine(database, { replace: () => ({ tracer }) })
  try {
    await engine.run(sequence({ text: 'Done.' }))
    return await promise
  } finally {
    await engine.close()
    await database.drop()
  }
}

/** The same call, with this to say to the model. */
function saying(text: string): TracedModelCall {
  const { modelCall } = said
  return { ...modelCall, asked: { ...modelCall.asked, messages: [{ role: 'user', text }] } }
}

function open(more: Partial<Tracing> & Pick<Tracing, 'url'>, redactor: Redactor = noRedaction) {
  const tracing = {
    ...{ headers: {}, serviceName: 'agents', resource: {}, sampler: 'always_on', ratio: 1, delayMs: 50 },
    ...{ capturesContent: true, ...more },
  }
  return openTracer(tracing, { redactor, report: () => undefined })
}

const tool = { kind: 'tool', name: 'look', description: null, callId: 'c', parameters: {} } as const

describe('OPS-2 messages in traces', () => {
  it.each([
    ['always_off', 0],
    ['always_on', 4],
  ])('is looked at for spans that are recorded alone: %s', async (sampler, times) => {
    const seen: Json[] = []
    const value = (one: Json) => {
      seen.push(one)
      return one
    }
    const { tracer, close } = await open({ url: receiver.url, sampler }, { ...noRedaction, value })
    const trace = tracer.begin(said.run)
    trace.modelCalled(saying('Hello.'))
    trace.call(tool).end({ kind: 'succeeded', output: 'Found.' })
    trace.end('finished')
    await close()
    expect(seen).toHaveLength(times)
  })

  it('ends after 65,536 characters, and nowhere in a secret', async () => {
    const before = receiver.spans.length
    const secret = 'correct-horse-battery-staple'
    const { tracer, close } = await open({ url: receiver.url }, createRedactor({ values: [secret] }))
    const trace = tracer.begin(said.run)
    trace.modelCalled(saying(secret.repeat(10_000)))
    trace.call(tool).end({ kind: 'succeeded', output: 'ы'.repeat(100_000) })
    trace.end('finished')
    await close()
    const [chat, call] = receiver.spans.slice(before)
    const told = String(chat?.attributes['gen_ai.input.messages'])
    expect(told).toHaveLength(65_536)
    expect(told).not.toContain('horse')
    expect(call?.attributes['gen_ai.tool.call.result']).toBe(`"${'ы'.repeat(65_535)}`)
  })

  it('takes little room while the collector is away', async () => {
    const { tracer, close } = await open({ url: `http://127.0.0.1:${await freePort()}` })
    const trace = tracer.begin(said.run)
    const before = heapUsed()
    // One after the other, as runs make them: what each was made of can go at once.
    for (let count = 0; count < 1_000; count++) trace.modelCalled(saying('x'.repeat(200_000)))
    expect(heapUsed() - before).toBeLessThan(40_000_000)
    await close()
  })
})

/** The bytes of what is still reachable. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
  return process.memoryUsage().heapUsed
}
