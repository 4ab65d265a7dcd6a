import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import relay from 'relay-runtime'

// A page of the documents of runs.js, which Relay's compiler has compiled in a folder: node page.mjs <folder> <url of the API>.
// Prints what each mutation was answered, and the lists after it, as JSON.
const [folder, url] = process.argv.slice(2)
const { commitMutation, ConnectionHandler, createOperationDescriptor, Environment, fetchQuery } = relay
const { Network, Observable, RecordSource, requestSubscription, Store } = relay

// As Relay's plugins for Babel and SWC do it: an artifact in the place of its document.
const text = await readFile(join(folder, 'src/runs.js'), 'utf8')
const module = join(folder, 'src/compiled.mjs')
const artifact = (name) => `(await import('./__generated__/${name}.graphql.js')).default`
await writeFile(
  module,
  text.replaceAll(/graphql`\s*\w+ (\w+)[^`]*`/g, (_, name) => artifact(name)),
)
const { query, trigger, createAgent, prependAgent, remove, live } = await import(pathToFileURL(module))

const post = (accept, body, signal) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: JSON.stringify(body),
    signal,
  })

const ask = async (query, variables) => (await post('application/json', { query, variables })).json()

/** The results of a subscription, over an event stream. */
const subscribe = ({ text: query }, variables) =>
  Observable.create((sink) => {
    const leaving = new AbortController()
    void read(sink, { query, variables }, leaving.signal)
    return () => leaving.abort()
  })

async function read(sink, body, signal) {
  const lines = createInterface(Readable.fromWeb((await post('text/event-stream', body, signal)).body))
  lines.on('line', (line) => {
    if (line.startsWith('data: {')) sink.next(JSON.parse(line.slice(6)))
  })
  lines.on('error', () => undefined)
}

const network = Network.create(({ text: document }, variables) => ask(document, variables), subscribe)
const environment = new Environment({ network, store: new Store(new RecordSource()) })
environment.retain(createOperationDescriptor(query, {}))
await fetchQuery(environment, query, {}).toPromise()

const connection = (name) => ConnectionHandler.getConnectionID('client:root', `runs_lists_${name}`)
const connections = { runs: [connection('runs')], agents: [connection('agents')] }

/** What a list holds: the type of each object with its input or slug. */
function listed(name) {
  const source = environment.getStore().getSource()
  const edges = source.get(connection(name))?.edges.__refs ?? []
  return edges
    .map((edge) => source.get(source.get(edge).node.__ref))
    .map(({ __typename, input, slug }) => `${__typename} ${input ?? slug}`)
}

async function change(mutation, variables, updater) {
  const { promise, resolve, reject } = Promise.withResolvers()
  commitMutation(environment, { mutation, variables, updater, onCompleted: resolve, onError: reject })
  const [answer] = Object.values(await promise)
  console.log(JSON.stringify({ answer, runs: listed('runs'), agents: listed('agents') }))
  return answer
}

const triggerRun = (agent, input) =>
  change(trigger, { input: { agent, input }, connections: connections.runs })
const create = (slug) =>
  change(
    createAgent,
    { input: { slug, definition: { name: slug, model: 'scripted/chat' } } },
    prependAgent(connections.agents),
  )
const deleteRun = (id) => change(remove, { input: { id }, connections: connections.runs })

/** The stream of a run ends with it. */
async function untilItEnds(runId) {
  const query = 'subscription($runId: ID!) { runEvents(runId: $runId) { type } }'
  await (await post('text/event-stream', { query, variables: { runId } })).text()
}

/** Follows the list after a cursor, until the change by which this run ended. */
async function follow(after, runId) {
  const { promise, resolve, reject } = Promise.withResolvers()
  const onNext = ({ runUpdated: { edge } }) => {
    if (edge.node.id === runId && edge.node.status === 'COMPLETED') resolve()
  }
  const variables = { after, connections: connections.runs }
  const { dispose } = requestSubscription(environment, {
    subscription: live,
    variables,
    onNext,
    onError: reject,
  })
  await promise
  dispose()
  console.log(JSON.stringify({ runs: listed('runs'), agents: listed('agents') }))
}

const start = await ask('{ updateCursors { runUpdated } }')
await create('clerk')
await create('clerk')
const { root } = await triggerRun('clerk', 'Hello')
await triggerRun('nobody', 'Hello')
await untilItEnds(root.id)
const other = await ask(
  'mutation { triggerRun(input: { agent: "clerk", input: "Other" }) { ... on Run { id } } }',
)
await untilItEnds(other.data.triggerRun.id)
await follow(start.data.updateCursors.runUpdated, other.data.triggerRun.id)
await deleteRun(root.id)
