import { ApolloClient, ApolloLink, gql, InMemoryCache } from '@apollo/client'
import { describe, expect, test } from 'vitest'
import { cacheOptions } from '../../src/client/apollo.ts'
import { textOfRun } from '../../src/client/text-of-run.ts'
import { sumUpText } from '../../src/client/text-so-far.ts'

const runId = 'run_01'

function cache() {
  return new ApolloClient({ cache: new InMemoryCache(cacheOptions), link: ApolloLink.empty() }).cache
}

describe('LIB-1 the presets of Apollo Client and urql', () => {
  test('take the events of a run whatever the operation selects of them', () => {
    const query = gql`{ run(id: "${runId}") { id events { edges { node { seq type } } } } }`
    const edges = ['TextDelta', 'TextDelta'].map((type, place) => ({
      __typename: 'RunEventEdge',
      node: { __typename: type, seq: place + 1, type },
    }))
    const run = { __typename: 'Run', id: runId, events: { __typename: 'RunEventConnection', edges } }
    const store = cache()
    store.writeQuery({ query, data: { run } })
    expect(store.readQuery({ query })).toEqual({ run })
  })

  test('show as the summary of a run at work the text so far, and take a run without its id', () => {
    const store = cache()
    const fields = { __typename: 'Run', id: runId, status: 'RUNNING', summary: null }
    store.writeQuery({
      query: gql`{ delta { messageId text run { id } } run(id: "${runId}") { id status summary } }`,
      data: {
        delta: {
          __typename: 'TextDelta',
          messageId: 'm',
          text: 'So far',
          run: { __typename: 'Run', id: runId },
        },
        run: fields,
      },
    })
    const known = gql`{ run(id: "${runId}") { id status summary } }`
    expect(store.readQuery({ query: known })).toEqual({ run: { ...fields, summary: 'So far' } })
    const nameless = gql`{ newest { status summary } }`
    const newest = { __typename: 'Run', status: 'RUNNING', summary: null }
    store.writeQuery({ query: nameless, data: { newest } })
    expect(store.readQuery({ query: nameless })).toEqual({ newest })
  })

  test('sum up the text of a message, whichever piece of it comes again', () => {
    const toSoFar = sumUpText()
    const texts = (['Hel', 'lo', 'Hel', '!'] as const).map((text, place) => {
      const event = { __typename: 'TextDelta', messageId: 'm', offset: [0, 3, 0, 5][place], text }
      return toSoFar({ runEvents: event }).runEvents
    })
    expect(texts).toMatchObject([{ text: 'Hel' }, { text: 'Hello' }, { text: 'Hello' }, { text: 'Hello!' }])
  })

  test('pass a piece on as it is where the operation does not select its place', () => {
    const toSoFar = sumUpText()
    const whole = { __typename: 'TextDelta', messageId: 'm', offset: 5, text: 'lo' }
    for (const name of ['messageId', 'offset', 'text'] as const) {
      const { [name]: _, ...event } = whole
      // As often as a server that starts again sends it.
      for (const data of [{ runEvents: event }, { runEvents: event }]) expect(toSoFar(data)).toBe(data)
    }
    const renamed = { __typename: 'TextDelta', id: 'm', from: 5, text: 'lo' }
    expect(toSoFar({ runEvents: renamed })).toEqual({ runEvents: renamed })
  })

  test('take no text for the answer of a run that failed', () => {
    const soFar = 'A start that was discarded'
    expect(textOfRun({ status: 'RUNNING', summary: null, soFar })).toBe(soFar)
    expect(textOfRun({ status: 'COMPLETED', summary: null, soFar })).toBe(soFar)
    expect(textOfRun({ status: 'FAILED', summary: null, soFar })).toBeNull()
    expect(textOfRun({ status: 'CANCELLED', summary: 'Stopped.', soFar })).toBe('Stopped.')
  })
})
