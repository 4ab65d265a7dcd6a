import { describe, expect, it } from 'vitest'
import type { SeenEvent, Transcript } from '../../chaos/clients/transcript.ts'
import type { EventFacts, MessageFacts, RunHistory, StepFacts } from '../../chaos/oracle/history.ts'
import { historyViolations } from '../../chaos/oracle/oracle.ts'

const at = new Date('2026-11-01T00:00:00Z')

function event(
  seq: number,
  type: string,
  data: Readonly<Record<string, unknown>> = {},
  epoch = 1,
): EventFacts {
  return { runId: 'r', seq, type, stepNumber: null, at, epoch, data }
}

const log = [
  event(1, 'RunStarted'),
  event(2, 'ActionStarted', { actionId: 'a', name: 'pay' }),
  event(3, 'RunRecovered', {}, 2),
  event(4, 'ActionCompleted', { actionId: 'a', name: 'pay' }, 2),
  event(5, 'TextDelta', { messageId: 'm', offset: 0, text: 'Paid.' }, 2),
  event(6, 'RunCompleted', { status: 'COMPLETED', usage: { requests: 1, costUsd: '0.01' } }, 2),
]

function heard(client: string, events: readonly EventFacts[] = log): Transcript {
  const seen = events.map(({ seq, type, data }): SeenEvent => {
    return { seq, type, stepNumber: null, at: at.toISOString(), cursor: String(seq), text: data.text }
  })
  return { client, events: seen, reconnects: 0, isComplete: true, errors: [] }
}

const good: RunHistory = {
  run: {
    ...{ id: 'r', status: 'COMPLETED', depth: 0, lastSeq: 6, epoch: 2 },
    ...{ leaseOwner: null, openGates: 0, reservations: 0 },
    ...{ wasStarted: true, stepCount: 0, requests: 1, costUsd: '0.01' },
  },
  events: log,
  steps: [],
  actions: [{ id: 'a', runId: 'r', name: 'pay', mode: 'SYNC', status: 'SUCCEEDED', gates: [] }],
  messages: [],
  transcripts: [heard('live'), heard('cut'), heard('late')],
}

/** The same log with another event at this place, sent to all clients alike. */
function written(changed: readonly EventFacts[]): RunHistory {
  const events = log.map((one) => changed.find(({ seq }) => seq === one.seq) ?? one)
  return { ...good, events, transcripts: [heard('live', events)] }
}

describe('the oracle of the chaos suite', () => {
  it('finds nothing wrong with a run that was recovered', () => {
    expect(historyViolations(good)).toEqual([])
  })

  it('DAG-4 accepts the end of a fired action after the end of its run, and nothing else', () => {
    const ended = event(6, 'ChildRunEnded', { actionId: 'a', name: 'ask' }, 2)
    const behind = written([event(5, 'RunCompleted', { status: 'COMPLETED' }, 2), ended])
    const [action] = good.actions
    const fired = action ? [{ ...action, mode: 'FIRE_AND_FORGET' }] : []
    expect(historyViolations({ ...behind, actions: fired })).toEqual([])
    expect(historyViolations(behind).join()).toMatch(/RunCompleted is event 5, and not the last/)
  })

  it('LOOP-5 takes two calls that a model gave one id for two', () => {
    const calls = messageRow(0, 'ASSISTANT', { calls: ['c', 'c'] })
    const [first, second] = [1, 2].map((position) => messageRow(position, 'TOOL', { callId: 'c' }))
    const messages = [calls, first, second].filter((row) => row !== undefined)
    expect(historyViolations({ ...good, messages })).toEqual([])
    const lacking = historyViolations({ ...good, messages: messages.slice(0, 2) })
    expect(lacking.join()).toMatch(/1 calls have no result/)
  })

  it.for<[string, RunHistory, RegExp]>([
    ['a gap', { ...good, events: log.toSpliced(2, 1) }, /event 3 of the log has seq 4/],
    ['a lost last event', { ...good, events: log.slice(0, 5) }, /has 5 events, the row counts 6/],
    [
      'a write of a zombie',
      written([event(5, 'TextDelta', { text: 'Paid.' }, 1)]),
      /epoch 1 after a later one/,
    ],
    ['an unknown epoch', { ...good, run: { ...good.run, epoch: 1 } }, /of epoch 2, which nobody ever had/],
    ['an end that is not the last', written([event(5, 'RunFailed', {}, 2)]), /RunFailed is event 5/],
    ['two ends', written([event(5, 'RunFailed', {}, 2)]), /the log ends 2 times/],
    ['no end', written([event(6, 'Warning', {}, 2)]), /the run is COMPLETED, its log ends with Warning/],
    [
      'another end',
      { ...good, run: { ...good.run, status: 'FAILED' } },
      /the run is FAILED, its log ends with/,
    ],
    [
      'an end of what waits',
      { ...good, run: { ...good.run, status: 'WAITING' } },
      /ended, the run is WAITING/,
    ],
    [
      'an action completed twice',
      written([event(5, 'ActionCompleted', { actionId: 'a' }, 2)]),
      /completed before/,
    ],
    ['an action begun again', written([event(5, 'ActionStarted', { actionId: 'a' }, 2)]), /completed before/],
    ['an action without its event', written([event(4, 'Warning', {}, 2)]), /no ActionCompleted/],
    ['a run that goes on', { ...good, run: { ...good.run, status: 'RUNNING' } }, /still RUNNING/],
    ['a lease that was left', { ...good, run: { ...good.run, leaseOwner: 'w' } }, /w holds it/],
    ['a reservation that was left', { ...good, run: { ...good.run, reservations: 1 } }, /1 reservations/],
    ['a gate that was left', { ...good, run: { ...good.run, openGates: 1 } }, /open gate/],
    ['a client that missed one', hearing(heard('cut', log.toSpliced(3, 1))), /cut client was given 5 of 6/],
    [
      'a client that heard one twice',
      hearing(heard('cut', log.toSpliced(3, 0, ...log.slice(3, 4)))),
      /given 7 of 6/,
    ],
    [
      'a client that was told other words',
      hearing(heard('cut', written([event(5, 'TextDelta', { text: 'x' })]).events)),
      /told otherwise/,
    ],
    ['a lost beginning', written([event(1, 'Warning')]), /the log begins with Warning/],
    ['two beginnings', written([event(3, 'RunStarted', {}, 2)]), /RunStarted stands 2 times/],
    [
      'a lost increment',
      written([event(5, 'TextDelta', { messageId: 'm', offset: 4, text: 'd.' }, 2)]),
      /TextDelta at 4, after 0/,
    ],
    [
      'a lost step',
      steps([2, 'StepStarted', 1], [5, 'StepStarted', 2]),
      /a step begins while step 1 is open/,
    ],
    [
      'a lost number of a step',
      steps([2, 'StepStarted', 1], [3, 'StepCompleted', 1], [5, 'StepStarted', 3]),
      /step 3 begins after/,
    ],
    ['a step without its event', { ...good, steps: [stepRow(1, true)] }, /steps after step null/],
    [
      'a step whose row differs',
      { ...steps([2, 'StepStarted', 1], [3, 'StepCompleted', 1]), steps: [stepRow(1, false)] },
      /step 1 is open, and the log has its StepCompleted/,
    ],
    [
      'an action that ended twice',
      written([event(5, 'ActionFailed', { actionId: 'a', name: 'pay' }, 2)]),
      /ActionFailed of pay, after its ActionCompleted/,
    ],
    [
      'a message that is missing',
      { ...good, messages: [messageRow(0, 'USER'), messageRow(2, 'ASSISTANT')] },
      /message 1 has position 2/,
    ],
    [
      'a result of no call',
      { ...good, messages: [messageRow(0, 'USER'), messageRow(1, 'TOOL', { callId: 'c' })] },
      /result of no call/,
    ],
    [
      'a call without a result',
      { ...good, messages: [messageRow(0, 'USER'), messageRow(1, 'ASSISTANT', { calls: ['c'] })] },
      /1 calls have no result/,
    ],
    [
      'usage that rows do not have',
      { ...good, run: { ...good.run, requests: 2 } },
      /the log counts 1 requests, the rows 2/,
    ],
    ['a stream that goes on', hearing({ ...heard('live'), isComplete: false }), /was not completed/],
  ])('tells of %s', ([, history, words]) => {
    expect(historyViolations(history).join('\n')).toMatch(words)
  })
})

/** The log with events of steps at some of its places. */
function steps(...given: readonly (readonly [seq: number, type: string, stepNumber: number])[]): RunHistory {
  return written(
    given.map(([seq, type, stepNumber]) => ({ ...event(seq, type, {}, seq > 2 ? 2 : 1), stepNumber })),
  )
}

function stepRow(number: number, isCompleted: boolean): StepFacts {
  return { runId: 'r', number, isCompleted }
}

function messageRow(position: number, role: string, more: Partial<MessageFacts> = {}): MessageFacts {
  return { runId: 'r', position, role, calls: [], callId: null, ...more }
}

function hearing(transcript: Transcript): RunHistory {
  return { ...good, transcripts: [heard('late'), transcript] }
}
