import { describe, expect, test } from 'vitest'
import { nextRunState, queuedRun, type RunEvent, type RunState } from '../../src/client/index.ts'

type Given = RunEvent extends infer One
  ? One extends RunEvent
    ? Omit<One, 'id' | 'seq' | 'cursor' | 'at' | 'stepNumber'> & { readonly stepNumber?: number }
    : never
  : never

/** The state after these events. */
function stateAfter(...events: readonly Given[]): RunState {
  return events.reduce((state: RunState, event, place) => {
    const common = {
      id: `${place}`,
      seq: place + 1,
      cursor: `c${place}`,
      at: '2026-01-01T00:00:00Z',
      stepNumber: 1,
    }
    return nextRunState(state, { ...common, ...event } as RunEvent)
  }, queuedRun)
}

const started: Given = { __typename: 'RunStarted', agentName: 'a', maxSteps: null }
const delta = (messageId: string, offset: number, text: string): Given => ({
  ...{ __typename: 'TextDelta', llmActionId: null, messageId, offset, text },
})
const usage = {
  ...{ requests: 1, estimatedRequests: 0, inputTokens: 2, outputTokens: 3, totalTokens: 5 },
  ...{ cachedInputTokens: 0, reasoningTokens: 0, costUsd: '0.1', savedUsd: '0', unpricedCalls: 0 },
}
const action = { actionId: 'a1', name: 'sum', attempt: 1 } as const

describe('LIB-2 the state of a run', () => {
  test('has the text of the newest message, whatever is repeated', () => {
    expect(stateAfter(started, delta('m', 0, 'Hel'), delta('m', 3, 'lo'), delta('m', 3, 'lo')).text).toBe(
      'Hello',
    )
    expect(stateAfter(started, delta('m', 0, 'Hel'), delta('m', 3, 'lo'), delta('m', 0, 'Hel')).text).toBe(
      'Hello',
    )
    expect(stateAfter(started, delta('m', 0, 'Hello'), delta('m', 0, 'Bye')).text).toBe('Bye')
    expect(stateAfter(started, delta('m', 0, 'Hello'), delta('n', 0, 'Bye')).text).toBe('Bye')
    expect(stateAfter(started, delta('m', 0, '👋'), delta('m', 2, '!')).text).toBe('👋!')
  })

  test('voids the text of a discarded attempt, and of no other', () => {
    const discarded = (messageId: string): Given => ({
      __typename: 'AttemptDiscarded',
      messageId,
      reason: 'TIMEOUT',
    })
    expect(stateAfter(started, delta('m', 0, 'Hal'), discarded('m')).text).toBe('')
    expect(stateAfter(started, delta('m', 0, 'Hal'), discarded('other')).text).toBe('Hal')
    expect(stateAfter(started, delta('m', 0, 'Hal'), discarded('m'), delta('n', 0, 'Hi')).text).toBe('Hi')
  })

  test('follows actions and gates', () => {
    const state = stateAfter(
      started,
      { __typename: 'StepStarted', maxSteps: null, stepNumber: 3 },
      {
        __typename: 'ActionStarted',
        ...action,
        actionType: 'TOOL',
        mode: 'SYNC',
        parameters: { n: 1 },
        target: 'sum',
      },
      { __typename: 'ActionSkipped', actionId: 'a2', name: 'mail', reason: 'not needed' },
    )
    expect(state).toMatchObject({ status: 'RUNNING', step: 3, seq: 4 })
    expect(state.actions).toEqual([
      {
        id: 'a1',
        name: 'sum',
        status: 'RUNNING',
        target: 'sum',
        parameters: { n: 1 },
        output: null,
        error: null,
      },
      {
        id: 'a2',
        name: 'mail',
        status: 'SKIPPED',
        target: null,
        parameters: null,
        output: null,
        error: 'not needed',
      },
    ])
    const gate = {
      id: 'g',
      kind: 'ACTION_APPROVAL',
      status: 'OPEN',
      reason: 'Sure?',
      resolvedBy: null,
      expiresAt: null,
      decider: 'OPERATOR',
      respondent: null,
      action: null,
      context: {},
    } as const
    const opened: Given = { __typename: 'GateOpened', gateId: 'g', gate }
    const waiting: Given = { __typename: 'RunWaiting', childRuns: 0, gates: 1 }
    // Nobody decides where a call waits for a time or an event.
    for (const kind of ['TIME', 'EVENT'] as const) {
      const wait: Given = { __typename: 'GateOpened', gateId: 'w', gate: { ...gate, id: 'w', kind } }
      expect(stateAfter(started, wait).gates).toEqual([])
    }
    expect(stateAfter(started, opened, waiting)).toMatchObject({ status: 'WAITING', gates: [gate] })
    const decided = { gateId: 'g', gateStatus: 'APPROVED', resolvedBy: 'Kim' } as const
    const resolved: Given = { __typename: 'GateResolved', ...decided, gate }
    expect(stateAfter(started, opened, waiting, resolved, { __typename: 'RunContinued' })).toMatchObject({
      ...{ status: 'RUNNING', gates: [] },
    })
  })

  test('ends with the status, and ignores events that it does not know', () => {
    const failed: Given = { __typename: 'RunFailed', error: 'No.', errorCode: 'RUN_FAILED', usage }
    expect(stateAfter(started, failed)).toMatchObject({
      ...{ status: 'FAILED', usage },
      error: { code: 'RUN_FAILED', message: 'No.' },
    })
    expect(stateAfter(started, { __typename: 'Invented' } as unknown as Given)).toEqual({
      ...stateAfter(started),
      seq: 2,
    })
  })
})
