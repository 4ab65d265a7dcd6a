import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, composeApp } from '../../../src/app.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { createSubscriber } from '../../http/subscriber.ts'
import { callCommand } from '../../support/command-line.ts'
import { eventually } from '../../support/eventually.ts'
import {
  openTurningByFailover,
  openTurningByReload,
  openTurningBySetting,
  type TurningDatabase,
} from '../../support/turning-database.ts'

const timeout = 90_000

/** What each of them does, of the engine and of an administrator: rows of all kinds. */
const mutations = {
  triggerRun: '{ agent: "demo-chat", input: "Hello" }',
  createAgent: '{ slug: "SLUG", definition: { model: "scripted/x" } }',
  updateProject: '{ name: "SLUG" }',
  saveRelic: '{ name: "SLUG", kind: KEY_VALUE }',
  savePolicy: '{ permission: ALLOW }',
  createDataSet: '{ slug: "SLUG", name: "SLUG" }',
  createSchedule: '{ agent: "demo-chat", cron: "0 0 1 1 *", input: "SLUG" }',
} as const

let slugs = 0

/** A mutation that was not made before. */
function mutationOf(name: keyof typeof mutations): string {
  slugs += 1
  return `mutation { ${name}(input: ${mutations[name].replaceAll('SLUG', `x-${slugs}`)}) { __typename } }`
}

const ways: Readonly<Record<string, () => Promise<TurningDatabase>>> = {
  'a setting of the database': openTurningBySetting,
  'a setting of the server': openTurningByReload,
  'a standby': openTurningByFailover,
}

const reasons: Readonly<Record<string, RegExp>> = {
  'a setting of the database':
    /takes no writes: default_transaction_read_only = "on"\. As an administrator: ALTER DATABASE \w+ SET default_transaction_read_only = 'off';/,
  'a setting of the server': /takes no writes: default_transaction_read_only = "on"\./,
  'a standby': /takes no writes: The server is a standby\. Set DATABASE_URL to the primary server/,
}

describe.each(Object.entries(ways))('a database that takes no writes, by %s', (way, openDatabase) => {
  let database: TurningDatabase
  let app: App
  let url: string

  beforeAll(async () => {
    database = await openDatabase()
    app = await compose()
    url = (await app.start()).url ?? ''
  }, timeout)

  afterAll(async () => {
    await app.close()
    await database.close()
  })

  const settings = () => ({
    ...{ DATABASE_URL: database.connectionString, PORT: '0', RUNGRAPH_ROLE: 'api' },
    RUNGRAPH_LOG_LEVEL: 'silent',
  })

  function compose(): Promise<App> {
    return composeApp(readConfig(settings()))
  }

  it('DUR-3 is DATABASE_UNAVAILABLE over every transport, and served again when it takes writes', {
    timeout,
  }, async () => {
    expect(await ask(url, mutationOf('triggerRun'))).toMatchObject(accepted)
    await database.becomeReadOnly()
    await eventually(() => readiness(url)).toEqual([
      ...[503, '2'],
      { status: 'unready', reason: 'it takes no writes' },
    ])
    const refusals: Record<string, unknown> = {}
    for (const name of names()) refusals[name] = await ask(url, mutationOf(name))
    expect(refusals).toEqual(
      Object.fromEntries(names().map((name) => [name, expect.objectContaining(refused)])),
    )
    const [overSocket] = await askOverSocket(url, mutationOf('triggerRun'))
    expect(overSocket?.errors).toMatchObject([unavailable])
    expect(await askAsStream(url, mutationOf('triggerRun'))).toContain('"code":"DATABASE_UNAVAILABLE"')
    for (const accept of ['application/json', 'text/event-stream'])
      expect(await trigger(url, accept)).toMatchObject({
        ...{ status: 503, retryAfter: '2' },
        answer: { error: { code: 'DATABASE_UNAVAILABLE' } },
      })
    // What only reads is answered.
    expect(await ask(url, '{ agents(first: 1) { totalCount } runs(first: 1) { totalCount } }')).toMatchObject(
      {
        ...{ status: 200, answer: { data: { runs: { totalCount: 1 } } } },
      },
    )

    await expect(compose()).rejects.toMatchObject({ code: 'DATABASE_READ_ONLY' })
    await expect(compose()).rejects.toThrow(reasons[way])
    await expect(callCommand(['keys', 'create', 'a'], { env: settings() })).rejects.toThrow(reasons[way])
    const { code, output } = await callCommand(['doctor', '--json'], { env: settings() })
    expect(code).toBe(1)
    expect(JSON.parse(output).findings).toContainEqual({
      ...{ check: 'privileges', status: 'broken', text: expect.stringMatching(reasons[way] ?? '') },
    })

    await database.becomeWritable()
    await eventually(() => readiness(url)).toEqual([200, null, { status: 'ready' }])
    expect(await ask(url, mutationOf('triggerRun'))).toMatchObject(accepted)
  })
})

function names() {
  return Object.keys(mutations).filter((name): name is keyof typeof mutations => name in mutations)
}

const accepted = { status: 200, answer: { data: { triggerRun: { __typename: 'Run' } } } }
const unavailable = { extensions: { code: 'DATABASE_UNAVAILABLE', retryable: true } }
const refused = {
  ...{ status: 503, retryAfter: '2' },
  answer: expect.objectContaining({ errors: [expect.objectContaining(unavailable)] }),
}

const json = { 'content-type': 'application/json' }

async function post(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  })
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    text: await response.text(),
  }
}

async function ask(url: string, query: string) {
  const { text, ...answered } = await post(`${url}/graphql`, { query })
  return { ...answered, answer: JSON.parse(text) }
}

async function askAsStream(url: string, query: string): Promise<string> {
  return (await post(`${url}/graphql`, { query }, { accept: 'text/event-stream' })).text
}

async function askOverSocket(url: string, query: string) {
  const subscriber = createSubscriber(`${url}/graphql`)
  try {
    return await subscriber.collect(query)
  } finally {
    await subscriber.dispose()
  }
}

async function trigger(url: string, accept: string) {
  const { text, ...answered } = await post(
    `${url}/api/projects/default/agents/demo-chat/trigger`,
    { input: 'Hello' },
    { accept },
  )
  return { ...answered, answer: JSON.parse(text) }
}

async function readiness(url: string) {
  const response = await fetch(`${url}/health/ready`)
  const { checks }: { checks: Record<string, unknown> } = await response.json()
  return [response.status, response.headers.get('retry-after'), checks.database]
}
