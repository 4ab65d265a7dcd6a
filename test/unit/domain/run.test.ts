import { describe, expect, test } from 'vitest'
import {
  canTransition,
  isTerminal,
  type RunStatus,
  runStateDiagram,
  runStatus,
  statusesBefore,
} from '../../../src/domain/run.ts'

/** The transitions of docs/internals/specification.md, written down a second time on purpose. */
const edges: readonly (readonly [RunStatus, RunStatus])[] = [
  ['QUEUED', 'RUNNING'],
  ['QUEUED', 'CANCELLED'],
  ['RUNNING', 'COMPLETED'],
  ['RUNNING', 'FAILED'],
  ['RUNNING', 'CANCELLED'],
  ['RUNNING', 'PAUSED'],
  ['RUNNING', 'WAITING'],
  ['WAITING', 'RUNNING'],
  ['WAITING', 'FAILED'],
  ['WAITING', 'CANCELLED'],
  ['PAUSED', 'RUNNING'],
  ['PAUSED', 'CANCELLED'],
]

const pairs = runStatus.options.flatMap((from) => runStatus.options.map((to) => [from, to] as const))
const isEdge = ([from, to]: readonly [RunStatus, RunStatus]) => edges.some(([a, b]) => a === from && b === to)

describe('the life of a run', () => {
  test('RUN-7 knows seven statuses, and SKIPPED is none of them', () => {
    expect([...runStatus.options].sort()).toEqual([
      'CANCELLED',
      'COMPLETED',
      'FAILED',
      'PAUSED',
      'QUEUED',
      'RUNNING',
      'WAITING',
    ])
  })

  test.each(pairs.filter(isEdge))('RUN-7 lets a %s run become %s', (from, to) => {
    expect(canTransition(from, to)).toBe(true)
    expect(statusesBefore(to)).toContain(from)
  })

  test.each(pairs.filter((pair) => !isEdge(pair)))('RUN-7 never lets a %s run become %s', (from, to) => {
    expect(canTransition(from, to)).toBe(false)
    expect(statusesBefore(to)).not.toContain(from)
  })

  test('RUN-7 COMPLETED, FAILED and CANCELLED are final, and nothing else is', () => {
    expect(runStatus.options.filter(isTerminal)).toEqual(['COMPLETED', 'FAILED', 'CANCELLED'])
  })

  test('RUN-7 every status can be reached from QUEUED', () => {
    const reached = new Set<RunStatus>(['QUEUED'])
    for (const from of reached) for (const [a, b] of edges) if (a === from) reached.add(b)
    expect([...reached].sort()).toEqual([...runStatus.options].sort())
  })

  test('RUN-7 the picture shows each edge once, the start and the ends', () => {
    const lines = runStateDiagram().split('\n')
    const arrows = edges.map(([from, to]) => `  ${from} --> ${to}`)
    const ends = ['COMPLETED', 'FAILED', 'CANCELLED'].map((status) => `  ${status} --> [*]`)
    expect(lines[0]).toBe('stateDiagram-v2')
    expect(lines.slice(1).sort()).toEqual(['  [*] --> QUEUED', ...arrows, ...ends].sort())
  })
})
