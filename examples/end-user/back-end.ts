/**
 * A back end whose signed-in users ask an agent. The browser follows the run itself, with a token for this run alone:
 *
 *     RUNGRAPH_KEY=rg_… npx node examples/end-user/back-end.ts
 *
 * `POST /questions` starts a run of the user, and `POST /tokens` gives the user a token for it. The API key stays here.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http'

export interface BackEndOptions {
  /** URL of the API of Rungraph. */
  readonly url: string
  /** API key with the role OPERATOR. */
  readonly key: string
  /** Slug of the agent that answers. */
  readonly agent: string
  /** Name of the signed-in user of a request, as your sign-in knows it; null if nobody is signed in. */
  readonly userOf: (request: IncomingMessage) => string | null
  /** Lifetime of a token in milliseconds. Default: 600,000. */
  readonly expiresInMs?: number
}

/** Creates the back end. The caller makes it listen. */
export function createBackEnd(options: BackEndOptions): Server {
  const { userOf } = options
  return createServer(async (request, response) => {
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const user = userOf(request)
    if (user === null) return send(401, { error: 'Sign in first.' })
    try {
      const input = await readJson(request)
      if (request.url === '/questions') return send(200, { runId: await startRun(options, user, input.text) })
      if (request.url !== '/tokens') return send(404, { error: 'There is no such path.' })
      const token = await createToken(options, user, input.runId)
      return token === null ? send(404, { error: 'You have no such run.' }) : send(200, { token })
    } catch (error) {
      console.error(error)
      return send(500, { error: 'It did not work. Try again.' })
    }
  })
}

/** The tag says whose run it is: no input of the user can set it. */
const tagOf = (user: string) => `user:${user}`

async function startRun(options: BackEndOptions, user: string, text: unknown): Promise<string> {
  const mutation = `mutation($input: TriggerRunInput!) {
    triggerRun(input: $input) { ... on Run { id } ... on Error { message } }
  }`
  const input = { agent: options.agent, input: String(text), tags: [tagOf(user)] }
  const { triggerRun } = await ask<{ triggerRun: { id?: string; message?: string } }>(options, mutation, {
    input,
  })
  if (triggerRun.id === undefined) throw new Error(triggerRun.message)
  return triggerRun.id
}

/** A token for a run of this user; null if it is not theirs. */
async function createToken(options: BackEndOptions, user: string, runId: unknown): Promise<string | null> {
  const query = 'query($filter: RunFilter) { runs(filter: $filter) { totalCount } }'
  const filter = { ids: [String(runId)], tags: [tagOf(user)] }
  const { runs } = await ask<{ runs: { totalCount: number } }>(options, query, { filter })
  if (runs.totalCount === 0) return null
  const mutation = `mutation($input: CreateAccessTokenInput!) {
    createAccessToken(input: $input) { ... on CreatedAccessToken { token } ... on Error { message } }
  }`
  const { expiresInMs = 600_000 } = options
  const input = { runId: String(runId), abilities: ['READ', 'ABORT', 'RATE'], subject: user, expiresInMs }
  const { createAccessToken } = await ask<{ createAccessToken: { token?: string; message?: string } }>(
    options,
    mutation,
    { input },
  )
  if (createAccessToken.token === undefined) throw new Error(createAccessToken.message)
  return createAccessToken.token
}

async function ask<Data>({ url, key }: BackEndOptions, query: string, variables: object): Promise<Data> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = await response.json()
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}

async function readJson(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) {
    text += part
    if (text.length > 100_000) throw new Error('The request is too large.')
  }
  return JSON.parse(text)
}

if (import.meta.main) {
  const {
    RUNGRAPH_URL: url = 'http://127.0.0.1:4000/graphql',
    RUNGRAPH_KEY: key = '',
    PORT = '8080',
  } = process.env
  // In place of a session of your sign-in, for curl. Anybody can send this header: never do this on a public address.
  const userOf = ({ headers }: IncomingMessage) => headers['x-user']?.toString() ?? null
  createBackEnd({ url, key, agent: 'demo-chat', userOf })
    .once('error', ({ message }) => {
      console.error(`${message}. Set PORT to a free port.`)
      process.exit(1)
    })
    .listen(Number(PORT), '127.0.0.1')
}
