import { setImmediate as nextRound } from 'node:timers/promises'
import { fc, test } from '@fast-check/vitest'
import { type ExecutionResult, GraphQLError, parse } from 'graphql'
import { describe, expect } from 'vitest'
import { loopbackCaller } from '../../src/domain/caller.ts'
import { createContext, type GraphQLContext } from '../../src/graphql/context.ts'
import { schema } from '../../src/graphql/schema.ts'
import { OpenSubscriptions, type SubscriptionArgs } from '../../src/http/sharing/open-subscriptions.ts'
import type { SharedResult } from '../../src/http/sharing/shared-results.ts'
import { openGraph } from '../graphql/open-graph.ts'
import { forFile } from '../support/for-file.ts'
import { createMemoryRunLog, runFailed } from '../support/memory-run-log.ts'
import { propertyTrials } from '../support/trials.ts'

const document = parse('subscription($after: String) { runEvents(runId: "r", after: $after) { seq } }')
const caller = { ...loopbackCaller, name: 'somebody', role: 'VIEWER' } as const

const graph = forFile(await openGraph())

/** More than may wait for a subscription. */
const largeText = 'x'.repeat(600_000)

/** A log that grows, with subscriptions to it; the cursor of an event is its number. */
function openStage({ errorAt = 0, largeAt = 0 } = {}) {
  const log = createMemoryRunLog()
  const open = new OpenSubscriptions()
  const executed: number[] = []
  let failsAt = 0

  async function* results(
    context: GraphQLContext,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<ExecutionResult> {
    const place = { runId: 'r', seq: after }
    context.position.place = place
    for await (const event of log.follow('r', { after, signal })) {
      place.seq = event.seq
      // Every fifth event is of a type that is not asked for.
      if (event.seq % 5 === 0) continue
      context.position.cursor = `${event.seq}`
      if (event.seq === failsAt) throw new Error('The log could not be read.')
      executed.push(event.seq)
      const errors = event.seq === errorAt ? { errors: [new GraphQLError('It is broken.')] } : {}
      const isLarge = largeAt > 0 && event.seq >= largeAt && event.seq < largeAt + 3
      yield { data: { seq: event.seq, text: isLarge ? largeText : '' }, ...errors }
    }
  }

  async function subscribe({
    contextValue,
    variableValues,
  }: SubscriptionArgs): Promise<AsyncIterable<ExecutionResult>> {
    const after = Number(contextValue.lastEventId ?? variableValues?.after ?? 0)
    const ending = new AbortController()
    const values = results(contextValue, after, ending.signal)
    contextValue.position.place = { runId: 'r', seq: after }
    return {
      [Symbol.asyncIterator]: () => ({
        next: () => values.next(),
        return: async () => {
          ending.abort()
          return values.return(undefined)
        },
      }),
    }
  }

  /** Follows from an event on; what is delivered directly waits while it is held up. */
  async function follow(after: number, isDirect: boolean) {
    const seen: number[] = []
    let gate = Promise.withResolvers<void>()
    gate.resolve()
    const deliver = async (given: readonly SharedResult[]) => {
      await gate.promise
      seen.push(...given.map(({ seq }) => seq))
      return true
    }
    const context = {
      ...createContext(graph.sources, {
        caller,
        project: { id: 'p', slug: 'p' },
        issuer: { kind: 'LOOPBACK' },
      }),
      ...(isDirect && { delivery: { deliver } }),
    }
    const opened = await open.open(
      { schema, document, variableValues: { after: `${after}` }, contextValue: context },
      subscribe,
    )
    if (!(Symbol.asyncIterator in opened)) throw new Error('It was refused.')
    const iterator = opened[Symbol.asyncIterator]()
    let end: 'open' | 'complete' | 'failed' | 'left' = 'open'
    const read = async () => {
      for (;;) {
        await gate.promise
        const { done, value } = await iterator.next()
        if (done) break
        seen.push(Number(value.data?.seq))
      }
    }
    const over = read().then(
      () => {
        if (end === 'open') end = 'complete'
      },
      () => {
        end = 'failed'
      },
    )
    return {
      after,
      seen,
      over,
      get end() {
        return end
      },
      hold: () => {
        const earlier = gate
        gate = Promise.withResolvers()
        // Callers that wait since an earlier hold continue too.
        void gate.promise.then(earlier.resolve)
      },
      release: () => gate.resolve(),
      leave: async () => {
        end = 'left'
        gate.resolve()
        await iterator.return?.()
      },
    }
  }

  return {
    ...{ log, executed, follow },
    append: (count: number) => {
      const data = { messageId: 'm', offset: 0, text: 'a' }
      log.append(
        'r',
        ...Array.from({ length: count }, () => ({ type: 'TextDelta', stepNumber: 1, data }) as const),
      )
    },
    finish: () => log.append('r', runFailed),
    failAt: (seq: number) => {
      failsAt = seq
    },
  }
}

type Follower = Awaited<ReturnType<ReturnType<typeof openStage>['follow']>>

const shown = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, place) => from + 1 + place).filter(
    (seq) => seq % 5 !== 0,
  )

async function rounds(count: number): Promise<void> {
  for (let round = 0; round < count; round++) await nextRound()
}

const command = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('append' as const), count: fc.integer({ min: 1, max: 30 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('append' as const), count: fc.constant(900) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('join' as const), back: fc.nat(40), isDirect: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('hold', 'release', 'leave', 'resume'), who: fc.nat(20) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('rounds' as const), count: fc.integer({ min: 1, max: 6 }) }),
  },
)

type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never

describe('EVT-2 subscriptions that share their results', () => {
  test.prop(
    [fc.array(command, { minLength: 5, maxLength: 40 }), fc.nat(100), fc.nat(200)],
    propertyTrials(1_000),
  )(
    'EVT-5 each receive every event once and in order, while others join, leave, are held up or come back',
    async (commands, errorAt, largeAt) => {
      const stage = openStage({ errorAt, largeAt })
      const followers: Follower[] = []
      let last = 0
      async function play(command: Command): Promise<void> {
        switch (command.kind) {
          case 'append':
            stage.append(command.count)
            last += command.count
            return
          case 'rounds':
            return rounds(command.count)
          case 'join':
            followers.push(await stage.follow(Math.max(0, last - command.back), command.isDirect))
            return
        }
        const follower = followers[command.who]
        if (follower === undefined) return
        if (command.kind === 'hold') return follower.hold()
        if (command.kind === 'release') return follower.release()
        await follower.leave()
        if (command.kind === 'resume')
          followers.push(await stage.follow(follower.seen.at(-1) ?? follower.after, command.who % 2 === 0))
      }
      for (const each of commands) await play(each)
      stage.finish()
      last += 1
      for (const follower of followers) follower.release()
      await Promise.all(followers.map(({ over }) => over))
      for (const { after, seen, end } of followers) {
        const all = shown(after, last)
        expect(seen).toEqual(end === 'left' ? all.slice(0, seen.length) : all)
        expect(end).not.toBe('failed')
      }
      await rounds(2)
      expect(stage.log.readers).toBe(0)
    },
  )

  test('execute an event once for all that wait for it', async () => {
    const stage = openStage()
    const followers = await Promise.all(
      [true, true, false, true, false].map((isDirect) => stage.follow(0, isDirect)),
    )
    stage.append(1)
    await rounds(5)
    stage.executed.length = 0
    stage.append(3)
    await rounds(10)
    expect(stage.executed).toEqual([2, 3, 4])
    for (const { seen } of followers) expect(seen).toEqual([1, 2, 3, 4])
    expect(stage.log.readers).toBe(1)
    await Promise.all(followers.map((follower) => follower.leave()))
    expect(stage.log.readers).toBe(0)
  })

  test('receive an event that is larger than what may wait, behind one that they were not told of yet', async () => {
    const stage = openStage({ largeAt: 3 })
    const followers = await Promise.all([true, false, true].map((isDirect) => stage.follow(0, isDirect)))
    stage.append(1)
    await rounds(5)
    stage.append(4)
    stage.finish()
    await Promise.all(followers.map(({ over }) => over))
    for (const { seen } of followers) expect(seen).toEqual(shown(0, 6))
  })

  test('are not held up by a slow one, which reads the log alone when it is far behind', async () => {
    const stage = openStage()
    const [slow, ...others] = await Promise.all(
      [true, true, true].map((isDirect) => stage.follow(0, isDirect)),
    )
    stage.append(1)
    await rounds(5)
    slow?.hold()
    stage.append(2_000)
    await rounds(100)
    for (const { seen } of others) expect(seen).toEqual(shown(0, 2_001))
    expect(slow?.seen.length).toBeLessThan(500)
    slow?.release()
    stage.finish()
    await slow?.over
    expect(slow?.seen).toEqual(shown(0, 2_002))
  })

  test('receive a failure of the log separately, after all events before it', async () => {
    const stage = openStage()
    const followers = await Promise.all([true, false].map((isDirect) => stage.follow(0, isDirect)))
    stage.append(1)
    await rounds(5)
    stage.failAt(3)
    stage.append(3)
    await Promise.all(followers.map(({ over }) => over))
    expect(followers.map(({ seen, end }) => ({ seen, end }))).toEqual([
      { seen: [1, 2], end: 'failed' },
      { seen: [1, 2], end: 'failed' },
    ])
  })
})
