import { beforeEach, describe, expect, test } from 'vitest'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { cursorOf } from '../support/cursors.ts'
import { forTest } from '../support/for-file.ts'
import { runFailed, textDelta } from '../support/memory-run-log.ts'
import { postJson } from '../support/post-json.ts'
import { messagesOf } from './event-messages.ts'
import { type OpenServer, openServer } from './open-server.ts'

let open: OpenServer
let run: { id: string }

beforeEach(async () => {
  open = forTest(await openServer())
  run = await open.graph.make.run(await open.graph.make.agent(), { nextSeq: 1_000 })
})

function follow(headers: Record<string, string> = {}, signal?: AbortSignal) {
  const query = 'subscription($runId: ID!) { runEvents(runId: $runId) { seq ... on TextDelta { text } } }'
  return postJson(
    open.endpoint,
    { query, variables: { runId: toGlobalId('Run', run.id) } },
    { headers: { accept: 'text/event-stream', ...headers }, signal: signal ?? null },
  )
}

describe('EVT-2 a subscription as an event stream', () => {
  test('gives each event with its cursor as id, and completes after the last', async () => {
    open.graph.log.append(run.id, textDelta('a\nb'), runFailed)
    const response = await follow()
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(messagesOf(await response.text())).toEqual([
      {
        event: 'next',
        id: cursorOf(run.id, 1),
        data: { data: { runEvents: { seq: 1, text: 'a\nb' } } },
      },
      { event: 'next', id: cursorOf(run.id, 2), data: { data: { runEvents: { seq: 2 } } } },
      { event: 'complete', id: null, data: null },
    ])
  })

  test('goes on after Last-Event-ID', async () => {
    open.graph.log.append(run.id, textDelta('a'), textDelta('b'), runFailed)
    const response = await follow({ 'last-event-id': cursorOf(run.id, 2) })
    expect(messagesOf(await response.text()).map(({ id }) => id)).toEqual([cursorOf(run.id, 3), null])
  })

  test('goes on after Last-Event-ID also where it was asked at first to begin after another event', async () => {
    open.graph.log.append(run.id, textDelta('a'), textDelta('b'), runFailed)
    const address = new URL(open.endpoint)
    const query =
      'subscription($runId: ID!, $after: String) { runEvents(runId: $runId, after: $after) { seq } }'
    const variables = { runId: toGlobalId('Run', run.id), after: cursorOf(run.id, 1) }
    address.search = `${new URLSearchParams({ query, variables: JSON.stringify(variables) })}`
    const headers = { accept: 'text/event-stream', 'last-event-id': cursorOf(run.id, 2) }
    const response = await fetch(address, { headers })
    expect(messagesOf(await response.text()).map(({ id }) => id)).toEqual([cursorOf(run.id, 3), null])
  })

  test('refuses a Last-Event-ID of another run', async () => {
    const response = await follow({
      'last-event-id': cursorOf('01a1fc06-04c2-77c6-8fd1-f6493b2473ef', 1),
    })
    expect(messagesOf(await response.text())[0]).toMatchObject({
      data: { errors: [{ extensions: { code: 'CURSOR_INVALID' } }] },
    })
  })

  test('keeps a quiet connection alive', async () => {
    const leave = new AbortController()
    const response = await follow({}, leave.signal)
    const reader = response.body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(':\n\n')
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(':\n\n')
    leave.abort()
    await open.graph.log.until(() => open.graph.log.readers === 0)
  })

  test('is released when its client goes away while it waits', async () => {
    open.graph.log.append(run.id, textDelta('a'))
    const leave = new AbortController()
    const response = await follow({}, leave.signal)
    await response.body?.getReader().read()
    await open.graph.log.until(() => open.graph.log.readers === 1)
    leave.abort()
    await open.graph.log.until(() => open.graph.log.readers === 0)
  })

  test('breaks off when the server goes, so that its client connects again', async () => {
    open.graph.log.append(run.id, textDelta('a'))
    const response = await follow()
    const reading = response.text()
    await open.graph.log.until(() => open.graph.log.readers === 1)
    await Promise.all([expect(reading).rejects.toThrow(), open.server.close()])
    await open.graph.log.until(() => open.graph.log.readers === 0)
  })
})
