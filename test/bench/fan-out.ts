import { setTimeout as delay } from 'node:timers/promises'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { type BenchDatabase, insertRuns } from './bench-database.ts'
import type { Bench } from './compete.ts'
import { type BenchChild, startChild } from './fan-out/child.ts'
import type { ClientRequests } from './fan-out/clients.ts'
import type { ServerRequests } from './fan-out/served.ts'
import { untilAborted } from './interruption.ts'
import type { Entry, Result } from './result.ts'
import { inRounds } from './rounds.ts'

const contenders = {
  raw: { name: 'raw ws', role: 'bound', goal: 0.6 },
  'graphql-ws': { name: 'stock graphql-ws', role: 'peer', goal: 2.5 },
  rungraph: { name: 'Rungraph', role: 'rungraph' },
} as const satisfies Record<string, Pick<Entry, 'name' | 'role' | 'goal'>>
type Name = keyof typeof contenders
const names: readonly Name[] = ['raw', 'graphql-ws', 'rungraph']

/** How much more memory than a bare socket an idle subscriber may take, in bytes. */
const memoryGoal = 16 * 1024

const subscribers = [100, 1_000, 5_000]
const scale = [1, 100, 1_000, 10_000]
/** Three contenders with more subscribers than this each would need more local ports than a machine has. */
const mostOfThree = 9_000
/** Messages that are delivered in a round. */
const messages = 100_000

/**
 * C. One run's events to many WebSockets with the same subscription: through the API, against one text written to each socket by `ws`
 * (raw), and against graphql-ws with graphql-js. Servers and clients are processes of their own. All contenders have their clients open at
 * the same time, and take turns.
 */
export function benchFanOut(bench: Bench): Promise<readonly Result[]> {
  // Its processes end with this one.
  return untilAborted(bench.signal, fanOut(bench))
}

async function fanOut({ database, rounds, scale: isScale }: Bench): Promise<readonly Result[]> {
  const results: Result[] = []
  for (const count of isScale ? scale : subscribers) {
    const present = count > mostOfThree ? names.filter((name) => name !== 'graphql-ws') : names
    const stages = await Promise.all(present.map((name) => openStage(name, database)))
    try {
      const memory: Partial<Record<Name, number>> = {}
      for (const stage of stages) memory[stage.name] = await stage.subscribe(count)
      const events = Math.max(20, Math.ceil(messages / count / 10) * 10)
      const work = workOf(count)
      const delivered = await inRounds(stages, { work, rounds }, (stage) => stage.deliver(events))
      const rates: Record<Name, readonly Round[]> = { raw: [], 'graphql-ws': [], rungraph: [] }
      for (const [stage, measured] of delivered) rates[stage.name] = measured
      results.push(toResult(count, rates), toMemoryResult(count, memory))
    } finally {
      for (const stage of stages) stage.end()
    }
  }
  return results
}

interface Round {
  /** Messages that clients received in a second. */
  readonly perSecond: number
  /** Processor time of the server for a message, in µs. */
  readonly cpuUs: number
}

type Rounds = Readonly<Record<Name, readonly Round[]>>

interface Stage {
  readonly name: Name
  /** Opens so many subscriptions; gives the memory of each, in bytes. */
  subscribe(count: number): Promise<number>
  deliver(events: number): Promise<Round>
  end(): void
}

async function openStage(
  name: Name,
  { connectionString, pool, projectId, agentId }: BenchDatabase,
): Promise<Stage> {
  const [runId = ''] = await insertRuns(pool, { projectId, agentId, count: 1, status: 'RUNNING' })
  const args = name === 'rungraph' ? [connectionString, projectId, runId] : []
  const server: BenchChild<ServerRequests> = startChild(`${name}-server.ts`, args)
  const clients: BenchChild<ClientRequests> = startChild('clients.ts')
  const port = await server.ask('listen', null)
  let subscribed = 0
  const receive = async (events: number) => {
    const received = clients.ask('receive', events)
    await server.ask('cpu', null)
    const begin = Date.now()
    await server.ask('publish', events)
    const ms = (await received) - begin
    const cpuUs = (await server.ask('cpu', null)) / (events * subscribed)
    return { ms, cpuUs }
  }
  return {
    name,
    subscribe: async (count) => {
      const before = await server.ask('memory', null)
      await clients.ask('open', { port, path: '/graphql', count, messages: messagesOf(runId) })
      while ((await server.ask('subscriptions', null)) < count) await delay(20)
      subscribed = count
      // Each receives the first event, so that all wait for the next one.
      await receive(1)
      await delay(1_000)
      return ((await server.ask('memory', null)) - before) / count
    },
    deliver: async (events) => {
      const { ms, cpuUs } = await receive(events)
      return { perSecond: (events * subscribed * 1_000) / ms, cpuUs }
    },
    end: () => {
      clients.end()
      server.end()
    },
  }
}

function messagesOf(runId: string): readonly string[] {
  const query =
    'subscription($runId: ID!) { runEvents(runId: $runId) { seq cursor type ... on TextDelta { text messageId offset } } }'
  const payload = { query, variables: { runId: toGlobalId('Run', runId) } }
  return [{ type: 'connection_init' }, { id: '<id>', type: 'subscribe', payload }].map((message) =>
    JSON.stringify(message),
  )
}

function workOf(count: number): string {
  return `C: events of a run to ${count.toLocaleString('en')} subscribers`
}

function toResult(count: number, rounds: Rounds): Result {
  return {
    work: workOf(count),
    ...{ unit: 'messages/s', better: 'higher', per: 'message' },
    entries: names
      .filter((name) => rounds[name].length > 0)
      .map((name) => ({
        ...contenders[name],
        figures: rounds[name].map(({ perSecond }) => perSecond),
        cpuUs: rounds[name].map(({ cpuUs }) => cpuUs),
        serverCpuUs: [],
      })),
  }
}

function toMemoryResult(count: number, memory: Partial<Record<Name, number>>): Result {
  return {
    work: `C: memory of each of ${count.toLocaleString('en')} idle subscribers`,
    ...{ unit: 'bytes', better: 'lower', per: 'subscriber', atMost: (memory.raw ?? 0) + memoryGoal },
    entries: names.flatMap((name) => {
      const bytes = memory[name]
      if (bytes === undefined) return []
      const { goal: _ofRates, ...entry } = { goal: null, ...contenders[name] }
      return { ...entry, figures: [bytes], cpuUs: [], serverCpuUs: [] }
    }),
  }
}
