import type { AgentDefinitionInput } from '../../src/domain/agent.ts'
import type { Json } from '../../src/domain/json.ts'
import type { ModelChunk, ModelRequest } from '../../src/domain/model.ts'
import type { TriggerRun } from '../../src/domain/operations.ts'
import type { Permission, PermittedType } from '../../src/domain/permission.ts'
import type { RunCommit } from '../../src/domain/run-log.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { createDoomed } from './doomed.ts'
import { createTestEngine, type EngineOptions, type TestEngine } from './engine.ts'
import { openGates, untilStatus } from './gates.ts'
import { answer, createLiveModel, type LiveModel, planning } from './live-model.ts'

/** Answer of a model in one of its turns. */
export interface Turn {
  readonly text?: string
  readonly calls?: readonly { readonly name: string; readonly arguments: Json }[]
}

/** An agent that takes its turns in order, and what it was asked. */
export interface Player {
  readonly slug: string
  /** The requests of its loop: not those of a judge. */
  readonly requests: readonly ModelRequest[]
  /** The texts of the newest request, one per message. */
  readonly told: () => readonly string[]
}

export interface PlayOptions {
  readonly agent?: Partial<AgentDefinitionInput>
  /** Values of the agent's confidence, one for each check; then 1. */
  readonly confidence?: readonly number[]
}

/** Tells what tools were called with. `count` makes the function of a tool, `listen` gives the calls from now on. */
export function countCalls() {
  const called: string[] = []
  return {
    count: (name: string) => async (args: unknown) => {
      called.push(`${name} ${JSON.stringify(args)}`)
      return `${name} done`
    },
    listen: (name = '') => {
      const before = called.length
      return () => called.slice(before).filter((call) => call.startsWith(name))
    },
  }
}

/** The turn that ends a run. */
export const done: Turn = { text: 'Done.' }

type OpenGates = Awaited<ReturnType<typeof openGates>>

/** Stage for gates: processes come and go, the database and the agents stay. */
export interface GateStage {
  readonly database: TestDatabase
  readonly live: LiveModel
  /** The process of the moment. */
  readonly engine: TestEngine
  /** The process ends in good order, and another takes its place. */
  restart(more?: EngineOptions): Promise<void>
  /**
   * Puts a process in the place of this one that dies instead of writing the first commit of which `isLast` is true. `died` resolves
   * when it did, and another has taken its place.
   */
  doom(isLast: (commit: RunCommit) => boolean): Promise<{ readonly died: () => Promise<void> }>
  define(turns: readonly Turn[], options?: PlayOptions): Promise<Player>
  /** Says what holds for calls: of one agent, or of all. */
  rule(
    target: string | null,
    permission: Permission,
    on?: { slug?: string; type?: PermittedType },
  ): Promise<void>
  trigger(slug: string, more?: Partial<TriggerRun>): Promise<string>
  /** Defines an agent and triggers a run of it. */
  start(turns: readonly Turn[], options?: PlayOptions): Promise<Player & { readonly runId: string }>
  /** Triggers a run of an agent that makes this plan, and then answers. */
  startPlan(plan: Json, agent?: Partial<AgentDefinitionInput>): Promise<string>
  /** Resolves with the open gates of the run once it waits. */
  waiting(runId: string): Promise<OpenGates>
  /** The only open gate of the run once it waits. */
  gateOf(runId: string): Promise<OpenGates[number]>
  actionsOf(runId: string): ReturnType<TestDatabase['prisma']['action']['findMany']>
  close(): Promise<void>
}

export async function openGateStage(options: EngineOptions): Promise<GateStage> {
  const database = await createTestDatabase()
  const live = createLiveModel()
  const all = { ...options, providers: [live, ...(options.providers ?? [])] }
  let engine = await createTestEngine(database, all)
  let agents = 0

  async function restart(more: EngineOptions = {}): Promise<void> {
    const { project, scripts } = engine
    await engine.close()
    engine = await createTestEngine(database, { ...all, ...more, scripts, project })
  }

  async function waiting(runId: string) {
    await untilStatus(engine, database, runId, 'WAITING')
    return openGates(database, runId)
  }

  const stage: GateStage = {
    database,
    live,
    get engine() {
      return engine
    },
    restart,
    doom: async (isLast) => {
      const doomed = createDoomed(isLast)
      await restart({ replace: doomed.replace })
      const died = async () => {
        await doomed.dead
        const dead = engine
        await dead.die()
        engine = await createTestEngine(database, { ...all, scripts: dead.scripts, project: dead.project })
        const closing = dead.close()
        doomed.bury()
        await closing
      }
      return { died }
    },
    define: async (turns, { agent = {}, confidence = [] } = {}) => {
      const name = `player-${agents++}`
      const requests: ModelRequest[] = []
      let judged = 0
      live.plays[name] = async function* (request): AsyncGenerator<ModelChunk> {
        if (request.responseFormat?.name === 'confidence') {
          const said = { confidence: confidence[judged++] ?? 1, reason: 'It is guessing.' }
          yield answer(request, JSON.stringify(said))
          return
        }
        requests.push({ ...request, messages: [...request.messages] })
        const turn = request.messages.filter(({ role }) => role === 'assistant').length
        const { text = '', calls = [] } = turns[Math.min(turn, turns.length - 1)] ?? {}
        yield answer(request, text, calls)
      }
      const { slug } = await engine.define(() => ({ text: '' }), { model: `live/${name}`, ...agent })
      const told = () =>
        (requests.at(-1)?.messages ?? []).flatMap((message) => ('text' in message ? [message.text] : []))
      return { slug, requests, told }
    },
    rule: async (target, permission, { slug, type = 'TOOL' } = {}) => {
      const { operations, project } = engine
      const agent = slug === undefined ? {} : { agent: { slug } }
      const what = target === null ? {} : { target }
      await operations.policies.savePolicy({ projectId: project.id, type, permission, ...what, ...agent })
    },
    trigger: async (slug, more = {}) => {
      const { operations, project } = engine
      const call = { projectId: project.id, agent: { slug }, input: 'Do it.', ...more }
      return (await operations.triggerRun(call)).runId
    },
    start: async (turns, playOptions) => {
      const player = await stage.define(turns, playOptions)
      return { ...player, runId: await stage.trigger(player.slug) }
    },
    startPlan: async (plan, agent) => {
      const name = `planner-${agents++}`
      live.plays[name] = planning(plan)
      const planner = { model: `live/${name}`, planner: 'PLAN', ...agent } as const
      return stage.trigger((await engine.define(() => ({}), planner)).slug)
    },
    waiting,
    gateOf: async (runId) => {
      const [gate, ...others] = await waiting(runId)
      if (!gate || others.length > 0)
        throw new Error(`Run ${runId} has ${gate ? 'more gates than one' : 'no gate'}.`)
      return gate
    },
    actionsOf: (runId) =>
      database.prisma.action.findMany({
        where: { runId },
        orderBy: [{ step: { number: 'asc' } }, { position: 'asc' }],
      }),
    close: async () => {
      await engine.close()
      await database.drop()
    },
  }
  return stage
}
