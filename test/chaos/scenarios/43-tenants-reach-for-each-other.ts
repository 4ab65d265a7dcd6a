import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { toGlobalId } from '../../../src/graphql/global-id.ts'
import { pick, shuffled } from '../../support/random.ts'
import { inTheClear } from '../../support/tenants/foreign.ts'
import { ask } from '../clients/graphql-client.ts'
import { Watcher } from '../clients/watcher.ts'
import type { Scenario } from '../scenario.ts'
import { calls, inTurns, says } from '../servers/replies.ts'
import type { Run } from '../stage/run.ts'
import type { Stage } from '../stage/stage.ts'

const runsEach = 6
const pauseMs = 400

/** Slug that both use. */
const slug = 'twin'
const sessionKey = 'shared'

/** Two projects with the same names for everything work side by side while each tries all that it can to see the other one's. */
export default {
  number: 43,
  title: 'one tenant reaches for what is another one’s',
  promises: ['KEY-5', 'DUR-1', 'EVT-2', 'EVT-5', 'RUN-8'],
  withinMs: 180_000,
  async run({ openStage, random, figure, note }) {
    const stage = await openStage({ apis: 2, workers: 3 })
    const tenants = [await settle(stage, 'acme'), await settle(stage, 'globex')] as const
    const over = new AbortController()
    const probing = tenants.map((one) => probe(one, one === tenants[0] ? tenants[1] : tenants[0]))
    try {
      const starting = tenants.flatMap((one) => Array.from({ length: runsEach }, () => one.start()))
      const runs = await Promise.all(starting)
      await die()
      for (const run of runs) assert.equal((await run.untilStopped(60_000)).status, 'COMPLETED')
    } finally {
      over.abort()
      await Promise.all(tenants.map((one) => one.leave()))
    }
    const answers = await Promise.all(probing)
    note(`${answers.flat().length} times one reached for what is the other's`)
    figure('probes', answers.flat().length)

    for (const [index, one] of tenants.entries()) {
      const other = tenants[1 - index]
      assert.ok(other)
      assert.ok(
        one.watchers.every(({ received }) => received.length > 0),
        'each watcher was told of its own',
      )
      const received = one.watchers.flatMap((watcher) => watcher.received)
      for (const text of [...received, ...(answers[index] ?? [])])
        assert.ok(!other.isIn(text), `${one.name} was told of ${other.name}: ${text}`)
      for (const run of one.runs) {
        const { summary } = await run.state()
        assert.ok(
          summary?.includes(one.secret) && !other.isIn(summary),
          `what ${one.name} was answered: ${summary}`,
        )
      }
    }

    /** A server and two workers, one after another, while all that goes on. */
    async function die(): Promise<void> {
      const { apis, workers } = stage.cluster
      const [api] = shuffled(apis, random)
      for (const each of [...shuffled(workers, random).slice(0, 2), ...(api ? [api] : [])]) {
        await delay(random() * pauseMs * 2)
        await each.kill()
        await stage.cluster.start(each.role)
      }
    }

    /** Everything that somebody from outside may try, at random, until it is over; what was answered. */
    async function probe(one: Tenant, other: Tenant): Promise<readonly string[]> {
      const answers: string[] = []
      while (!over.signal.aborted) {
        const run = other.runs.length > 0 ? pick(other.runs, random) : null
        if (run) answers.push(await reach(one, pick(attempts(run, other), random)))
        await delay(random() * 20)
      }
      return answers
    }

    async function reach({ apiKey }: Tenant, query: string): Promise<string> {
      try {
        const url = pick(stage.cluster.urls(), random)
        return JSON.stringify(await ask(url, query, {}, apiKey))
      } catch (error) {
        // A server may be gone; what it refuses, it says.
        return String(error)
      }
    }
  },
} satisfies Scenario

/** A project with all that a scenario knows of it. */
interface Tenant {
  readonly name: string
  readonly apiKey: string
  /** Text that its runs say, and nobody else knows. */
  readonly secret: string
  readonly runs: readonly Run[]
  readonly watchers: readonly Watcher[]
  start(): Promise<Run>
  /** Whether a text tells anything of it. */
  isIn(text: string): boolean
  leave(): Promise<void>
}

async function settle(base: Stage, name: string): Promise<Tenant> {
  const apiKey = await base.cluster.createKey(`${name} admin`, name)
  const stage = base.as(apiKey)
  const secret = `secret-of-${name}`
  const runs: Run[] = []
  let started = 0
  await stage.createAgent({ systemPrompt: secret }, slug)
  await stage.ask(
    `mutation { updateSession(input: { key: "${sessionKey}", memory: ["${secret}"] }) { __typename } }`,
  )
  const watch = (query: string) =>
    new Watcher({ servers: () => stage.cluster.urls(), apiKey, query: `subscription { ${query} }` })
  const event = '{ type run { id input summary } ... on TextDelta { text } ... on FinalAnswer { text } }'
  const watchers = [
    watch(`projectEvents ${event}`),
    watch(`sessionEvents(sessionKey: "${sessionKey}") ${event}`),
    watch('runUpdated { run { id input summary session { id memory } } }'),
  ]
  return {
    ...{ name, apiKey, secret, runs, watchers },
    start: async () => {
      const nth = started++
      const call = `work-${nth}`
      stage.onCall(call, () => delay(pauseMs))
      const words = `I say what only I know: ${secret}.`
      const model = inTurns(calls(stage.call('idempotent', call)), says(words, { chunkDelayMs: 40 }))
      // The other one's keys are the same.
      const more = { idempotencyKey: `once-${nth}`, ...(nth % 2 === 0 && { sessionKey }) }
      const run = await stage.trigger({ agent: slug, model, input: secret, more })
      runs.push(run)
      return run
    },
    isIn: (text) => inTheClear(text).includes(secret),
    leave: async () => void (await Promise.all(watchers.map((watcher) => watcher.leave()))),
  }
}

/** Attempts of a caller who knows the id of another one's run. */
function attempts({ globalId: id, id: uuid }: Run, { secret }: Tenant): readonly string[] {
  const all =
    'id input summary context effectiveLimits { maxCostUsd { value source } } session { memory } agent { systemPrompt } steps { edges { node { systemPrompt reasoning } } }'
  const cursor = Buffer.from(JSON.stringify({ v: 1, runId: uuid, seq: 1 })).toString('base64url')
  const event = toGlobalId('RunEvent', `${uuid}:1`)
  const mutation = (name: string, more = '') =>
    `mutation { ${name}(input: { id: "${id}" ${more} }) { __typename ... on Run { ${all} } ... on Error { code message } } }`
  return [
    `{ run(id: "${id}") { ${all} } }`,
    `{ node(id: "${id}") { ... on Run { ${all} } } }`,
    `{ nodes(ids: ["${id}", "${event}"]) { ... on Run { ${all} } ... on RunEvent { run { ${all} } } } }`,
    `{ runDiff(a: "${id}", b: "${id}") { fields { name a b } } }`,
    `{ gates(filter: { runId: "${id}", includeDescendants: true }) { totalCount edges { node { run { ${all} } } } } }`,
    `{ runs(first: 100, filter: { sessionKey: "${sessionKey}" }) { totalCount edges { node { ${all} } } } }`,
    `{ runs(filter: { search: "${secret.slice(-4)}" }) { totalCount } }`,
    `{ session(key: "${sessionKey}") { memory runs { edges { node { ${all} } } } } }`,
    `{ agent(slug: "${slug}") { systemPrompt runs { edges { node { ${all} } } } } }`,
    `{ runs(first: 1, after: "${cursor}") { edges { node { ${all} } } } }`,
    mutation('abortRun', 'reason: "because"'),
    mutation('steerRun', 'message: "Stop it."'),
    mutation('checkConfidence'),
    mutation('resumeRun'),
    mutation('retryRun'),
    mutation('replayRun'),
    mutation('forkRun', 'afterStep: 0'),
  ]
}
