import { Worker } from 'node:worker_threads'
import { PrismaPg } from '@prisma/adapter-pg'
import type { Database } from '../../src/database/connect.ts'
import type { RunCommit } from '../../src/domain/run-log.ts'
import { PrismaClient } from '../../src/generated/prisma/client.ts'
import { createServer } from '../../src/http/serve/server.ts'
import { cachePolicies } from '../../src/store/policy-cache.ts'
import { createReads } from '../../src/store/read/create-reads.ts'
import { createTestEngine, testTool } from '../support/engine.ts'
import { gateTo } from '../support/gate-to.ts'
import { nothingKnown } from '../support/graphql-options.ts'
import { answer, createLiveModel } from '../support/live-model.ts'
import { defaultServer } from '../support/server-facts.ts'
import { type Standstill, watchStandstills } from '../support/standstill.ts'
import { writePlan } from './graph-plan.ts'
import { layeredGraph } from './layered-graph.ts'
import { telling } from './loop-engine.ts'

/** Measurable stages in the life of a run with a given plan. */
export const phases = [
  'trigger',
  'first write',
  'actions',
  'end',
  'reading under 100 aliases',
  'reading nodes and edges',
] as const

type Phase = (typeof phases)[number]

/**
 * Takes so many runs with a plan of so many actions through their life, one after another, and gives the longest standstill of the event
 * loop in each phase of each run. A phase that is over when the one before it ends has none.
 */
export async function livePlans(
  database: Database,
  { count, runs }: { readonly count: number; readonly runs: number },
): Promise<ReadonlyMap<Phase, readonly Standstill[]>> {
  const stage = await openStage(database)
  const seen = new Map<Phase, Standstill[]>()
  const note = (phase: Phase, standstill: Standstill) => {
    seen.set(phase, [...(seen.get(phase) ?? []), standstill])
  }
  try {
    // A small plan first: what is compiled and read once is not the plan's.
    await live(stage, 100, () => undefined)
    for (let run = 0; run < runs; run++) await live(stage, count, note)
  } finally {
    await stage.close()
  }
  return seen
}

type Stage = Awaited<ReturnType<typeof openStage>>

async function live(
  { client, agent, milestones, endpoint }: Stage,
  count: number,
  onPhase: (phase: Phase, standstill: Standstill) => void,
): Promise<void> {
  const plan = writePlan(layeredGraph(count))
  const variables = { input: { agent: agent.slug, input: 'Do it.', plan } }
  const triggerText = JSON.stringify({ query: triggerQuery, variables })
  const reached = milestones.next()
  const watch = watchStandstills()
  try {
    await turn()
    watch.take()
    const triggered = await client.post(endpoint, triggerText)
    const id = /"id":"([^"]+)"/.exec(triggered)?.[1]
    if (id === undefined) throw new Error(triggered)
    onPhase('trigger', watch.take())
    const until = async (milestone: Milestone, phase: Phase) => {
      if (milestone.isReached) return
      await milestone.promise
      onPhase(phase, watch.take())
    }
    await until(reached.planned, 'first write')
    await until(reached.performed, 'actions')
    await until(reached.ended, 'end')
    const read = async (query: string, last: string) => {
      const text = await client.post(endpoint, JSON.stringify({ query, variables: { id } }))
      if (!text.includes(last) || text.includes('"errors"')) throw new Error(text.slice(0, 500))
    }
    watch.take()
    await read(aliasesQuery, '"p99"')
    onPhase('reading under 100 aliases', watch.take())
    // From the fourth time on it is compiled.
    for (let time = 0; time < 5; time++) await read(nodesQuery, `"a${count - 1}"`)
    onPhase('reading nodes and edges', watch.take())
  } finally {
    watch.close()
  }
}

const triggerQuery = 'mutation($input: TriggerRunInput!) { triggerRun(input: $input) { ... on Run { id } } }'

const aliases = Array.from({ length: 100 }, (_, n) => `p${n}: plan { criticalPath failFast source }`)

const readingSteps = (fields: string) =>
  `query($id: ID!) { node(id: $id) { ... on Run { steps(first: 1) { edges { node { ${fields} } } } } } }`

const aliasesQuery = readingSteps(aliases.join(' '))

/** As the console asks for a plan. */
const nodesQuery = readingSteps(`plan {
  source reasoning maxParallel failFast criticalPath edges { from to kind }
  nodes { name wave isCritical condition branch action { id type target status durationMs } }
}`)

/** The server with its engine in this process, and a client on a thread of its own. */
async function openStage(database: Database) {
  const milestones = createMilestones()
  const model = createLiveModel()
  model.plays.planner = async function* (request) {
    yield answer(
      request,
      JSON.stringify({ reasoning: 'Done.', goalAchieved: true, answer: 'Done.', plan: null }),
    )
  }
  const engine = await createTestEngine(database, {
    tools: [testTool('note', async () => 'noted')],
    providers: [model],
    replace: (services) =>
      telling({ ...services, policies: cachePolicies(services.policies) }, milestones.see),
  })
  const agent = await engine.define(() => ({}), { model: 'live/planner', planner: 'PLAN', maxParallel: 64 })
  const prisma = new PrismaClient({ adapter: new PrismaPg(database.pool) })
  const { log, tools, priceOf } = engine.services
  const project = { id: engine.project.id, slug: 'bench' }
  const server = createServer({
    ...{
      prisma,
      reads: createReads({ prisma, pool: database.pool }),
      log,
      tools,
      priceOf,
      operations: engine.operations,
    },
    server: defaultServer,
    catalogue: nothingKnown,
    authenticator: gateTo(project, database.pool),
    ...{ host: '127.0.0.1', port: 0, connectionsPerAddress: 10 },
    report: (message, error) => console.error(message, error),
  })
  const { url } = await server.listen()
  const client = createClient()
  return {
    ...{ client, agent, milestones, endpoint: `${url}/graphql` },
    async close() {
      await client.close()
      await server.close()
      await engine.close()
      await prisma.$disconnect()
    },
  }
}

/** Milestones of the next run by its log, each as soon as it is durable. */
function createMilestones() {
  let current = milestonesOfRun()
  return {
    next() {
      current = milestonesOfRun()
      return current
    },
    see({ events, run }: RunCommit) {
      for (const { type } of events) {
        if (type === 'PlanGenerated') current.planned.resolve()
        if (type === 'StepCompleted') current.performed.resolve()
      }
      if (run?.status === 'COMPLETED') current.ended.resolve()
    },
  }
}

function milestonesOfRun() {
  return { planned: new Milestone(), performed: new Milestone(), ended: new Milestone() }
}

class Milestone {
  readonly #reaching = Promise.withResolvers<void>()
  isReached = false

  get promise(): Promise<void> {
    return this.#reaching.promise
  }

  resolve(): void {
    this.isReached = true
    this.#reaching.resolve()
  }
}

/** Posts JSON from another thread, so that what a client computes is not taken for the server's. */
function createClient() {
  const worker = new Worker(clientCode, { eval: true })
  return {
    post(url: string, body: string): Promise<string> {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.postMessage({ url, body })
      return promise.finally(() => worker.off('error', reject))
    },
    close: () => worker.terminate(),
  }
}

const clientCode = `
const { parentPort } = require('node:worker_threads')
parentPort.on('message', async ({ url, body }) => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body })
  parentPort.postMessage(await response.text())
})`

function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20))
}
