import { uuidOf } from '../../../src/graphql/global-id.ts'
import { Follower } from '../clients/follower.ts'
import { ask, Refused, resultOf } from '../clients/graphql-client.ts'
import type { Cluster } from '../servers/cluster.ts'
import type { Database } from '../servers/database.ts'
import { type FakeProvider, markerText } from '../servers/fake-provider.ts'
import { calls, inTurns, type Model, type ScriptedCall, says } from '../servers/replies.ts'
import type { Behaviour, ToolCall, ToolServer } from '../servers/tool-server.ts'
import { Run } from './run.ts'

export interface StageParts {
  /** Unique among all that plays on the same servers. */
  readonly key: string
  readonly random: () => number
  readonly cluster: Cluster
  readonly database: Database
  readonly provider: FakeProvider
  readonly tools: ToolServer
  /** Who calls; `null` where callers need no key. Default `null`. */
  readonly apiKey?: string | null
  /** Where its runs are added to. Default: a list of its own. */
  readonly runs?: Run[]
}

export interface NewRun {
  /** The slug of its agent. */
  readonly agent: string
  readonly model: Model
  /** Default: some words. The marker of the run is put before them. */
  readonly input?: string
  /** Whether clients follow it from the start. Default true. */
  readonly isFollowed?: boolean
  /** How many do, half of them cut off again and again. Default 2. */
  readonly followers?: number
  /** Other fields of TriggerRunInput. */
  readonly more?: Readonly<Record<string, unknown>>
}

export type ToolName = 'read' | 'idempotent' | 'once' | 'hurried' | 'steps' | 'events'

/** Tools that each agent has. */
export const suiteTools = [
  ...['chaos_read', 'chaos_idempotent', 'chaos_once', 'chaos_hurried'],
  ...['chaos_steps', 'chaos_events', 'chaos_hostile'],
]

/** A cluster with what one scenario does on it: agents, runs and calls of its own. */
export class Stage {
  readonly cluster: Cluster
  readonly database: Database
  readonly runs: Run[]
  readonly #parts: StageParts
  readonly #apiKey: string | null
  #agents = 0
  #markers = 0
  #tenants = 0

  constructor(parts: StageParts) {
    this.#parts = parts
    this.cluster = parts.cluster
    this.database = parts.database
    this.runs = parts.runs ?? []
    this.#apiKey = parts.apiKey ?? null
  }

  /** The same cluster for a caller with that key, whose runs are checked with these. */
  as(apiKey: string): Stage {
    this.#tenants += 1
    const key = `${this.#parts.key}-t${this.#tenants}`
    return new Stage({ ...this.#parts, key, apiKey, runs: this.runs })
  }

  /** The data of an answer of the API: of the `nth` living server, by default any. @throws Refused */
  async ask<Data>(query: string, variables: object = {}, nth?: number): Promise<Data> {
    const urls = this.cluster.urls()
    const url = urls[nth ?? Math.floor(this.#parts.random() * urls.length)]
    if (url === undefined) throw new Error('No API server is alive.')
    return ask<Data>(url, query, variables, this.#apiKey)
  }

  /** The id of what a mutation made, or changed. @throws Refused, also where its result is an error */
  async mutate(name: string, type: string, input: object, nth?: number): Promise<string> {
    const inputType = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`
    const { result } = await this.ask<{ result: { id: string } }>(
      `mutation($input: ${inputType}!) { result: ${name}(input: $input) { ... on ${type} { id } ... on Error { code message } } }`,
      { input },
      nth,
    )
    return resultOf(result).id
  }

  /** Kills these workers, by default all, and begins as many others. */
  async replaceWorkers(doomed: Stage['cluster']['workers'] = [...this.cluster.workers]): Promise<void> {
    for (const worker of doomed) await worker.kill()
    await Promise.all(doomed.map(() => this.cluster.start('worker')))
  }

  /** One of the workers, or all of them. */
  someWorkers(): Stage['cluster']['workers'] {
    return this.cluster.workers.slice(0, this.#parts.random() < 0.5 ? 1 : undefined)
  }

  /** Kills the workers that made these calls. */
  async killCallers(calls: readonly ToolCall[]): Promise<void> {
    for (const pid of new Set(calls.map((call) => call.pid)))
      await this.cluster.workers.find((worker) => worker.pid === pid)?.kill()
  }

  /** A slug that no agent has yet, for one that is named before it is made. */
  newSlug(): string {
    this.#agents += 1
    return `${this.#parts.key}-${this.#agents}`.toLowerCase()
  }

  /** Makes an agent that has the tools of the suite; its slug. */
  async createAgent(
    definition: Readonly<Record<string, unknown>> = {},
    slug = this.newSlug(),
  ): Promise<string> {
    await this.mutate('createAgent', 'Agent', {
      slug,
      definition: {
        model: 'openai-chat/chaos',
        tools: suiteTools,
        modelRetry: { maxAttempts: 5, baseMs: 100, capMs: 10_000 },
        ...definition,
      },
    })
    return slug
  }

  /** A marker for a model that plays without a run that `trigger` began. */
  play(model: Model): string {
    this.#markers += 1
    const marker = `${this.#parts.key}/${this.#markers}`
    this.#parts.provider.play(marker, model)
    return marker
  }

  /** Triggers a run whose model answers as given. @throws Refused */
  async trigger(options: NewRun): Promise<Run> {
    const { agent, model, input = 'Do it.', isFollowed = true, followers = 2, more = {} } = options
    const marker = this.play(model)
    const ask = () =>
      this.mutate('triggerRun', 'Run', { agent, input: `${markerText(marker)} ${input}`, ...more })
    // Who has a key repeats what may have taken effect, as the error says.
    const id = await ask().catch((error: unknown) => {
      if (!(error instanceof Refused) || error.code !== 'DATABASE_UNAVAILABLE' || !('idempotencyKey' in more))
        throw error
      return ask()
    })
    return this.adopt(id, marker, isFollowed ? followers : 0)
  }

  /** Takes a run into what is followed and checked in the end, that something else than `trigger` began. */
  adopt(globalId: string, marker: string, followers = 2): Run {
    const id = uuidOf('Run', globalId)
    if (id === null) throw new Error(`${globalId} is no id of a run.`)
    const parts = { id, globalId, marker, apiKey: this.#apiKey, database: this.database }
    const run = new Run({ ...parts, followers: this.#follow(globalId, followers) })
    this.runs.push(run)
    return run
  }

  /** A call of one of the suite's tools, for a model to make: `calls(stage.call('once', 'pay'))`. */
  call(
    tool: ToolName,
    name: string,
    more: Readonly<Record<string, string | number | boolean>> = {},
  ): ScriptedCall {
    return { name: `chaos_${tool}`, arguments: { name: this.#scoped(name), ...more } }
  }

  /** A model that makes one call of a tool, and then says these words. */
  oneCall(tool: ToolName, name: string, words: string): Model {
    return inTurns(calls(this.call(tool, name)), says(words))
  }

  /** A call by which a model starts a run of that agent below its own, whose model answers as given. */
  spawn(agent: string, model: Model): ScriptedCall {
    const input = `${markerText(this.play(model))} Do it.`
    return { name: 'spawn_agent', arguments: { agent, input } }
  }

  /** Says what calls of this name do; others answer at once. */
  onCall(name: string, behaviour: Behaviour): void {
    this.#parts.tools.on(this.#scoped(name), behaviour)
  }

  /** The calls of this name that reached the tool server. */
  callsOf(name: string): readonly ToolCall[] {
    return this.#parts.tools.of(this.#scoped(name))
  }

  /** The nth call of this name, from 1, when it has come. */
  nthCall(name: string, n: number, withinMs?: number): Promise<ToolCall> {
    return this.#parts.tools.nth(this.#scoped(name), n, withinMs)
  }

  #scoped(name: string): string {
    return `${this.#parts.key}/${name}`
  }

  /** Every other client is never cut on purpose, the rest are again and again; they prefer the servers in turn. */
  #follow(runId: string, count: number): readonly Follower[] {
    const { random } = this.#parts
    const nextCut = () => 1 + Math.floor(random() * 8)
    return Array.from({ length: count }, (_, index) => {
      const servers = () => turned(this.cluster.urls(), index)
      const client = index % 2 === 0 ? 'live' : 'cut'
      const name = index < 2 ? client : `${client} ${index + 1}`
      const apiKey = this.#apiKey
      return new Follower({ client: name, runId, servers, apiKey, ...(client === 'cut' && { nextCut }) })
    })
  }
}

/** The list from another beginning on. */
function turned<Item>(items: readonly Item[], by: number): readonly Item[] {
  const at = items.length === 0 ? 0 : by % items.length
  return [...items.slice(at), ...items.slice(0, at)]
}
