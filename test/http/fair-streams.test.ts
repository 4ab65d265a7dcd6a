import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createKeyOperations } from '../../src/auth/key-operations.ts'
import { isRungraphError } from '../../src/domain/errors.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { type CountedCaller, callerLimits, createCallers } from '../../src/http/access/callers.ts'
import { createApiKeyStore } from '../../src/store/api-key-store.ts'
import { createCountedEvents } from '../support/counted-executions.ts'
import { forTest } from '../support/for-file.ts'
import { postJson } from '../support/post-json.ts'
import { type BareSocket, openBareSocket } from './bare-socket.ts'
import { type OpenServer, openServer } from './open-server.ts'

let open: OpenServer
let run: { readonly id: string }
let keys: { readonly crowd: string; readonly other: string }
let events: ReturnType<typeof createCountedEvents>
const sockets: BareSocket[] = []
const leave = new AbortController()

beforeEach(async () => {
  open = forTest(await openServer())
  const operations = createKeyOperations({
    ...{ keys: createApiKeyStore(open.graph.pool), newId: uuidv7, now: Date.now },
  })
  const keyOf = async (name: string) =>
    (await operations.createKey({ projectId: open.graph.project.id, name, role: 'ADMIN', by: 'the test' }))
      .key
  keys = { crowd: await keyOf('crowd'), other: await keyOf('other') }
  run = await open.graph.make.run(await open.graph.make.agent(), { nextSeq: 1_000_000 })
  events = createCountedEvents()
})
afterEach(async () => {
  leave.abort()
  for (const socket of sockets.splice(0)) socket.reset()
})

/** Each with a document of its own: equal ones are executed once. */
const follow = (nth: number) => `subscription { runEvents(runId: "${toGlobalId('Run', run.id)}") {
  n${nth}: seq ... on TextDelta { text } } }`

const append = (count: number) =>
  open.graph.log.append(run.id, ...Array.from({ length: count }, () => events.next('x')))

const perSocket = 50

/** Follows the run by so many subscriptions of one caller, half over sockets and half as event streams, all at the end of the log. */
async function gather(count: number): Promise<void> {
  const headers = { authorization: `Bearer ${keys.crowd}` }
  let nth = 0
  while (nth < count / 2) {
    const socket = await openBareSocket(open.endpoint, { headers })
    sockets.push(socket)
    for (let of = 0; of < perSocket; of++) socket.subscribe(`${nth}`, follow(nth++))
  }
  while (nth < count) {
    const response = await postJson(
      open.endpoint,
      { query: follow(nth++) },
      { headers: { ...headers, accept: 'text/event-stream' }, signal: leave.signal },
    )
    void response.body?.pipeTo(new WritableStream()).catch(() => undefined)
  }
  await open.graph.log.until(() => open.graph.log.readers === count)
}

async function executed(count: number): Promise<void> {
  await expect.poll(() => events.executions, { timeout: 30_000 }).toBe(count)
}

describe('API-14 the subscriptions of one caller, all with an event at once', () => {
  it('API-14 let that of another have its event, and its request its answer, before theirs', async () => {
    const crowd = 400
    await gather(crowd)
    const headers = { authorization: `Bearer ${keys.other}` }
    const socket = await openBareSocket(open.endpoint, { headers })
    sockets.push(socket)
    socket.subscribe('1', follow(crowd))
    await open.graph.log.until(() => open.graph.log.readers === crowd + 1)
    append(1)
    expect(await socket.next()).toMatchObject({ type: 'next' })
    expect(events.executions).toBeLessThan(crowd)
    await executed(crowd + 1)
    append(20)
    const answer = await postJson(
      open.endpoint,
      { query: '{ runs(first: 5) { nodes { id agent { slug } } } }' },
      { headers: { ...headers } },
    )
    expect(answer.status).toBe(200)
    expect(events.executions).toBeLessThan(crowd * 10)
    await executed((crowd + 1) * 21)
  })
})

describe('API-7 a caller whose subscriptions wait for long', () => {
  const caller = (name: string): CountedCaller => ({
    admission: { ...open.graph.admission, caller: { ...open.graph.admission.caller, kind: 'KEY', name } },
  })

  it('API-7 may not follow another until they do not, and others may', async () => {
    let now = 0
    const callers = createCallers({ ...callerLimits, now: () => now }, async () => true)
    const turns = Array.from({ length: 9 }, () => callers.streamTurn(caller('crowd')))
    const begun = turns.map((turn) => turn.begin())
    await Promise.all(begun.slice(0, -1))
    expect(callers.follow(caller('crowd'))).toBeTypeOf('function')
    now = 6_000
    const refusal = callers.follow(caller('crowd'))
    expect(isRungraphError(refusal) && refusal.code).toBe('LIMIT_EXCEEDED')
    expect(callers.follow(caller('other'))).toBeTypeOf('function')
    turns[0]?.end()
    await Promise.all(begun)
    expect(callers.follow(caller('crowd'))).toBeTypeOf('function')
    for (const turn of turns) turn.leave()
  })
})
