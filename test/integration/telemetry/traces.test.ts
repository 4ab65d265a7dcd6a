import { describe, expect, it } from 'vitest'
import type { TraceContext } from '../../../src/domain/trace-context.ts'
import { sequence } from '../../../src/models/scripted.ts'
import { createRedactor } from '../../../src/redaction/create-redactor.ts'
import { type OpenTracer, openTracer, type Tracing } from '../../../src/telemetry/open-tracer.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine, type TestEngine, testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { decide, openGates, untilStatus } from '../../support/gates.ts'
import { openOtlpReceiver, type ReceivedSpan } from '../../support/otlp-receiver.ts'

const secret = 'correct-horse-battery-staple'

const redactor = createRedactor({ values: [secret] })

const caller = {
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  tracestate: 'vendor=1',
}

const database = forFile(await createTestDatabase())
const receiver = forFile(await openOtlpReceiver())

/** Trace contexts that the tool received. */
const told: (TraceContext | undefined)[] = []

const tools = [
  testTool('look', async (_, { trace }) => {
    told.push(trace)
    return `Found ${secret}.`
  }),
  testTool('break', async () => {
    throw new Error(`It broke at ${secret}.`)
  }),
]

/** An engine that traces to the receiver, for as long as `work` takes; gives the spans that it sent. */
async function tracing(
  more: Partial<Tracing>,
  work: (engine: TestEngine) => Promise<void>,
): Promise<readonly ReceivedSpan[]> {
  const before = receiver.spans.length
  const opened: OpenTracer = await openTracer(
    {
      url: `${receiver.url}/v1/traces`,
      headers: { 'x-key': 'abc' },
      serviceName: 'agents',
      resource: { 'deployment.environment.name': 'test' },
      ...{ sampler: 'parentbased_always_on', ratio: 1, delayMs: 50, capturesContent: false },
      ...more,
    },
    { redactor, report: () => undefined },
  )
  const replace = (services: TestEngine['services']) => ({ ...services, tracer: opened.tracer })
  const engine = await createTestEngine(database, { tools, redactor, replace })
  try {
    await work(engine)
  } finally {
    await engine.close()
    await opened.close()
  }
  return receiver.spans.slice(before)
}

const named = (spans: readonly ReceivedSpan[], name: string) => spans.filter((span) => span.name === name)

const usageOf = ({ attributes }: ReceivedSpan) =>
  Object.keys(attributes).filter((name) => name.includes('usage'))

describe('OPS-2 traces of runs', () => {
  it('stand below the caller’s span: the run, its calls of models and tools, and its child runs', async () => {
    let runId = ''
    let slug = ''
    const spans = await tracing({}, async (engine) => {
      const helper = await engine.define(sequence({ text: 'Helped.' }), { name: 'Helper', tools: [] })
      slug = helper.slug
      const calls = [
        { name: 'look', arguments: {} },
        { name: 'break', arguments: {} },
        { name: 'spawn_agent', arguments: { agent: helper.slug, input: 'Help me.' } },
      ]
      const lead = { name: 'Lead', subagents: [helper.slug] }
      const script = sequence({ text: 'Let me see.', toolCalls: calls }, { text: 'Done.' })
      runId = (await engine.run(script, { agent: lead, trigger: { trace: caller } })).runId
    })
    const [run] = named(spans, 'invoke_agent Lead')
    const [child] = named(spans, 'invoke_agent Helper')
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([caller.traceparent.slice(3, 35)]))
    expect(run).toMatchObject({ parentSpanId: 'b7ad6b7169203331', kind: 'INTERNAL', isError: false })
    expect(run?.attributes).toMatchObject({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.provider.name': 'scripted',
      'gen_ai.agent.name': 'Lead',
      'gen_ai.agent.version': '1',
      'rungraph.run.id': runId,
      'rungraph.run.status': 'COMPLETED',
      'rungraph.run.reason': 'FINAL_ANSWER',
    })
    expect(child?.parentSpanId).toBe(run?.spanId)

    const chats = spans.filter(({ attributes }) => attributes['gen_ai.operation.name'] === 'chat')
    expect(chats.map(({ parentSpanId }) => parentSpanId).sort()).toEqual(
      [run?.spanId, run?.spanId, child?.spanId].sort(),
    )
    const calls = await database.prisma.modelCall.findMany({ where: { rootId: runId } })
    const sum = (name: string) => chats.reduce((all, { attributes }) => all + Number(attributes[name]), 0)
    expect(sum('gen_ai.usage.input_tokens')).toBe(calls.reduce((all, call) => all + call.inputTokens, 0))
    expect(sum('gen_ai.usage.output_tokens')).toBe(calls.reduce((all, call) => all + call.outputTokens, 0))
    for (const chat of chats) {
      expect(chat.kind).toBe('CLIENT')
      expect(chat.name).toBe(`chat ${chat.attributes['gen_ai.request.model']}`)
      expect(chat.attributes['gen_ai.response.finish_reasons']).toHaveLength(1)
    }
    expect(named(spans, `chat ${slug}`)).toHaveLength(1)

    const [look] = named(spans, 'execute_tool look')
    expect(look).toMatchObject({ parentSpanId: run?.spanId, isError: false })
    expect(look?.attributes).toMatchObject({ 'gen_ai.tool.name': 'look', 'gen_ai.tool.type': 'function' })
    const [broken] = named(spans, 'execute_tool break')
    expect(broken).toMatchObject({ isError: true, parentSpanId: run?.spanId })
    expect(broken?.attributes['error.type']).toBe('TOOL_FAILED')
    const action = await database.prisma.action.findFirstOrThrow({ where: { runId, name: 'break' } })
    expect(broken?.attributes['gen_ai.tool.call.id']).toBe(action.callId)
    // Requests of the tool to other services belong below its own span.
    expect(told.at(-1)).toEqual({ ...caller, traceparent: `00-${run?.traceId}-${look?.spanId}-01` })

    const parents = new Set(spans.map(({ parentSpanId }) => parentSpanId))
    for (const span of spans.filter(({ spanId }) => parents.has(spanId))) expect(usageOf(span)).toEqual([])
    expect(JSON.stringify(spans)).not.toContain('Let me see')
    expect(JSON.stringify(spans)).not.toContain(secret)
    expect(run?.resource).toEqual({ 'service.name': 'agents', 'deployment.environment.name': 'test' })
    expect(receiver.headers.at(-1)).toMatchObject({ 'x-key': 'abc' })
    expect(receiver.paths.at(-1)).toBe('/v1/traces')
  })

  it('are one for a tree whose caller named none, and have the code of a failure', async () => {
    let runId = ''
    const error = { kind: 'AUTH', retryable: false } as const
    const spans = await tracing({}, async (engine) => {
      runId = (await engine.run(sequence({ error }), { agent: { name: 'Lost' } })).runId
    })
    const [run] = named(spans, 'invoke_agent Lost')
    expect(run).toMatchObject({ traceId: runId.replaceAll('-', ''), parentSpanId: '', isError: true })
    expect(run?.attributes).toMatchObject({
      'error.type': 'MODELS_EXHAUSTED',
      'rungraph.run.status': 'FAILED',
    })
    const chats = spans.filter(({ attributes }) => attributes['gen_ai.operation.name'] === 'chat')
    expect(chats.length).toBeGreaterThan(0)
    for (const chat of chats) {
      expect(chat).toMatchObject({ isError: true, parentSpanId: run?.spanId })
      expect(chat.attributes['error.type']).toBe('AUTH')
      expect(usageOf(chat)).toEqual([])
    }
  })

  it('hold messages where that is enabled, without secrets', async () => {
    const spans = await tracing({ capturesContent: true }, async (engine) => {
      const toolCalls = [{ name: 'look', arguments: { key: secret } }]
      await engine.run(sequence({ text: `I use ${secret}.`, toolCalls }, { text: 'Done.' }), {
        trigger: { input: `Use ${secret}.` },
      })
    })
    const [chat] = spans.filter(({ name }) => name.startsWith('chat'))
    const told = (name: string, span = chat) => JSON.parse(String(span?.attributes[name]))
    expect(told('gen_ai.input.messages')).toEqual([
      { role: 'user', parts: [{ type: 'text', content: 'Use [redacted].' }] },
    ])
    expect(told('gen_ai.output.messages')).toMatchObject([
      { role: 'assistant', parts: [{ type: 'text', content: 'I use [redacted].' }, { type: 'tool_call' }] },
    ])
    const [look] = named(spans, 'execute_tool look')
    expect(told('gen_ai.tool.call.arguments', look)).toEqual({ key: '[redacted]' })
    expect(told('gen_ai.tool.call.result', look)).toBe('Found [redacted].')
    expect(JSON.stringify(spans)).not.toContain(secret)
  })

  it('have one root and the time at each gate, however often the run waits, and whatever the process', async () => {
    const policy = { type: 'TOOL', target: 'look', permission: 'REQUIRE_APPROVAL' } as const
    const call = { toolCalls: [{ name: 'look', arguments: {} }] }
    for (const trace of [null, caller]) {
      let runId = ''
      const spans = await tracing({}, async (engine) => {
        const { operations, project } = engine
        const agent = await engine.define(sequence(call, call, { text: 'Done.' }), { name: 'Asker' })
        await operations.policies.savePolicy({ projectId: project.id, agent, ...policy })
        runId = (await operations.triggerRun({ projectId: project.id, agent, input: 'Go.', trace })).runId
        for (let gates = 1; gates <= 2; gates++) {
          await untilStatus(engine, database, runId, 'WAITING')
          const [gate] = await openGates(database, runId)
          await decide(engine, gate?.id, 'APPROVE')
        }
        await engine.finished(runId)
      })
      const ofRun = spans.filter(
        ({ traceId }) => traceId === (trace ? trace.traceparent.slice(3, 35) : runId.replaceAll('-', '')),
      )
      expect(ofRun).toHaveLength(spans.length)
      const stretches = named(spans, 'invoke_agent Asker').toSorted((a, b) => a.startMs - b.startMs)
      expect(stretches.length).toBeGreaterThan(1)
      const [first] = stretches
      const parent = trace ? trace.traceparent.slice(36, 52) : first?.spanId
      expect(first?.parentSpanId).toBe(trace ? parent : '')
      const waits = named(spans, 'wait_for_gate')
      const gates = await database.prisma.gate.findMany({ where: { runId } })
      expect(waits.map(({ attributes }) => attributes['rungraph.gate.id']).toSorted()).toEqual(
        gates.map(({ id }) => id).toSorted(),
      )
      for (const span of [...stretches.slice(1), ...waits]) expect(span.parentSpanId).toBe(parent)
      for (const { id, createdAt, resolvedAt } of gates) {
        const wait = waits.find(({ attributes }) => attributes['rungraph.gate.id'] === id)
        expect([wait?.startMs, wait?.endMs]).toEqual([createdAt.getTime(), resolvedAt?.getTime()])
        expect(wait?.attributes).toMatchObject({
          'rungraph.gate.kind': 'ACTION_APPROVAL',
          'rungraph.gate.status': 'APPROVED',
        })
      }
      // Every parent within the trace is there.
      const ids = new Set([...spans.map(({ spanId }) => spanId), trace ? parent : ''])
      expect(spans.filter(({ parentSpanId }) => !ids.has(parentSpanId))).toEqual([])
      expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length)
    }
  })

  it('keep to the share that is set after a gate, too', async () => {
    const none = { sampler: 'parentbased_traceidratio', ratio: 0 }
    const spans = await tracing(none, async (engine) => {
      const { operations, project } = engine
      const agent = await engine.define(
        sequence({ toolCalls: [{ name: 'look', arguments: {} }] }, { text: 'Done.' }),
      )
      const policy = { type: 'TOOL', target: 'look', permission: 'REQUIRE_APPROVAL' } as const
      await operations.policies.savePolicy({ projectId: project.id, agent, ...policy })
      const { runId } = await operations.triggerRun({ projectId: project.id, agent, input: 'Go.' })
      await untilStatus(engine, database, runId, 'WAITING')
      const [gate] = await openGates(database, runId)
      await decide(engine, gate?.id, 'APPROVE')
      await engine.finished(runId)
    })
    expect(spans).toEqual([])
  })

  it('are kept where the caller keeps its own, and by the share that is set', async () => {
    const run = (engine: TestEngine, trace?: TraceContext) =>
      engine.run(sequence({ toolCalls: [{ name: 'look', arguments: {} }] }, { text: 'Done.' }), {
        trigger: { trace: trace ?? null },
      })
    const dropped = { ...caller, traceparent: caller.traceparent.replace(/01$/, '00') }
    expect(await tracing({}, async (engine) => void (await run(engine, dropped)))).toEqual([])
    // The called service receives the trace all the same, with the flag that nobody records it.
    expect(told.at(-1)?.traceparent).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-00$/)
    const none = { sampler: 'parentbased_traceidratio', ratio: 0 }
    expect(await tracing(none, async (engine) => void (await run(engine)))).toEqual([])
  })

  it('have no calls of models in a replay, which asks none', async () => {
    let replayId = ''
    const spans = await tracing({}, async (engine) => {
      const { runId } = await engine.run(sequence({ text: 'Done.' }))
      const place = { projectId: engine.project.id, runId }
      replayId = (await engine.operations.history.replayRun({ ...place, tools: 'RECORDED' })).runId
      await engine.finished(replayId)
    })
    const ofReplay = spans.filter(({ traceId }) => traceId === replayId.replaceAll('-', ''))
    expect(ofReplay.map(({ name }) => name.split(' ')[0])).toEqual(['invoke_agent'])
  })
})
