import type { App } from '../app.ts'
import type { Database } from '../database/connect.ts'
import { isRungraphError, messageOf } from '../domain/errors.ts'
import { type GateDecision, type GateRow, isForPerson } from '../domain/gate.ts'
import type { Json } from '../domain/json.ts'
import type { TriggerRun } from '../domain/operations.ts'
import type { RunStatus, TerminationReason } from '../domain/run.ts'
import type { EventData, EventType, RunEvent } from '../domain/run-event.ts'
import { createGateStore } from '../store/runs/gate-store.ts'

/** A run that has stopped: it has ended, or is PAUSED. */
export interface TestRun {
  readonly runId: string
  readonly status: RunStatus
  readonly terminationReason: TerminationReason | null
  /** Answer of the run as text; `null` where it has none. */
  readonly answer: string | null
  readonly errorCode: string | null
  readonly errorMessage: string | null
  /** The events of its log, in order. */
  readonly events: readonly RunEvent[]
  /** The types of the events, in order. */
  readonly types: readonly EventType[]
  /** The data of the events of one type, in order. */
  of<Type extends EventType>(type: Type): readonly EventData<Type>[]
}

/** An open gate: a human must decide. */
export type TestGate = Pick<GateRow, 'id' | 'runId' | 'kind' | 'reason' | 'context' | 'expiresAt' | 'decider'>

/** The decision at a gate: `APPROVE`, `REJECT`, or with a note to the model, other arguments of the call (REVISE), or an answer. */
export type GateAnswer =
  | GateDecision
  | {
      readonly decision: GateDecision
      readonly note?: string
      readonly arguments?: Json
      readonly answer?: Json
    }

/** Options of a trigger besides agent and input: limits, session, context and the like. */
export type TriggerOptions = Omit<TriggerRun, 'projectId' | 'agent' | 'input'>

export interface FollowOptions {
  /** Decides at each gate that the run opens. Default: nobody does, and the run waits. */
  readonly onGate?: (gate: TestGate) => GateAnswer | Promise<GateAnswer>
  /**
   * Time within which the run must stop, in milliseconds of the real clock. Default: 30,000. After it, the promise rejects with the state
   * of the run.
   */
  readonly withinMs?: number
}

const patienceMs = 30_000

/** Triggers and follows runs of one app in tests. */
export interface TestRuns {
  /** Triggers a run of the agent with this slug; resolves with its id. @throws the errors of `triggerRun` */
  trigger(agent: string, input: string, options?: TriggerOptions): Promise<string>
  /** Triggers a run and follows it to where it stops. */
  run(agent: string, input: string, options?: TriggerOptions & FollowOptions): Promise<TestRun>
  /** Follows a run from its beginning to where it stops: its end, or PAUSED. Rejects where it does not stop in time. */
  followToEnd(runId: string, options?: FollowOptions): Promise<TestRun>
  /** Resolves with the first event of the type in the log of a run, as soon as it is there; rejects where the run stops without. */
  seen<Type extends EventType>(runId: string, type: Type): Promise<EventData<Type>>
  /** Resolves with the oldest gate that a run waits at, as soon as there is one; rejects where the run stops without. */
  openGate(runId: string): Promise<TestGate>
  /** Decides at a gate as an administrator. @throws the errors of `resolveGate` */
  answerGate(gate: Pick<TestGate, 'id'>, answer: GateAnswer): Promise<void>
}

export function createTestRuns(app: App, { pool, prisma }: Pick<Database, 'pool' | 'prisma'>): TestRuns {
  const gates = createGateStore(pool)
  const projectId = app.project.id

  async function* follow(runId: string, withinMs: number): AsyncGenerator<RunEvent> {
    const signal = AbortSignal.timeout(withinMs)
    let last: RunEvent | null = null
    for await (const event of app.log.follow(runId, { after: 0, signal })) {
      last = event
      yield event
    }
    // A follow that is aborted ends as one that has reached the end of the log.
    if (!signal.aborted) return
    const [gate] = await gates.open(runId)
    const waits = gate ? ` It waits at a gate (${gate.kind}: ${gate.reason}); answer it, or give onGate.` : ''
    throw new Error(`The run did not stop within ${withinMs} ms. Its last event is ${shown(last)}.${waits}`)
  }

  const runs: TestRuns = {
    trigger: async (agent, input, options = {}) => {
      const call = { ...options, projectId, agent: { slug: agent }, input }
      return (await app.operations.triggerRun(call)).runId
    },
    run: async (agent, input, { onGate, withinMs, ...options } = {}) => {
      const runId = await runs.trigger(agent, input, options)
      return runs.followToEnd(runId, { ...(onGate && { onGate }), ...(withinMs && { withinMs }) })
    },
    followToEnd: async (runId, { onGate, withinMs = patienceMs } = {}) => {
      const events: RunEvent[] = []
      for await (const event of follow(runId, withinMs)) {
        events.push(event)
        if (event.type === 'GateOpened' && onGate) await decideAt(runId, event.data.gateId, onGate)
      }
      const run = await prisma.run.findUniqueOrThrow({ where: { id: runId } })
      return {
        runId,
        status: run.status,
        terminationReason: run.terminationReason,
        answer: run.summary,
        errorCode: run.errorCode,
        errorMessage: run.errorMessage,
        events,
        types: events.map(({ type }) => type),
        of: (type) => events.flatMap((event) => (isOfType(event, type) ? [event.data] : [])),
      }
    },
    seen: async (runId, type) => {
      for await (const event of follow(runId, patienceMs)) if (isOfType(event, type)) return event.data
      throw new Error(`The run stopped without an event ${type}.`)
    },
    openGate: async (runId) => {
      for await (const event of follow(runId, patienceMs)) {
        if (event.type !== 'GateOpened') continue
        const open = (await gates.open(runId)).find(({ id }) => id === event.data.gateId)
        if (open) return open
      }
      throw new Error('The run stopped without an open gate.')
    },
    answerGate: async ({ id: gateId }, answer) => {
      const decided = typeof answer === 'string' ? { decision: answer } : answer
      await app.operations.resolveGate({ projectId, gateId, ...decided, caller: tester })
    },
  }

  /** A gate that was decided, or has expired, before this reader received it needs no answer. */
  async function decideAt(runId: string, gateId: string, onGate: NonNullable<FollowOptions['onGate']>) {
    const gate = (await gates.open(runId)).find(({ id }) => id === gateId)
    if (!gate || !isForPerson(gate.kind)) return
    try {
      await runs.answerGate(gate, await onGate(gate))
    } catch (error) {
      if (!isRungraphError(error) || error.code !== 'GATE_RESOLVED') throw error
    }
  }
  return runs
}

const tester = { name: 'test', role: 'ADMIN' } as const

function shown(event: RunEvent | null): string {
  try {
    return event === null ? 'none' : JSON.stringify({ type: event.type, ...event.data })
  } catch (error) {
    return messageOf(error)
  }
}

function isOfType<Type extends EventType>(
  event: RunEvent,
  type: Type,
): event is RunEvent & { readonly type: Type; readonly data: EventData<Type> } {
  return event.type === type
}
