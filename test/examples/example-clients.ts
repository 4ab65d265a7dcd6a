import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { ApolloClient } from '@apollo/client'
import { createClient } from '@urql/core'
import { type DocumentNode, parse, print, separateOperations } from 'graphql'
import { apolloOptions } from '../../src/client/apollo.ts'
import { Client } from '../../src/client/client.ts'
import { urqlOptions } from '../../src/client/urql.ts'
import { root } from '../checks/run-command.ts'
import { postJson } from '../support/post-json.ts'
import { findProgram } from '../support/programs.ts'

export type Data = Readonly<Record<string, unknown>>

/** A client that sends the operations of examples/client by their names. */
export interface ExampleClient {
  /** The data of a query or a mutation. @throws where the answer has errors */
  ask(name: string, variables: object): Promise<Data>
  /** The data of each result of a subscription. */
  follow(name: string, variables: object): AsyncGenerator<Data, void, void>
  close(): Promise<void>
}

const python = findProgram('python3')

const allKinds = ['GraphiQL', 'Apollo', 'urql', 'Python'] as const
export type Kind = (typeof allKinds)[number]

/** The clients that this machine has. */
export const kinds = allKinds.filter((kind) => kind !== 'Python' || python !== null)

/** A client of a kind for the server at this URL, with an API key or an access token. */
export function createExampleClient(kind: Kind, url: string, key = ''): ExampleClient {
  return { GraphiQL: asGraphiQL, Apollo: asApollo, urql: asUrql, Python: asPython }[kind](url, key)
}

const files = [
  'examples/client/documents.graphql',
  ...globSync('examples/client/operations/*.graphql', { cwd: root }),
]
const texts = files.map((path) => readFileSync(join(root, path), 'utf8'))
const documents = new Map(texts.flatMap((text) => Object.entries(separateOperations(parse(text)))))

function documentOf(name: string): DocumentNode {
  const document = documents.get(name)
  if (document === undefined) throw new Error(`There is no operation ${name}.`)
  return document
}

function isMutation(document: DocumentNode): boolean {
  return document.definitions.some((one) => 'operation' in one && one.operation === 'mutation')
}

const headersOf = (key: string) => (key === '' ? {} : { authorization: `Bearer ${key}` })

/** Follows subscriptions over a WebSocket, with the loop of `rungraph/client`. */
const rungraphOf = (url: string, key: string) => new Client({ url, ...(key !== '' && { token: key }) })

/** Sends the whole file and the name of the operation that the user chose, and the subscriptions over a WebSocket. */
function asGraphiQL(url: string, key: string): ExampleClient {
  const rungraph = rungraphOf(url, key)
  const fileOf = (name: string) =>
    texts.find((file) => file.includes(` ${name}(`) || file.includes(` ${name} {`))
  return {
    ask: async (operationName, variables) => {
      const response = await postJson(
        url,
        { query: fileOf(operationName), operationName, variables },
        { headers: { ...headersOf(key) } },
      )
      const { data, errors } = await response.json()
      if (errors) throw new Error(JSON.stringify(errors))
      return data
    },
    follow: async function* (name, variables) {
      const end = new AbortController()
      try {
        yield* rungraph.subscribe<Data, object>(print(documentOf(name)), variables, { signal: end.signal })
      } finally {
        end.abort()
      }
    },
    close: async () => undefined,
  }
}

function asApollo(url: string, key: string): ExampleClient {
  const rungraph = rungraphOf(url, key)
  const client = new ApolloClient(apolloOptions(rungraph))
  return {
    ask: async (name, variables) => {
      const document = documentOf(name)
      const { data } = isMutation(document)
        ? await client.mutate<Data>({ mutation: document, variables })
        : await client.query<Data>({ query: document, variables, fetchPolicy: 'network-only' })
      if (!data) throw new Error(`${name} has no data.`)
      return data
    },
    follow: (name, variables) =>
      values((next, fail, end) => {
        const results = client.subscribe<Data>({ query: documentOf(name), variables })
        const subscription = results.subscribe({
          next: ({ data, error }) => (data ? next(data) : fail(error)),
          error: fail,
          complete: end,
        })
        return () => subscription.unsubscribe()
      }),
    close: async () => client.stop(),
  }
}

function asUrql(url: string, key: string): ExampleClient {
  const rungraph = rungraphOf(url, key)
  const client = createClient({ ...urqlOptions(rungraph), requestPolicy: 'network-only' })
  return {
    ask: async (name, variables) => {
      const document = documentOf(name)
      const { data, error } = isMutation(document)
        ? await client.mutation<Data>(document, variables)
        : await client.query<Data>(document, variables)
      if (error) throw error
      if (!data) throw new Error(`${name} has no data.`)
      return data
    },
    follow: (name, variables) =>
      values((next, fail, end) => {
        const subscription = client
          .subscription<Data>(documentOf(name), variables)
          .subscribe(({ data, error, hasNext }) => {
            if (error) fail(error)
            else if (!hasNext) end()
            else if (data) next(data)
          })
        return () => subscription.unsubscribe()
      }),
    close: async () => undefined,
  }
}

/** Each operation is a call of examples/ask.py. */
function asPython(url: string, key: string): ExampleClient {
  const start = (...args: readonly string[]) =>
    spawn(python ?? '', ['examples/ask.py', ...args], {
      cwd: root,
      env: { RUNGRAPH_URL: url, RUNGRAPH_KEY: key },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  return {
    ask: async (name, variables) => {
      const child = start(name, JSON.stringify(variables))
      const [printed, problem] = await Promise.all([text(child.stdout), text(child.stderr)])
      if (printed === '') throw new Error(problem)
      return JSON.parse(printed)
    },
    follow: async function* (name, variables) {
      const child = start(name, JSON.stringify(variables))
      const problem = text(child.stderr)
      try {
        for await (const line of createInterface(child.stdout)) yield JSON.parse(line)
        if ((await problem) !== '') throw new Error(await problem)
      } finally {
        child.kill('SIGKILL')
      }
    },
    close: async () => undefined,
  }
}

type Source = (next: (data: Data) => void, fail: (error: unknown) => void, end: () => void) => () => void

/** Values of a source of callbacks, one by one; it begins with the call, and not with the first read. */
function values(source: Source): AsyncGenerator<Data, void, void> {
  let leave: () => void = () => undefined
  const stream = new ReadableStream<Data>({
    start: (controller) => {
      leave = source(
        (data) => controller.enqueue(data),
        (error) => controller.error(error),
        () => controller.close(),
      )
    },
    cancel: () => leave(),
  })
  return stream.values() as AsyncGenerator<Data, void, void>
}
