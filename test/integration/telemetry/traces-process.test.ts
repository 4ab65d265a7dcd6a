import { expect, it } from 'vitest'
import { createTestDatabase } from '../../support/database.ts'
import { forTest } from '../../support/for-file.ts'
import { openOtlpReceiver } from '../../support/otlp-receiver.ts'
import { openProcessFolder, type RungraphProcess } from '../../support/rungraph-process.ts'

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

async function post<Data>({ url }: RungraphProcess, query: string): Promise<Data> {
  const headers = { 'content-type': 'application/json', traceparent, tracestate: 'vendor=1' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query }) })
  const answer: { data: Data } = JSON.parse(await response.text())
  return answer.data
}

interface Waiting {
  readonly gates: { readonly edges: readonly { readonly node: { readonly id: string } }[] }
}

it('OPS-2 a run stays in the trace of the request that triggered it when its process is killed and another takes it up', {
  timeout: 90_000,
}, async () => {
  const database = forTest(await createTestDatabase())
  const folder = forTest(await openProcessFolder())
  const receiver = forTest(await openOtlpReceiver())
  const env = {
    DATABASE_URL: database.connectionString,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  }
  const first = await folder.start('start', env)
  const { triggerRun } = await post<{ triggerRun: { id: string; traceId: string } }>(
    first,
    'mutation { triggerRun(input: { agent: "demo-approval", input: "Refund." }) { ... on Run { id traceId } ... on Error { message } } }',
  )
  expect(triggerRun.traceId).toBe(traceparent.slice(3, 35))
  const gates = '{ gates(first: 1, filter: { status: [OPEN] }) { edges { node { id } } } }'
  const open = async (): Promise<readonly string[]> =>
    (await first.ask<Waiting>(gates)).gates.edges.map(({ node }) => node.id)
  await expect.poll(open, { timeout: 20_000 }).toHaveLength(1)
  const [gate = ''] = await open()
  const stretches = () => receiver.spans.filter(({ name }) => name.startsWith('invoke_agent'))
  // One that was released before its end has no status: the run may be claimed more than once.
  const ended = (status: string) =>
    stretches().filter(({ attributes }) => attributes['rungraph.run.status'] === status)
  await expect.poll(() => ended('WAITING').length, { timeout: 20_000 }).toBeGreaterThan(0)
  await first.kill('SIGKILL')

  const second = await folder.start('start', env)
  await second.ask(
    'mutation($gate: ID!) { resolveGate(input: { id: $gate, decision: APPROVE }) { __typename } }',
    { gate },
  )
  await expect.poll(() => ended('COMPLETED').length, { timeout: 20_000 }).toBe(1)
  const [after] = ended('COMPLETED')
  for (const { traceId, parentSpanId, attributes } of stretches()) {
    expect(traceId).toBe(traceparent.slice(3, 35))
    expect(parentSpanId).toBe('00f067aa0ba902b7')
    expect(attributes['rungraph.run.id']).toBe(after?.attributes['rungraph.run.id'])
  }
  const endings = stretches().map(({ attributes }) => attributes['rungraph.run.status'])
  expect(endings.filter((status) => status !== undefined)).toEqual(['WAITING', 'COMPLETED'])
  const tools = receiver.spans.filter(({ name }) => name.startsWith('execute_tool'))
  expect(tools.map(({ parentSpanId }) => parentSpanId)).toContain(after?.spanId)
  expect(receiver.headers[0]).toMatchObject({ 'x-key': 'a b' })
  await second.kill('SIGTERM')
})
