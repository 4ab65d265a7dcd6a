import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { shuffled } from '../../support/random.ts'
import type { Scenario } from '../scenario.ts'
import { markerText } from '../servers/fake-provider.ts'
import { inTurns, says } from '../servers/replies.ts'
import type { RungraphProcess } from '../servers/rungraph.ts'

/**
 * Processor time for one request: a promise of 200 ms, on a machine without other work. Work that grew with the request would take many
 * seconds.
 */
const cpuWithinMs = 2_000
const megabyte = 1024 * 1024

interface Attack {
  readonly what: string
  readonly body: (agent: string, input: string) => Buffer
  /** Whether it may also be taken, cut to a bound. Default false. */
  readonly isCut?: boolean
  /** Whether its length is sent beforehand. Default true. */
  readonly hasLength?: boolean
}

const attacks: readonly Attack[] = [
  { what: '50 MB of input', body: (agent) => triggering(agent, JSON.stringify('x'.repeat(50 * megabyte))) },
  {
    what: '25 MB of input that come in pieces',
    body: (agent) => triggering(agent, JSON.stringify('x'.repeat(25 * megabyte))),
    hasLength: false,
  },
  {
    what: 'JSON of a depth of 100,000',
    body: (agent, input) => triggering(agent, JSON.stringify(input), nested(100_000)),
    isCut: true,
  },
  { what: 'a request of a depth of 900,000', body: () => Buffer.from(nested(900_000)) },
  { what: 'a million keys', body: (agent) => triggering(agent, '"x"', keys(1_000_000)) },
  { what: 'as many keys as a request may hold', body: (agent) => triggering(agent, '"x"', keys(140_000)) },
  { what: 'a query of 10 MB', body: () => asking(`{ ${'__typename '.repeat(900_000)} }`) },
  { what: 'a query as long as a request may be', body: () => asking(`{ ${'__typename '.repeat(170_000)} }`) },
  {
    what: '100,000 aliases',
    body: () => asking(`{ ${Array.from({ length: 100_000 }, (_, nth) => `a${nth}:__typename`).join(' ')} }`),
  },
  { what: 'a query of a depth of 100,000', body: () => asking('{a'.repeat(100_000)) },
  {
    what: 'a batch',
    body: () => Buffer.from(JSON.stringify(Array(1_000).fill({ query: '{ __typename }' }))),
  },
]

/** Each is refused, or cut, for little, by a server that goes on with all else. */
export default {
  number: 36,
  title: 'requests that are far too large, deep or many',
  promises: ['DUR-3', 'RUN-1'],
  async run({ stage, random, figure, note }) {
    const [server] = stage.cluster.apis
    assert.ok(server)
    const agent = await stage.createAgent()
    const problems: string[] = []
    const marker = stage.play(inTurns(says('It is there.')))
    // The first request of a kind costs a process more.
    await send(server, asking('{ __typename }'))
    for (const { what, body, isCut = false, hasLength = true } of shuffled(attacks, random)) {
      const bytes = body(agent, markerText(marker))
      const before = await server.cpuMs()
      const { status, answer, heldUpMs } = await watching(server, () => send(server, bytes, hasLength))
      const usedMs = (await server.cpuMs()) - before
      note(`${what}: ${status}, ${usedMs} ms of a processor, held up for ${Math.round(heldUpMs)} ms`)
      figure('processor', usedMs)
      figure('others held up', heldUpMs)
      const accepted = /"id":"([^"]+)"/.exec(answer)?.[1]
      if (isCut && accepted !== undefined) stage.adopt(accepted, marker)
      else if (!isRefused(status, answer)) problems.push(`${what}: ${status} ${answer.slice(0, 300)}`)
      if (usedMs >= cpuWithinMs) problems.push(`${what} took ${usedMs} ms of a processor`)
    }
    assert.deepEqual(problems, [])
    await stage.trigger({ agent, model: inTurns(says('It is there, too.')) })
    for (const run of stage.runs) assert.equal((await run.untilStopped()).status, 'COMPLETED')
  },
} satisfies Scenario

/** By HTTP, as an error of GraphQL, or as a member of a mutation's result; with a code, and as no fault of the server. */
function isRefused(status: number, answer: string): boolean {
  const isTyped = answer.includes('"__typename":"InvalidInputError"') || answer.startsWith('{"errors":')
  return [200, 400, 413].includes(status) && isTyped && /"code":"[A-Z_]+"/.test(answer)
}

function asking(query: string): Buffer {
  return Buffer.from(JSON.stringify({ query }))
}

/** A request that would begin a run; both are JSON. */
function triggering(agent: string, input: string, context = '{}'): Buffer {
  const query =
    'mutation($input: TriggerRunInput!) { triggerRun(input: $input) { __typename ... on Run { id } ... on Error { code message } } }'
  return Buffer.from(
    `{"query":${JSON.stringify(query)},"variables":{"input":{"agent":"${agent}","input":${input},"context":${context}}}}`,
  )
}

function nested(depth: number): string {
  return `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
}

function keys(count: number): string {
  return `{${Array.from({ length: count }, (_, nth) => `"k${nth}":${nth % 10}`).join(',')}}`
}

/** The answer, also where it comes while the request is still being sent. */
async function send({ url }: RungraphProcess, body: Buffer, hasLength = true) {
  const length = hasLength ? { 'content-length': String(body.byteLength) } : {}
  const sent = request(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...length },
  })
  sent.on('error', () => undefined) // a connection that is closed on one who is still sending; without an answer, 'response' rejects
  const answered = once(sent, 'response')
  sent.end(body)
  const [response] = await answered
  return { status: Number(response.statusCode), answer: await text(response) }
}

/** Asks for something small again and again meanwhile: the longest that this took. */
async function watching<Answer>({ url }: RungraphProcess, work: () => Promise<Answer>) {
  const over = new AbortController()
  let heldUpMs = 0
  const watch = async () => {
    while (!over.signal.aborted) {
      const from = performance.now()
      await (await fetch(`${url}/health/live`)).text()
      heldUpMs = Math.max(heldUpMs, performance.now() - from)
      await delay(5)
    }
  }
  const watched = watch()
  try {
    const answer = await work()
    over.abort()
    await watched
    return { ...answer, heldUpMs }
  } finally {
    over.abort()
  }
}
