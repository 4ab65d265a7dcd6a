import { noCuts } from '../../../src/console/pages/run/cuts.ts'
import type { TracedRun } from '../../../src/console/pages/run/trace-model.ts'
import { type Trace, type TraceNode, toNodes } from '../../../src/console/pages/run/trace-nodes.ts'
import type {
  ActionLiveFragment,
  CallLiveFragment,
  ChildFactsFragment,
  StepLiveFragment,
} from '../../../src/generated/console/graphql.ts'

/** Runs, steps, calls and actions as the console reads them, from what a test says of them. Moments are seconds since a time. */

const epoch = Date.parse('2026-03-02T10:00:00Z')

export function timeOf(second: number): number {
  return epoch + second * 1_000
}

function at(second: number): string {
  return new Date(timeOf(second)).toISOString()
}

const usage = {
  ...{ requests: 1, inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, reasoningTokens: 0 },
  ...{ totalTokens: 2, costUsd: '0.01', savedUsd: '0', unpricedCalls: 0 },
}

type Run = TracedRun['run']

export function runOf(
  id: string,
  steps: readonly StepLiveFragment[],
  more: Partial<Run> = {},
  rest: TracedRun['rest'] = null,
): TracedRun {
  const run: Run = {
    ...{ id, status: 'COMPLETED', terminationReason: null, startedAt: at(0), createdAt: at(0) },
    ...{ completedAt: at(100), durationMs: 100_000, stepCount: steps.length, progress: null, recoveries: 0 },
    ...{
      workerClaims: [],
      queuePosition: null,
      summary: null,
      output: null,
      abortReason: null,
      abortedBy: null,
      error: null,
    },
    ...{ usage, gates: [], overrides: null },
    agent: { id: `agent of ${id}`, name: 'Clerk', model: 'openai/gpt-5' },
    ...more,
  }
  return {
    run,
    steps: new Map(steps.map((step) => [step.number, step])),
    logged: new Map(),
    cuts: noCuts,
    rest,
  }
}

export function step(
  number: number,
  start: number,
  end: number | null,
  parts: Partial<StepLiveFragment> = {},
) {
  const step: StepLiveFragment = {
    ...{ id: `s${number}-${start}`, number, startedAt: at(start), success: end === null ? null : true },
    durationMs: end === null ? null : (end - start) * 1_000,
    ...{ progress: null, error: null, actions: [], modelCalls: [], ...parts },
  }
  return step
}

export function call(id: string, start: number, end: number, more: Partial<CallLiveFragment> = {}) {
  const call: CallLiveFragment = {
    ...{
      id,
      messageId: `m-${id}`,
      purpose: 'LOOP',
      provider: 'openai',
      model: 'gpt-5',
      startedAt: at(start),
    },
    ...{ latencyMs: (end - start) * 1_000, timeToFirstTokenMs: null, attempt: 1, finishReason: 'stop' },
    ...{ errorCode: null, error: null, action: null, usage },
    ...more,
  }
  return call
}

export function action(
  id: string,
  start: number,
  end: number | null,
  more: Partial<ActionLiveFragment> = {},
) {
  const action: ActionLiveFragment = {
    ...{ id, name: id, type: 'TOOL', target: id, status: end === null ? 'RUNNING' : 'SUCCEEDED', attempt: 1 },
    ...{ dependsOn: [], startedAt: at(start), durationMs: end === null ? null : (end - start) * 1_000 },
    ...{ error: null, errorCode: null, attempts: [], completedSteps: [], childRun: null },
    ...more,
  }
  return action
}

/** An action that has started a run. */
export function spawn(child: string, start: number, end: number | null) {
  return action(`spawn-${child}`, start, end, {
    ...{ name: 'spawn_agent', type: 'AGENT', target: 'clerk' },
    childRun: { id: child, status: end === null ? 'RUNNING' : 'COMPLETED' },
  })
}

export function gate(id: string, number: number, start: number, end: number | null, actionId?: string) {
  const gate: Run['gates'][number] = {
    ...{ id, kind: 'ACTION_APPROVAL', status: end === null ? 'OPEN' : 'APPROVED', reason: 'A refund.' },
    ...{ createdAt: at(start), resolvedAt: end === null ? null : at(end), resolvedBy: null, expiresAt: null },
    action: actionId === undefined ? null : { id: actionId },
    step: { id: `s${number}`, number },
  }
  return gate
}

export function factsOf(id: string, stepCount = 1, input = `What of ${id}?`): ChildFactsFragment {
  return {
    ...{ id, status: 'COMPLETED', input, startedAt: at(0), durationMs: 1_000, stepCount },
    ...{ agent: { id: 'a', name: 'Clerk' }, usage },
  }
}

/** The lines of a run of a page, of which some runs below are read. */
export function nodesOf(root: TracedRun, read: readonly TracedRun[] = [], more: Partial<Trace> = {}) {
  const below = new Map(read.map((traced) => [traced.run.id, { kind: 'shown' as const, traced }]))
  return toNodes({ root, speaking: null, below, children: new Map(), comments: new Map(), ...more })
}

/** The labels of lines, those below others indented. */
export function outline(nodes: readonly TraceNode[], depth = 0): readonly string[] {
  return nodes.flatMap(({ row, parts }) => [
    `${'  '.repeat(depth)}${row.label}`,
    ...outline(parts, depth + 1),
  ])
}
