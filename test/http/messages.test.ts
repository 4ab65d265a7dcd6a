import { describe, expect, test } from 'vitest'
import { type Message, textOf } from '../../src/domain/message.ts'
import type { ModelRequest } from '../../src/domain/model.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { testTool } from '../support/engine.ts'
import { forFile } from '../support/for-file.ts'
import { answer, createLiveModel } from '../support/live-model.ts'
import { postJson } from '../support/post-json.ts'
import { serveEngine } from './serve-engine.ts'

const live = createLiveModel()
/** Requests of the turns of all runs, in order. */
const asked: ModelRequest[] = []
const digs = 24

const dig = testTool('dig', async (args) => `${JSON.stringify(args)} ${'stone and sand, '.repeat(1_500)}`)
const open = forFile(
  await serveEngine({
    providers: [live],
    tools: [dig],
    modelInfo: () => ({ contextWindow: 6_000, maxOutputTokens: 1_000 }),
  }),
)
live.plays.digger = async function* (request) {
  if (request.tools.length === 0) return yield answer(request, 'Dug a while; found stone and sand.')
  asked.push({ ...request, messages: [...request.messages] })
  const turn = request.messages.filter(({ role }) => role === 'tool').length
  const isDone = asked.length > digs || request.messages.at(-1)?.role === 'user'
  if (isDone && asked.length > 1) return yield answer(request, `Done after ${turn}.`)
  yield answer(request, `Digging, time ${asked.length}.`, [{ name: 'dig', arguments: { n: asked.length } }])
}
const agent = await open.engine.define(() => ({ text: '' }), { model: 'live/digger' })
const run = async (input: string) => {
  const call = { projectId: open.project.id, agent, input, sessionKey: 'dig' }
  const { runId } = await open.engine.operations.triggerRun(call)
  const { row } = await open.engine.finished(runId)
  expect(row.status).toBe('COMPLETED')
  return toGlobalId('Run', runId)
}
const first = await run('Dig a lot.')
const second = await run('And now?')

interface Shown {
  readonly position: number
  readonly stepNumber: number | null
  readonly role: string
  readonly text: string
  readonly tokens: number
  readonly visibility: string
  readonly parts: readonly Readonly<Record<string, unknown>>[]
}

interface Page {
  readonly totalCount: number
  readonly pageInfo: { readonly hasNextPage: boolean; readonly hasPreviousPage: boolean }
  readonly edges: readonly { readonly cursor: string; readonly node: Shown }[]
}

const page = `totalCount pageInfo { hasNextPage hasPreviousPage } edges { cursor node {
  position stepNumber role text tokens visibility
  parts { __typename ... on TextPart { text } ... on ToolCallPart { callId name arguments } ... on ToolResultPart { callId name isError } }
} }`

async function ask<Data>(query: string, variables: object = {}): Promise<Data> {
  const response = await postJson(open.endpoint, { query, variables })
  const { data, errors } = (await response.json()) as { data: Data; errors?: unknown }
  expect(errors).toBeUndefined()
  return data
}

interface SteppedRun {
  readonly steps: {
    readonly edges: readonly {
      readonly node: {
        readonly number: number
        readonly text: string | null
        readonly summary: string | null
        readonly messages: Page
      }
    }[]
  }
}

async function stepsOf(id: string) {
  const query = `query($id: ID!) { run(id: $id) { steps(first: 40) { edges { node {
    number text summary messages(first: 60) { ${page} } } } } } }`
  const { run } = await ask<{ run: SteppedRun }>(query, { id })
  return run.steps.edges.map(({ node }) => node)
}

function wordsOf(message: Message): string {
  return message.role === 'assistant' ? textOf(message) : message.text
}

describe('API-17 the messages of a conversation', () => {
  test('are, step by step, as the model received them: whole, cut, or a summary in their place', async () => {
    const steps = [...(await stepsOf(first)), ...(await stepsOf(second))]
    expect(steps).toHaveLength(asked.length)
    const seen = new Set<string>()
    for (const [index, { summary, text, messages }] of steps.entries()) {
      const received = (asked[index]?.messages ?? []).map(wordsOf)
      const shown = messages.edges.map(({ node }) => node)
      for (const { visibility } of shown) seen.add(visibility)
      const isNoted = shown.some(({ visibility }) => visibility === 'SUMMARISED' || visibility === 'DROPPED')
      if (summary !== null) expect(received[0]).toContain(summary)
      const visible = shown.filter(({ visibility }) => visibility === 'WHOLE' || visibility === 'CUT')
      const rest = isNoted ? received.slice(1) : received
      expect(visible).toHaveLength(rest.length)
      for (const [n, message] of visible.entries()) {
        if (message.visibility === 'WHOLE') expect(rest[n]).toBe(message.text)
        else expect(rest[n]?.length).toBeLessThan(message.text.length)
      }
      expect(text).toMatch(index < digs ? `Digging, time ${index + 1}.` : /^Done after/)
    }
    expect([...seen]).toEqual(expect.arrayContaining(['WHOLE', 'CUT', 'SUMMARISED']))
  })

  test('of a run are its own, and of a session those of all its runs, in order', async () => {
    const query = `query($a: ID!, $b: ID!) {
      a: run(id: $a) { messages(first: 100) { ${page} } } b: run(id: $b) { messages(first: 100) { ${page} } }
      session(key: "dig") { messages(first: 100) { ${page} } } }`
    const { a, b, session } = await ask<Record<'a' | 'b' | 'session', { messages: Page }>>(query, {
      a: first,
      b: second,
    })
    const nodes = ({ messages }: { messages: Page }) => messages.edges.map(({ node }) => node)
    expect(nodes(a)[0]).toMatchObject({
      ...{ position: 0, role: 'USER', text: 'Dig a lot.' },
      parts: [{ __typename: 'TextPart', text: 'Dig a lot.' }],
    })
    expect(nodes(a)[1]?.parts.at(-1)).toMatchObject({ name: 'dig', arguments: '{"n":1}' })
    const callId = nodes(a)[1]?.parts.at(-1)?.callId
    expect(nodes(a)[2]).toMatchObject({
      role: 'TOOL',
      parts: [{ __typename: 'ToolResultPart', name: 'dig', isError: false, callId }],
    })
    expect(nodes(a)[2]?.tokens).toBeGreaterThan(1_000)
    expect(nodes(session)).toEqual([...nodes(a), ...nodes(b)])
    expect(session.messages.totalCount).toBe(a.messages.totalCount + b.messages.totalCount)
  })

  test('are read page by page, forwards and backwards', async () => {
    const query = `query($first: Int, $after: String, $last: Int, $before: String) {
      session(key: "dig") { messages(first: $first, after: $after, last: $last, before: $before) { ${page} } } }`
    const read = async (variables: object) =>
      (await ask<{ session: { messages: Page } }>(query, variables)).session.messages
    const all = (await read({ first: 100 })).edges
    const forward: Page['edges'][number][] = []
    for (let next: Page | null = null; !next || next.pageInfo.hasNextPage; ) {
      next = await read({ first: 7, after: forward.at(-1)?.cursor ?? null })
      forward.push(...next.edges)
    }
    expect(forward).toEqual(all)
    let backward: Page['edges'][number][] = []
    for (let next: Page | null = null; !next || next.pageInfo.hasPreviousPage; ) {
      next = await read({ last: 7, before: backward[0]?.cursor ?? null })
      backward = [...next.edges, ...backward]
    }
    expect(backward).toEqual(all)
  })

  const runId = '01a1fc06-04c2-77c6-8fd1-f6493b2473ef'
  const forged = (sessionNumber: unknown, position: unknown) =>
    Buffer.from(JSON.stringify(['message', sessionNumber, runId, position])).toString('base64url')
  const wrong = [2 ** 31, -1, 1.5, '1', null]
  test.for([
    'abc',
    ...wrong.map((position) => forged(1, position)),
    ...[...wrong, '2026-01-01T00:00:00.000Z'].map((sessionNumber) => forged(sessionNumber, 1)),
  ])('API-46 are not begun at a cursor that no message has: %s', async (after) => {
    const query = `{ session(key: "dig") { messages(first: 1, after: "${after}") { edges { cursor } } } }`
    const response = await postJson(open.endpoint, { query })
    expect(await response.json()).toMatchObject({
      errors: [
        {
          message: expect.stringContaining('it does not come from a list of messages'),
          extensions: { code: 'CURSOR_INVALID' },
        },
      ],
    })
  })
})
