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
import { writePlan } from './graph-plan.ts'
import { layeredGraph } from './layered-graph.ts'
import { telling } from './loop-engine.ts'
import { type Standstill, watchStandstills } from './standstill.ts'

/** Measurable stages in the life of a run with a given plan. */
const ends = ['trigger', 'first write', 'actions', 'end', 'reading'] as const

type Phase = (typeof ends)[number]

/** Takes a run with a plan of so many actions through its life, and gives the longest standstill of the event loop in each phase. */
export async function livePlan(database: Database, count: number): Promise<ReadonlyMap<Phase, Standstill>> {
  const stage = await openStage(database)
  const phases = new Map<Phase, Standstill>()
  try {
    // A small plan first: what is compiled and read once is not the plan's.
    await live(stage, 100, () => undefined)
    await live(stage, count, (phase, standstill) => phases.set(phase, standstill))
  } finally {
    await stage.close()
  }
  return phases
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
    await reached.planned.promise
    onPhase('first write', watch.take())
    await reached.performed.promise
    onPhase('actions', watch.take())
    await reached.ended.promise
    onPhase('end', watch.take())
    const read = await client.post(endpoint, JSON.stringify({ query: readQuery, variables: { id } }))
    if (!read.includes('"p99"') || read.includes('"errors"')) throw new Error(read.slice(0, 500))
    onPhase('reading', watch.take())
  } finally {
    watch.close()
  }
}

const triggerQuery = 'mutation($input: TriggerRunInput!) { triggerRun(input: $input) { ... on Run { id } } }'

const aliases = Array.from({ length: 100 }, (_, n) => `p${n}: plan { criticalPath failFast source }`)

const readQuery = `query($id: ID!) { node(id: $id) { ... on Run { steps(first: 1) { edges { node { ${aliases.join(' ')} } } } } } }`

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
  return {
    planned: Promise.withResolvers<void>(),
    performed: Promise.withResolvers<void>(),
    ended: Promise.withResolvers<void>(),
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
      return promise
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
