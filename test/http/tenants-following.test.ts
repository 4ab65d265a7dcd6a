import {
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import { type Client, createClient } from 'graphql-ws'
import { afterAll, expect, test, vi } from 'vitest'
import WebSocket from 'ws'
import { toFeedCursor } from '../../src/graphql/event-cursor.ts'
import { parseGlobalId, toGlobalId } from '../../src/graphql/global-id.ts'
import { schema } from '../../src/graphql/schema.ts'
import { at, textAt } from '../graphql/open-graph.ts'
import { cursorOf, placeOf } from '../support/cursors.ts'
import { createFactories } from '../support/factories.ts'
import { forFile } from '../support/for-file.ts'
import { postJson } from '../support/post-json.ts'
import { createLeakFinder, createStranger } from '../support/tenants/foreign.ts'
import {
  callWith,
  fieldsOf,
  type Given,
  harmlessValues,
  leavesOf,
  textAt as valueAt,
} from '../support/tenants/schema-walk.ts'
import { commonParts, createTwin, type Twin } from '../support/tenants/twins.ts'
import { openTenants } from '../support/tenants/two-tenants.ts'
import { trialsOf } from '../support/trials.ts'

const clients: Client[] = []
const leaving = new AbortController()

/** A server that executes, with two projects that name everything alike. Event streams are followed with the least role. */
const tenants = forFile(await openTenants({}, commonParts([])))
const ours = await createTwin(tenants, 'alphamark')
const others = await createTwin(tenants, 'omegamark')
afterAll(async () => {
  leaving.abort()
  await Promise.all(clients.map((client) => client.dispose()))
})

test('KEY-5 nothing of another project is reachable by following, over WebSockets and as event streams', {
  timeout: 150_000,
}, async () => {
  const first = await work(ours, 'first')
  const given = givenOf(first, await evaluate(ours, first))
  const theirFirst = await work(others, 'first')
  const values = valuesOf(theirFirst, await evaluate(others, theirFirst))
  const own = fields.map((field) => subscription(field, given, {}))
  const viewer = await ours.keyOf('a viewer', 'VIEWER')
  const stranger = await createStranger(tenants.pool, others)
  const everyProbe = probesOf(given, values)
  expect(everyProbe.length).toBeGreaterThan(30)
  const probes = trialsOf(everyProbe, 3)
  const followed = [...overSockets(own), ...own.map((query) => overEventStream(query, viewer))]
  const theirs = overSockets(probes)
  const nobodys = overSockets(probes.map(stranger))
  await work(ours, 'second')
  await forget(others)
  await forget(ours)
  await eachIsTold(followed, '')
  await work(others, 'meanwhile')
  await work(ours, 'last')
  // A run at rest has nothing more to tell, and neither has an evaluation that has ended; statistics and deletions have no texts.
  const live = followed.filter(({ query }) => !/runEvents|runDeleted|evaluationUpdated|runStats/.test(query))
  await eachIsTold(live, 'alphamark last')
  const leaksIn = await createLeakFinder(tenants.pool, others, [...values.names, ...values.cursors])
  for (const { query, told } of [...followed, ...theirs]) expect(told.flatMap(leaksIn), query).toEqual([])
  for (const [place, { query, told }] of theirs.entries())
    expect(told.map(stranger).map(steady), query).toEqual(nobodys[place]?.told.map(steady))
})

/** Statistics are of the time up to now. */
function steady(told: string): string {
  return told.replace(/"until":"[^"]+"/, '"until":"now"')
}

type Field = GraphQLField<unknown, unknown>

const root = schema.getSubscriptionType()
const fields: readonly Field[] = Object.values(root?.getFields() ?? {})

/** A run that calls a tool which a human must approve, in the session that both have, and one in a session that nobody else has. */
async function work(twin: Twin, when: string): Promise<unknown> {
  const input = JSON.stringify([{ name: 'note', arguments: { text: `${twin.mark} ${when}` } }])
  const waiting = await twin.run({ agent: 'careful', input, sessionKey: 'shared' })
  const approve = `mutation ($id: ID!) { resolveGate(input: { id: $id, decision: APPROVE }) { __typename } }`
  await twin.read(approve, { id: textAt(waiting, 'gates.*.id') })
  return twin.run({ agent: 'talker', input, sessionKey: `${twin.mark}-session` })
}

/** Deletes a run that nothing else was made of. */
async function forget(twin: Twin): Promise<void> {
  const run = await twin.run({ agent: 'talker', input: '[]' })
  const mutation = 'mutation ($id: ID!) { deleteRun(input: { id: $id }) { __typename } }'
  expect(await twin.read(mutation, { id: textAt(run, 'id') })).toEqual({
    deleteRun: { __typename: 'DeletedRun' },
  })
}

/** An evaluation of the agent of a run, which has ended; gives its id. */
async function evaluate(twin: Twin, run: unknown): Promise<string> {
  const make = createFactories(tenants.prisma, twin.project.id)
  const agent = { id: parseGlobalId(textAt(run, 'agent.id'))?.id ?? '', version: 1 }
  const of = { createdBy: twin.mark, completedAt: new Date() }
  return toGlobalId('Evaluation', (await make.evaluation(await make.dataSet(), agent, of)).id)
}

/** All runs of this test were accepted later. */
const lately = new Date(Date.now() - 24 * 3_600_000)

/** Variables of its own subscriptions. */
function givenOf(run: unknown, evaluation: string): Given {
  return {
    'Subscription.evaluationUpdated.id': JSON.stringify(evaluation),
    'Subscription.runStats.since': JSON.stringify(lately),
    'Subscription.runEvents.runId': JSON.stringify(at(run, 'id')),
    'Subscription.sessionEvents.sessionKey': '"shared"',
  }
}

/** Values of a project that an outsider could name, by one of its runs. */
function valuesOf(run: unknown, evaluation: string) {
  const id = textAt(run, 'id')
  const { id: runId = '' } = parseGlobalId(id) ?? {}
  const session = parseGlobalId(textAt(run, 'session.id'))?.id ?? ''
  const place = placeOf(runId, { order: 2n })
  return {
    names: [id, runId, 'omegamark-session', textAt(run, 'agent.id'), evaluation],
    cursors: [
      cursorOf(runId, 1),
      toFeedCursor({ kind: 'tree', id: runId }, place),
      toFeedCursor({ kind: 'session', id: session }, place),
      toFeedCursor({ kind: 'project', id: others.project.id }, place),
    ],
  }
}

/** Each subscription with each value at each place that may name something. */
function probesOf(given: Given, { names, cursors }: ReturnType<typeof valuesOf>): readonly string[] {
  return fields.flatMap((field) =>
    fieldsOf(field.args)
      .filter(({ type }) => harmlessValues(type) === null)
      .flatMap(({ path: [first = '', ...rest], type }) =>
        (first === 'after' ? cursors : first === 'filter' ? namesFor(type, names) : names).map((value) => {
          const text = String(type).startsWith('[') ? `[${JSON.stringify(value)}]` : JSON.stringify(value)
          const arg = field.args.find(({ name }) => name === first)
          return subscription(field, given, arg ? { [first]: valueAt(arg, rest, text) } : {})
        }),
      ),
  )
}

/** In a filter a text is no id: one is tried, and the key of a session. */
function namesFor(type: GraphQLInputType, names: readonly string[]): readonly string[] {
  return getNamedType(type).name === 'ID' ? names : names.slice(1, 3)
}

function subscription(field: Field, given: Given, more: Readonly<Record<string, string>>): string {
  const type = getNamedType(field.type)
  // An event or an update says of which run or gate it is.
  const own = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {}
  const run = 'run' in own ? 'run { id input }' : 'gate' in own ? 'gate { id run { id input } }' : ''
  if (!root) throw new Error('The schema has no subscriptions.')
  return `subscription { ${callWith(root, field, given, more)} { ${leavesOf(type)} ${run} } }`
}

/** An open subscription, and everything that it received, errors too. */
interface Following {
  readonly query: string
  readonly told: string[]
}

/** As many on one socket as may be. */
const perSocket = 50

function overSockets(queries: readonly string[]): readonly Following[] {
  return queries.map((query, place) => {
    if (place % perSocket === 0) clients.push(connect())
    const told: string[] = []
    clients.at(-1)?.subscribe(
      { query },
      {
        next: (result) => void told.push(JSON.stringify(result)),
        error: (error) => void told.push(`error ${JSON.stringify(error)}`),
        complete: () => undefined,
      },
    )
    return { query, told }
  })
}

function connect(): Client {
  return createClient({
    url: `${tenants.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${ours.key}` },
    retryAttempts: 0,
    lazy: false,
  })
}

function overEventStream(query: string, key: string): Following {
  const told: string[] = []
  const listen = async () => {
    const response = await postJson(
      `${tenants.url}/graphql`,
      { query },
      { headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' }, signal: leaving.signal },
    )
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? [])
      if (text.includes('data:')) told.push(text)
  }
  listen().catch((error: unknown) => {
    if (!leaving.signal.aborted) told.push(String(error))
  })
  return { query, told }
}

async function eachIsTold(followed: readonly Following[], text: string): Promise<void> {
  const left = () => followed.filter(({ told }) => !told.some((one) => one.includes(text)))
  await vi
    .waitUntil(() => left().length === 0, 45_000)
    .catch(() => {
      throw new Error(`These were not told of ${text}: ${JSON.stringify(left(), null, 2).slice(0, 2_000)}`)
    })
}
