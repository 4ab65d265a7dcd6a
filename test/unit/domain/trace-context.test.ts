import { describe, expect, it } from 'vitest'
import { readTraceContext, traceHeaders, traceIdOfRun } from '../../../src/domain/trace-context.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${traceId}-b7ad6b7169203331-01`

describe('OPS-2 the trace that a request names', () => {
  it('is read from its headers, and written as it was', () => {
    const trace = readTraceContext(traceparent, ' vendor=1 ')
    expect(trace).toEqual({ traceparent, tracestate: 'vendor=1' })
    expect(traceHeaders(trace ?? undefined)).toEqual({ traceparent, tracestate: 'vendor=1' })
    expect(traceHeaders({ traceparent, tracestate: null })).toEqual({ traceparent })
  })

  it('may be of a later version, which is read as far as it is known', () => {
    const later = `01-${traceId}-b7ad6b7169203331-01-more`
    expect(readTraceContext(later, null)?.traceparent).toBe(traceparent)
  })

  it.each([
    null,
    '',
    'garbage',
    traceparent.toUpperCase(),
    `${traceparent}-more`,
    `ff-${traceId}-b7ad6b7169203331-01`,
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId}-b7ad6b7169203331`,
  ])('is none where the header is %j', (header) => {
    expect(readTraceContext(header, 'vendor=1')).toBeNull()
  })

  it.each(['', 'a'.repeat(513), 'line\nbreak', 'ключ=1'])('comes without a state of %j', (state) => {
    expect(readTraceContext(traceparent, state)?.tracestate).toBeNull()
  })

  it('is that of all runs of a tree; they have one of their own where there is none', () => {
    const rootId = '019a9d4e-1111-7222-8333-444455556666'
    expect(traceIdOfRun(rootId, { traceparent })).toBe(traceId)
    expect(traceIdOfRun(rootId, null)).toBe('019a9d4e111172228333444455556666')
  })
})
